local T = require('harness')
local view = require('ctx_lsp.views.view')

local tests = {}

function tests.enter_jumps_to_the_line_of_the_code()
  T.ask('retry_unless_exception_type')
  T.cursor_on('class retry_unless_exception_type(')
  T.keys('<CR>')
  T.holds(vim.api.nvim_buf_get_name(0), 'tenacity/retry.py')
  T.holds(vim.api.nvim_get_current_line(), 'class retry_unless_exception_type(')
  T.same(2, #vim.api.nvim_tabpage_list_wins(0))
end

function tests.every_line_of_code_leads_to_itself()
  T.ask('how long is waited between attempts?')
  local shown = assert(view.of(0))
  local count, is_code = 0, false
  for number, line in ipairs(shown.lines) do
    if line:match('^```') then
      is_code = not is_code
    elseif is_code and not line:match('^%s*…') then
      local place = assert(shown.locate(number, 0))
      local file = vim.fn.readfile(vim.uri_to_fname(place.uri))
      T.same({ number, line }, { number, file[place.range.start.line + 1] })
      count = count + 1
    end
  end
  T.same(true, count > 20)
end

function tests.gf_on_a_citation_opens_the_file_there()
  T.ask('retry_if_result')
  T.cursor_on('tenacity/')
  local first = tonumber(vim.api.nvim_get_current_line():match(':(%d+)%-'))
  T.keys('gf')
  T.same(first, vim.fn.line('.'))
  T.same('', vim.bo.buftype)
end

function tests.brackets_go_from_item_to_item()
  T.ask('retry_if_result')
  T.keys(']]')
  local first = vim.fn.line('.')
  T.keys(']]')
  T.same(true, vim.fn.line('.') > first)
  T.keys('[[')
  T.same(first, vim.fn.line('.'))
end

function tests.items_say_why_they_are_there()
  T.ask('retry_if_result')
  local marks =
    vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_create_namespace('ctx_lsp.views.view'), 0, -1, { details = true })
  T.holds(vim.inspect(marks), 'primary · full · ')
end

return tests
