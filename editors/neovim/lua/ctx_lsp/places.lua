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
local LEAST = 24 -- cells of an entry's text, however long the path beside it is
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

--- A text that fits into a line of the screen together with what stands beside it.
---@param text string
---@param other string
---@param margin integer
---@return string
local function beside(text, other, margin)
  return texts.fit(text, math.max(LEAST, vim.o.columns - vim.fn.strdisplaywidth(other) - margin))
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
    local where = ('  %s%s'):format(M.name_of(place.uri), first and (':%d'):format(first) or '')
    local text = beside(place.text, where, MARGIN) .. where
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
    local file = M.name_of(entry.user_data.uri)
    local before = ('%s|%d-%d col %d-%d| '):format(file, entry.lnum, entry.end_lnum, entry.col, entry.end_col)
    entry.text = beside(entry.user_data.text, before, 0)
  end
  return entries
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
  vim.fn.setqflist({}, ' ', { title = title, items = items, idx = first })
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
  vim.fn.setloclist(0, {}, ' ', { title = title, items = M.entries(places, encoding) })
  vim.cmd.lopen()
end

return M
