--- Finds a running server, or starts one, and has it execute commands. Which command, and what to show, is not here.

local notices = require('ctx_lsp.notices')

---@class ctx_lsp.Pending
---@field client vim.lsp.Client
---@field request integer

local M = {}

M.NAME = 'ctx_lsp'

--- The newest request of each command; one that is asked again supersedes the one before.
---@type table<string, ctx_lsp.Pending>
local pending = {}

--- The callbacks that wait until the server of a folder ('' for none) takes requests.
---@type table<string, fun(client: vim.lsp.Client)[]>
local waiting = {}

---@type integer?
local last_used

--- The configuration in force, as `vim.lsp.enable` would start it.
---@return vim.lsp.Config
function M.config()
  return vim.deepcopy(assert(vim.lsp.config[M.NAME], 'no lsp/ctx_lsp.lua on the runtime path'))
end

---@param client { root_dir?: string }
---@return string
function M.key_of(client)
  return client.root_dir or ''
end

--- Clients of this server, the ones that start included, and first those that are not about to end.
---@param filter? { bufnr?: integer, id?: integer }
---@return vim.lsp.Client[]
local function clients(filter)
  local own = { name = M.NAME, _uninitialized = true } -- the only way to see one that starts
  local all = vim.lsp.get_clients(vim.tbl_extend('force', own, filter or {}))
  table.sort(all, function(one, other)
    if one:is_stopped() ~= other:is_stopped() then
      return other:is_stopped()
    end
    return one.id < other.id
  end)
  return all
end

--- Whether a buffer is one of a file, which may not be written yet.
---@param bufnr integer
---@return boolean
function M.has_file(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  return vim.bo[bufnr].buftype == '' and name ~= '' and not name:match('^%a[%w+.-]+:/')
end

--- The folder of the workspace that a buffer belongs to: of a view that of the server which gave it, of a file the one
--- in which `vim.lsp.enable` would start a server.
---@param bufnr integer
---@return string?
local function root_of(bufnr)
  local config = M.config()
  local root = config.root_dir
  if vim.b[bufnr].ctx_lsp_root then
    return vim.b[bufnr].ctx_lsp_root
  elseif type(root) == 'string' or not M.has_file(bufnr) then
    return type(root) == 'string' and root or nil
  elseif type(root) == 'function' then
    local found ---@type string?
    root(bufnr, function(folder)
      found = folder
    end)
    return found
  end
  return vim.fs.root(bufnr, config.root_markers or {})
end

--- The server that a command from this buffer is for, which may be starting or ending: the one that the buffer is
--- attached to, or that of its workspace; where it belongs to none, the one that was asked last, or any.
---@param bufnr integer
---@return vim.lsp.Client?
function M.find(bufnr)
  local attached = clients({ bufnr = bufnr })[1]
  if attached then
    return attached
  end
  local root = root_of(bufnr)
  if root then
    return vim.iter(clients()):find(function(client)
      return client.root_dir == root
    end)
  end
  return last_used and clients({ id = last_used })[1] or clients()[1]
end

--- Whether a server has started and is not about to end.
---@param client vim.lsp.Client
---@return boolean
function M.takes_requests(client)
  return client.initialized == true and not client:is_stopped()
end

--- Whether a buffer's text is known to the server, so that places in it mean something.
---@param bufnr integer
---@param client vim.lsp.Client
---@return boolean
function M.knows(bufnr, client)
  return M.has_file(bufnr) and vim.lsp.buf_is_attached(bufnr, client.id)
end

--- The server's names of its commands.
---@param client vim.lsp.Client
---@return string[]
function M.offered(client)
  return vim.tbl_get(client, 'server_capabilities', 'executeCommandProvider', 'commands') or {}
end

--- Start the server of a buffer's workspace, or of the folder that Neovim is in, where the buffer belongs to none.
---@param bufnr integer
---@return vim.lsp.Client?
local function start(bufnr)
  local config = M.config()
  if type(config.cmd) == 'table' and vim.fn.executable(config.cmd[1]) == 0 then
    notices.no_program(config.cmd[1])
    return nil
  end
  local attach = M.has_file(bufnr)
    and (not config.filetypes or vim.list_contains(config.filetypes, vim.bo[bufnr].filetype))
  local folder = vim.fn.getcwd()
  local here = not M.has_file(bufnr) and (vim.fs.root(folder, config.root_markers or {}) or folder) or nil
  config.root_dir = root_of(bufnr) or here
  local id = vim.lsp.start(config, { bufnr = bufnr, attach = attach, reuse_client = config.reuse_client })
  return id and vim.lsp.get_client_by_id(id)
end

--- Run something with a server that takes requests, which is started if need be.
---@param bufnr integer
---@param run fun(client: vim.lsp.Client)
function M.with(bufnr, run)
  require('ctx_lsp').configure()
  local supervisor = require('ctx_lsp.supervisor')
  local client = M.find(bufnr)
  if client and M.takes_requests(client) then
    return run(client)
  elseif not client then
    supervisor.hurry()
    client = M.find(bufnr) or start(bufnr)
  elseif client:is_stopped() then
    supervisor.bring_back(client)
  end
  if client then
    local key = M.key_of(client)
    waiting[key] = waiting[key] or {}
    table.insert(waiting[key], run)
  end
end

--- A server has answered `initialize`. What waits for it comes after the texts of the buffers, which it gets next.
---@param client vim.lsp.Client
function M.initialized(client)
  vim.schedule(function()
    local key = M.key_of(client)
    if not M.takes_requests(client) then -- it is restarted already
      return
    end
    local runs = waiting[key] or {}
    waiting[key] = nil
    for _, run in ipairs(runs) do
      run(client)
    end
  end)
end

--- A server has ended: what it was asked gets no answer any more, and what waits for it only where it comes back now.
---@param client vim.lsp.Client
---@param comes_back boolean
---@return boolean lost  whether anybody waited for an answer
function M.ended(client, comes_back)
  local key = M.key_of(client)
  local lost = false
  if not comes_back then
    lost = waiting[key] ~= nil
    waiting[key] = nil
  end
  for command, request in pairs(pending) do
    if request.client.id == client.id then
      pending[command] = nil
      lost = true
    end
  end
  return lost
end

--- Answers that wait until something has run undisturbed.
---@type fun()[]?
local held

--- Run something that waits for the server while no answer to another request opens a window.
---@param run fun()
function M.undisturbed(run)
  held = held or {}
  local fine, problem = pcall(run)
  local answers = held or {}
  held = nil
  for _, answer in ipairs(answers) do
    vim.schedule(answer)
  end
  if not fine then
    error(problem, 0)
  end
end

--- Run something once it may open windows: Neovim opens none while a command-line window is open.
---@param run fun()
local function when_undisturbing(run)
  if held then
    table.insert(held, run)
    return
  elseif vim.fn.getcmdwintype() == '' then
    return run()
  end
  vim.api.nvim_create_autocmd('CmdwinLeave', { once = true, callback = vim.schedule_wrap(run) })
end

--- Whether an answer is awaited.
---@return boolean
function M.is_asking()
  return next(pending) ~= nil
end

--- The callbacks that wait until no answer is awaited.
---@type fun()[]
local idle = {}

local function run_idle()
  while not M.is_asking() and #idle > 0 do
    table.remove(idle, 1)()
  end
end

--- Run something once no answer is awaited, so that it supersedes no request of the user.
---@param run fun()
function M.when_idle(run)
  table.insert(idle, run)
  run_idle()
end

--- Have the server execute a command. For an error, `failed` is called instead of `done`, and the user sees it unless
--- it returns true.
---@param client vim.lsp.Client
---@param command ctx_lsp.Command
---@param argument table
---@param done fun(answer: table)
---@param failed? fun(err: lsp.ResponseError): boolean?
function M.execute(client, command, argument, done, failed)
  if not vim.list_contains(M.offered(client), command.name) then
    local version = vim.tbl_get(client, 'server_info', 'version') or 'of unknown version'
    return notices.fail(('this server (%s) has no %s; install a newer one'):format(version, command.name))
  end
  local before = pending[command.name]
  if before and not before.client:is_stopped() then
    before.client:cancel_request(before.request)
  end
  last_used = client.id
  local params = { command = command.name, arguments = { next(argument) and argument or vim.empty_dict() } }
  local own = { client = client }
  local _, request = client:request('workspace/executeCommand', params, function(err, answer)
    if pending[command.name] ~= own then -- superseded, and yet answered before the server heard of that
      return
    end
    pending[command.name] = nil
    when_undisturbing(function()
      if err then
        if not (failed and failed(err)) then
          notices.refused(err)
        end
      elseif answer then
        done(answer)
      end
      run_idle()
    end)
  end)
  if not request then -- it has ended since it was chosen, as while the user typed a question
    return notices.warn('the server exited; try again once it is running')
  end
  own.request = request
  pending[command.name] = own
end

return M
