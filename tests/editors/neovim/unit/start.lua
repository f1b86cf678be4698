local T = require('harness')

local tests = {}

local WORDS = 'Ask Here Files Diff Search Explain Impact Graph Tests Compare Feedback Status Savings Reindex Restart Open Pick '
  .. 'Quickfix Loclist'

function tests.the_commands_are_there()
  for word in WORDS:gmatch('%S+') do
    T.same(2, vim.fn.exists(':Ctx' .. word))
  end
end

function tests.arguments_are_completed()
  local function completed(line)
    return vim.fn.getcompletion(line, 'cmdline')
  end
  T.same({ 'maxTokens=' }, completed('CtxAsk maxT'))
  T.same({ 'format=compact' }, completed('CtxHere maxTokens=900 format=c'))
  T.same({ 'filter.languages=' }, completed('CtxSearch filter.l'))
  T.same({ 'depth=' }, completed('CtxImpact d'))
  T.same({ 'direction=in' }, completed('CtxGraph direction=i'))
  T.same({ 'base=' }, completed('CtxTests base'))
  T.same({ 'missing' }, completed('CtxFeedback m'))
  T.same({}, completed('CtxExplain zzz'))
  vim.cmd.lcd(vim.env.CTX_TEST_SCRATCH)
  vim.fn.writefile({}, 'one_file.py')
  T.same({ 'one_file.py' }, completed('CtxFiles one_'))
  vim.fn.writefile({}, 'two words.py')
  T.same({ [[two\ words.py]] }, completed('CtxReindex two'))
  T.same({ [[two\ words.py]] }, completed([[CtxTests two\ w]]))
end

function tests.unknown_options_of_setup_are_named()
  local fine, problem = pcall(require('ctx_lsp').setup, { lens = true })
  T.same(false, fine)
  T.holds(problem, 'lens: expected one of')
end

function tests.each_restart_waits_longer_up_to_a_limit()
  local delay = require('ctx_lsp.supervisor').delay
  T.same({ 500, 1000, 2000, 30000 }, { delay(1), delay(2), delay(3), delay(9) })
end

function tests.without_a_server_the_status_line_is_empty()
  T.same('', require('ctx_lsp').statusline())
end

return tests
