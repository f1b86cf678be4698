--- A context pack as a view: the text as the server wrote it, and where each of its lines comes from.

local text_of = require('ctx_lsp.views.pack_text')
local texts = require('ctx_lsp.texts')

local M = {}

local MOST_OF_TITLE = 60 -- cells

local FILETYPES = { ['<'] = 'xml', ['{'] = 'json', ['#'] = 'markdown' }

--- A pack as far as it is needed to show it.
---@class ctx_lsp.Shown
---@field packId string
---@field items ctx_lsp.answer.PackItem[]
---@field text string
---@field query? ctx_lsp.answer.QueryAnalysis
---@field advice? ctx_lsp.answer.Advice[]

--- The words of a line that can be a name, each with its column (from 0).
---@param line string
---@return { column: integer, text: string }[]
local function words(line)
  local found = {}
  for position, text in line:gmatch('()([^%s`"\'<>;,]+)') do
    table.insert(found, { column = position - 1, text = text:gsub(':$', '') })
  end
  return found
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

--- The lines of a file, as a buffer has them where one is loaded. None is loaded for it: that would start servers.
---@param uri string
---@return string[]
local function source_of(uri)
  local buffer, file = vim.uri_to_bufnr(uri), vim.uri_to_fname(uri)
  if vim.api.nvim_buf_is_loaded(buffer) then
    return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  end
  return vim.tbl_map(function(line)
    return (line:gsub('\r$', ''))
  end, vim.fn.filereadable(file) == 1 and vim.fn.readfile(file) or {})
end

---@param item ctx_lsp.answer.PackItem
---@param line? integer  of the file, from 0
---@return ctx_lsp.Place
local function place_of(item, line)
  local range = item.range
  if line and line ~= range.start.line then
    range = { start = { line = line, character = 0 }, ['end'] = { line = line, character = 0 } }
  end
  local what = item.symbol and texts.qualname(item.symbol) or vim.fs.basename(vim.uri_to_fname(item.uri))
  return { uri = item.uri, range = range, symbol = item.symbol, text = ('%s  %s'):format(what, M.note(item)) }
end

---@param uri string
---@param line integer  of the file, from 0
---@param path string
---@return ctx_lsp.Place
local function place_in(uri, line, path)
  local start = { line = line, character = 0 }
  return { uri = uri, range = { start = start, ['end'] = start }, text = path }
end

--- The description of an item: its role, the part that is shown, and its tokens.
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

--- The paths of a pack's files as its text has them, and what a path stands for.
---@param pack ctx_lsp.Shown
---@param root? string
---@return fun(path: string): string?
local function uris(pack, root)
  local known = {} ---@type table<string, string>
  for _, item in ipairs(pack.items) do
    known[path_of(item, root)] = item.uri
  end
  return function(path)
    local file = root and vim.fs.joinpath(root, path)
    return known[path] or (file and path ~= '' and vim.uv.fs_stat(file) and vim.uri_from_fname(file)) or nil
  end
end

--- The smallest item that holds a line (from 0) of a file.
---@param items ctx_lsp.answer.PackItem[]
---@param uri string
---@param line integer
---@return ctx_lsp.answer.PackItem?
local function item_at(items, uri, line)
  local smallest ---@type ctx_lsp.answer.PackItem?
  for _, item in ipairs(items) do
    local first, last = item.range.start.line, item.range['end'].line
    if item.uri == uri and first <= line and line <= last then
      local size = smallest and smallest.range['end'].line - smallest.range.start.line
      smallest = (not size or last - first <= size) and item or smallest
    end
  end
  return smallest
end

--- A function that finds the place that a position in a pack's text leads to: of code its own line, of a name its
--- definition, of a citation the line that it begins with, of a line of advice its file.
---@param pack ctx_lsp.Shown
---@param lines string[]
---@param root? string
---@return fun(line: integer, column: integer): ctx_lsp.Place?
function M.locator(pack, lines, root)
  local uri_of = uris(pack, root)
  local by_symbol = {} ---@type table<string, ctx_lsp.answer.PackItem>
  for _, item in ipairs(pack.items) do
    by_symbol[item.symbol or ''] = item
  end
  local advised = {} ---@type table<string, ctx_lsp.Place>
  for _, one in ipairs(pack.advice or {}) do -- an older server sends none
    advised[one.text] = one.uri and { uri = one.uri, text = one.text } or nil
  end
  local code = text_of.code_lines(lines, uri_of)
  return function(line, column)
    local at = code[line]
    if at then
      local uri = assert(uri_of(at.path))
      local shown = vim.list_slice(lines, at.from, line)
      local found = text_of.source_line(shown, at.first, source_of(uri))
      local item = item_at(pack.items, uri, found)
      return item and place_of(item, found) or place_in(uri, found, at.path)
    end
    local advice = advised[text_of.advice(lines[line])]
    if advice then
      return advice
    end
    local cited, path, first = line, nil, nil ---@type integer, string?, integer?
    while cited > 0 and not path do
      if not code[cited] then
        path, first = text_of.citation(lines[cited], uri_of)
      end
      cited = path and cited or cited - 1
    end
    if not path or not first then
      return nil
    end
    local item = item_named(lines[line], column, function(name)
      return by_symbol[path .. '::' .. name]
    end, line == cited)
    return item and place_of(item) or place_in(assert(uri_of(path)), first - 1, path)
  end
end

--- The first line of each item that can be read, by its line in the view.
---@param pack ctx_lsp.Shown
---@param lines string[]
---@param root? string
---@return table<integer, ctx_lsp.answer.PackItem>
function M.beginnings(pack, lines, root)
  local uri_of = uris(pack, root)
  local found, seen = {}, {} ---@type table<integer, ctx_lsp.answer.PackItem>, table<ctx_lsp.answer.PackItem, true>
  local code = text_of.code_lines(lines, uri_of)
  for line = 1, #lines do
    local at = code[line]
    local item = at and at.line and item_at(pack.items, assert(uri_of(at.path)), at.line - 1)
    if item and not seen[item] then
      found[line], seen[item] = item, true
    end
  end
  return found
end

--- The question that a pack answers, for the name of its buffer; the id of a pack of which only that is known.
---@param pack ctx_lsp.Shown
---@return string
local function title_of(pack)
  local asked = pack.query and pack.query.text or ''
  if asked == '' then
    return pack.packId
  end
  local name = asked:match('^%S+::(%S+)$') or asked
  return texts.fit(name:gsub('[/\\%c]', ' '), MOST_OF_TITLE)
end

--- The pack as a view.
---@param pack ctx_lsp.Shown
---@param client vim.lsp.Client
---@param again fun()
---@param pinned? string[]  symbols that the user wants in it
---@return ctx_lsp.View
function M.view(pack, client, again, pinned)
  local lines = vim.split(pack.text:gsub('\n$', ''), '\n', { plain = true })
  local notes, marks, symbols = {}, {}, {} ---@type table<integer, string>, table<integer, true>, table<integer, string>
  for line, item in pairs(M.beginnings(pack, lines, client.root_dir)) do
    notes[line], symbols[line] = M.note(item), item.symbol
    marks[line] = item.symbol and vim.list_contains(pinned or {}, item.symbol) or nil
  end
  local title = title_of(pack)
  return {
    name = ('ctx-lsp-pack:/%s.md'):format(title),
    title = title,
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
    marks = marks,
    symbols = symbols,
  }
end

return M
