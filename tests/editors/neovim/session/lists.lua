local T = require('harness')

local tests = {}

function tests.search_fills_the_quickfix_list()
  T.edit('tenacity/wait.py')
  vim.cmd('CtxSearch limit=3 wait_exponential')
  T.wait('the quickfix window', function()
    return vim.bo.filetype == 'qf'
  end)
  local list = vim.fn.getqflist({ title = 1, items = 1 })
  T.same('ctx-lsp: wait_exponential', list.title)
  T.same(3, #list.items)
  T.holds(list.items[1].text, 'wait_exponential')
end

function tests.search_says_how_a_misspelt_question_was_read()
  T.edit('tenacity/wait.py')
  vim.cmd('CtxSearch limit=1 wait longer between atempts')
  T.wait('the quickfix window', function()
    return vim.bo.filetype == 'qf'
  end)
  local title = vim.fn.getqflist({ title = 1 }).title
  T.same('ctx-lsp: wait longer between atempts (read as: atempts → attempts)', title)
end

local FOREIGN = 'how are pods of Kubernetes scheduled onto nodes with GPUs?'

function tests.a_search_that_nothing_fits_says_so_above_the_results()
  T.edit('tenacity/wait.py')
  vim.cmd('CtxSearch ' .. FOREIGN)
  T.wait('the quickfix window', function()
    return vim.bo.filetype == 'qf'
  end)
  T.holds(vim.api.nvim_buf_get_lines(0, 0, 1, false)[1], 'Nothing here fits the question well')
  local list = vim.fn.getqflist({ idx = 0, items = 1 })
  T.same({ 2, 0, 1 }, { list.idx, list.items[1].valid, list.items[2].valid })
  T.same({}, T.notices) -- a long one would take the next key
end

function tests.a_picker_has_the_warnings_of_the_search_in_its_title()
  T.edit('tenacity/wait.py')
  local select, prompt = vim.ui.select, nil
  vim.ui.select = function(_, options)
    prompt = options.prompt
  end
  vim.cmd('CtxSearch! ' .. FOREIGN)
  T.wait('the title', function()
    return prompt
  end)
  vim.ui.select = select
  T.holds(prompt, FOREIGN .. ' · Nothing here fits the question well')
end

function tests.search_can_be_picked_from()
  T.edit('tenacity/nap.py')
  local select = vim.ui.select
  vim.ui.select = function(items, _, chosen)
    vim.ui.select = select
    chosen(items[1])
  end
  vim.cmd('CtxSearch! wait_exponential')
  T.wait('the jump', function()
    return vim.api.nvim_get_current_line():find('class wait_exponential', 1, true)
  end)
end

function tests.what_is_found_outside_of_symbols_is_named_by_its_file()
  T.edit('tenacity/nap.py')
  local select, titles = vim.ui.select, nil
  vim.ui.select = function(items, options)
    titles = vim.tbl_map(options.format_item, items)
  end
  vim.cmd('CtxSearch! limit=50 licensed under the Apache License')
  T.wait('the titles', function()
    return titles
  end)
  vim.ui.select = select
  T.holds(table.concat(titles, '\n'):gsub('%s+%S*/', ' '), 'nap.py nap.py:1')
end

function tests.impact_lists_dependants_that_lead_to_their_places()
  T.edit('tenacity/wait.py')
  T.cursor_on('wait_base(')
  vim.cmd('CtxImpact depth=1')
  local text = T.shown('impact$')
  T.holds(text, '## 1 step away')
  T.holds(text, 'tenacity/wait.py::wait_fixed` subclass, inherits ')
  T.cursor_on('wait_fixed`')
  T.keys('<CR>')
  T.holds(vim.api.nvim_get_current_line(), 'class wait_fixed(')
end

function tests.brackets_go_from_entry_to_entry()
  T.edit('tenacity/nap.py')
  vim.cmd('CtxImpact depth=1 wait_base')
  T.shown('impact$')
  T.keys(']]')
  T.holds(vim.api.nvim_get_current_line(), '- `tenacity/')
  vim.cmd('only')
  T.keys('q')
  T.same('', vim.bo.buftype)
end

function tests.a_symbol_may_be_named()
  T.edit('tenacity/nap.py')
  vim.cmd('CtxImpact wait_base')
  T.holds(T.shown('impact$'), '# What depends on tenacity/wait.py::wait_base')
end

function tests.symbols_are_completed()
  T.edit('tenacity/nap.py')
  local found = vim.fn.getcompletion('CtxImpact depth=1 wait_fix', 'cmdline')
  T.same('tenacity/wait.py::wait_fixed', found[1])
  T.same({ 'tenacity/wait.py::wait_base.__radd__' }, vim.fn.getcompletion('CtxGraph wait_base.__rad', 'cmdline'))
  local whole = 'tenacity/wait.py::wait_base.__rad'
  T.same({ 'tenacity/wait.py::wait_base.__radd__' }, vim.fn.getcompletion('CtxGraph ' .. whole, 'cmdline'))
end

function tests.the_line_of_a_view_names_one_too()
  T.edit('tenacity/nap.py')
  vim.cmd('CtxGraph direction=in kinds=inherits wait_base')
  T.holds(T.shown('graph$'), '`tenacity/wait.py::wait_fixed` Class')
  T.cursor_on('wait_fixed` Class')
  vim.cmd('CtxGraph')
  T.wait('the graph around it', function()
    return T.text():find('# Around tenacity/wait.py::wait_fixed', 1, true)
  end)
end

function tests.explain_says_why_of_a_symbol_by_name()
  T.edit('tenacity/nap.py')
  vim.cmd('CtxExplain wait_incrementing.increment how long is waited between attempts?')
  T.holds(T.shown('explain$'), 'asked: how long is waited between attempts?')
end

function tests.explain_says_why_of_the_symbol_under_the_cursor()
  T.edit('tenacity/wait.py')
  vim.cmd('CtxAsk how long is waited between attempts?')
  T.shown('^ctx%-lsp%-pack:/')
  vim.cmd.wincmd('p')
  T.cursor_on('wait_fixed(')
  vim.cmd('CtxExplain')
  local text = T.shown('explain$')
  T.holds(text, '# tenacity/wait.py::wait_fixed')
  T.holds(text, '- bm25: rank ')
  T.same(nil, text:find('not found', 1, true))
  for line in vim.gsplit(text, '\n') do
    T.same(true, vim.fn.strdisplaywidth(line) <= 78)
  end
end

function tests.tests_of_the_file_are_listed()
  T.edit('tenacity/wait.py')
  vim.cmd('CtxTests')
  T.holds(T.shown('tests$'), '# Tests that reach the change')
end

function tests.status_says_what_is_indexed()
  T.edit('tenacity/wait.py')
  vim.cmd('CtxStatus')
  local text = T.shown('status$')
  T.holds(text, '- state: ')
  T.holds(text, '- python: ')
  T.holds(text, vim.env.CTX_TEST_WORKSPACE)
end

function tests.reindex_counts()
  T.edit('tenacity/wait.py')
  vim.cmd('CtxReindex %')
  T.told('files checked: 1,')
end

function tests.savings_are_added_up()
  T.edit('tenacity/wait.py')
  vim.cmd('CtxAsk wait_fixed')
  T.shown('^ctx%-lsp%-pack:/')
  vim.cmd('CtxSavings 3')
  local text = T.shown('savings$')
  T.same(true, text:match('| total      | +[1-9]%d* | +%d+ | +%d+ |') ~= nil)
end

function tests.the_dashboard_shows_figures_since_the_start()
  T.edit('tenacity/wait.py')
  vim.cmd('CtxAsk wait_fixed')
  T.shown('^ctx%-lsp%-pack:/')
  vim.cmd('CtxDashboard')
  local text = T.shown('dashboard$')
  T.holds(text, '# ctx-lsp dashboard')
  T.same(true, text:match('| ctx%-lsp%.query | [1-9]') ~= nil)
  T.holds(text, '█')
end

return tests
