local T = require('harness')
local pack = require('ctx_lsp.pack')

local tests = {}

local SOURCE = {
  'import os',
  '',
  'def first(a):',
  '    one = a',
  '    two = a',
  '',
  'class Other:',
  '    size = 1',
  '    def first(a):',
  '        one = a',
  '        two = a',
}

local function item(symbol, first, last, text, level)
  return {
    uri = vim.uri_from_fname(vim.env.CTX_TEST_SCRATCH .. '/code.py'),
    symbol = symbol and 'code.py::' .. symbol,
    range = { start = { line = first, character = 0 }, ['end'] = { line = last, character = 0 } },
    text = text,
    role = 'primary',
    level = level or 'full',
    tokens = 7,
  }
end

local ITEMS = {
  item('first', 2, 5, 'def first(a):\n    one = a\n    two = a\n'),
  item('Other', 6, 11, 'class Other:\n', 'signature'),
  item('Other.first', 8, 11, '    def first(a):\n…\n        two = a\n', 'folded'),
}

local MARKDOWN = [[
# what is first?

## `code.py:3-11`
- `first`: primary
- `Other`, `Other.first`: primary, folded

```python
def first(a):
    one = a
    two = a
class Other:
    …
    def first(a):
…
        two = a
```
]]

local XML = [[
<pack question="what">
<excerpt path="code.py" lines="3-5" language="python">
<symbol name="first" role="primary"/>
<![CDATA[
def first(a):
]]

--- Where each line leads, as the line (from 1) of the file.
local function led(text, items, column)
  vim.fn.writefile(SOURCE, vim.env.CTX_TEST_SCRATCH .. '/code.py')
  local lines = vim.split(vim.trim(text), '\n')
  local locate = pack.locator({ items = items }, lines, vim.env.CTX_TEST_SCRATCH)
  local found = {}
  for number, line in ipairs(lines) do
    local place = locate(number, column and (line:find(column, 1, true) or 1) - 1 or 0)
    table.insert(found, { line, place and place.range.start.line + 1 or 0 })
  end
  return found
end

function tests.every_line_of_code_leads_to_its_own()
  local places = {}
  for _, one in ipairs(led(MARKDOWN, ITEMS)) do
    table.insert(places, one[2])
  end
  --      title    heading names       fence first      Other  …  first  …  two  end
  T.same({ 0, 0, 3, 3, 7, 3, 3, 3, 4, 5, 7, 7, 9, 9, 11, 9 }, places)
end

function tests.lines_that_read_alike_lead_each_to_its_own()
  local source = { '', 'def twice(a):', '    if a:', '        return', '    a = 1', '    if a:', '        return', '' }
  local shown = { 'def twice(a):', '    if a:', '        return', '…', '    if a:', '        return' }
  local found = {}
  for last = 1, #shown do
    local line = pack.source_line(vim.list_slice(shown, 1, last), item('twice', 1, 6, 'def twice(a):\n'), source)
    table.insert(found, line + 1)
  end
  T.same({ 2, 3, 4, 2, 6, 7 }, found)
end

function tests.the_name_under_the_cursor_counts()
  T.same(9, led(MARKDOWN, ITEMS, 'Other.first')[5][2])
end

function tests.a_heading_leads_to_what_it_cites_but_from_a_name()
  local heading = MARKDOWN .. '\n## `code.py:7-8` `Other.first`: primary\n- `first`: primary'
  local by_citation, by_name = led(heading, ITEMS), led(heading, ITEMS, 'Other.first')
  T.same({ 7, 3 }, { by_citation[#by_citation - 1][2], by_citation[#by_citation][2] })
  T.same(9, by_name[#by_name - 1][2])
end

function tests.other_formats_cite_too()
  local places = led(XML, ITEMS)
  T.same(
    { 0, 3, 3, 3, 3 },
    vim.tbl_map(function(one)
      return one[2]
    end, places)
  )
  T.same(3, led('@1 code.py:3-5 first primary\ndef first(a):', ITEMS)[1][2])
  T.same(3, led('{"path":"code.py","lines":"3-5","symbols":[]}', ITEMS)[1][2])
end

function tests.a_pack_without_items_leads_by_its_citations()
  T.same(3, led(MARKDOWN, {})[3][2])
end

function tests.beginnings_are_found_in_order()
  local twice = { item('A.f', 1, 2, 'def f():\n'), item('B.f', 5, 6, 'def f():\n') }
  local lines = {}
  for _, start in ipairs(pack.starts({ 'def f():', 'x', 'def f():' }, twice)) do
    table.insert(lines, start.line)
  end
  T.same({ 1, 3 }, lines)
end

function tests.an_item_that_is_only_named_has_no_beginning()
  T.same({}, pack.starts({ '', 'x' }, { item('named', 1, 2, '', 'outline') }))
end

return tests
