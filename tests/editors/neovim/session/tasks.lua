local T = require('harness')

local tests = {}

--- Run something while the first entry of every list is picked.
local function picking_first(run)
  local select = vim.ui.select
  vim.ui.select = function(items, _, chosen)
    chosen(items[1])
  end
  run()
  vim.ui.select = select
end

function tests.a_task_records_questions_and_is_gone_on_with_and_erased()
  T.edit('tenacity/nap.py')
  vim.cmd('CtxTask')
  T.told('no tasks yet')
  vim.cmd('CtxTask Sleep less')
  T.told('task “Sleep less” started')
  T.ask('how is the history of attempts kept?')
  vim.cmd('bwipeout')
  vim.cmd('CtxCheckpoint We decided to sleep in steps.')
  T.told('checkpoint of “Sleep less” recorded; found in it: We decided to sleep in steps.')
  picking_first(function()
    vim.cmd('CtxTask')
    local text = T.shown('task')
    T.holds(text, '> how is the history of attempts kept?')
    T.holds(text, '> step: We decided to sleep in steps.')
  end)
  vim.cmd('bwipeout')
  picking_first(function()
    vim.cmd('CtxTask!')
    T.told('task “Sleep less” erased')
  end)
end

function tests.a_hint_names_the_commands_that_list_what_it_counts()
  require('ctx_lsp.views.tasks').opened({ message = '1 note about a.py', notes = 1, tasks = {} })
  T.told('1 note (:CtxRecall)')
end

function tests.a_file_that_a_note_is_about_is_hinted_at()
  local folder = vim.fs.joinpath(vim.env.CTX_TEST_WORKSPACE, '.ctx-lsp/memory')
  vim.fn.mkdir(folder, 'p')
  local note = { '---', 'type: gotcha', 'date: 2026-01-31', 'anchors: tenacity/after.py::after_log', '---', '# Log late' }
  T.edit('tenacity/nap.py')
  local buffer = vim.fn.bufadd(vim.fs.joinpath(folder, 'log-late.md'))
  vim.fn.bufload(buffer)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, note)
  vim.lsp.buf_attach_client(buffer, T.attached().id)
  T.edit('tenacity/after.py')
  T.told('1 note (:CtxRecall)')
  vim.cmd.bwipeout({ buffer, bang = true })
  vim.fn.delete(vim.fs.dirname(folder), 'rf')
end

return tests
