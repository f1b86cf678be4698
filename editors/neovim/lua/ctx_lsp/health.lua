--- `:checkhealth ctx_lsp`.

local client_of = require('ctx_lsp.client')
local protocol = require('ctx_lsp.protocol')
local counted = require('ctx_lsp.views.render').counted

local M = {}

local PATIENCE = 3000 -- milliseconds for an answer of a program or server

--- Report the version that is needed, with the functions that a Neovim of any age has for reports.
local function refuse()
  local health = vim.health or require('health');
  (health.start or health.report_start)('ctx-lsp');
  (health.error or health.report_error)('this Neovim is too old', { 'ctx-lsp needs 0.11 or later' })
end

---@param config vim.lsp.Config
local function check_program(config)
  if type(config.cmd) ~= 'table' then
    return vim.health.info('the server is started by a Lua function, which cannot be checked')
  end
  local program = config.cmd[1]
  if vim.fn.executable(program) == 0 then
    return vim.health.error(('no program "%s"'):format(program), {
      'install the server: pipx install /path/to/ctx-lsp',
      "or name its path: require('ctx_lsp').setup { cmd = { '/path/to/ctx-lsp', 'serve', '--stdio' } }",
    })
  end
  vim.health.ok(('server: %s (%s)'):format(table.concat(config.cmd, ' '), vim.fn.exepath(program)))
end

---@param client vim.lsp.Client
---@return boolean whether it can say how it is
local function check_commands(client)
  local offered, missing = client_of.offered(client), {}
  for _, command in vim.spairs(protocol.commands) do
    if not vim.list_contains(offered, command.name) then
      table.insert(missing, command.name)
    end
  end
  if #missing > 0 then
    local advice = 'install a newer one: pipx install --force /path/to/ctx-lsp'
    vim.health.warn('the server lacks ' .. table.concat(missing, ', '), advice)
  end
  return not vim.list_contains(missing, protocol.commands.status.name)
end

---@param client vim.lsp.Client
local function check_server(client)
  if not check_commands(client) then
    return
  end
  local argument = { command = protocol.commands.status.name, arguments = { vim.empty_dict() } }
  local answer = client:request_sync('workspace/executeCommand', argument, PATIENCE)
  local status = answer and answer.result
  if not status then
    return vim.health.error(('the server for %s does not answer'):format(client.root_dir or 'no folder'), {
      ':CtxRestart starts it anew',
      'its log: ' .. vim.lsp.log.get_filename(),
    })
  end
  local counts = ('%s, %s'):format(counted(status.counts.files, 'file'), counted(status.counts.symbols, 'symbol'))
  vim.health.ok(('running for %s: %s, %s'):format(client.root_dir or 'no folder', status.state, counts))
  local problems = vim.tbl_get(status, 'settings', 'problems') or {}
  for _, text in ipairs(vim.list_extend(status.warnings or {}, problems)) do
    vim.health.warn(text)
  end
  if not client.root_dir then
    vim.health.warn('no folder, so only open files are known', "add a file 'ctx-lsp.toml' to the folder of the project")
  end
end

local function check_failures()
  for root, cause in vim.spairs(require('ctx_lsp.supervisor').failures()) do
    local folder = root ~= '' and root or 'no folder'
    vim.health.error(('the server for %s %s, several times in a row'):format(folder, cause), {
      '"ctx-lsp doctor" in a terminal names the missing part',
      'its log, at the end: ' .. vim.lsp.log.get_filename(),
      ':CtxRestart tries again',
    })
  end
end

function M.check()
  if vim.fn.has('nvim-0.11') == 0 then
    return refuse()
  end
  vim.health.start('ctx-lsp')
  vim.health.ok('Neovim ' .. tostring(vim.version()))
  require('ctx_lsp').configure()
  local config = client_of.config()
  check_program(config)
  if vim.lsp.is_enabled(client_of.NAME) then
    vim.health.ok('enabled: starts with the first file')
  else
    vim.health.warn('not enabled', "call require('ctx_lsp').setup() in your init.lua, or vim.lsp.enable('ctx_lsp')")
  end
  local clients = vim.lsp.get_clients({ name = client_of.NAME })
  if #clients == 0 and not next(require('ctx_lsp.supervisor').failures()) then
    vim.health.info('no server is running; one starts with the first file of a workspace, or with :CtxAsk')
  end
  check_failures()
  for _, client in ipairs(clients) do
    client_of.undisturbed(function()
      check_server(client)
    end)
  end
end

return M
