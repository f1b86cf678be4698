--- Reloads buffers whose files another program, such as a coding agent, has changed.

local M = {}

--- Capabilities for the server, which may wait a moment for a reload before it answers an agent.
M.CAPABILITIES = { experimental = { ctxLsp = { reloadsFiles = true } } }

---@param bufnr integer
---@return boolean
local function reads_again(bufnr)
  local own = vim.api.nvim_get_option_value('autoread', { buf = bufnr }) ---@type boolean?
  if own == nil then -- the buffer follows the global value
    return vim.go.autoread
  end
  return own
end

--- The server has noticed that the file of an open document has changed. A buffer with unsaved edits stays as it is,
--- and so does one without 'autoread', for which Neovim would ask.
---@param changed { uri: string }
function M.changed(changed)
  if vim.fn.bufloaded(vim.uri_to_fname(changed.uri)) == 0 then -- closed meanwhile; the next call would make a buffer
    return
  end
  local bufnr = vim.uri_to_bufnr(changed.uri)
  if not vim.bo[bufnr].modified and reads_again(bufnr) then
    vim.cmd.checktime({ count = bufnr })
  end
end

return M
