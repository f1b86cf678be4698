local T = require('harness')

local tests = {}

function tests.a_result_that_is_not_on_disk_opens_read_only()
  T.edit('shop/cart.py')
  vim.cmd('CtxSearch limit=5 scope=parcels send_parcel')
  T.wait('the quickfix window', function()
    return vim.bo.filetype == 'qf'
  end)
  local first = vim.fn.getqflist({ items = 1 }).items[1]
  T.holds(first.text, 'send_parcel')
  vim.cmd('cfirst')
  T.wait('the text', function()
    return vim.api.nvim_buf_line_count(0) > 1
  end)
  T.holds(vim.api.nvim_buf_get_name(0), 'ctx-lsp://published/parcels/parcels/route.py')
  T.holds(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'), 'def send_parcel(parcel, van):')
  T.same({ true, false, 'python' }, { vim.bo.readonly, vim.bo.modifiable, vim.bo.filetype })
end

return tests
