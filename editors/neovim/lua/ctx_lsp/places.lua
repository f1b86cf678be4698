--- Places in files: going there, picking one, and export to the quickfix or location list.

--- A place in a file, as the server says it.
---@class ctx_lsp.Place
---@field uri string
---@field range? lsp.Range  Absent: the file as a whole.
---@field text string       What is said of it in lists.
---@field symbol? string
---@field open? fun()       Shows what the place stands for, where that is no file.

---@alias ctx_lsp.Encoding 'utf-8'|'utf-16'|'utf-32'

local texts = require('ctx_lsp.texts')

local M = {}

local MARGIN = 6 -- cells that a list puts in front of its entries
local MOST_OF_PATH = 0.45 -- of a line that says more than the path
local NOWHERE = { start = { line = 0, character = 0 }, ['end'] = { line = 0, character = 0 } }

--- A file as lists name it: from the folder that Neovim is in, if it is below that.
---@param uri string
---@return string
function M.name_of(uri)
  return vim.fn.fnamemodify(vim.uri_to_fname(uri), ':.')
end

--- A window for files: the one that was left for the view, any other with a file, or a new one.
local function leave()
  local candidates = vim.list_extend({ vim.fn.win_getid(vim.fn.winnr('#')) }, vim.api.nvim_tabpage_list_wins(0))
  for _, window in ipairs(candidates) do
    if vim.api.nvim_win_is_valid(window) and vim.bo[vim.api.nvim_win_get_buf(window)].buftype == '' then
      return vim.api.nvim_set_current_win(window)
    end
  end
  vim.cmd.new({ mods = { split = 'aboveleft' } })
end

--- Go to a place, in a window for files; to the end of a file that has become too short for it.
---@param encoding ctx_lsp.Encoding
---@param place ctx_lsp.Place
function M.jump(encoding, place)
  if vim.bo.buftype ~= '' then
    leave()
  end
  local to = { uri = place.uri, range = place.range or NOWHERE }
  local fine, problem = pcall(vim.lsp.util.show_document, to, encoding, { focus = true })
  if not fine and vim.api.nvim_get_current_buf() == vim.uri_to_bufnr(place.uri) then
    vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(0), 0 })
  elseif not fine then
    error(problem, 0)
  end
end

--- A path and a text that fit into a line.
---@param path string
---@param text string
---@param room integer  cells for both
---@return string path
---@return string text
local function beside(path, text, room)
  local own = vim.fn.strdisplaywidth(text)
  path = texts.fit_path(path, math.max(math.floor(room * MOST_OF_PATH), room - own))
  return path, texts.fit(text, room - vim.fn.strdisplaywidth(path))
end

--- Let the user pick a place and go there. The title has the warnings of the answer.
---@param places ctx_lsp.Place[]
---@param title string
---@param encoding ctx_lsp.Encoding
---@param warnings? string[]
function M.pick(places, title, encoding, warnings)
  local choices = {} ---@type ctx_lsp.Choice[]
  for _, place in ipairs(places) do
    local first = place.range and place.range.start.line + 1
    local line = first and (':%d'):format(first) or ''
    local path, text = beside(M.name_of(place.uri), place.text, vim.o.columns - MARGIN - #line - #'  ')
    text = ('%s  %s%s'):format(text, path, line)
    table.insert(choices, { text = text, file = vim.uri_to_fname(place.uri), line = first, value = place })
  end
  title = table.concat(vim.list_extend({ title }, warnings or {}), ' · ')
  require('ctx_lsp.pickers').pick(choices, title, function(place)
    M.jump(encoding, place)
  end)
end

--- Places as entries of a quickfix or location list.
---@param places ctx_lsp.Place[]
---@param encoding ctx_lsp.Encoding
---@return vim.quickfix.entry[]
function M.entries(places, encoding)
  local order = {} ---@type table<ctx_lsp.Place, integer>
  local locations = {} ---@type lsp.Location[]
  for number, place in ipairs(places) do
    local location = { uri = place.uri, range = place.range or NOWHERE, text = place.text }
    order[location] = number
    table.insert(locations, location)
  end
  local entries = vim.lsp.util.locations_to_items(locations, encoding)
  table.sort(entries, function(one, other)
    return order[one.user_data] < order[other.user_data]
  end)
  for _, entry in ipairs(entries) do
    entry.text = entry.user_data.text
  end
  return entries
end

--- The entries of a list as lines that fit its window: the path, of a long one the end, the line and the text.
---@param info { quickfix: 0|1, winid: integer, id: integer, start_idx: integer, end_idx: integer }
---@return string[]
function M.lines(info)
  local what = { id = info.id, items = 1 }
  local items = (info.quickfix == 1 and vim.fn.getqflist(what) or vim.fn.getloclist(info.winid, what)).items
  local window = vim.fn.getwininfo(info.winid)[1]
  local room = window and window.width - window.textoff or vim.o.columns
  local lines = {} ---@type string[]
  for number = info.start_idx, info.end_idx do
    local item = items[number]
    if item.valid == 0 or item.bufnr == 0 then
      table.insert(lines, '|| ' .. item.text)
    else
      local line = ('|%d| '):format(item.lnum)
      local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(item.bufnr), ':.')
      local path, text = beside(name, item.text, room - #line)
      table.insert(lines, path .. line .. text)
    end
  end
  return lines
end

--- A list as the functions for quickfix and location lists take it.
---@param title string
---@param items vim.quickfix.entry[]
---@param first? integer  the entry to begin at
---@return table
local function list(title, items, first)
  return { title = title, items = items, idx = first, quickfixtextfunc = "v:lua.require'ctx_lsp.places'.lines" }
end

--- Put places into the quickfix list, below the warnings of the answer, and show it. As a message, a warning that is
--- longer than the last line of the screen would end in a prompt, and the last of two would hide the other.
---@param places ctx_lsp.Place[]
---@param title string
---@param encoding ctx_lsp.Encoding
---@param warnings? string[]
function M.quickfix(places, title, encoding, warnings)
  local items = vim.tbl_map(function(warning)
    return { text = warning }
  end, warnings or {})
  local first = #items + 1
  vim.list_extend(items, M.entries(places, encoding))
  vim.fn.setqflist({}, ' ', list(title, items, first))
  vim.cmd.copen({ mods = { split = 'botright' } })
end

--- Put places into the location list of a window for files, and show it.
---@param places ctx_lsp.Place[]
---@param title string
---@param encoding ctx_lsp.Encoding
function M.loclist(places, title, encoding)
  if vim.bo.buftype ~= '' then
    leave()
  end
  vim.fn.setloclist(0, {}, ' ', list(title, M.entries(places, encoding)))
  vim.cmd.lopen()
end

return M
