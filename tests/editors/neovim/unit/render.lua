local T = require('harness')
local render = require('ctx_lsp.views.render')

local tests = {}

local DEFINITION = { symbol = 'c.py::h', together = 3, changes = 4, uri = 'file:///c.py' }
local FILE = { path = 'docs/d.md', of = 'b.py', together = 5, changes = 6, hidden = true, uri = 'file:///docs/d.md' }

local function impact(past)
  local answer = { symbol = 'b.py::g', files = {}, revision = 1, warnings = {}, dependants = {} }
  return render.impact(vim.tbl_extend('error', answer, past))
end

function tests.what_often_changed_with_a_symbol_leads_to_its_places()
  local made = impact({ definitions = { DEFINITION }, partners = { FILE } })
  local text = table.concat(made.lines, '\n')
  T.holds(text, '## Often changed with it\n\n- `c.py::h` 3 of the last 4 times\n- `docs/d.md` with `b.py` 5 of 6 times')
  T.same({ 'file:///c.py', 'file:///docs/d.md' }, vim.tbl_map(function(place)
    return place.uri
  end, made.entries))
end

function tests.an_older_server_sends_no_history()
  T.same(nil, table.concat(impact({}).lines, '\n'):find('Often changed', 1, true))
end

function tests.what_differs_between_packs_is_named_in_a_line_each()
  local far = ('/deep'):rep(20)
  local file = { uri = 'file:///w/lua/a.lua', level = 'full' }
  local symbol = { uri = 'file:///w/b.lua', symbol = far .. '/b.lua::M.f', level = 'full', levelBefore = 'signature' }
  local made = render.diff({ same = 2, entered = { file }, left = {}, changed = { symbol } }, 'a question', '/w')
  local text = table.concat(made.lines, '\n')
  T.holds(text, '## Added\n\n- `a.lua` full · lua/a.lua\n')
  T.holds(text, '## Changed\n\n- `M.f` signature → full · …/deep/')
  T.same(nil, text:find('Removed', 1, true))
  for _, line in ipairs(made.lines) do
    T.same(true, vim.fn.strdisplaywidth(line) <= 78)
  end
end

function tests.no_two_blank_lines_follow_each_other()
  local node = { symbol = 'a.py::f', kind = 'Function', uri = 'file:///a.py' }
  local edge = { source = 'a.py::f', target = 'b.py::M.g', kind = 'calls', uri = 'file:///a.py' }
  local answer = { root = 'a.py::f', nodes = { node }, edges = { edge }, warnings = {} }
  for _, warnings in ipairs({ {}, { 'one', 'two' } }) do
    answer.warnings = warnings
    local text = table.concat(render.graph(answer).lines, '\n')
    T.same(nil, text:find('\n\n\n', 1, true))
    T.holds(text, '1 symbol, 1 edge\n\n')
    T.holds(text, '## calls\n\n- `f` → `M.g`')
  end
end

function tests.a_file_is_not_counted_as_a_test()
  local one = { symbol = 't.py::test_f', way = { { symbol = 't.py::test_f' } }, uri = 'file:///t.py' }
  local file = vim.tbl_extend('force', one, { symbol = 't.py' })
  local function counted(all)
    return render.tests({ tests = all, files = { 'file:///t.py' }, changed = {}, warnings = {} }).lines[3]
  end
  T.same('1 test in 1 file', counted({ one, file }))
  T.same('Tests in 1 file', counted({ file }))
end

return tests
