local T = require('harness')
local pack = require('ctx_lsp.views.pack')
local pack_text = require('ctx_lsp.views.pack_text')

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
  item('first', 2, 4, 'def first(a):\n    one = a\n    two = a\n'),
  item('Other', 6, 10, 'class Other:\n', 'signature'),
  item('Other.first', 8, 10, '    def first(a):\n…\n        two = a\n', 'excerpt'),
}

local MARKDOWN = [[
# what is first?

ready · 90 / 100 tokens

## `code.py:3-11`
main: first, Other.first; type: Other
```python
def first(a):
    one = a
    two = a

class Other:
    … L9
    def first(a):
        … L11
        two = a
```

## Missing]]

local XML = [[
<pack question="what">
<excerpt path="code.py" lines="3-11" roles="main: first">
<![CDATA[
def first(a):
… L11
        two = a
]]
XML = XML .. ']]>\n</excerpt>\n</pack>'

--- The line (from 1) of the file that each line leads to.
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

--- The lines of the file alone.
local function lines_of(led_to)
  return vim.tbl_map(function(one)
    return one[2]
  end, led_to)
end

function tests.every_line_of_code_leads_to_its_own()
  --  title  ready  heading names fence first          Other gap  first gap two  fence  Missing
  T.same({ 0, 0, 0, 0, 3, 3, 3, 3, 4, 5, 6, 7, 9, 9, 11, 11, 3, 3, 3 }, lines_of(led(MARKDOWN, ITEMS)))
end

function tests.a_line_of_code_belongs_to_the_smallest_item()
  local symbols = {}
  local locate = pack.locator({ items = ITEMS }, vim.split(MARKDOWN, '\n'), vim.env.CTX_TEST_SCRATCH)
  for _, line in ipairs({ 8, 11, 12, 16 }) do
    table.insert(symbols, assert(locate(line, 0)).symbol or '')
  end
  T.same({ 'code.py::first', '', 'code.py::Other', 'code.py::Other.first' }, symbols)
end

function tests.lines_that_read_alike_lead_each_to_its_own()
  local source = { '', 'def twice(a):', '    if a:', '        return', '    a = 1', '    if a:', '        return', '' }
  local shown = { 'def twice(a):', '    if a:', '        return', '    … L6', '    if a:', '        return' }
  local found = {}
  for last = 1, #shown do
    local line = pack_text.source_line(vim.list_slice(shown, 1, last), 2, source)
    table.insert(found, line + 1)
  end
  T.same({ 2, 3, 4, 6, 6, 7 }, found)
end

function tests.lines_are_found_below_a_secret_and_in_a_file_that_has_changed()
  local source = { 'new = 1', 'a = 1', 'secret = 2', 'b = 3', 'c = 4' }
  local shown = { 'a = 1', '… (seems to hold a secret: left out)', 'b = 3', 'gone = 5', 'c = 4' }
  local found = {}
  for last = 1, #shown do
    table.insert(found, pack_text.source_line(vim.list_slice(shown, 1, last), 1, source) + 1)
  end
  T.same({ 2, 2, 4, 4, 5 }, found)
end

function tests.the_name_under_the_cursor_counts()
  T.same(9, led(MARKDOWN, ITEMS, 'Other.first')[6][2])
end

function tests.a_heading_leads_to_what_it_cites_but_from_a_name()
  local compact = '@1 code.py:7-8 main: Other.first\nclass Other:'
  T.same({ 7, 7 }, lines_of(led(compact, ITEMS)))
  T.same({ 9, 7 }, lines_of(led(compact, ITEMS, 'Other.first')))
end

function tests.other_formats_cite_too()
  T.same({ 0, 3, 3, 3, 11, 11, 3, 3, 3 }, lines_of(led(XML, ITEMS)))
  local compact = '? what\n@3 code.py:3-11\ndef first(a):\n… L11\n        two = a'
  T.same({ 0, 3, 3, 11, 11 }, lines_of(led(compact, ITEMS)))
  T.same({ 0, 3, 3, 11, 11 }, lines_of(led((compact:gsub('L11', '11')), ITEMS))) -- from an older server
  T.same(3, led('{"path":"code.py","lines":"3-5","roles":"","text":["def first(a):"]},', ITEMS)[1][2])
end

function tests.a_path_may_hold_blanks()
  vim.fn.writefile(SOURCE, vim.env.CTX_TEST_SCRATCH .. '/odd code.py')
  T.same({ 7, 7, 7, 8, 7 }, lines_of(led('## `odd code.py:7-8`\n```\nclass Other:\n    size = 1\n```', {})))
end

function tests.code_that_looks_like_a_citation_is_code()
  local text = '## `code.py:3-5`\n````\ndef first(a):\n## `code.py:9-10`\n```\n    two = a\n````'
  T.same({ 3, 3, 3, 3, 3, 5, 3 }, lines_of(led(text, {})))
end

function tests.a_line_of_advice_leads_to_its_file_in_every_format()
  local text = 'names: prefer "a" & <b> (3 of 3 files), as in code.py'
  local uri = vim.uri_from_fname(vim.env.CTX_TEST_SCRATCH .. '/code.py')
  local advice = { { kind = 'pattern', text = text, uri = uri }, { kind = 'pattern', text = 'errors: in conflict' } }
  local formats = {
    '- ' .. text,
    '% ' .. text,
    'names: prefer "a" &amp; &lt;b&gt; (3 of 3 files), as in code.py',
    vim.json.encode(text) .. ',',
    vim.json.encode(text),
  }
  for _, line in ipairs(formats) do
    local lines = { '# what', line, '- errors: in conflict', '' }
    local locate = pack.locator({ items = {}, advice = advice }, lines, vim.env.CTX_TEST_SCRATCH)
    T.same({ uri = uri, text = text }, locate(2, 0))
    T.same({}, { locate(1, 0), locate(3, 0), locate(4, 0) })
  end
end

function tests.a_pack_without_items_leads_by_its_citations()
  T.same({ 3, 3, 3, 3, 4 }, vim.list_slice(lines_of(led(MARKDOWN, {})), 5, 9))
end

function tests.each_item_begins_at_the_first_of_its_lines()
  local found = {}
  local lines = vim.split(MARKDOWN, '\n')
  for line, one in vim.spairs(pack.beginnings({ items = ITEMS }, lines, vim.env.CTX_TEST_SCRATCH)) do
    table.insert(found, { line, one.symbol })
  end
  T.same({ { 8, 'code.py::first' }, { 12, 'code.py::Other' }, { 14, 'code.py::Other.first' } }, found)
end

function tests.an_item_that_is_only_named_has_no_beginning()
  local named = { item('named', 1, 2, '', 'outline') }
  T.same({}, pack.beginnings({ items = named }, { '## `code.py:2-3`', 'main (name only): named', '' }))
end

return tests
