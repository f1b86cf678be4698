local T = require('harness')

local tests = {}

local HINT = 'ctx-lsp: app/tax.py usually changes with price.py (6 of 6 times), but has not been changed. '
  .. ':CtxPartner opens it'

--- The hints so far.
---@return string[]
local function hints()
  local found = {}
  for _, notice in ipairs(T.notices) do
    if notice.message:find('usually changes with', 1, true) then
      table.insert(found, notice.message)
    end
  end
  return found
end

--- Save the current buffer until the server knows its history.
local function save_until_hinted()
  T.wait('the hint', function()
    vim.api.nvim_buf_set_lines(0, -1, -1, false, { '# and more' })
    vim.cmd('silent write')
    return vim.wait(2000, function()
      return #hints() > 0
    end, 10)
  end)
end

function tests.a_usual_partner_is_named_without_a_prompt_and_can_be_opened()
  local select = vim.ui.select
  vim.ui.select = function()
    error('a list would take the keys of a user who types on')
  end
  vim.o.columns = 140
  T.edit('app/price.py')
  vim.cmd('CtxPartner')
  T.told('no hint names a file')
  save_until_hinted()
  vim.ui.select = select
  T.same({ HINT }, hints())
  vim.cmd('CtxPartner')
  T.wait('the file', function()
    return vim.api.nvim_buf_get_name(0):match('app/tax%.py$')
  end)
  T.notices = {}
  vim.cmd('CtxPartner')
  T.told('no hint names a file')
  T.edit('app/price.py')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { '# once more' })
  vim.cmd('silent write')
  vim.wait(1500)
  T.same({}, hints())
end

function tests.the_hint_of_a_server_that_has_ended_is_none()
  local function restart()
    local before = T.edit('app/price.py').id
    vim.cmd('CtxRestart')
    T.wait('another server', function()
      local client = vim.lsp.get_clients({ name = 'ctx_lsp' })[1]
      return client and client.id ~= before and client.initialized
    end)
  end
  restart() -- the one before has given its hint
  local columns = vim.o.columns
  vim.o.columns = 80
  save_until_hinted()
  T.holds(hints()[1], 'ctx-lsp: :CtxPartner: app/tax.py usually changes with')
  T.same(true, vim.fn.strdisplaywidth(hints()[1]) <= vim.v.echospace) -- or a prompt would take the next key
  vim.o.columns = columns
  restart()
  T.notices = {}
  vim.cmd('CtxPartner')
  T.told('no hint names a file')
end

return tests
