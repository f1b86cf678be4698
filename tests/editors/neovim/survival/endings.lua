local T = require('harness')
local client_of = require('ctx_lsp.client')
local supervisor = require('ctx_lsp.supervisor')

local tests = {}

local SIGSTOP, SIGKILL = 19, 9

function tests.a_killed_server_comes_back_and_knows_what_was_not_saved()
  local before = T.edit('tenacity/nap.py')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { '', '', 'def gnu_counter(gnus):', '    return len(gnus)' })
  local server = T.server()
  vim.uv.kill(server, SIGSTOP) -- so that it cannot answer before it is killed
  vim.cmd('CtxAsk what is lost?')
  vim.uv.kill(server, SIGKILL)
  T.same(vim.log.levels.WARN, T.told('the server was ended by signal 9; restarting, ask again').level)
  T.same('ctx-lsp: restarting', require('ctx_lsp').statusline())
  local after = T.attached()
  T.same({ { -- Neovim's own would end in a prompt, and a second one too
    message = 'ctx-lsp: the server was ended by signal 9; restarting, ask again', level = vim.log.levels.WARN } }, T.notices)
  T.same(false, before.id == after.id)
  T.same(nil, supervisor.state())
  vim.cmd('CtxAsk what does gnu_counter count?')
  T.holds(T.shown('^ctx%-lsp%-pack:/'), 'def gnu_counter(gnus):')
end

function tests.of_many_restarts_one_runs_and_one_is_queued()
  local before = T.edit('tenacity/nap.py')
  for _ = 1, 4 do
    vim.cmd('CtxRestart')
  end
  T.wait('the second new server', function()
    local client = vim.lsp.get_clients({ bufnr = 0, name = 'ctx_lsp' })[1]
    return client and client.id == before.id + 2 and client.initialized and not supervisor.state()
  end)
  vim.cmd('CtxAsk how long does it sleep?')
  T.shown('^ctx%-lsp%-pack:/')
  T.same(before.id + 2, vim.lsp.get_clients({ name = 'ctx_lsp' })[1].id)
end

function tests.a_server_that_was_stopped_stays_away_until_it_is_asked()
  T.edit('tenacity/nap.py'):stop()
  T.wait('the end of the server', function()
    return #vim.lsp.get_clients({ name = 'ctx_lsp' }) == 0
  end)
  T.same(nil, supervisor.state())
  T.same({}, T.notices)
  vim.cmd('bwipeout!')
  vim.cmd('CtxAsk how long does it sleep?')
  T.holds(T.shown('^ctx%-lsp%-pack:/'), '# how long does it sleep?')
  T.same(vim.env.CTX_TEST_WORKSPACE, vim.lsp.get_clients({ name = 'ctx_lsp' })[1].root_dir)
end

function tests.one_that_was_ended_by_force_too_and_is_started_for_the_file_wherever_neovim_is()
  local before = T.edit('tenacity/nap.py')
  before:stop(true)
  T.wait('the end of the server', function()
    return #vim.lsp.get_clients({ name = 'ctx_lsp' }) == 0
  end)
  T.same(nil, supervisor.state())
  client_of.execute(before, require('ctx_lsp.protocol').commands.status, {}, error)
  T.told('the server exited')
  vim.cmd.lcd(vim.fs.dirname(vim.fn.tempname()))
  vim.cmd('CtxAsk how long does it sleep?')
  T.same(vim.env.CTX_TEST_WORKSPACE, T.attached().root_dir)
  T.shown('^ctx%-lsp%-pack:/')
end

function tests.what_is_asked_meanwhile_waits_for_the_new_server_and_what_was_not_saved()
  T.edit('tenacity/nap.py')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { '', '', 'def ibex_counter(ibexes):', '    return len(ibexes)' })
  T.cursor_on('ibex_counter(')
  vim.cmd('CtxRestart')
  vim.cmd('CtxHere')
  T.holds(T.shown('^ctx%-lsp%-pack:/'), 'def ibex_counter(ibexes):')
end

function tests.a_server_that_hangs_is_replaced()
  local before = T.edit('tenacity/nap.py')
  local server, grace = T.server(), supervisor.GRACE
  vim.uv.kill(server, SIGSTOP)
  supervisor.GRACE = 1
  vim.cmd('CtxRestart')
  supervisor.GRACE = grace
  vim.cmd('CtxAsk how long does it sleep?')
  T.shown('^ctx%-lsp%-pack:/')
  vim.uv.kill(server, SIGKILL)
  T.wait('the end of the one that hangs', function()
    return not vim.lsp.get_client_by_id(before.id)
  end)
  T.same(nil, supervisor.state())
  T.same(1, #vim.lsp.get_clients({ name = 'ctx_lsp' }))
end

function tests.a_buffer_that_is_wiped_while_its_server_hangs_is_not_spoken_of()
  T.edit('tenacity/wait.py')
  T.edit('tenacity/nap.py')
  local server, grace = T.server(), supervisor.GRACE
  vim.uv.kill(server, SIGSTOP)
  supervisor.GRACE = 1
  vim.cmd('CtxRestart')
  supervisor.GRACE = grace
  vim.cmd('bwipeout wait.py')
  vim.cmd('CtxAsk how long does it sleep?')
  T.shown('^ctx%-lsp%-pack:/')
  vim.uv.kill(server, SIGKILL)
  T.wait('the end of the one that hangs', function()
    return #vim.api.nvim_get_proc_children(vim.fn.getpid()) == 1
  end)
  T.same(nil, vim.inspect(T.notices):match('not attached'))
end

function tests.what_is_asked_at_a_cursor_while_the_server_starts_is_asked_there()
  T.edit('tenacity/nap.py')
  T.cursor_on('sleep(')
  vim.cmd('CtxRestart')
  vim.cmd('CtxHere')
  vim.cmd('split ' .. vim.fs.joinpath(vim.env.CTX_TEST_WORKSPACE, 'tenacity/wait.py'))
  T.holds(T.shown('^ctx%-lsp%-pack:/'), 'def sleep(')
  T.edit('tenacity/nap.py')
  vim.cmd.only()
  vim.cmd('CtxRestart')
  vim.cmd('CtxHere')
  vim.cmd.edit(vim.fs.joinpath(vim.env.CTX_TEST_WORKSPACE, 'tenacity/wait.py'))
  T.told('the buffer was left before the server had started; :CtxHere again')
end

function tests.a_question_is_for_the_server_of_its_file_even_while_that_one_starts()
  T.edit('tenacity/nap.py')
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder)
  vim.fn.writefile({}, folder .. '/ctx-lsp.toml')
  vim.fn.writefile({ 'def okapi_counter(okapis):', '    return len(okapis)' }, folder .. '/okapi.py')
  vim.cmd.edit(folder .. '/okapi.py')
  vim.cmd('CtxAsk what does okapi_counter count?')
  T.holds(T.shown('^ctx%-lsp%-pack:/'), 'def okapi_counter(okapis):')
  local servers = vim.lsp.get_clients({ name = 'ctx_lsp' })
  T.same(2, #servers)
  for _, client in ipairs(servers) do
    if client.root_dir ~= vim.env.CTX_TEST_WORKSPACE then
      client:stop()
    end
  end
  T.wait('the end of the second server', function()
    return #vim.lsp.get_clients({ name = 'ctx_lsp' }) == 1
  end)
end

function tests.a_pack_that_was_asked_for_early_completes_itself()
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder)
  vim.fn.writefile({}, folder .. '/ctx-lsp.toml')
  for number = 1, 400 do
    local code = { ('def gazelle_%d(gazelles):'):format(number), '    return len(gazelles)' }
    vim.fn.writefile(code, ('%s/herd_%d.py'):format(folder, number))
  end
  vim.cmd.edit(folder .. '/herd_1.py')
  vim.cmd('CtxAsk how does gazelle_400 count?')
  T.wait('the last file', function()
    return T.text():find('def gazelle_400(gazelles):', 1, true)
  end)
  T.same({}, T.notices)
  for _, client in ipairs(vim.lsp.get_clients({ name = 'ctx_lsp' })) do
    if client.root_dir ~= vim.env.CTX_TEST_WORKSPACE then
      client:stop()
    end
  end
  T.wait('the end of the second server', function()
    return #vim.lsp.get_clients({ name = 'ctx_lsp' }) <= 1
  end)
end

function tests.a_server_that_only_fails_is_given_up_and_can_be_tried_again()
  T.edit('tenacity/nap.py')
  local delay, cmd = supervisor.delay, vim.lsp.config.ctx_lsp.cmd
  supervisor.delay = function()
    return 1
  end
  vim.lsp.config('ctx_lsp', { cmd = { 'false' } })
  vim.uv.kill(T.server(), SIGKILL)
  local notice = T.told('6 times in a row; see :checkhealth ctx_lsp')
  T.same(vim.log.levels.ERROR, notice.level)
  vim.cmd('checkhealth ctx_lsp')
  T.holds(T.text(), 'ended with exit code 1, several times in a row')
  T.holds(T.text(), ':CtxRestart tries again')
  vim.cmd('bwipeout')
  for _, one in ipairs(T.notices) do
    T.same('', one.message:sub(69)) -- the room of a message in 80 columns
  end
  supervisor.delay = delay
  vim.lsp.config('ctx_lsp', { cmd = cmd })
  vim.cmd('CtxRestart')
  T.attached()
end

return tests
