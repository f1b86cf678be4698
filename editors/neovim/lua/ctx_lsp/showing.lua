--- Asks the server for something and opens a view of the answer. What is asked for is in `ctx_lsp.commands`.

local client_of = require('ctx_lsp.client')
local notices = require('ctx_lsp.notices')
local pack_view = require('ctx_lsp.pack')
local progress = require('ctx_lsp.progress')
local render = require('ctx_lsp.render')
local view = require('ctx_lsp.view')

local asks = require('ctx_lsp.protocol').commands

local M = {}

local MOST_SYMBOLS = 30 -- to pick from
--- Reasons of errors after which the user picks a symbol.
local REASONS = { unknownSymbol = true, ambiguousSymbol = true }

--- Ask for a pack and show it.
---@param client vim.lsp.Client
---@param command ctx_lsp.Command
---@param argument table
---@param mods? vim.api.keyset.cmd_mods
function M.pack(client, command, argument, mods)
  client_of.execute(client, command, argument, function(pack)
    progress.packed(pack)
    for _, warning in ipairs(pack.warnings) do
      notices.warn(warning)
    end
    local function again(wish, symbol)
      local wanted = vim.deepcopy(argument)
      if wish then
        wanted.options = wanted.options or {}
        wanted.options[wish] = vim.list_extend(wanted.options[wish] or {}, { symbol })
      end
      client_of.with(vim.api.nvim_get_current_buf(), function(one)
        M.pack(one, command, wanted)
      end)
    end
    view.open(pack_view.view(pack, client, again), mods)
  end)
end

--- Let the user pick the symbol that was meant by a name which the server does not know, or knows of several.
---@param client vim.lsp.Client
---@param name string
---@param run fun(symbol: string)
local function pick_symbol(client, name, run)
  client_of.execute(client, asks.search, { query = name, limit = MOST_SYMBOLS, rerank = false }, function(answer)
    local symbols = {} ---@type string[]
    for _, item in ipairs(answer.items) do
      table.insert(symbols, item.symbol)
    end
    if #symbols > 0 then
      vim.ui.select(symbols, { prompt = 'Which ' .. name .. '?', kind = 'ctx_lsp' }, function(symbol)
        if symbol then
          run(symbol)
        end
      end)
    end
  end)
end

--- Ask for a list and show it.
---@param client vim.lsp.Client
---@param command ctx_lsp.Command
---@param argument table
---@param title string
---@param mods? vim.api.keyset.cmd_mods
---@param made fun(answer: table): ctx_lsp.Report
function M.list(client, command, argument, title, mods, made)
  client_of.execute(client, command, argument, function(answer)
    local function again()
      client_of.with(vim.api.nvim_get_current_buf(), function(one)
        M.list(one, command, argument, title, nil, made)
      end)
    end
    view.open(render.view(made(answer), title, client, again), mods)
  end, function(err)
    if argument.symbol and REASONS[vim.tbl_get(err, 'data', 'reason')] then
      pick_symbol(client, argument.symbol, function(symbol)
        M.list(client, command, vim.tbl_extend('force', argument, { symbol = symbol }), title, mods, made)
      end)
    end
  end)
end

--- Open what a code lens counted.
---@param client vim.lsp.Client
---@param command ctx_lsp.Command
---@param argument table
function M.open(client, command, argument)
  if command == asks.graph then
    M.list(client, command, argument, 'graph', nil, render.graph)
  elseif command == asks.impact then
    M.list(client, command, argument, 'impact', nil, render.impact)
  else
    M.pack(client, command, argument)
  end
end

--- Fill the buffer of a pack that was given before, by its id.
---@param buffer integer
---@param uri string
function M.read(buffer, uri)
  client_of.with(buffer, function(client)
    local id = uri:match('([^/]+)%.md$') or uri
    client_of.execute(client, asks.pack_text, { packId = id }, function(answer)
      local function again()
        M.read(buffer, uri)
      end
      local shown = pack_view.view({ packId = id, text = answer.text, items = {} }, client, again)
      view.fill(buffer, shown)
    end, function(err)
      view.fail(buffer, err.message)
    end)
  end)
end

return M
