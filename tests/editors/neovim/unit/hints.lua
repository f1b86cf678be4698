local T = require('harness')
local hints = require('ctx_lsp.hints')

local tests = {}

--- Have the server hint at a file, as its request arrives.
local function hint(file)
  local actions = { { title = 'Open' }, { title = 'Not this time' } }
  coroutine.wrap(hints.asked)(nil, { type = 3, message = file .. ' usually changes', actions = actions }, {
    client_id = 0,
    method = 'window/showMessageRequest',
  })
end

function tests.of_hints_that_come_while_the_user_types_the_newest_is_told()
  local get_mode = vim.api.nvim_get_mode
  vim.api.nvim_get_mode = function()
    return { mode = 'i', blocking = false }
  end
  hint('first.py')
  hint('second.py')
  vim.api.nvim_get_mode = get_mode
  vim.api.nvim_exec_autocmds('ModeChanged', { pattern = 'i:n' })
  T.told('second.py usually changes. :CtxPartner opens it')
  T.same(1, #T.notices)
end

return tests
