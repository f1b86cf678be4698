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
  T.holds(problem, 'no option lens; there are ')
  fine, problem = pcall(require('ctx_lsp').setup, { code_lenses = true })
  T.same(false, fine)
  T.holds(problem, 'no option code_lenses; nearest: code_lens')
end

function tests.values_of_setup_are_checked()
  local fine, problem = pcall(require('ctx_lsp').setup, { navigation = 'of' })
  T.same(false, fine)
  T.holds(problem, 'navigation must be one of auto, on, off')
  fine, problem = pcall(require('ctx_lsp').setup, { cmd = {} })
  T.same(false, fine)
  T.holds(problem, 'cmd must name a program')
end

function tests.lines_fit()
  local texts = require('ctx_lsp.texts')
  T.same('a b', texts.fit('a\n  b', 20))
  T.same('0123456789012…', texts.fit('01234567890123456789', 14))
  T.same('漢漢漢漢漢漢…', texts.fit(('漢'):rep(30), 14))
  for line in vim.gsplit(texts.wrapped(('word '):rep(60)), '\n') do
    T.same(true, #line <= 78)
  end
end

function tests.each_restart_waits_longer_up_to_a_limit()
  local delay = require('ctx_lsp.supervisor').delay
  T.same({ 500, 1000, 2000, 30000 }, { delay(1), delay(2), delay(3), delay(9) })
end

function tests.without_a_server_the_status_line_is_empty()
  T.same('', require('ctx_lsp').statusline())
end

function tests.lenses_keep_their_order_whenever_their_figures_come()
  local codelens, show = vim.lsp.codelens, vim.lsp.codelens.on_codelens
  local shown, answer, figures = {}, nil, {}
  codelens.on_codelens = function(_, lenses)
    for _, lens in ipairs(lenses) do
      table.insert(shown, lens.data)
    end
  end
  local client = {
    request = function(_, method, lens, done)
      if method == 'textDocument/codeLens' then
        answer = done
      else
        table.insert(figures, function()
          done(nil, lens.data ~= 4 and vim.tbl_extend('force', lens, { command = {} }) or nil)
        end)
      end
      return true
    end,
  }
  require('ctx_lsp.lens').refresh(client, vim.api.nvim_get_current_buf())
  local lenses = {}
  for number = 1, 40 do
    lenses[number] = { data = number, range = { start = { line = 0 } } }
  end
  answer(nil, lenses, {})
  -- An order after which `pairs` does not go by index.
  local order = '15 2 33 37 1 36 7 23 12 26 39 38 5 19 17 22 35 13 16 6 29 40 3 32 9 20 27 28 8 34 4 10 18 31 25 24 21 '
    .. '14 11 30'
  for number in order:gmatch('%d+') do
    figures[tonumber(number)]()
  end
  codelens.on_codelens = show
  local expected = vim.fn.range(1, 40)
  table.remove(expected, 4)
  T.same(expected, shown)
end

return tests
