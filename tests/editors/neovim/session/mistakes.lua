local T = require('harness')

local tests = {}

function tests.a_wrong_option_is_answered_by_what_is_accepted()
  T.edit('tenacity/wait.py')
  vim.cmd('CtxAsk maxTokens=3 how long is waited?')
  local notice = T.told('maxTokens')
  T.same(vim.log.levels.ERROR, notice.level)
  T.same('ctx-lsp: maxTokens must be a whole number of at least 100', notice.message) -- not options.maxTokens
end

function tests.of_an_ambiguous_symbol_the_one_that_is_meant_can_be_picked()
  T.edit('tenacity/wait.py')
  local select, prompt = vim.ui.select, nil
  vim.ui.select = function(symbols, options, chosen)
    prompt = options.prompt
    chosen(vim.iter(symbols):find('tenacity/wait.py::wait_fixed'))
  end
  vim.cmd('CtxImpact wait_fixed')
  local text = T.shown('impact$')
  vim.ui.select = select
  T.same('Which wait_fixed?', prompt)
  T.same({}, T.notices)
  T.holds(text, '# What depends on tenacity/wait.py::wait_fixed\n')
end

function tests.where_there_is_no_symbol_the_user_is_told_so()
  T.edit('tenacity/nap.py')
  vim.cmd.new()
  vim.cmd('CtxHere')
  T.told('put the cursor on a symbol')
  vim.cmd('CtxImpact')
  T.told('name a symbol')
end

function tests.where_there_is_no_file_the_user_is_told_so()
  T.edit('tenacity/nap.py')
  vim.cmd.new()
  vim.cmd('CtxFiles')
  T.told('name a file')
  T.notices = {}
  vim.cmd('CtxTests')
  T.told('name a file')
end

function tests.a_question_from_a_buffer_without_a_name_has_no_place()
  T.edit('tenacity/nap.py')
  vim.cmd.new()
  vim.cmd.lcd(vim.env.CTX_TEST_WORKSPACE)
  vim.bo.filetype = 'python'
  T.attached()
  vim.cmd('CtxHere')
  T.told('put the cursor on a symbol')
  vim.cmd('CtxAsk retry_if_result')
  T.holds(T.shown('^ctx%-lsp%-pack:/'), '# retry_if_result')
end

function tests.what_is_no_option_is_named()
  T.edit('tenacity/nap.py')
  T.cursor_on('sleep(')
  vim.cmd('CtxHere maxTokens=900 maxToken=800')
  T.told('no option maxToken; nearest: maxTokens')
  vim.cmd('CtxImpact depht=2 wait_fixed')
  T.told('no option depht; nearest: depth')
  vim.cmd('CtxFeedback great')
  T.told('give a rating: useful, not, missing')
  vim.cmd('CtxHere maxTokens=900 what')
  T.told('not a pack option: what')
end

function tests.of_an_unknown_symbol_the_nearest_can_be_picked()
  T.edit('tenacity/wait.py')
  local select, offered, prompt = vim.ui.select, nil, nil
  vim.ui.select = function(symbols, options, chosen)
    offered, prompt = symbols, options.prompt
    chosen(symbols[1])
  end
  vim.cmd('CtxImpact wait_bse')
  local text = T.shown('impact$')
  vim.ui.select = select
  T.same('No symbol named wait_bse. Did you mean one of these?', prompt)
  T.same({}, T.notices)
  T.same(true, #offered <= 3)
  T.same('wait_base', offered[1])
  T.holds(text, '# What depends on tenacity/wait.py::wait_base\n')
  vim.ui.select = function(symbols)
    offered = symbols
  end
  vim.cmd('CtxImpact BaseRetrying.statistcs')
  T.wait('the member', function()
    return vim.deep_equal({ 'BaseRetrying.statistics' }, offered)
  end)
  vim.ui.select = select
end

function tests.a_question_is_asked_for_when_there_is_none()
  T.edit('tenacity/nap.py')
  local input, prompt = vim.ui.input, nil
  vim.ui.input = function(options, answered)
    prompt = options.prompt
    answered('retry_if_result')
  end
  vim.cmd('CtxAsk')
  vim.ui.input = input
  T.same('Question: ', prompt)
  T.holds(T.shown('^ctx%-lsp%-pack:/'), '# retry_if_result')
end

function tests.text_is_never_run()
  T.edit('tenacity/nap.py')
  vim.cmd([[CtxAsk "|qall!| %d <CR> `x` $(y) \n]])
  T.holds(T.shown('^ctx%-lsp%-pack:/'), '# "|qall!| %d <CR> `x` $(y) \\n')
end

function tests.of_two_questions_the_later_is_shown()
  T.edit('tenacity/nap.py')
  vim.cmd('CtxAsk retry_if_result')
  vim.cmd('CtxAsk wait_fixed')
  T.holds(T.shown('^ctx%-lsp%-pack:/'), '# wait_fixed')
  T.same({}, T.notices)
end

return tests
