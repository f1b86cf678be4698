--- A context pack as a view: the text as the server wrote it, and where each of its lines comes from.

local M = {}

local ELISION = '…'
local FILETYPES = { ['<'] = 'xml', ['{'] = 'json', ['#'] = 'markdown' }

--- A pack as far as it is needed to show it.
---@class ctx_lsp.Shown
---@field packId string
---@field items ctx_lsp.answer.PackItem[]
---@field text string

---@class ctx_lsp.Start
---@field line integer  Of the view, from 1.
---@field item ctx_lsp.answer.PackItem

--- Where the text of each item begins. Items come in the order of the text, and show their first line.
---@param lines string[]
---@param items ctx_lsp.answer.PackItem[]
---@return ctx_lsp.Start[]
function M.starts(lines, items)
  local starts = {} ---@type ctx_lsp.Start[]
  local from, before = 1, nil ---@type integer, ctx_lsp.answer.PackItem?
  for _, item in ipairs(items) do
    local first = item.text:match('^[^\n]*')
    local is_beside = before and before.uri == item.uri and before.range.start.line == item.range.start.line
    local line = is_beside and from - 1 or from
    while first ~= '' and lines[line] and lines[line] ~= first do
      line = line + 1
    end
    if first ~= '' and lines[line] then
      table.insert(starts, { line = line, item = item })
      from, before = line + 1, item
    end
  end
  return starts
end

--- The words of a line that can be a path or a name, each with its column (from 0).
---@param line string
---@return { column: integer, text: string }[]
local function words(line)
  local found = {}
  for position, text in line:gmatch('()([^%s`"\'<>;,]+)') do
    table.insert(found, { column = position - 1, text = text:gsub(':$', '') })
  end
  return found
end

--- The file and line that a line of the view cites, in any of the formats.
---@param line string
---@param uri_of fun(path: string): string?
---@return string? path
---@return integer? first line, from 1
local function citation(line, uri_of)
  local before = '' -- XML and JSON have the path and the lines apart
  for _, word in ipairs(words(line)) do
    local cited, first = word.text:match('^(.+):(%d+)%-%d+$')
    if cited and uri_of(cited) then
      return cited, math.floor(assert(tonumber(first)))
    end
    local range = word.text:match('^(%d+)%-%d+$')
    if range and uri_of(before) then
      return before, math.floor(assert(tonumber(range)))
    end
    before = word.text:match('^[%w_]*[=:]?$') and before or word.text
  end
end

--- The item that a line names; of several the one at the column.
---@param line string
---@param column integer
---@param named fun(name: string): ctx_lsp.answer.PackItem?
---@param only_at_column boolean
---@return ctx_lsp.answer.PackItem? item
local function item_named(line, column, named, only_at_column)
  local first ---@type ctx_lsp.answer.PackItem?
  for _, word in ipairs(words(line)) do
    local item = named(word.text)
    if item and column >= word.column and column < word.column + #word.text then
      return item
    end
    first = first or item
  end
  return not only_at_column and first or nil
end

--- The line (from 0) of a file that the last of an item's shown lines is; of one that is not there, the item's first.
--- Lines that read alike are told apart by their order.
---@param shown string[]  from the item's beginning on
---@param item ctx_lsp.answer.PackItem
---@param source string[]
---@return integer
function M.source_line(shown, item, source)
  local first = item.range.start.line
  local next_line, found = first, nil ---@type integer, integer?
  for _, text in ipairs(shown) do
    found = nil
    local is_code = vim.trim(text) ~= '' and vim.trim(text) ~= ELISION
    for line = next_line, is_code and #source - 1 or -1 do
      if source[line + 1] == text then
        next_line, found = line + 1, line
        break
      end
    end
  end
  return found or first
end

---@param uri string
---@return string[]
local function source_of(uri)
  local buffer = vim.uri_to_bufnr(uri)
  vim.fn.bufload(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

---@param item ctx_lsp.answer.PackItem
---@param line? integer  of the file, from 0
---@return ctx_lsp.Place
local function place_of(item, line)
  local range = item.range
  if line and line ~= range.start.line then
    range = { start = { line = line, character = 0 }, ['end'] = { line = line, character = 0 } }
  end
  local what = item.symbol or vim.uri_to_fname(item.uri)
  return { uri = item.uri, range = range, symbol = item.symbol, text = ('%s  %s'):format(what, M.note(item)) }
end

--- What is said of an item: why it is here, how much of it, at what cost.
---@param item ctx_lsp.answer.PackItem
---@return string
function M.note(item)
  return ('%s · %s · %d tokens'):format(item.role, item.level, item.tokens)
end

--- The path of an item as the pack's text has it.
---@param item ctx_lsp.answer.PackItem
---@param root? string
---@return string
local function path_of(item, root)
  local path = item.symbol and item.symbol:match('^(.-)::')
  local name = vim.uri_to_fname(item.uri)
  return path or (root and vim.fs.relpath(root, name)) or name
end

--- What finds the place that a position in a pack's text leads to: of code its own line, of a name its definition, of
--- a citation the line that it begins with.
---@param pack ctx_lsp.Shown
---@param lines string[]
---@param root? string
---@return fun(line: integer, column: integer): ctx_lsp.Place?
function M.locator(pack, lines, root)
  local starts = M.starts(lines, pack.items)
  local uris, by_symbol = {}, {} ---@type table<string, string>, table<string, ctx_lsp.answer.PackItem>
  for _, item in ipairs(pack.items) do
    uris[path_of(item, root)] = item.uri
    by_symbol[item.symbol or ''] = item
  end
  local function uri_of(path)
    local file = root and vim.fs.joinpath(root, path)
    return uris[path] or (file and path ~= '' and vim.uv.fs_stat(file) and vim.uri_from_fname(file)) or nil
  end
  return function(line, column)
    local cited, path, first = line, nil, nil ---@type integer, string?, integer?
    while cited > 0 and not path do
      path, first = citation(lines[cited], uri_of)
      cited = path and cited or cited - 1
    end
    local covering ---@type ctx_lsp.Start?
    for _, start in ipairs(starts) do
      if start.line <= line and start.line > cited then
        covering = start
      end
    end
    if covering then
      local item = covering.item
      return place_of(item, M.source_line(vim.list_slice(lines, covering.line, line), item, source_of(item.uri)))
    end
    if not path or not first then
      return nil
    end
    local item = item_named(lines[line], column, function(name)
      return by_symbol[path .. '::' .. name]
    end, line == cited)
    if item then
      return place_of(item)
    end
    local start = { line = first - 1, character = 0 }
    return { uri = assert(uri_of(path)), range = { start = start, ['end'] = start }, text = path }
  end
end

--- The pack as a view.
---@param pack ctx_lsp.Shown
---@param client vim.lsp.Client
---@param again fun()
---@return ctx_lsp.View
function M.view(pack, client, again)
  local lines = vim.split(pack.text:gsub('\n$', ''), '\n', { plain = true })
  local notes = {} ---@type table<integer, string>
  for _, start in ipairs(M.starts(lines, pack.items)) do
    notes[start.line] = M.note(start.item)
  end
  return {
    name = ('ctx-lsp-pack:/%s.md'):format(pack.packId),
    lines = lines,
    filetype = FILETYPES[pack.text:sub(1, 1)] or 'text',
    entries = vim.tbl_map(place_of, pack.items),
    locate = M.locator(pack, lines, client.root_dir),
    root = client.root_dir,
    encoding = client.offset_encoding,
    again = again,
    pack = pack,
    stops = notes,
    notes = notes,
  }
end

return M
