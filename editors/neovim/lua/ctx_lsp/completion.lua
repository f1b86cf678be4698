--- Completion of the arguments of the user commands: options, words, files, and symbols of the workspace.

local arguments = require('ctx_lsp.arguments')
local client_of = require('ctx_lsp.client')
local asks = require('ctx_lsp.protocol').commands

local M = {}

local PATIENCE = 500 -- milliseconds that completing a symbol may keep the user waiting
local MOST_SYMBOLS = 30

local SYMBOLS = { CtxExplain = true, CtxGraph = true, CtxImpact = true, CtxKeep = true }
local FILES = { CtxFiles = true, CtxReindex = true, CtxTests = true }

--- The words that a command takes.
---@type table<string, string[]>
local WORDS = {
  CtxAgents = { 'resume', 'stop' },
  CtxFeedback = asks.feedback.takes.verdict --[[@as string[] ]],
  CtxRemember = asks.remember.takes.type --[[@as string[] ]],
}

--- A symbol as commands take it.
---@param one lsp.SymbolInformation
---@param root? string
---@return string
local function symbol_of(one, root)
  local file, container = vim.uri_to_fname(one.location.uri), one.containerName or ''
  local path = root and vim.fs.relpath(root, file) or file
  if container == '' then -- a file
    return path
  elseif vim.endswith(container, path) then -- of what no other symbol contains
    return ('%s::%s'):format(container, one.name)
  end
  return ('%s::%s.%s'):format(path, container, one.name)
end

--- The symbols that a running server finds for a word.
---@param lead string
---@return string[]
local function symbols(lead)
  local client = client_of.find(vim.api.nvim_get_current_buf())
  if lead == '' or not (client and client_of.takes_requests(client)) then
    return {}
  end
  local written = lead:match('::(.+)$') or lead
  local answer = client:request_sync('workspace/symbol', { query = written }, PATIENCE)
  local found = {} ---@type string[]
  for _, one in ipairs(answer and answer.result or {}) do
    local symbol = symbol_of(one, client.root_dir)
    if written == lead or vim.startswith(symbol, lead) then
      table.insert(found, symbol)
    end
  end
  return vim.list_slice(found, 1, MOST_SYMBOLS)
end

--- The files whose names begin so, with blanks escaped as the arguments of a command need it.
---@param lead string
---@return string[]
local function files(lead)
  local found = vim.fn.getcompletion((lead:gsub('\\(.)', '%1')), 'file')
  return vim.tbl_map(function(file)
    return (file:gsub('[ \t\\]', '\\%0'))
  end, found)
end

--- The completions of a word of a user command.
---@param name string  of the command
---@param lead string
---@return string[]
function M.complete(name, lead)
  local found = arguments.complete(lead, arguments.of(name))
  vim.list_extend(found, vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, WORDS[name] or {}))
  if FILES[name] then
    vim.list_extend(found, files(lead))
  end
  return #found == 0 and SYMBOLS[name] and symbols(lead) or found
end

return M
