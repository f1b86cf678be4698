local T = require('harness')

local tests = {}

function tests.impact_lists_definitions_that_often_changed_too()
  T.edit('app/pair.py')
  local text
  for _ = 1, 20 do -- until the history has been read
    vim.cmd('CtxImpact depth=1 first_of_pair')
    text = T.shown('impact$')
    if text:find('Often changed with it', 1, true) then
      break
    end
    vim.cmd('bwipeout!')
    vim.wait(200)
  end
  T.holds(text, '- `app/pair.py::second_of_pair` 4 of the last 4 times')
end

return tests
