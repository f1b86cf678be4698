--- Verdicts of the user on the pieces of a pack: useful, not, or missing. Later packs heed them.

local client_of = require('ctx_lsp.client')
local notices = require('ctx_lsp.notices')
local view = require('ctx_lsp.views.view')

local asks = require('ctx_lsp.protocol').commands

local VERDICTS = asks.feedback.takes.verdict --[[@as string[] ]]

local M = {}

--- Rate the item under the cursor or a named symbol; with (!), take back its rating, or all ratings without a symbol.
---@param call ctx_lsp.Call
---@param client vim.lsp.Client
function M.give(call, client)
  local named = call.fargs[call.bang and 1 or 2]
  if not call.bang and not vim.list_contains(VERDICTS, call.fargs[1]) then
    return notices.warn('give a rating: ' .. table.concat(VERDICTS, ', '))
  end
  local place = view.here()
  local symbol = named or (place and place.symbol)
  local argument = { symbol = symbol, clear = true }
  if not call.bang then
    local shown = view.of(vim.api.nvim_get_current_buf())
    if not (shown and shown.pack and symbol) then
      return notices.warn('put the cursor on an item of a pack, or name a symbol that is missing there')
    end
    argument = { packId = shown.pack.packId, symbol = symbol, verdict = call.fargs[1] }
  end
  client_of.execute(client, asks.feedback, argument, function(answer)
    notices.say(call.bang and ('forgotten: %d'):format(answer.cleared) or 'noted for ' .. answer.symbol)
  end)
end

return M
