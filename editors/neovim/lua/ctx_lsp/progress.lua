--- The server's current work, for the status line.

local M = {}

--- The latest message of each piece of work that is under way, by the client's id and the token.
---@type table<integer, table<string|integer, string>>
local running = {}

---@type { used: integer, baseline: integer, ready: boolean }?
local last_pack

---@param number integer
---@return string with commas between thousands
local function grouped(number)
  local text = tostring(number)
  local found
  repeat
    text, found = text:gsub('^(%d+)(%d%d%d)', '%1,%2')
  until found == 0
  return text
end

---@param client_id integer
---@param params { token: string|integer, value: table }
local function take(client_id, params)
  local value = params.value
  running[client_id] = running[client_id] or {}
  if value.kind == 'end' then
    running[client_id][params.token] = nil
  else
    running[client_id][params.token] = value.message or value.title
  end
  vim.cmd.redrawstatus({ bang = true }) -- of all windows
end

--- Follow the server's progress from now on.
function M.listen()
  local group = vim.api.nvim_create_augroup('ctx_lsp.progress', {})
  vim.api.nvim_create_autocmd('LspProgress', {
    group = group,
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == 'ctx_lsp' then
        take(client.id, event.data.params)
      end
    end,
  })
end

--- Whether a server is at work in the background.
---@param client_id integer
---@return boolean
function M.is_busy(client_id)
  return next(running[client_id] or {}) ~= nil
end

--- Remember what a pack cost, and whether it is ready.
---@param pack { tokens: { used: integer, baseline: integer }, ready: boolean }
function M.packed(pack)
  last_pack = { used = pack.tokens.used, baseline = pack.tokens.baseline, ready = pack.ready }
  vim.cmd.redrawstatus({ bang = true })
end

---@return string
function M.line()
  local restart = require('ctx_lsp.supervisor').state()
  if restart then
    return 'ctx-lsp: ' .. restart
  end
  local clients = vim.lsp.get_clients({ name = 'ctx_lsp' })
  for _, client in ipairs(clients) do
    local _, message = next(running[client.id] or {})
    if message then
      return 'ctx-lsp: ' .. message
    end
  end
  if #clients == 0 then
    return ''
  end
  if require('ctx_lsp.client').is_asking() then
    return 'ctx-lsp: asking'
  end
  if last_pack then
    local saved = math.max(0, last_pack.baseline - last_pack.used)
    local told = ('ctx-lsp: %s tokens, %s saved'):format(grouped(last_pack.used), grouped(saved))
    return last_pack.ready and told or told .. ', not ready'
  end
  return 'ctx-lsp'
end

return M
