local T = require('harness')
local agent = require('agent')
local view = require('ctx_lsp.views.view')

local tests = {}

local QUESTION = 'how long is the wait between two attempts?'

function tests.what_an_agent_fetched_is_listed_opened_and_shaped()
  T.edit('tenacity/wait.py')
  local one = agent()
  local answer = one.ask(QUESTION)
  T.same('editor', answer.engine.source)

  vim.cmd('CtxStatus')
  T.holds(T.shown('status$'), '- 1 agent attached')
  vim.cmd('CtxAgents')
  local text = T.shown('agents$')
  T.holds(text, '1 agent attached')
  T.holds(text, '- scripted 1.2, 1 pack')
  T.holds(text, '## ' .. QUESTION)

  T.cursor_on('## ' .. QUESTION)
  T.keys('<CR>')
  T.same(answer.text, T.shown('^ctx%-lsp%-pack:/' .. QUESTION:gsub('%p', '%%%0') .. '.md$') .. '\n')

  vim.cmd('CtxAgents')
  T.shown('agents$')
  T.cursor_on('- `')
  local symbol = assert(view.here()).symbol
  T.keys('-')
  T.wait('the mark', function()
    return vim.api.nvim_get_current_line():find(' · excluded', 1, true)
  end)
  T.same(true, one.ask(QUESTION).packId ~= answer.packId)
  T.keys('-')
  T.wait('no mark', function()
    return not T.text():find(' · excluded', 1, true)
  end)
  T.same(answer.packId, one.ask(QUESTION).packId)
  T.same('string', type(symbol))

  vim.cmd('CtxAgents stop')
  T.wait('the reason', function()
    return T.text():find('Not serving agents: serving agents was stopped', 1, true)
  end)
  T.same('disk', one.ask(QUESTION).engine.source)
  vim.cmd('CtxAgents resume')
  T.wait('no reason', function()
    return not T.text():find('Not serving', 1, true)
  end)
  T.edit('tenacity/wait.py')
  one.stop()
end

function tests.an_edit_right_after_another_is_in_the_agents_next_answer()
  T.edit('tenacity/wait.py')
  local one = agent()
  T.same('editor', one.ask(QUESTION).engine.source)
  local last = vim.api.nvim_buf_line_count(0)
  vim.api.nvim_buf_set_lines(0, last, last, true, { '', '', 'def typed' })
  vim.api.nvim_buf_set_lines(0, last + 2, last + 3, true, { 'def typed_now(): ...' })
  T.holds(one.ask('symbol typed_now').text or '', 'def typed_now(): ...')
  one.stop()
end

function tests.a_note_that_an_agent_proposes_is_shown_and_kept()
  T.edit('tenacity/wait.py')
  local one = agent()
  local title = 'Waits are in seconds'
  T.same(true, one.ask('note tenacity/wait.py::wait_fixed ' .. title).offered)
  T.told('scripted 1.2 proposes a note, “' .. title .. '”; :CtxPropose shows it')
  local select = vim.ui.select
  vim.ui.select = function(items, options, chosen)
    T.holds(options.format_item(items[1]), 'gotcha  ' .. title .. ' · agent scripted 1.2')
    chosen(items[1], 1)
  end
  vim.cmd('CtxPropose limit=1')
  local text = T.shown('waits%-are%-in%-seconds.md$')
  vim.ui.select = select
  T.holds(text, 'source: agent scripted 1.2')
  T.holds(text, '- target: tenacity/wait.py::wait_fixed')
  vim.cmd('bwipeout!')
  T.edit('tenacity/wait.py')
  one.stop()
end

function tests.other_arguments_are_refused()
  T.edit('tenacity/wait.py')
  vim.cmd('CtxAgents off')
  T.told('not an argument of :CtxAgents: off; use stop or resume')
end

return tests
