--- An extension of CodeCompanion: a slash command that adds the context pack for a question to the chat.

local client_of = require('ctx_lsp.client')
local subjects = require('ctx_lsp.subjects')

local asks = require('ctx_lsp.protocol').commands

--- Ask for the pack for a question and add it to a chat.
---@param chat table  of CodeCompanion
local function add_pack(chat)
  local buffer = vim.tbl_get(chat, 'buffer_context', 'bufnr') or 0 -- from which the chat was opened
  subjects.asked('Question: ', '', function(question)
    client_of.with(vim.api.nvim_buf_is_valid(buffer) and buffer or 0, function(client)
      client_of.execute(client, asks.query, { query = question }, function(pack)
        chat:add_context({ content = pack.text }, 'ctx-lsp', ('<ctx-lsp>%s</ctx-lsp>'):format(question))
      end)
    end)
  end)
end

return {
  ---@param options { name?: string }  the command without its slash
  setup = function(options)
    require('codecompanion.config').interactions.chat.slash_commands[options.name or 'context'] = {
      callback = add_pack,
      description = 'Add the context pack for a question',
    }
  end,
}
