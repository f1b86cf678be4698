--- Brings a server back that ended by itself, later each time, and restarts one on request.
---
--- Per folder at most one restart is under way and one is queued behind it. A server that was stopped on purpose, by
--- whomever, stays away.

local client_of = require('ctx_lsp.client')
local notices = require('ctx_lsp.notices')

---@class ctx_lsp.Restart
---@field buffers integer[]                 What was attached, and is attached again.
---@field state 'waiting'|'stopping'|'starting'
---@field queued boolean                    Once more when this one is through.
---@field timer? uv.uv_timer_t

--- A server that is not started again by itself.
---@class ctx_lsp.GivenUp
---@field buffers integer[]
---@field cause string  How it ended the last time.

local M = {}

local UNANSWERED = 'the server exited before it answered; ask again'

local FIRST_DELAY = 500 -- milliseconds; most servers that end once do not end again
local LONGEST_DELAY = 30000
local MOST_ATTEMPTS = 5 -- in a row; what fails so often needs somebody to look
local STEADY = 60000 -- milliseconds that a server must live for what was before not to count

local SIGTERM = 15 -- how Neovim stops a server, and a user one of which nothing more is wanted
local ON_SIGTERM = 128 + SIGTERM -- what the server exits with then

--- Milliseconds that a server has to end when it is to be restarted; one that hangs is not waited for any longer.
M.GRACE = 5000

---@type table<string, ctx_lsp.Restart>
local restarts = {}
---@type table<string, integer>
local attempts = {}
---@type table<integer, integer>
local started_at = {}
---@type table<string, ctx_lsp.GivenUp>
local given_up = {}
---@type table<integer, boolean>
local abandoned = {} -- clients that did not end in time; others have taken their places

---@param root string
---@param buffers integer[]
local function start(root, buffers)
  local config = client_of.config()
  config.root_dir = root ~= '' and root or nil
  local loaded = vim.tbl_filter(vim.api.nvim_buf_is_loaded, buffers)
  local id ---@type integer?
  for _, buffer in ipairs(loaded) do
    id = vim.lsp.start(config, { bufnr = buffer, reuse_client = config.reuse_client })
  end
  if #loaded == 0 then
    id = vim.lsp.start(config, { attach = false })
  end
  if not id then
    restarts[root] = nil
  end
end

---@param root string
local function start_now(root)
  local restart = restarts[root]
  if restart.timer then
    restart.timer:stop()
    restart.timer:close()
    restart.timer = nil
  end
  restart.state = 'starting'
  start(root, restart.buffers)
end

---@param attempt integer
---@return integer milliseconds
function M.delay(attempt)
  return math.min(LONGEST_DELAY, FIRST_DELAY * 2 ^ (attempt - 1))
end

---@param root string
---@param buffers integer[]
---@param cause string
---@param lost boolean  whether anybody waited for an answer
local function start_later(root, buffers, cause, lost)
  local attempt = (attempts[root] or 0) + 1
  attempts[root] = attempt
  if attempt > MOST_ATTEMPTS then
    restarts[root], attempts[root], given_up[root] = nil, nil, { buffers = buffers, cause = cause }
    return notices.fail(('the server ended %d times in a row; see :checkhealth ctx_lsp'):format(attempt))
  end
  local delay = M.delay(attempt)
  local follows = lost and 'restarting, ask again' or ('restarting it in %.1f s'):format(delay / 1000)
  notices.warn(('the server %s; %s'):format(cause, follows))
  local timer = assert(vim.uv.new_timer())
  restarts[root] = { buffers = buffers, state = 'waiting', queued = false, timer = timer }
  timer:start(delay, 0, function()
    vim.schedule(function()
      if restarts[root] and restarts[root].timer == timer then
        start_now(root)
      end
    end)
  end)
end

---@param client vim.lsp.Client
---@param code integer
---@param signal integer
---@param buffers integer[]
local function ended(client, code, signal, buffers)
  local root = client_of.key_of(client)
  local restart = restarts[root]
  local is_stopping = restart ~= nil and restart.state == 'stopping'
  local lost = client_of.ended(client, is_stopping)
  require('ctx_lsp.lens').ended(buffers)
  local lived = vim.uv.now() - (started_at[client.id] or vim.uv.now())
  started_at[client.id] = nil
  if lived >= STEADY then
    attempts[root] = nil
  end
  local was_told_to = (code == 0 and signal == 0) or signal == SIGTERM or code == ON_SIGTERM
  if lost and (is_stopping or was_told_to) then
    notices.warn(UNANSWERED)
  end
  if is_stopping then
    return start_now(root)
  end
  if was_told_to then
    restarts[root] = nil
    return
  end
  local cause = signal ~= 0 and ('was ended by signal %d'):format(signal) or ('ended with exit code %d'):format(code)
  start_later(root, restart and restart.buffers or buffers, cause, lost)
end

--- A server has answered `initialize`: whatever restart there was is through.
---@param client vim.lsp.Client
function M.initialized(client)
  started_at[client.id] = vim.uv.now()
  local root = client_of.key_of(client)
  local restart = restarts[root]
  restarts[root], given_up[root] = nil, nil
  if restart and restart.queued then
    M.restart(client)
  end
end

local hushed = 0 -- servers whose ends Neovim has still to say
local notify ---@type fun(message: string, ...): any
local NEOVIMS_OWN = ('Client %s quit with'):format(client_of.NAME)

---@param message string
local function heard(message, ...)
  if type(message) ~= 'string' or not vim.startswith(message, NEOVIMS_OWN) then
    return notify(message, ...)
  end
end

--- Suppress Neovim's own message about the end of a server. It is longer than a line, so Neovim would wait for a key.
--- The message of this module fits a line.
local function hush()
  if hushed == 0 then
    notify, vim.notify = vim.notify, heard
  end
  hushed = hushed + 1
  vim.schedule(function() -- after Neovim has said it
    hushed = hushed - 1
    if hushed == 0 and vim.notify == heard then
      vim.notify = notify
    end
  end)
end

--- A server has ended. Called off the main loop, while the client still knows its buffers.
---@param code integer
---@param signal integer
---@param id integer
function M.exited(code, signal, id)
  local client = vim.lsp.get_client_by_id(id)
  if client then
    local buffers = vim.tbl_keys(client.attached_buffers)
    vim.schedule(function()
      hush()
      if abandoned[id] then
        abandoned[id] = nil
      elseif vim.v.exiting == vim.NIL then
        ended(client, code, signal, buffers)
      end
    end)
  end
end

--- A server that was told to end has not: let another one take its place.
---@param client vim.lsp.Client
---@param restart ctx_lsp.Restart
local function abandon(client, restart)
  local root = client_of.key_of(client)
  if restarts[root] == restart and restart.state == 'stopping' then
    abandoned[client.id] = true
    for buffer in pairs(vim.deepcopy(client.attached_buffers)) do -- without those that were wiped meanwhile
      vim.lsp.buf_detach_client(buffer, client.id)
    end
    client.rpc.terminate()
    if client_of.ended(client, true) then
      notices.warn(UNANSWERED)
    end
    require('ctx_lsp.lens').ended(restart.buffers)
    start_now(root)
  end
end

--- Have a server that is about to end started again, and end one that is not.
---@param client vim.lsp.Client
function M.bring_back(client)
  local root = client_of.key_of(client)
  if not restarts[root] then
    local restart = { buffers = vim.tbl_keys(client.attached_buffers), state = 'stopping', queued = false }
    restarts[root] = restart
    client:stop()
    vim.defer_fn(function()
      abandon(client, restart)
    end, M.GRACE)
  end
end

--- Stop a server and start it again; while that is under way, once more after it.
---@param client vim.lsp.Client
function M.restart(client)
  local restart = restarts[client_of.key_of(client)]
  if restart then
    restart.queued = true
  else
    M.bring_back(client)
  end
end

--- Start at once what waits for its turn, or was given up. Returns whether anything was.
---@return boolean
function M.hurry()
  local hurried = false
  for root, one in pairs(given_up) do
    local buffers = one.buffers
    given_up[root] = nil
    restarts[root] = { buffers = buffers, state = 'starting', queued = false }
    start(root, buffers)
    hurried = true
  end
  for root, restart in pairs(restarts) do
    if restart.state == 'waiting' then
      start_now(root)
      hurried = true
    end
  end
  return hurried
end

--- The way in which each server ended that is not started again by itself.
---@return table<string, string> by folder
function M.failures()
  return vim.tbl_map(function(one)
    return one.cause
  end, given_up)
end

--- The restart that is under way, in words.
---@return string?
function M.state()
  local _, restart = next(restarts)
  return restart and (restart.state == 'stopping' and 'stopping' or 'restarting')
end

return M
