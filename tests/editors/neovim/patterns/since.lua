local T = require('harness')

local tests = {}

--- The texts of the quickfix list with a title.
---@param title string
---@return string[]
local function listed(title)
  local items = T.wait('the list ' .. title, function()
    local list = vim.fn.getqflist({ title = 1, items = 1 })
    return list.title == title and list.items
  end)
  return vim.tbl_map(function(item)
    return item.text
  end, items)
end

function tests.what_has_changed_since_a_revision_is_listed_with_its_commits()
  T.edit('app/pair.py')
  vim.cmd('CtxSince HEAD~1 of pair')
  local found = listed('ctx-lsp: of pair')
  T.holds(found[1], '_of_pair · ')
  T.holds(found[1], ' Set to 3')
  for _, text in ipairs(found) do
    T.same(nil, text:match('^old'))
  end
  vim.cmd('cclose')
end

function tests.an_unsaved_change_counts()
  T.edit('app/old.py')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { '', '', 'def parcel_of_mail():', '    return 1' })
  vim.cmd('CtxSince HEAD parcel of mail')
  T.holds(listed('ctx-lsp: parcel of mail')[1], 'parcel_of_mail')
  vim.cmd('cclose')
  vim.cmd('undo')
end

function tests.code_outside_definitions_has_the_name_of_its_file()
  T.edit('app/post office.py')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'import httpx', '', 'httpx.get("/parcel-office")' })
  vim.cmd('CtxSince HEAD parcel office httpx get')
  local found = listed('ctx-lsp: parcel office httpx get')
  T.same('post office.py', found[1]:match('^post office%.py') or found)
  vim.cmd('cclose')
  vim.cmd('undo')
end

function tests.no_change_is_told_with_the_revision()
  T.edit('app/pair.py')
  vim.cmd('CtxSince HEAD of pair')
  T.told('no changes since HEAD match this question')
end

function tests.a_mistaken_revision_is_told()
  T.edit('app/pair.py')
  vim.cmd('CtxSince')
  T.told('give a Git revision')
  vim.cmd('CtxSince no-such-revision pair')
  T.told('no-such-revision')
end

return tests
