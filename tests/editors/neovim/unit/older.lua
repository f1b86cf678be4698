local T = require('harness')

local tests = {}

--- A server of an earlier version, within this Neovim: all that it has to say is what it can do.
local function older(dispatchers)
  local said = {
    capabilities = { executeCommandProvider = { commands = { 'ctx-lsp.search' } } },
    serverInfo = { name = 'ctx-lsp', version = '0.0.1' },
  }
  local closing = false
  local function leave()
    closing = true
    dispatchers.on_exit(0, 0)
  end
  return {
    request = function(method, _, answered)
      answered(nil, method == 'initialize' and said or vim.NIL)
      return true, 1
    end,
    notify = function(method)
      if method == 'exit' then
        leave()
      end
      return true
    end,
    is_closing = function()
      return closing
    end,
    terminate = leave,
  }
end

---@param run fun()
local function with_older_server(run)
  local cmd = vim.lsp.config.ctx_lsp.cmd
  vim.lsp.config('ctx_lsp', { cmd = older })
  vim.cmd('CtxStatus')
  run()
  vim.lsp.config('ctx_lsp', { cmd = cmd })
  for _, client in ipairs(vim.lsp.get_clients({ name = 'ctx_lsp' })) do
    client:stop()
  end
  T.wait('the end of the server', function()
    return #vim.lsp.get_clients({ name = 'ctx_lsp' }) == 0
  end)
end

function tests.what_an_older_server_lacks_is_named_with_what_to_do()
  with_older_server(function()
    T.holds(T.told('this server (0.0.1) has no ctx-lsp.status').message, 'install a newer one')
  end)
end

function tests.health_names_it_too()
  with_older_server(function()
    T.told('this server (0.0.1) has no ctx-lsp.status')
    vim.cmd('checkhealth ctx_lsp')
    local text = T.text()
    T.same(true, text:find('WARNING the server lacks [^\n]*ctx%-lsp%.context') ~= nil)
    T.same(nil, text:find('does not answer', 1, true))
  end)
end

function tests.a_folder_may_be_told_by_a_function()
  local config = vim.lsp.config.ctx_lsp
  vim.lsp.config('ctx_lsp', {
    root_dir = function(_, tell)
      tell(vim.env.CTX_TEST_SCRATCH)
    end,
  })
  vim.cmd.edit(vim.env.CTX_TEST_SCRATCH .. '/any')
  with_older_server(function()
    T.same(vim.env.CTX_TEST_SCRATCH, vim.lsp.get_clients({ bufnr = 0 })[1].root_dir)
  end)
  vim.lsp.config.ctx_lsp = config
end

return tests
