--- Views whose buffers are deleted, loaded again or wiped, and answers that come while no window can be opened.

local T = require('harness')
local places = require('ctx_lsp.places')
local view = require('ctx_lsp.views.view')

local tests = {}

--- Wait until the current buffer is a view of a pack that holds a text, with all that belongs to one.
local function is_pack_with(text)
  T.wait('the pack', function()
    return vim.bo.buftype == 'nofile' and T.text():find(text, 1, true)
  end)
  T.same({ 'markdown', false }, { vim.bo.filetype, vim.bo.modifiable })
  T.same('ctx-lsp: go to the code', vim.fn.maparg('<CR>', 'n', false, true).desc)
end

--- Wait for the answers to all that was asked; none is an error.
local function settle()
  T.wait('the answers', function()
    return not require('ctx_lsp.client').is_asking()
  end)
  for _, notice in ipairs(T.notices) do
    T.same(nil, notice.level == vim.log.levels.ERROR and notice.message or nil)
  end
end

function tests.a_view_that_was_deleted_is_one_again()
  T.ask('retry_if_result')
  local buffer = vim.api.nvim_get_current_buf()
  vim.cmd('bdelete')
  T.edit('tenacity/retry.py')
  vim.cmd('CtxAsk retry_if_result')
  is_pack_with('class retry_if_result(')
  vim.cmd('bdelete')
  vim.cmd.buffer(buffer)
  is_pack_with('class retry_if_result(')
  settle()
end

function tests.editing_a_view_shows_it_again()
  T.ask('retry_if_result')
  vim.cmd.edit()
  is_pack_with('class retry_if_result(')
  local before = assert(view.of(0)).pack.packId
  T.cursor_on('class retry_if_result(')
  T.keys('-')
  T.wait('another pack', function()
    return assert(view.of(0)).pack.packId ~= before
  end)
  vim.cmd('CtxStatus')
  local text = T.shown('status$')
  vim.cmd.edit()
  T.same(text, T.text())
  settle()
end

function tests.an_answer_for_a_view_that_is_gone_opens_nothing()
  T.ask('retry_if_result')
  local id = assert(view.of(0)).pack.packId
  T.keys('R')
  vim.cmd('bwipeout')
  vim.cmd('CtxOpen ' .. id)
  vim.cmd('bwipeout')
  vim.cmd('split ctx-lsp://published/of?repository=owner/name&path=code.py')
  vim.cmd('bwipeout')
  settle()
  T.same({ 1, '' }, { #vim.api.nvim_tabpage_list_wins(0), vim.bo.buftype })
end

function tests.a_pack_that_is_closed_while_it_is_asked_again_stays_closed()
  T.ask('retry_if_result')
  local buffer = vim.api.nvim_get_current_buf()
  local shown = view.of(buffer)
  T.keys('Rq')
  settle()
  T.same({ 1, -1 }, { #vim.api.nvim_tabpage_list_wins(0), vim.fn.bufwinid(buffer) })
  T.same(false, view.of(buffer) == shown)
end

function tests.an_answer_waits_until_the_command_line_window_is_closed()
  T.edit('tenacity/nap.py')
  local while_open ---@type string?
  local timer = assert(vim.uv.new_timer())
  local patience = 600 -- ticks, or a failure would hang
  timer:start(50, 50, vim.schedule_wrap(function()
    patience = patience - 1
    local is_due = not require('ctx_lsp.client').is_asking() or patience < 0
    if not timer:is_closing() and vim.fn.getcmdwintype() ~= '' and is_due then
      timer:close()
      while_open = vim.bo.buftype
      vim.api.nvim_feedkeys(vim.keycode('<C-c><C-c>'), 'n', false)
    end
  end))
  vim.cmd('CtxAsk what is asked meanwhile?')
  vim.api.nvim_feedkeys('q:', 'xt!', false)
  T.holds(T.shown('^ctx%-lsp%-pack:/'), '# what is asked meanwhile?')
  T.same('nofile', while_open)
end

function tests.a_place_beyond_the_end_of_its_file_leads_to_the_end()
  local client = T.edit('tenacity/nap.py')
  local last = { line = vim.api.nvim_buf_line_count(0) + 40, character = 3 }
  places.jump(client.offset_encoding, { uri = vim.uri_from_bufnr(0), range = { start = last, ['end'] = last }, text = '' })
  T.same(vim.fn.line('$'), vim.fn.line('.'))
end

function tests.where_a_line_leads_is_found_without_loading_its_file()
  T.ask('how long is waited between attempts?')
  local shown = assert(view.of(0))
  local item = assert(vim.iter(shown.pack.items):find(function(one)
    return not vim.endswith(one.uri, 'retry.py')
  end))
  for line = 1, #shown.lines do
    shown.locate(line, 0)
  end
  T.same(0, vim.fn.bufloaded(vim.uri_to_fname(item.uri)))
end

function tests.without_room_for_a_window_it_is_said_how_to_see_the_answer()
  T.edit('tenacity/nap.py')
  while pcall(vim.cmd.split) do -- until there is no room
  end
  vim.cmd('CtxAsk where is no room?')
  T.told('no window for the answer, :CtxOpen shows it')
  vim.cmd.only()
  vim.cmd('CtxOpen')
  is_pack_with('# where is no room?')
end

function tests.where_neovim_shows_lenses_by_itself_it_is_told_to()
  T.edit('tenacity/nap.py')
  local buffer, enabled = vim.api.nvim_get_current_buf(), {}
  vim.lsp.codelens.enable = function(is_on, filter) -- of Neovim 0.12
    enabled[filter.bufnr] = is_on
  end
  local lens = require('ctx_lsp.lens')
  lens.show()
  T.same(true, enabled[buffer])
  local other = vim.fn.bufadd(vim.fs.joinpath(vim.env.CTX_TEST_WORKSPACE, 'tenacity/wait.py'))
  vim.fn.bufload(other)
  vim.lsp.buf_attach_client(other, T.attached().id)
  T.same(true, enabled[other])
  vim.lsp.codelens.enable = nil
  lens.show()
end

function tests.an_answer_opens_no_window_while_a_health_check_waits()
  T.edit('tenacity/nap.py')
  local client_of = require('ctx_lsp.client')
  vim.cmd('CtxAsk how long does it sleep?')
  client_of.undisturbed(function()
    T.wait('the answer', function()
      return not client_of.is_asking()
    end)
    T.same('', vim.bo.buftype)
  end)
  T.shown('^ctx%-lsp%-pack:/')
end

return tests
