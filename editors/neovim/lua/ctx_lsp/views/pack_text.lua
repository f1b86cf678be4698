--- The text of a pack, in any of the formats: its citations, and which line of a file each line of code shows.

local M = {}

local ELISION = '…'
local CITATIONS = {
  '^## `+ ?(.-):(%d+)%-%d+ ?`+$',
  '^<excerpt path="(.-)" lines="(%d+)%-',
  '^{"path":"(.-)","lines":"(%d+)%-',
  '^@%d+ (.-):(%d+)%-%d+',
}

--- A line of code in the text of a pack.
---@class ctx_lsp.CodeLine
---@field path string    As the text has it.
---@field from integer   The first line of code under the same citation, in the view (from 1).
---@field first integer  The line of the file (from 1) that it shows.
---@field line? integer  The own line of the file (from 1); nil where a gap that names no line comes before.

--- The file and line that a line of the view cites, in any of the formats.
---@param line string
---@param uri_of fun(path: string): string?
---@return string? path
---@return integer? first line, from 1
function M.citation(line, uri_of)
  for _, pattern in ipairs(CITATIONS) do
    local path, first = line:match(pattern)
    if path and uri_of(path) then
      return path, math.floor(assert(tonumber(first)))
    end
  end
end

--- A line of advice as it was before its format had marked and escaped it.
---@param line string
---@return string
function M.advice(line)
  local quoted = line:match('^(".*"),?$')
  if quoted then
    return vim.json.decode(quoted)
  end
  return (line:gsub('^[-%%] ', ''):gsub('&lt;', '<'):gsub('&gt;', '>'):gsub('&amp;', '&'))
end

--- The first and last line of code below the line that cites it, in any of the formats but JSON.
---@param lines string[]
---@param cited integer
---@return integer? first
---@return integer? last
local function code_below(lines, cited)
  local count = lines[cited]:match('^@(%d+) ')
  if count then
    return cited + 1, cited + math.floor(assert(tonumber(count)))
  end
  for opening = cited + 1, cited + 2 do -- there may be a line of names between
    local line = lines[opening] or ''
    local closing = line:match('^```+') or (line == '<![CDATA[' and ']]>')
    if closing then
      local last = opening
      while lines[last + 1] and lines[last + 1] ~= closing do
        last = last + 1
      end
      return opening + 1, last
    end
  end
end

--- The line of the file (from 1) that the next line of code shows, where this one stands for lines left out.
---@param text string
---@return integer?
local function gap(text)
  local number = text:match('^%s*' .. ELISION .. ' L?(%d+)$') -- an older server writes no L
  return number and math.floor(assert(tonumber(number)))
end

--- The lines of code of a pack's text, by their line in the view.
---@param lines string[]
---@param uri_of fun(path: string): string?
---@return table<integer, ctx_lsp.CodeLine>
function M.code_lines(lines, uri_of)
  local found = {} ---@type table<integer, ctx_lsp.CodeLine>
  local last = 0
  for cited, text in ipairs(lines) do
    local path, first, from, till
    if cited > last then -- code may hold what looks like a citation
      path, first = M.citation(text, uri_of)
      from, till = code_below(lines, path and cited or #lines)
    end
    local next_line = first ---@type integer?
    for line = from or 1, till or 0 do
      found[line] = { path = path, from = from, first = first, line = next_line }
      local is_gap = vim.trim(lines[line] or ''):find(ELISION, 1, true) == 1
      found[line].line = not is_gap and next_line or nil
      next_line = is_gap and gap(lines[line]) or (not is_gap and next_line and next_line + 1) or nil
    end
    last = till or last
  end
  return found
end

--- The line (from 0) of a file that the last of the shown lines is, of which the first is the file's line `first`.
--- Of one that is not there any more: the one that came before it.
---@param shown string[]
---@param first integer  from 1
---@param source string[]
---@return integer
function M.source_line(shown, first, source)
  local next_line, found = first, first
  for _, text in ipairs(shown) do
    local following = gap(text)
    if following then
      next_line, found = following, following
    elseif source[next_line] == text or vim.trim(text) ~= '' then
      for line = next_line, #source do -- further down where the file has changed, or a secret is left out
        if source[line] == text then
          next_line, found = line + 1, line
          break
        end
      end
    end
  end
  return found - 1
end

return M
