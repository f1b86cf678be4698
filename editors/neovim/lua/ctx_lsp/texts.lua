--- Texts as lists show them: names without their paths, lines that fit.

local M = {}

M.WIDTH = 78 -- of lines in a view, where nothing says otherwise

--- The qualified name of a symbol, without the path in front of it.
---@param symbol string
---@return string
function M.qualname(symbol)
  return symbol:match('::(.+)$') or symbol
end

--- The path in front of a symbol's name; of a file the file.
---@param symbol string
---@return string
function M.path(symbol)
  return symbol:match('^(.-)::') or symbol
end

--- A text on one line of at most `width` cells; what is cut off is marked.
---@param text string
---@param width? integer
---@return string
function M.fit(text, width)
  local line, room = vim.trim((text:gsub('%s*[\r\n\t]%s*', ' '))), math.max(width or M.WIDTH, 10)
  if vim.fn.strdisplaywidth(line) <= room then
    return line
  end
  local kept = vim.fn.strcharpart(line, 0, room - 1)
  while vim.fn.strdisplaywidth(kept) > room - 1 do -- wide characters
    kept = vim.fn.strcharpart(kept, 0, vim.fn.strchars(kept) - 1)
  end
  return kept .. '…'
end

--- A path of at most `width` cells; of a longer one the end, which tells most.
---@param path string
---@param width integer
---@return string
function M.fit_path(path, width)
  local kept, rest = path, path ---@type string, string?
  while rest and vim.fn.strdisplaywidth(kept) > width do
    rest = rest:match('^/?[^/]+(/.+)$')
    kept = rest and '…' .. rest or kept
  end
  while vim.fn.strdisplaywidth(kept) > math.max(width, 1) do
    kept = '…' .. vim.fn.strcharpart(kept, 2)
  end
  return kept
end

--- A text in lines of at most `WIDTH` cells, broken between words.
---@param text string
---@return string
function M.wrapped(text)
  local lines, line = {}, ''
  for word in text:gmatch('%S+') do
    local longer = line == '' and word or line .. ' ' .. word
    if line ~= '' and vim.fn.strdisplaywidth(longer) > M.WIDTH then
      table.insert(lines, line)
      longer = word
    end
    line = longer
  end
  table.insert(lines, line)
  return table.concat(lines, '\n')
end

--- The number of single-letter edits from one word to another, case aside; two letters that were swapped are one.
---@param one string
---@param other string
---@return integer
local function distance(one, other)
  one, other = one:lower(), other:lower()
  local before, current = {}, {} ---@type table<integer, integer>, table<integer, integer>
  for column = 0, #other do
    current[column] = column
  end
  for row = 1, #one do
    local earlier = before
    before, current = current, { [0] = row }
    for column = 1, #other do
      local edit = one:byte(row) == other:byte(column) and 0 or 1
      current[column] = math.min(before[column] + 1, current[column - 1] + 1, before[column - 1] + edit)
      local two = row > 1 and column > 1 and one:sub(row - 1, row)
      if two and two == other:sub(column - 1, column):reverse() then
        current[column] = math.min(current[column], earlier[column - 2] + 1)
      end
    end
  end
  return current[#other]
end

--- The known word that was meant by one with a slip of the pen: one edit in four letters.
---@param word string
---@param known string[]
---@return string?
function M.nearest(word, known)
  local best, least = nil, math.floor(#word / 4) + 1
  for _, one in ipairs(known) do
    local edits = distance(word, one)
    if edits < least then
      best, least = one, edits
    end
  end
  return best
end

return M
