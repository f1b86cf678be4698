local T = require('harness')
local view = require('ctx_lsp.views.view')

local tests = {}

function tests.a_question_opens_a_pack_beside_the_file()
  local text = T.ask('how is the result of a call checked for a retry?')
  T.holds(text, '# how is the result of a call checked for a retry?')
  T.holds(text, '/ 3,000 tokens')
  T.same('markdown', vim.bo.filetype)
  T.same(false, vim.bo.modifiable)
  T.same(2, #vim.api.nvim_tabpage_list_wins(0))
end

function tests.who_types_meanwhile_stays_where_they_are()
  T.edit('tenacity/nap.py')
  local window, stayed = vim.api.nvim_get_current_win(), nil
  vim.keymap.set('i', '<F2>', function()
    vim.cmd('CtxAsk what is typed meanwhile?')
    T.wait('the pack', function()
      return #vim.api.nvim_tabpage_list_wins(0) == 2
    end)
    stayed = vim.api.nvim_get_current_win() == window
  end, { buffer = 0 })
  T.keys('i<F2><Esc>')
  T.same(true, stayed)
  T.holds(require('ctx_lsp.views.view').of(0).lines[1], '# what is typed meanwhile?')
end

function tests.options_are_the_servers()
  T.holds(T.ask('format=xml maxTokens=900 how is the result of a call checked?'), '<pack question="how is the result')
  T.same('xml', vim.bo.filetype)
  T.same(900, assert(view.of(0)).pack.tokens.budget)
end

function tests.the_lines_of_a_range_are_the_selection()
  local client = T.edit('tenacity/nap.py')
  local request, sent = client.request, nil
  client.request = function(self, method, params, ...)
    sent = params
    return request(self, method, params, ...)
  end
  vim.cmd('25,27CtxAsk what is this?')
  client.request = request
  local asked = sent.arguments[1]
  T.same(24, asked.selection.start.line)
  T.same({ line = 26, character = #vim.fn.getline(27) }, asked.selection['end'])
  T.holds(T.shown('^ctx%-lsp%-pack:/'), '# what is this?')
end

function tests.the_symbol_under_the_cursor_has_a_pack()
  T.edit('tenacity/retry.py')
  T.cursor_on('retry_if_exception_type(')
  vim.cmd('vertical CtxHere')
  T.holds(T.shown('^ctx%-lsp%-pack:/'), 'class retry_if_exception_type(')
  T.same('row', vim.fn.winlayout()[1])
end

function tests.files_have_a_pack()
  T.edit('tenacity/nap.py')
  vim.cmd('CtxFiles maxTokens=2000')
  T.holds(T.shown('^ctx%-lsp%-pack:/'), 'tenacity/nap.py:')
end

function tests.files_are_named_as_they_are()
  T.edit('tenacity/nap.py')
  vim.cmd.lcd(vim.env.CTX_TEST_WORKSPACE)
  vim.cmd([[CtxFiles maxTokens=2000 [odd]\ name.py]])
  T.holds(T.shown('^ctx%-lsp%-pack:/'), '[odd] name.py:')
end

function tests.a_diff_in_a_buffer_has_a_pack()
  T.edit('tenacity/nap.py')
  vim.cmd.new()
  vim.api.nvim_buf_set_lines(0, 0, -1, false, {
    '--- a/tenacity/nap.py',
    '+++ b/tenacity/nap.py',
    '@@ -24,1 +24,1 @@',
    '-def sleep(seconds: float) -> None:',
    '+def sleep(seconds: int) -> None:',
  })
  vim.cmd('%CtxDiff')
  T.holds(T.shown('^ctx%-lsp%-pack:/'), 'tenacity/nap.py:')
end

return tests
