--- Messages to the user, each with the remedy.

local M = {}

local INVALID_PARAMS = -32602

---@param message string
---@param level? integer
function M.say(message, level)
  vim.notify('ctx-lsp: ' .. message, level or vim.log.levels.INFO)
end

---@param message string
function M.warn(message)
  M.say(message, vim.log.levels.WARN)
end

---@param message string
function M.fail(message)
  M.say(message, vim.log.levels.ERROR)
end

--- There is nothing to show; the warnings of the answer may say why.
---@param message string
---@param warnings string[]
function M.nothing(message, warnings)
  local sentences = vim.tbl_map(function(text)
    return (text:gsub('%.$', ''))
  end, vim.list_extend({ message }, warnings))
  M.say(table.concat(sentences, '. '))
end

--- An error of the server. For a wrong argument, its message says what to change, by the name that was typed.
---@param err lsp.ResponseError
function M.refused(err)
  if err.code == INVALID_PARAMS then
    M.fail((err.message:gsub('^options%.', ''):gsub('^([%w.]+)%[%d+%] ', '%1 ')))
  else
    M.fail(('%s (the log has more: :CtxStatus, or %s)'):format(err.message, vim.lsp.log.get_filename()))
  end
end

--- There is no server to ask, and none could be started.
---@param program string
function M.no_program(program)
  M.fail(
    ('there is no program "%s". Install the server (pipx install /path/to/ctx-lsp), or name its path: '):format(program)
      .. "require('ctx_lsp').setup { cmd = { '/path/to/ctx-lsp', 'serve', '--stdio' } }. See :checkhealth ctx_lsp"
  )
end

return M
