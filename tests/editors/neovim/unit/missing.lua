local T = require('harness')

local tests = {}

local function without_server()
  vim.lsp.config('ctx_lsp', { cmd = { 'no-such-ctx-lsp', 'serve', '--stdio' } })
  vim.lsp.enable('ctx_lsp')
end

function tests.a_question_without_a_server_says_how_to_get_one()
  without_server()
  vim.cmd('CtxAsk where is it?')
  local notice = T.told('there is no program "no-such-ctx-lsp"')
  T.same(vim.log.levels.ERROR, notice.level)
  T.holds(notice.message, 'pipx install /path/to/ctx-lsp')
end

function tests.files_open_in_silence_without_a_server()
  without_server()
  vim.cmd.edit(vim.env.CTX_TEST_SCRATCH .. '/any.py')
  T.same({}, T.notices)
end

function tests.health_says_what_is_missing()
  without_server()
  vim.cmd('checkhealth ctx_lsp')
  local text = T.text()
  T.holds(text, 'ERROR no program "no-such-ctx-lsp"')
  T.holds(text, 'pipx install /path/to/ctx-lsp')
end

return tests
