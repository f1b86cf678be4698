--- Recent packs, named by their questions, and one of them again.

local client_of = require('ctx_lsp.client')
local notices = require('ctx_lsp.notices')
local pickers = require('ctx_lsp.pickers')
local showing = require('ctx_lsp.views.showing')
local texts = require('ctx_lsp.texts')

local asks = require('ctx_lsp.protocol').commands

local M = {}

--- A pack as a line of a list.
---@param pack ctx_lsp.answer.RecentPack
---@return string
function M.line(pack)
  local name = pack.kind == 'symbol' and texts.qualname(pack.title) or pack.title
  local by = pack.askedBy ~= '' and (' (by %s)'):format(pack.askedBy) or ''
  return ('%s  %s%s'):format(pack.askedAt:sub(1, 10), name, by)
end

--- Make a pack again and show it.
---@param client vim.lsp.Client
---@param id string
---@param mods? vim.api.keyset.cmd_mods
function M.replay(client, id, mods)
  showing.pack(client, asks.replay, { packId = id }, mods)
end

--- Let the user pick a recent pack.
---@param client vim.lsp.Client
---@param mods? vim.api.keyset.cmd_mods
function M.pick(client, mods)
  client_of.execute(client, asks.history, vim.empty_dict(), function(answer)
    if #answer.packs == 0 then
      local why = 'packs are not kept (pack.history is off)'
      return notices.say(answer.kept and 'no packs yet; :CtxAsk asks for one' or why)
    end
    local choices = {} ---@type ctx_lsp.Choice[]
    for _, pack in ipairs(answer.packs) do
      table.insert(choices, { text = M.line(pack), value = pack.packId })
    end
    pickers.pick(choices, 'Recent packs', function(id)
      M.replay(client, id, mods)
    end)
  end)
end

return M
