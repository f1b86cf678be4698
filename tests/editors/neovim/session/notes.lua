local T = require('harness')

local tests = {}

function tests.a_note_at_the_cursor_counts_before_it_is_written()
  T.edit('tenacity/nap.py')
  T.cursor_on('sleep(')
  vim.cmd('CtxRemember gotcha Seconds, not minutes')
  local text = T.shown('%.ctx%-lsp/memory/seconds%-not%-minutes%.md$')
  T.holds(text, 'target: tenacity/nap.py::sleep')
  T.holds(text, '# Seconds, not minutes')
  local file = vim.api.nvim_buf_get_name(0)
  T.same({ true, 0 }, { vim.bo.modified, vim.fn.filereadable(file) })
  vim.cmd('silent undo')
  T.same('', T.text())
  vim.cmd('silent redo')

  vim.cmd.buffer('nap.py')
  T.cursor_on('time.sleep(seconds)')
  vim.api.nvim_set_current_line('    time.sleep(60 * seconds)')
  vim.cmd('CtxRecall')
  T.wait('the quickfix window', function()
    return vim.bo.filetype == 'qf'
  end)
  local list = vim.fn.getqflist({ title = 1, items = 1 })
  T.same({ 'ctx-lsp: notes here', 1 }, { list.title, #list.items })
  T.holds(list.items[1].text, 'its code has changed · ')

  vim.cmd.cfirst()
  T.same(file, vim.api.nvim_buf_get_name(0))
  local outdated = T.text():match('digest: (%x+)')
  vim.cmd('normal! gg')
  vim.lsp.buf.code_action({ apply = true, filter = function(action)
    return action.title == 'Update “Seconds, not minutes”'
  end })
  T.wait('the digest of the code as it is now', function()
    return T.text():match('digest: (%x+)') ~= outdated
  end)
  T.wait('the cursor at the heading', function()
    return vim.api.nvim_get_current_line() == '# Seconds, not minutes'
  end)
  vim.cmd('silent undo')
  T.same(outdated, T.text():match('digest: (%x+)'))
  vim.cmd('silent write')
  T.same(1, vim.fn.filereadable(file))
  vim.fn.delete(vim.fs.joinpath(vim.env.CTX_TEST_WORKSPACE, '.ctx-lsp'), 'rf')
end

function tests.notes_are_found_by_a_question_and_picked()
  T.edit('tenacity/nap.py')
  local input, select = vim.ui.input, vim.ui.select
  vim.ui.input = function(_, answered)
    answered('Naps are measured by an injected clock')
  end
  vim.cmd('CtxRemember convention')
  vim.ui.input = input
  local note = 'naps%-are%-measured[%w-]*%.md$'
  T.shown(note)
  vim.ui.select = function(items, _, chosen)
    chosen(items[1])
  end
  T.edit('tenacity/wait.py')
  vim.cmd('CtxRecall! types=convention which clock measures naps?')
  T.shown(note)
  vim.ui.select = select
end

function tests.types_of_notes_are_completed_and_checked()
  T.edit('tenacity/nap.py')
  T.same({ 'gotcha' }, vim.fn.getcompletion('CtxRemember go', 'cmdline'))
  vim.cmd('CtxRemember rule Seconds, not minutes')
  T.told('begin with the type of the note: convention, decision, gotcha, failure')
end

function tests.proposals_need_a_history()
  T.edit('tenacity/nap.py')
  vim.cmd('CtxPropose limit=5')
  T.told('no agent, commit or document proposes a note')
end

return tests
