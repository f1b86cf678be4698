local T = require('harness')
local view = require('ctx_lsp.views.view')

local tests = {}

local function has(symbol)
  return vim.iter(assert(view.of(0)).pack.items):any(function(item)
    return item.symbol == symbol
  end)
end

--- The lines that a mark shows to be pinned.
local function pinned_lines()
  local lines = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, -1, 0, -1, { details = true, type = 'sign' })) do
    table.insert(lines, mark[2] + 1)
  end
  return lines
end

function tests.an_item_can_be_left_out()
  T.ask('retry_unless_exception_type')
  T.cursor_on('class retry_unless_exception_type(')
  T.keys('-')
  T.wait('a pack without it', function()
    return not has('tenacity/retry.py::retry_unless_exception_type')
  end)
  T.cursor_on('## `')
  T.keys('-')
  T.told('no symbol of a pack on this line')
end

function tests.an_item_can_be_pinned()
  T.ask('retry_if_result')
  local before = assert(view.of(0)).pack.packId
  T.cursor_on('class retry_if_result(')
  T.keys('+')
  T.wait('another pack', function()
    return assert(view.of(0)).pack.packId ~= before
  end)
  T.same(true, has('tenacity/retry.py::retry_if_result'))
  T.holds(vim.api.nvim_get_current_line(), 'class retry_if_result(')
  T.same({ vim.fn.line('.') }, pinned_lines())
  T.keys('+')
  T.wait('a pack without the pin', function()
    return #pinned_lines() == 0
  end)
end

function tests.a_question_is_kept_with_what_answered_it()
  local file = vim.fs.joinpath(vim.env.CTX_TEST_WORKSPACE, '.ctx-lsp/eval.jsonl')
  T.ask('where is a retry decided by a result?')
  vim.cmd('CtxKeep')
  T.told('mark the code that answers the question')
  T.same(0, vim.fn.filereadable(file))
  T.cursor_on('class retry_if_result(')
  vim.cmd('CtxFeedback useful')
  T.told('noted for tenacity/retry.py::retry_if_result')
  vim.cmd('CtxKeep')
  T.told('the question was kept in .ctx-lsp/eval.jsonl, with 1 answer')
  vim.cmd('CtxKeep')
  T.told('has this question already')
  vim.fn.writefile(vim.fn.readfile(file), file, 'b') -- without a line break at its end
  T.ask('how long does it wait between two attempts?')
  vim.cmd('CtxKeep tenacity/wait.py::wait_fixed tenacity/wait.py')
  T.told('the question was kept in .ctx-lsp/eval.jsonl, with 2 answers')
  local kept = vim.tbl_map(vim.json.decode, vim.fn.readfile(file))
  T.same({ 'where is a retry decided by a result?', 'how long does it wait between two attempts?' },
    vim.tbl_map(function(task) return task.query end, kept))
  T.same('retry_if_result', kept[1].relevant[1].symbol)
  T.same({ path = 'tenacity/wait.py' }, kept[2].relevant[2])
  local folder = vim.fs.dirname(file)
  vim.fn.delete(folder, 'rf')
  vim.fn.writefile({}, folder)
  vim.cmd('CtxKeep tenacity/wait.py')
  T.told('eval.jsonl: Not a directory')
  vim.fn.delete(folder)
  vim.cmd('CtxFeedback!')
  vim.cmd.bwipeout()
  vim.cmd('CtxKeep')
  T.told('ask a question first')
end

function tests.what_was_useful_can_be_said_and_taken_back()
  T.ask('retry_if_result')
  T.cursor_on('class retry_if_result(')
  vim.cmd('CtxFeedback useful')
  T.told('noted for tenacity/retry.py::retry_if_result')
  vim.cmd('CtxFeedback!')
  T.told('forgotten: ')
  T.cursor_on('# retry_if_result')
  vim.cmd('CtxFeedback not')
  T.told('put the cursor on an item of a pack')
end

function tests.asking_again_shows_what_is_new()
  T.ask('what does yak_counter count?')
  local buffer, before = vim.api.nvim_get_current_buf(), assert(view.of(0)).pack.packId
  vim.api.nvim_buf_set_lines(
    vim.fn.bufnr('retry.py'),
    -1,
    -1,
    false,
    { '', '', 'def yak_counter(yaks):', '    return yaks' }
  )
  T.keys('R')
  T.wait('the new definition', function()
    return T.text():find('def yak_counter(yaks):', 1, true)
  end)
  T.same(buffer, vim.api.nvim_get_current_buf())
  T.same(before, assert(view.of(0)).before)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  T.keys(']]') -- the plugin's key still, not the one of Markdown's headings
  T.same(true, assert(view.of(0)).stops[vim.fn.line('.')] ~= nil)
  vim.cmd('CtxCompare')
  local text = T.shown('compare$')
  T.holds(text, '# Changes: what does yak_counter count?\n')
  T.holds(text, '- `yak_counter` full · tenacity/retry.py')
  for below in text:gmatch('\n## %a+\n\n([^\n]*)') do
    T.same('- ', below:sub(1, 2))
  end
  T.same(nil, text:find(before, 1, true))
end

function tests.an_edit_that_is_not_saved_changes_the_answer()
  T.ask('what does zebra_counter count?')
  T.same(nil, T.text():find('def zebra_counter', 1, true))
  vim.cmd.wincmd('p')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { '', '', 'def zebra_counter(zebras):', '    return len(zebras)' })
  vim.cmd('CtxAsk what does zebra_counter count?')
  T.wait('the new definition', function()
    return T.text():find('def zebra_counter(zebras):', 1, true) and vim.bo.buftype == 'nofile'
  end)
  T.cursor_on('return len(zebras)')
  T.keys('<CR>')
  T.same('    return len(zebras)', vim.api.nvim_get_current_line())
  T.same(true, vim.bo.modified)
end

return tests
