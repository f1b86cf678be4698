--- Files of published repositories, which are not on this machine: read-only buffers, at the revision of the search.

local client_of = require('ctx_lsp.client')

local asks = require('ctx_lsp.protocol').commands

local LONGEST = 20000 -- milliseconds; the server answers sooner (`sharing.searchSeconds`), and Ctrl-C ends the wait

local M = {}

--- The values in the query of a URI.
---@param uri string
---@return table<string, string>
local function values_of(uri)
  local values = {}
  for name, value in (uri:match('%?(.*)$') or ''):gmatch('([^&=]+)=([^&]*)') do
    values[name] = vim.uri_decode((value:gsub('+', ' ')))
  end
  return values
end

--- Show lines in a buffer that is not written, unless it is gone.
---@param buffer integer
---@param lines string[]
---@param filetype string
local function show(buffer, lines, filetype)
  if not vim.api.nvim_buf_is_valid(buffer) then
    return
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable, vim.bo[buffer].modified, vim.bo[buffer].readonly = false, false, true
  vim.bo[buffer].filetype = filetype
end

--- Fill a buffer with the text that its URI names, or with the reason why there is none. This waits for the text,
--- because Neovim goes to a line of the buffer as soon as it is read.
---@param buffer integer
---@param uri string
function M.read(buffer, uri)
  vim.bo[buffer].buftype, vim.bo[buffer].swapfile = 'nofile', false
  local asked, sent, done = values_of(uri), false, false
  client_of.with(buffer, function(client)
    sent = true
    client_of.execute(client, asks.published_text, asked, function(answer)
      local lines = vim.split(answer.text ~= vim.NIL and answer.text or answer.problem, '\r?\n')
      show(buffer, lines, vim.filetype.match({ filename = asked.path }) or '')
      done = true
    end, function(err)
      show(buffer, vim.split(err.message, '\n', { plain = true }), '')
      done = true
      return true
    end)
  end)
  vim.wait(LONGEST, function() -- no answer comes without a server, or if it ends
    return done or not client_of.find(buffer) or (sent and not client_of.is_asking())
  end, 10)
end

return M
