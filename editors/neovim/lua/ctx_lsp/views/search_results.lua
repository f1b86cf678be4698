--- The results of a search as a list of places, each with the commits that changed it where these were asked for.

local client_of = require('ctx_lsp.client')
local notices = require('ctx_lsp.notices')
local places = require('ctx_lsp.places')
local texts = require('ctx_lsp.texts')

local asks = require('ctx_lsp.protocol').commands

local SHORT_NAME = 10 -- digits of the name of a commit, as Git abbreviates it

local M = {}

--- The place of one result, with a line of text.
---@param item table
---@param commits table[]
---@return ctx_lsp.Place
local function place_of(item, commits)
  local what = item.symbol and texts.qualname(item.symbol) or vim.fs.basename(vim.uri_to_fname(item.uri))
  local text = what
  for _, commit in ipairs(commits) do -- before the signature, because long lines are cut off
    text = ('%s · %s %s'):format(text, commit.commit:sub(1, SHORT_NAME), commit.subject)
  end
  text = vim.trim(('%s  %s'):format(text, item.signature))
  return { uri = item.uri, range = item.range, symbol = item.symbol, text = text }
end

--- Search, and show what is found in the quickfix list or in a picker.
---@param client vim.lsp.Client
---@param argument table  with the question as `query`
---@param in_picker boolean
function M.show(client, argument, in_picker)
  client_of.execute(client, asks.search, argument, function(answer)
    local found = vim.tbl_map(function(item)
      return place_of(item, answer.commits[item.symbol or item.uri] or {})
    end, answer.items)
    if #found == 0 then
      local since = argument.filter and argument.filter.since
      local none = since and ('no changes since %s match this question'):format(since) or 'nothing found'
      return notices.nothing(none, answer.warnings)
    end
    local show = in_picker and places.pick or places.quickfix
    local read_as = answer.query.readAs ~= '' and (' (read as: %s)'):format(answer.query.readAs) or ''
    show(found, 'ctx-lsp: ' .. argument.query .. read_as, client.offset_encoding, answer.warnings)
  end)
end

return M
