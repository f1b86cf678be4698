local T = require('harness')
local view = require('ctx_lsp.view')

local tests = {}

local function ask(question)
  T.edit('tenacity/retry.py')
  vim.cmd('CtxAsk ' .. question)
  return T.shown('^ctx%-lsp%-pack:/')
end

function tests.a_question_opens_a_pack_beside_the_file()
  local text = ask('how is the result of a call checked for a retry?')
  T.holds(text, '# how is the result of a call checked for a retry?')
  T.holds(text, '/ 3,000 tokens')
  T.same('markdown', vim.bo.filetype)
  T.same(false, vim.bo.modifiable)
  T.same(2, #vim.api.nvim_tabpage_list_wins(0))
end

function tests.options_are_the_servers()
  T.holds(ask('format=xml maxTokens=900 how is the result of a call checked?'), '<pack question="how is the result')
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

function tests.enter_jumps_to_the_line_of_the_code()
  ask('retry_if_result')
  T.cursor_on('class retry_if_result(')
  T.keys('<CR>')
  T.holds(vim.api.nvim_buf_get_name(0), 'tenacity/retry.py')
  T.holds(vim.api.nvim_get_current_line(), 'class retry_if_result(')
  T.same(2, #vim.api.nvim_tabpage_list_wins(0))
end

function tests.gf_on_a_citation_opens_the_file_there()
  ask('retry_if_result')
  T.cursor_on('tenacity/')
  local first = tonumber(vim.api.nvim_get_current_line():match(':(%d+)%-'))
  T.keys('gf')
  T.same(first, vim.fn.line('.'))
  T.same('', vim.bo.buftype)
end

function tests.brackets_go_from_item_to_item()
  ask('retry_if_result')
  T.keys(']]')
  local first = vim.fn.line('.')
  T.keys(']]')
  T.same(true, vim.fn.line('.') > first)
  T.keys('[[')
  T.same(first, vim.fn.line('.'))
end

function tests.items_say_why_they_are_there()
  ask('retry_if_result')
  local marks =
    vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_create_namespace('ctx_lsp.view'), 0, -1, { details = true })
  T.holds(vim.inspect(marks), 'primary · full · ')
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

function tests.an_edit_that_is_not_saved_changes_the_answer()
  ask('what does zebra_counter count?')
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

function tests.asking_again_shows_what_is_new()
  ask('what does yak_counter count?')
  local before = vim.api.nvim_get_current_buf()
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
  T.same(false, before == vim.api.nvim_get_current_buf())
  vim.cmd('CtxCompare ' .. vim.api.nvim_buf_get_name(before):match('([^/]+)%.md$'))
  T.holds(T.shown('compare$'), '`tenacity/retry.py::yak_counter`')
end

function tests.places_go_to_the_quickfix_list()
  ask('retry_if_result')
  vim.cmd('CtxQuickfix')
  local list = vim.fn.getqflist({ title = 1, items = 1 })
  T.holds(list.title, 'ctx-lsp-pack:/')
  local texts = vim.tbl_map(function(entry)
    return entry.text
  end, list.items)
  T.holds(table.concat(texts, '\n'), 'tenacity/retry.py::retry_if_result  primary · full')
  vim.cmd('cfirst')
  T.same('', vim.bo.buftype)
end

function tests.places_go_to_the_location_list_of_the_file()
  ask('retry_if_result')
  local items = #assert(view.of(0)).entries
  vim.cmd('CtxLoclist')
  T.same(items, #vim.fn.getloclist(0))
end

function tests.places_can_be_picked()
  ask('retry_if_result')
  local offered
  local select = vim.ui.select
  vim.ui.select = function(items, options, chosen)
    offered = options.format_item(items[1])
    chosen(items[1])
  end
  vim.cmd('CtxPick')
  vim.ui.select = select
  T.holds(offered, ' tokens')
  T.same('', vim.bo.buftype)
end

function tests.a_pack_is_a_document_by_its_id()
  ask('retry_if_result')
  local id = assert(view.of(0)).pack.packId
  vim.cmd('bwipeout')
  vim.cmd('CtxOpen ' .. id)
  T.holds(T.shown(id), 'class retry_if_result(')
  T.cursor_on('tenacity/retry.py:')
  T.keys('<CR>')
  T.holds(vim.api.nvim_buf_get_name(0), 'tenacity/retry.py')
end

function tests.the_last_pack_opens_again()
  ask('retry_if_result')
  local name = vim.api.nvim_buf_get_name(0)
  T.keys('q')
  vim.cmd('CtxOpen')
  T.same(name, vim.api.nvim_buf_get_name(0))
end

function tests.the_status_line_has_what_it_cost_and_saved()
  ask('retry_if_result')
  T.same(true, require('ctx_lsp').statusline():match('^ctx%-lsp: [%d,]+ tokens, [%d,]+ saved$') ~= nil)
end

local function has(symbol)
  return vim.iter(assert(view.of(0)).pack.items):any(function(item)
    return item.symbol == symbol
  end)
end

function tests.an_item_can_be_left_out()
  ask('retry_if_result')
  T.cursor_on('class retry_if_result(')
  T.keys('-')
  T.wait('a pack without it', function()
    return not has('tenacity/retry.py::retry_if_result')
  end)
  T.cursor_on('`tenacity/retry.py:')
  T.keys('-')
  T.told('no symbol of a pack on this line')
end

function tests.an_item_can_be_pinned()
  ask('retry_if_result')
  local before = assert(view.of(0)).pack.packId
  T.cursor_on('class retry_if_result(')
  T.keys('+')
  T.wait('another pack', function()
    return assert(view.of(0)).pack.packId ~= before
  end)
  T.same(true, has('tenacity/retry.py::retry_if_result'))
end

function tests.what_was_useful_can_be_said_and_taken_back()
  ask('retry_if_result')
  T.cursor_on('class retry_if_result(')
  vim.cmd('CtxFeedback useful')
  T.told('noted for tenacity/retry.py::retry_if_result')
  vim.cmd('CtxFeedback!')
  T.told('forgotten: ')
  T.cursor_on('# retry_if_result')
  vim.cmd('CtxFeedback not')
  T.told('put the cursor on an item of a pack')
end

return tests
