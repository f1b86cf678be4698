--- CodeCompanion is in no package registry, so the two things of it that the extension uses stand in for it: the table of
--- slash commands and `add_context` of a chat. The README says with which version it was tried.

local T = require('harness')

local tests = {}

function tests.a_slash_command_adds_a_pack_to_a_chat()
  T.edit('tenacity/retry.py')
  local slash_commands = {}
  package.loaded['codecompanion.config'] = { interactions = { chat = { slash_commands = slash_commands } } }
  require('codecompanion._extensions.ctx_lsp').setup({})
  require('codecompanion._extensions.ctx_lsp').setup({ name = 'pack' })
  T.same({ 'context', 'pack' }, vim.fn.sort(vim.tbl_keys(slash_commands)))
  local input, added = vim.ui.input, nil
  vim.ui.input = function(_, answered)
    answered('where is a retry decided by a result?')
  end
  local chat = { buffer_context = { bufnr = vim.api.nvim_get_current_buf() } }
  function chat:add_context(data, source, id)
    added = { self, data.content, source, id }
  end
  vim.cmd('vertical new') -- the chat
  slash_commands.context.callback(chat)
  T.wait('the pack', function()
    return added
  end)
  vim.ui.input, package.loaded['codecompanion.config'] = input, nil
  T.same(true, chat == added[1])
  T.holds(added[2], 'class retry_if_result(')
  T.same({ 'ctx-lsp', '<ctx-lsp>where is a retry decided by a result?</ctx-lsp>' }, { added[3], added[4] })
  T.same({}, T.notices)
end

return tests
