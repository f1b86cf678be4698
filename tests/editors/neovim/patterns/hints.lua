local T = require('harness')

local tests = {}

--- Wait until the hints of the current buffer have these messages.
local function wait_for_hints(messages)
  local found
  T.wait('the hints ' .. vim.inspect(messages), function()
    found = vim.diagnostic.get(0, { severity = vim.diagnostic.severity.HINT })
    return vim.deep_equal(
      messages,
      vim.tbl_map(function(one)
        return one.message
      end, found)
    )
  end)
  return found
end

function tests.a_rare_alternative_in_an_unsaved_line_is_a_hint_that_can_be_hidden()
  T.edit('app/none.py')
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'import requests' })
  local hints = wait_for_hints({ 'http: requests is unusual here; 30 of 31 files use httpx. See app/m0.py.' })
  T.same({ 0, 7, 15 }, { hints[1].lnum, hints[1].col, hints[1].end_col })
  T.same({ 'ctx-lsp', 'pattern' }, { hints[1].source, hints[1].code })
  vim.api.nvim_win_set_cursor(0, { 1, 8 })
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.title == 'Not this time: requests in this file'
    end,
  })
  wait_for_hints({})
end

function tests.a_committed_line_has_no_hint()
  T.edit('app/old.py')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'import requests as again' })
  T.same(5, wait_for_hints({ 'http: requests is unusual here; 30 of 30 files use httpx. See app/m0.py.' })[1].lnum)
  vim.cmd('undo')
  wait_for_hints({})
end

return tests
