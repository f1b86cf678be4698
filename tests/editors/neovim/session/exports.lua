local T = require('harness')
local view = require('ctx_lsp.views.view')

local tests = {}

function tests.places_go_to_the_quickfix_list()
  T.ask('retry_if_result')
  vim.cmd.cd(vim.env.CTX_TEST_WORKSPACE)
  vim.cmd('CtxQuickfix')
  local list = vim.fn.getqflist({ title = 1, items = 1 })
  T.same('ctx-lsp: retry_if_result', list.title)
  local texts = vim.tbl_map(function(entry)
    return entry.text
  end, list.items)
  T.holds(table.concat(texts, '\n'), 'retry_if_result  primary · full')
  local too_long = vim.tbl_filter(function(line)
    return vim.fn.strdisplaywidth(line) > vim.o.columns
  end, vim.api.nvim_buf_get_lines(0, 0, -1, false))
  T.same({}, too_long)
  vim.cmd('cfirst')
  T.same('', vim.bo.buftype)
end

function tests.places_go_to_the_location_list_of_the_file()
  T.ask('retry_if_result')
  local items = #assert(view.of(0)).entries
  vim.cmd('CtxLoclist')
  T.same(items, #vim.fn.getloclist(0))
end

function tests.places_can_be_picked()
  T.ask('retry_if_result')
  vim.cmd.cd(vim.env.CTX_TEST_WORKSPACE)
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
  T.ask('retry_if_result')
  local id = assert(view.of(0)).pack.packId
  vim.cmd('bwipeout')
  vim.cmd('CtxOpen ' .. id)
  T.holds(T.shown(id), 'class retry_if_result(')
  T.cursor_on('tenacity/retry.py:')
  T.keys('<CR>')
  T.holds(vim.api.nvim_buf_get_name(0), 'tenacity/retry.py')
end

function tests.of_an_unknown_pack_it_is_said_why_in_a_buffer_that_goes_away()
  T.edit('tenacity/nap.py')
  vim.cmd('CtxOpen no%such')
  T.holds(T.shown('no%%such%.md$'), "no pack 'no%such'")
  T.same({ 'nofile', false, 'wipe' }, { vim.bo.buftype, vim.bo.modifiable, vim.bo.bufhidden })
end

function tests.the_last_pack_opens_again()
  T.ask('retry_if_result')
  local name = vim.api.nvim_buf_get_name(0)
  T.keys('q')
  vim.cmd('CtxOpen')
  T.same(name, vim.api.nvim_buf_get_name(0))
end

function tests.the_status_line_has_what_it_cost_and_saved()
  T.ask('retry_if_result')
  local line = require('ctx_lsp').statusline():gsub(', not ready$', '')
  T.same(true, line:match('^ctx%-lsp: [%d,]+ tokens, [%d,]+ saved$') ~= nil)
end

function tests.the_status_line_says_when_a_pack_is_not_ready()
  T.ask('retry_if_result')
  local progress = require('ctx_lsp.progress')
  progress.packed({ tokens = { used = 1500, baseline = 6000 }, ready = true })
  T.same('ctx-lsp: 1,500 tokens, 4,500 saved', require('ctx_lsp').statusline())
  progress.packed({ tokens = { used = 1500, baseline = 6000 }, ready = false })
  T.same('ctx-lsp: 1,500 tokens, 4,500 saved, not ready', require('ctx_lsp').statusline())
end

return tests
