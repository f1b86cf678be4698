--- The view of agents: who is attached, the packs that they fetched, and what their next packs pin or leave out.

local client_of = require('ctx_lsp.client')
local render = require('ctx_lsp.views.render')
local showing = require('ctx_lsp.views.showing')
local texts = require('ctx_lsp.texts')
local view = require('ctx_lsp.views.view')

local asks = require('ctx_lsp.protocol').commands

local M = {}

local counted = render.counted

---@param name string  empty before an agent's first call
---@return string
local function name_of(name)
  return name ~= '' and name or 'an agent'
end

---@param answer ctx_lsp.answer.Agents
---@param piece ctx_lsp.answer.AgentPiece
---@return string
local function piece_line(answer, piece)
  local name = piece.symbol and texts.qualname(piece.symbol) or vim.fs.basename(vim.uri_to_fname(piece.uri))
  local wish = vim.list_contains(answer.pin, piece.symbol) and ' · pinned'
    or vim.list_contains(answer.exclude, piece.symbol) and ' · excluded'
    or ''
  return ('- `%s` %s%s'):format(name, counted(piece.tokens, 'token'), wish)
end

---@param answer ctx_lsp.answer.Agents
---@param open fun(pack: ctx_lsp.answer.AgentPack)  shows a pack
---@return ctx_lsp.Report
local function report(answer, open)
  local made = render.report():add('# Fetched by agents\n')
  local head = counted(#answer.attached, 'agent') .. ' attached'
  made:add(answer.serving and head or 'Not serving agents: ' .. answer.reason)
  for _, agent in ipairs(answer.attached) do
    made:add(('- %s, %s'):format(name_of(agent.name), counted(agent.packs, 'pack')))
  end
  for _, pack in ipairs(answer.packs) do
    local function show()
      open(pack)
    end
    made:add('\n## ' .. texts.fit(pack.question), { uri = ('ctx-lsp-pack:/%s.md'):format(pack.packId), open = show })
    made:add(('\n%s, %s, %s\n'):format(name_of(pack.agent), counted(pack.tokens, 'token'), pack.at))
    for _, piece in ipairs(pack.pieces) do
      made:add(piece_line(answer, piece), piece)
    end
  end
  return made
end

--- The lists of pinned and excluded symbols with a wish added, or taken back where it was there.
---@param answer ctx_lsp.answer.Agents
---@param wish 'pin'|'exclude'
---@param symbol string
---@return { pin: string[], exclude: string[] }
local function wished(answer, wish, symbol)
  local function others(all)
    return vim.tbl_filter(function(one)
      return one ~= symbol
    end, all)
  end
  local lists = { pin = others(answer.pin), exclude = others(answer.exclude) }
  if not vim.list_contains(answer[wish], symbol) then
    table.insert(lists[wish], symbol)
  end
  return lists
end

--- Ask about the agents and give the view of the answer to `show`.
---@param client vim.lsp.Client
---@param argument table
---@param show fun(shown: ctx_lsp.View)
local function ask(client, argument, show)
  client_of.execute(client, asks.agents, argument, function(answer)
    local function again(wish, symbol)
      local buffer = vim.api.nvim_get_current_buf()
      client_of.with(buffer, function(one)
        ask(one, wish and wished(answer, wish, symbol) or {}, function(renewed)
          view.renew(buffer, renewed)
        end)
      end)
    end
    local made = report(answer, function(pack)
      client_of.with(vim.api.nvim_get_current_buf(), function(one)
        showing.kept(one, pack.packId, pack.question)
      end)
    end)
    local shown = render.view(made, 'agents', client, again)
    shown.takes_wishes = true
    show(shown)
  end)
end

--- Show the agents, and stop or resume serving them first where `argument` says so.
---@param client vim.lsp.Client
---@param argument table
---@param mods? vim.api.keyset.cmd_mods
function M.show(client, argument, mods)
  ask(client, argument, function(shown)
    view.open(shown, mods)
  end)
end

return M
