--- Code lenses: shown by Neovim, for the lines in sight; what a click on one opens.
---
--- Neovim 0.12 asks for lenses by itself where a client is allowed to have them. In 0.11 this module asks.

local asks = require('ctx_lsp.protocol').commands

local M = {}

local METHOD, RESOLVE = 'textDocument/codeLens', 'codeLens/resolve'
local EVENTS = { 'LspAttach', 'BufEnter', 'BufWritePost', 'InsertLeave', 'CursorHold', 'WinScrolled' }

--- A lens asks the server for what it opens. Handlers by the server's name for the command.
---@type table<string, fun(command: lsp.Command, context: { client_id: integer })>
M.commands = {}

for _, command in ipairs({ asks.graph, asks.impact, asks.context_at }) do
  M.commands[command.name] = function(lens, context)
    local client = vim.lsp.get_client_by_id(context.client_id)
    if client then
      require('ctx_lsp.views.showing').open(client, command, assert(lens.arguments)[1])
    end
  end
end

--- The notes about a symbol or file go into the quickfix list.
M.commands[asks.recall.name] = function(lens, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if client then
    require('ctx_lsp.views.notes').list(client, assert(lens.arguments)[1])
  end
end

--- The false statements of a document are among its diagnostics.
M.commands['ctx-lsp.check'] = function()
  vim.diagnostic.setloclist()
end

---@param buffer integer
---@return integer first line, from 0
---@return integer last
local function in_sight(buffer)
  local first, last = math.huge, -1
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    first = math.min(first, vim.fn.line('w0', window) - 1)
    last = math.max(last, vim.fn.line('w$', window) - 1)
  end
  return first, last
end

--- Have the server fill in the figures of lenses, and go on once all have come: Neovim shows those without one as
--- unresolved.
---@param client vim.lsp.Client
---@param buffer integer
---@param lenses lsp.CodeLens[]
---@param done fun(resolved: lsp.CodeLens[])
local function resolve(client, buffer, lenses, done)
  local resolved, missing = {}, #lenses
  local function arrived(index, lens)
    resolved[index] = lens and lens.command and lens or false
    missing = missing - 1
    if missing == 0 then
      local found = {}
      for number = 1, #lenses do -- not in the order in which they have come
        if resolved[number] then
          table.insert(found, resolved[number])
        end
      end
      done(found)
    end
  end
  if missing == 0 then
    done({})
  end
  for index, lens in ipairs(lenses) do
    local sent = client:request(RESOLVE, lens, function(_, answer)
      arrived(index, answer)
    end, buffer)
    if not sent then
      arrived(index)
    end
  end
end

--- Buffers whose lenses are being fetched; true: once more after that.
---@type table<integer, boolean>
local fetching = {}

--- Ask for the lenses of a buffer. The figure of each costs the server a look-up, so only lines in sight get theirs.
---@param client vim.lsp.Client
---@param buffer integer
function M.refresh(client, buffer)
  if not vim.api.nvim_buf_is_loaded(buffer) then
    return
  end
  if fetching[buffer] ~= nil then
    fetching[buffer] = true
    return
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
  local sent = client:request(METHOD, params, function(err, lenses, context)
    local first, last = in_sight(buffer)
    lenses = vim.tbl_filter(function(lens)
      return lens.range.start.line >= first and lens.range.start.line <= last
    end, lenses or {})
    resolve(client, buffer, lenses, function(resolved)
      local again = fetching[buffer]
      fetching[buffer] = nil
      if again and not client:is_stopped() then
        return M.refresh(client, buffer)
      end
      vim.lsp.codelens.on_codelens(err, resolved, context)
    end)
  end, buffer)
  if sent then
    fetching[buffer] = false
  end
end

--- A server has ended: what it was asked is not answered any more.
---@param buffers integer[]
function M.ended(buffers)
  for _, buffer in ipairs(buffers) do
    fetching[buffer] = nil
  end
end

--- The clients of this server that have lenses for a buffer.
---@param filter vim.lsp.get_clients.Filter
---@return vim.lsp.Client[]
local function clients(filter)
  return vim.lsp.get_clients(vim.tbl_extend('force', filter, { name = 'ctx_lsp', method = METHOD }))
end

--- Allow a client that starts, and those that run, to have lenses.
local function allow()
  vim.api.nvim_create_autocmd('LspAttach', {
    group = vim.api.nvim_create_augroup('ctx_lsp.lens', {}),
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == 'ctx_lsp' then
        vim.lsp.codelens.enable(true, { bufnr = event.buf })
      end
    end,
  })
  for _, client in ipairs(clients({})) do
    for buffer in pairs(client.attached_buffers) do
      vim.lsp.codelens.enable(true, { bufnr = buffer })
    end
  end
end

--- Keep lenses up to date from now on: after pauses, and when the index has caught up.
function M.show()
  if vim.lsp.codelens.enable then
    return allow()
  end
  local group = vim.api.nvim_create_augroup('ctx_lsp.lens', {})
  vim.api.nvim_create_autocmd(EVENTS, {
    group = group,
    callback = function(event)
      for _, client in ipairs(clients({ bufnr = event.buf })) do
        M.refresh(client, event.buf)
      end
    end,
  })
  vim.api.nvim_create_autocmd('LspProgress', {
    group = group,
    pattern = 'end',
    callback = function(event)
      for _, client in ipairs(clients({ id = event.data.client_id })) do
        for buffer in pairs(client.attached_buffers) do
          M.refresh(client, buffer)
        end
      end
    end,
  })
end

--- Leave it to the user again when lenses are fetched.
function M.hide()
  vim.api.nvim_create_augroup('ctx_lsp.lens', {})
end

return M
