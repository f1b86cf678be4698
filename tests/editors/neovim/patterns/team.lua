local T = require('harness')

local tests = {}

function tests.what_the_team_does_is_listed_with_files_that_show_it()
  T.edit('app/old.py')
  vim.cmd('CtxPatterns')
  local text = T.shown('patterns$')
  T.holds(text, '- http: prefer httpx (30 of 31 files); also requests (1)')
  T.cursor_on('as in `app/m')
  T.keys('<CR>')
  T.wait('a file that shows it', function()
    return vim.api.nvim_buf_get_name(0):match('/app/m%d+%.py$')
  end)
end

function tests.a_line_of_advice_in_a_pack_leads_to_its_example()
  T.edit('app/old.py')
  vim.cmd('CtxAsk add a timeout to old')
  T.shown('^ctx%-lsp%-pack:/')
  T.cursor_on('http: prefer httpx')
  T.keys('<CR>')
  T.wait('the example', function()
    return vim.api.nvim_buf_get_name(0):match('/app/m%d+%.py$')
  end)
end

return tests
