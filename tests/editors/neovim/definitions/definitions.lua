local T = require('harness')

local tests = {}

function tests.go_to_definition_opens_the_pinned_version()
  T.edit('py/main.py')
  vim.api.nvim_win_set_cursor(0, { 2, 22 })
  T.wait('the definition', function()
    if vim.api.nvim_buf_get_name(0):find('ctx-lsp://published/', 1, true) then
      return true
    end
    vim.lsp.buf.definition()
    vim.wait(1000, function()
      return vim.api.nvim_buf_get_name(0):find('ctx-lsp://published/', 1, true) ~= nil
    end)
    return false
  end)
  T.holds(vim.api.nvim_buf_get_name(0), 'acme/billing/src/billing/invoice.py')
  T.wait('the line', function()
    return vim.api.nvim_get_current_line() == 'class Invoice:'
  end)
  T.same('# 2.0.3', vim.api.nvim_buf_get_lines(0, 0, 1, false)[1])
  T.same({ true, false, 'python' }, { vim.bo.readonly, vim.bo.modifiable, vim.bo.filetype })
end

return tests
