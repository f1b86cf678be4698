--- The subject of a command: the symbol or the files that its arguments, the cursor or the current buffer name, or a
--- text that the user is asked for.

local client_of = require('ctx_lsp.client')
local notices = require('ctx_lsp.notices')
local view = require('ctx_lsp.views.view')

local M = {}

--- Run a command in the buffer in which it was given; another window may have been entered while the server started.
---@param buffer integer
---@param name string  of the command
---@param run fun()
function M.in_buffer(buffer, name, run)
  local window = vim.fn.bufwinid(buffer)
  local is_here = vim.api.nvim_get_current_buf() == buffer
  if is_here or not (vim.api.nvim_buf_is_valid(buffer) and client_of.has_file(buffer)) then
    run()
  elseif window ~= -1 then
    vim.api.nvim_win_call(window, run)
  else
    notices.warn(('the buffer was left before the server had started; :%s again'):format(name))
  end
end

--- Run something with a text that was given, or else that the user is asked for.
---@param prompt string
---@param given string
---@param run fun(text: string)
function M.asked(prompt, given, run)
  if given ~= '' then
    return run(given)
  end
  vim.ui.input({ prompt = prompt }, function(text)
    if text and vim.trim(text) ~= '' then
      run(text)
    end
  end)
end

--- The symbol of the line in a view, or the place of the cursor.
---@param client vim.lsp.Client
---@return table? argument
function M.here(client)
  local place = view.here()
  if place and place.symbol then
    return { symbol = place.symbol }
  end
  if client_of.knows(0, client) then
    return vim.lsp.util.make_position_params(0, client.offset_encoding)
  end
end

--- The symbol that a command is about: the one that was named, that of the line in a view, or the place of the cursor.
---@param client vim.lsp.Client
---@param name string
---@return table? argument
function M.symbol(client, name)
  if name ~= '' then
    return { symbol = name }
  end
  return M.here(client) or notices.warn('name a symbol, or put the cursor on one in a file of the workspace')
end

---@param names string[]  of files, with wildcards
---@return string[]? uris of them; without names, of the current file
function M.files(names)
  if #names == 0 then
    if client_of.has_file(0) then
      return { vim.uri_from_bufnr(0) }
    end
    return notices.warn('name a file, or open one')
  end
  local uris = {} ---@type string[]
  for _, name in ipairs(names) do
    local is_plain = vim.uv.fs_stat(name) ~= nil -- brackets and the like are parts of names, too
    for _, file in ipairs(is_plain and { name } or vim.fn.expand(name, false, true)) do
      table.insert(uris, vim.uri_from_fname(vim.fn.fnamemodify(file, ':p')))
    end
  end
  return uris
end

return M
