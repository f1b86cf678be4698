local T = require('harness')

local tests = {}

function tests.go_to_definition_opens_the_pinned_version()
  T.edit('py/main.py')
  vim.api.nvim_win_set_cursor(0, { 2, 22 })
  T.wait('a client', function()
    return #vim.lsp.get_clients({ bufnr = 0 }) > 0
  end)
  local client = vim.lsp.get_clients({ bufnr = 0 })[1]
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local found
  T.wait('the definition', function()
    local answer = client:request_sync('textDocument/definition', params, 20000, 0)
    found = answer and answer.result and answer.result[1]
    return found
  end)
  local ok, problem = pcall(vim.lsp.util.show_document, found, client.offset_encoding, { focus = true })
  T.same({ true, true }, { ok, problem })
  T.holds(vim.api.nvim_buf_get_name(0), 'acme/billing/src/billing/invoice.py')
  T.same('class Invoice:', vim.api.nvim_get_current_line())
  T.same('# 2.0.3', vim.api.nvim_buf_get_lines(0, 0, 1, false)[1])
  T.same({ true, false, 'python' }, { vim.bo.readonly, vim.bo.modifiable, vim.bo.filetype })
end

return tests
