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

--- Who waits for a server that is starting, by the client's id.
---@type table<integer, fun(client: vim.lsp.Client)[]>
local waiting = {}

---@type integer?
local last_used

--- The configuration in force, as `vim.lsp.enable` would start it.
---@return vim.lsp.Config
function M.config()
  return vim.deepcopy(assert(vim.lsp.config[M.NAME], 'no lsp/ctx_lsp.lua on the runtime path'))
end

---@param root string?
---@return vim.lsp.Client?
local function by_root(root)
  for _, client in ipairs(vim.lsp.get_clients({ name = M.NAME })) do
    if client.root_dir == root then
      return client
    end
  end
end

--- The running server that a command from this buffer is for: the one that the buffer is attached to, that of the view
--- that it is, the one that was asked last, or any.
---@param bufnr integer
---@return vim.lsp.Client?
function M.find(bufnr)
  local attached = vim.lsp.get_clients({ bufnr = bufnr, name = M.NAME })[1]
  local shown = vim.b[bufnr].ctx_lsp_root
  return attached
    or (shown and by_root(shown))
    or (last_used and vim.lsp.get_client_by_id(last_used))
    or vim.lsp.get_clients({ name = M.NAME })[1]
end

--- Whether a buffer's text is known to the server, so that places in it mean something.
---@param bufnr integer
---@param client vim.lsp.Client
---@return boolean
function M.knows(bufnr, client)
  return vim.lsp.buf_is_attached(bufnr, client.id)
end

--- What the server calls the commands that it has.
---@param client vim.lsp.Client
---@return string[]
function M.offered(client)
  return vim.tbl_get(client, 'server_capabilities', 'executeCommandProvider', 'commands') or {}
end

--- A server for the folder that Neovim is in, for commands that are given before any file is open.
---@return integer? id
local function start_here()
  local config = M.config()
  if type(config.cmd) == 'table' and vim.fn.executable(config.cmd[1]) == 0 then
    notices.no_program(config.cmd[1])
    return nil
  end
  local folder = vim.fn.getcwd()
  if type(config.root_dir) ~= 'string' then
    local marked = vim.iter(config.root_markers or {}):map(function(markers)
      return vim.fs.root(folder, markers)
    end)
    config.root_dir = marked:next() or folder
  end
  return vim.lsp.start(config, { attach = false })
end

--- Run something with a server that takes requests, which is started if need be.
---@param bufnr integer
---@param run fun(client: vim.lsp.Client)
function M.with(bufnr, run)
  require('ctx_lsp').configure()
  local client = M.find(bufnr)
  if client and client.initialized then
    return run(client)
  end
  require('ctx_lsp.supervisor').hurry()
  local starting = vim.lsp.get_clients({ name = M.NAME, _uninitialized = true })[1] -- the only way to see it
  local id = starting and starting.id or start_here()
  if id then
    waiting[id] = waiting[id] or {}
    table.insert(waiting[id], run)
  end
end

--- A server has answered `initialize`.
---@param client vim.lsp.Client
function M.initialized(client)
  local runs = waiting[client.id] or {}
  waiting[client.id] = nil
  for _, run in ipairs(runs) do
    run(client)
  end
end

--- A server has ended: whatever waits for it gets no answer any more.
---@param id integer
function M.ended(id)
  local lost = waiting[id] ~= nil
  waiting[id] = nil
  for command, request in pairs(pending) do
    if request.client.id == id then
      pending[command] = nil
      lost = true
    end
  end
  if lost then
    notices.warn('the server ended before it answered; ask again once it is back')
  end
end

--- Whether an answer is awaited.
---@return boolean
function M.is_asking()
  return next(pending) ~= nil
end

--- Have the server execute a command. Of an error the user is told, and `failed` is called instead of `done`.
---@param client vim.lsp.Client
---@param command ctx_lsp.Command
---@param argument table
---@param done fun(answer: table)
---@param failed? fun(err: lsp.ResponseError)
function M.execute(client, command, argument, done, failed)
  if not vim.list_contains(M.offered(client), command.name) then
    local version = vim.tbl_get(client, 'server_info', 'version') or 'of unknown version'
    return notices.fail(('this server (%s) has no %s: pip install --upgrade ctx-lsp'):format(version, command.name))
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
    if err then
      notices.refused(err)
      if failed then
        failed(err)
      end
    elseif answer then
      done(answer)
    end
  end)
  if request then
    own.request = request
    pending[command.name] = own
  end
end

return M
