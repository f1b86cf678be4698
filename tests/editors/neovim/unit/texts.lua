local T = require('harness')
local places = require('ctx_lsp.places')
local texts = require('ctx_lsp.texts')

local tests = {}

function tests.of_a_long_path_the_end_is_kept()
  T.same('lua/a/b.lua', texts.fit_path('lua/a/b.lua', 11))
  T.same('…/a/b.lua', texts.fit_path('lua/a/b.lua', 10))
  T.same('…/b.lua', texts.fit_path('/lua/a/b.lua', 8))
  T.same('….lua', texts.fit_path('lua/a/long_name.lua', 5))
  T.same('…', texts.fit_path('long', 1))
end

function tests.two_letters_that_were_swapped_are_one_slip()
  T.same('depth', texts.nearest('depht', { 'depth', 'kinds' }))
  T.same('kinds', texts.nearest('kidns', { 'depth', 'kinds' }))
  T.same(nil, texts.nearest('foo', { 'depth', 'kinds' }))
end

function tests.the_lines_of_a_list_fit_its_window()
  local folder = ('/a_long_folder'):rep(8)
  local function at(file, text)
    local start = { line = 6, character = 0 }
    return { uri = vim.uri_from_fname(folder .. '/' .. file), range = { start = start, ['end'] = start }, text = text }
  end
  local listed = { at('one.lua', ('what it is '):rep(20)), at(('long'):rep(30) .. '.lua', 'short') }
  places.quickfix(listed, 'list', 'utf-8', { ('a warning '):rep(30) })
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  T.same('|| a warning', lines[1]:sub(1, 12))
  T.holds(lines[2], '/one.lua|7| what it is')
  T.holds(lines[3], 'long.lua|7| short')
  for number = 2, 3 do
    T.same(true, vim.fn.strdisplaywidth(lines[number]) <= vim.api.nvim_win_get_width(0))
  end
  vim.cmd('cclose')
  vim.cmd.edit(vim.fn.tempname())
  places.loclist(listed, 'list', 'utf-8')
  T.holds(vim.api.nvim_buf_get_lines(0, 0, 1, false)[1], '/one.lua|7| what it is')
  vim.cmd('lclose')
end

return tests
