local T = require('harness')

local tests = {}

local WORDS = 'Ask Here Files Diff Search Explain Impact Graph Tests Compare Feedback Status Savings Reindex Restart Open Pick '
  .. 'Quickfix Loclist'

function tests.the_commands_are_there()
  for word in WORDS:gmatch('%S+') do
    T.same(2, vim.fn.exists(':Ctx' .. word))
  end
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
