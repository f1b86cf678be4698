--- Scratch buffers that lead to places: showing them, and what keys do there. `pack` and `render` fill them.

local notices = require('ctx_lsp.notices')
local places = require('ctx_lsp.places')
local texts = require('ctx_lsp.texts')

---@class ctx_lsp.View
---@field name string                 The buffer's name.
---@field title? string               What is asked, of a pack.
---@field lines string[]
---@field filetype string
---@field entries ctx_lsp.Place[]     All places, in the order of the text.
---@field locate fun(line: integer, column: integer): ctx_lsp.Place?  Where a position leads (from 1, from 0).
---@field root? string                Of the server that gave it.
---@field encoding ctx_lsp.Encoding   Of the places' positions.
---@field again fun(wish?: 'pin'|'exclude', symbol?: string)  Ask the same again, of a pack with a wish added.
---@field pack? ctx_lsp.Shown         What is shown, if it is a pack.
---@field takes_wishes? boolean      Whether items can be pinned and left out although this is no pack.
---@field stops table<integer, any>   The lines at which something begins, from 1.
---@field notes? table<integer, string>  Remarks at the ends of lines, by line from 1.
---@field marks? table<integer, true>     The lines of what is pinned.
---@field remarks? string[]               Warnings about the whole view, shown below its first line.
---@field symbols? table<integer, string> The symbols that begin at lines.
---@field before? string                  The id of the pack that this one has replaced in its buffer.

local M = {}

local REMARK = 'CtxLspRemark'
local NAMESPACE = vim.api.nvim_create_namespace('ctx_lsp.view')

---@type table<integer, ctx_lsp.View>
local views = {}

---@type integer?
local last

--- The view that a buffer shows, or else the one that was opened last.
---@param buffer integer
---@return ctx_lsp.View?
function M.of(buffer)
  return views[buffer] or (last and views[last])
end

---@param buffer integer
---@return ctx_lsp.View? of this buffer alone
function M.shown(buffer)
  return views[buffer]
end

--- The place that the cursor is on, where the current buffer is a view.
---@return ctx_lsp.Place?
function M.here()
  local view = views[vim.api.nvim_get_current_buf()]
  return view and view.locate(unpack(vim.api.nvim_win_get_cursor(0)))
end

--- Go to the place that the cursor is on.
local function jump_here()
  local view = M.of(vim.api.nvim_get_current_buf())
  local place = M.here()
  if place and place.open then
    place.open()
  elseif view and place then
    places.jump(view.encoding, place)
  else
    notices.say('nothing to jump to on this line')
  end
end

--- Go to the next (1) or previous (-1) line that begins a place.
---@param view ctx_lsp.View
---@param step integer
local function move(view, step)
  local line = vim.fn.line('.') + step
  while view.lines[line] do
    if view.stops[line] then
      vim.api.nvim_win_set_cursor(0, { line, 0 })
      return
    end
    line = line + step
  end
end

--- Ask for the pack again with the item under the cursor pinned or left out.
---@param view ctx_lsp.View
---@param wish 'pin'|'exclude'
local function wish_here(view, wish)
  local place = M.here()
  if not ((view.pack or view.takes_wishes) and place and place.symbol) then
    return notices.say('no symbol of a pack on this line; ]] goes to the next one')
  end
  view.again(wish, place.symbol)
end

---@param buffer integer
local function map(buffer)
  local function on(keys, what, run)
    for _, key in ipairs(keys) do
      vim.keymap.set('n', key, run, { buffer = buffer, nowait = true, desc = 'ctx-lsp: ' .. what })
    end
  end
  on({ '<CR>', 'gf' }, 'go to the code', jump_here)
  on({ ']]' }, 'next item', function()
    move(views[buffer], 1)
  end)
  on({ '[[' }, 'previous item', function()
    move(views[buffer], -1)
  end)
  on({ 'R' }, 'ask again', function()
    views[buffer].again()
  end)
  on({ '+' }, 'pin this item', function()
    wish_here(views[buffer], 'pin')
  end)
  on({ '-' }, 'exclude this item', function()
    wish_here(views[buffer], 'exclude')
  end)
  on({ 'q' }, 'close', function()
    if not pcall(vim.cmd.close) then -- it is the last window
      vim.cmd.enew()
    end
  end)
end

---@param name string
---@return integer
local function buffer_named(name)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_name(buffer) == name then
      return buffer
    end
  end
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buffer, name)
  return buffer
end

--- Put lines that are not for editing into a buffer.
---@param buffer integer
---@param lines string[]
local function write(buffer, lines)
  vim.bo[buffer].buftype = 'nofile'
  vim.bo[buffer].swapfile = false
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].modified = false
end

--- Say in a buffer why there is no view, until it is left. A view that it has already stays.
---@param buffer integer
---@param why string
function M.fail(buffer, why)
  if not views[buffer] and vim.api.nvim_buf_is_valid(buffer) then
    write(buffer, vim.split(why, '\n', { plain = true }))
    vim.bo[buffer].bufhidden = 'wipe'
  end
end

--- Put the lines of a view into its buffer, with all that it needs besides.
---@param buffer integer
---@param view ctx_lsp.View
---@param is_loaded_anew boolean  so that it has neither file type nor keys
local function draw(buffer, view, is_loaded_anew)
  write(buffer, view.lines)
  vim.bo[buffer].bufhidden = 'hide'
  if is_loaded_anew then -- the file type's own keys come first, and not again
    vim.bo[buffer].filetype = view.filetype
    map(buffer)
  end
  vim.bo[buffer].path = vim.fn.escape(view.root or '', ' ,\\') -- for `gF` and `CTRL-W f` on the paths in the text
  vim.b[buffer].ctx_lsp_root = view.root
  vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
  for line, note in pairs(view.notes or {}) do
    local is_pinned = view.marks and view.marks[line]
    local text = { { note, 'CtxLspNote' }, is_pinned and { ' · pinned', 'CtxLspPinned' } or nil }
    local mark = { virt_text = text, hl_mode = 'combine', sign_text = is_pinned and '+' or nil }
    mark.sign_hl_group = is_pinned and 'CtxLspPinned' or nil
    vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, line - 1, 0, mark)
  end
  local remarks = table.concat(vim.tbl_map(texts.wrapped, view.remarks or {}), '\n')
  local lines = vim.tbl_map(function(line)
    return { { line, REMARK } }
  end, remarks == '' and {} or vim.split(remarks, '\n'))
  vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, 0, 0, { virt_lines = #lines > 0 and lines or nil })
end

--- Keep a buffer a view: after `:edit`, or when it comes back after `:bdelete`, it has no text, keys and file type.
---@param buffer integer
local function watch(buffer)
  vim.api.nvim_set_hl(0, 'CtxLspNote', { link = 'Comment', default = true })
  vim.api.nvim_set_hl(0, REMARK, { link = 'DiagnosticWarn', default = true })
  vim.api.nvim_set_hl(0, 'CtxLspPinned', { link = 'DiagnosticOk', default = true })
  vim.api.nvim_create_autocmd('BufReadCmd', {
    buffer = buffer,
    callback = function()
      draw(buffer, views[buffer], true)
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = buffer,
    callback = function()
      views[buffer] = nil
    end,
  })
end

--- Put a view into a buffer, unless that is gone.
---@param buffer integer
---@param view ctx_lsp.View
function M.fill(buffer, view)
  if not vim.api.nvim_buf_is_valid(buffer) then
    return
  end
  local shown = views[buffer]
  if shown and shown.pack and view.pack then
    view.before = shown.pack.packId ~= view.pack.packId and shown.pack.packId or shown.before
  end
  views[buffer] = view
  last = buffer
  if shown and not vim.api.nvim_buf_is_loaded(buffer) then
    return vim.fn.bufload(buffer) -- which draws it
  end
  draw(buffer, view, not shown)
  if not shown then
    watch(buffer)
  end
end

--- The line at which a symbol begins in a view.
---@param view ctx_lsp.View
---@param symbol string
---@return integer?
local function line_of(view, symbol)
  for line, one in pairs(view.symbols or {}) do
    if one == symbol then
      return line
    end
  end
end

--- Put another answer to the same question into the buffer of a view. The cursor stays at the piece that it is on.
--- A window that the user has closed meanwhile stays closed.
---@param buffer integer
---@param view ctx_lsp.View
---@param at? string  the symbol that the user has just changed something about
function M.renew(buffer, view, at)
  local window = vim.fn.bufwinid(buffer)
  if window == -1 then
    return M.fill(buffer, view)
  end
  local cursor, shown = vim.api.nvim_win_get_cursor(window), vim.fn.getwininfo(window)[1]
  M.fill(buffer, view)
  local line = at and line_of(view, at) or cursor[1]
  local above = cursor[1] - shown.topline
  vim.api.nvim_win_call(window, function()
    vim.fn.winrestview({ lnum = math.min(line, #view.lines), col = cursor[2], topline = math.max(1, line - above) })
  end)
end

--- Show a view, in its window if it has one, else in this one if it shows a view, else in a new one. Whoever types or
--- selects by then stays where they are, for the next keys are not meant for the view.
---@param view ctx_lsp.View
---@param mods? vim.api.keyset.cmd_mods  of the command that asked, for `:vertical` and `:tab`
---@return integer buffer
function M.open(view, mods)
  local buffer = buffer_named(view.name)
  local before, is_idle = vim.api.nvim_get_current_win(), vim.api.nvim_get_mode().mode == 'n'
  M.fill(buffer, view)
  local window = vim.fn.bufwinid(buffer)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
  elseif views[vim.api.nvim_get_current_buf()] then
    vim.api.nvim_win_set_buf(0, buffer)
  else
    local fine, problem = pcall(vim.cmd, { cmd = 'sbuffer', args = { tostring(buffer) }, mods = mods })
    if not fine then -- there is no room
      notices.warn(('no window for the answer, :CtxOpen shows it (%s)'):format(problem))
      return buffer
    end
  end
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  if not is_idle then
    vim.api.nvim_set_current_win(before)
  end
  return buffer
end

--- Show the view that was opened last.
---@param mods? vim.api.keyset.cmd_mods
---@return boolean shown
function M.reopen(mods)
  local view = last and views[last]
  if view then
    M.open(view, mods)
  end
  return view ~= nil
end

return M
