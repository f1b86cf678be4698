--- Arguments of user commands: `name=value` for the server's options, then free text.

local protocol = require('ctx_lsp.protocol')
local texts = require('ctx_lsp.texts')

local M = {}

local SCOPES = { 'workspace', 'everywhere' }
local TRUTH = { ['true'] = true, ['false'] = false }

local FOR_PACKS = { CtxAsk = true, CtxHere = true, CtxFiles = true, CtxDiff = true }

--- The fields of the server's commands that commands for lists take.
---@type table<string, { [1]: ctx_lsp.Command, [2]: string[] }>
local FOR_LISTS = {
  CtxSearch = { protocol.commands.search, { 'limit', 'rerank', 'scope' } },
  CtxImpact = { protocol.commands.impact, { 'depth' } },
  CtxGraph = { protocol.commands.graph, { 'depth', 'direction', 'kinds' } },
  CtxTests = { protocol.commands.test_scope, { 'base' } },
  CtxPropose = { protocol.commands.propose, { 'limit', 'commits' } },
  CtxRecall = { protocol.commands.recall, { 'types', 'limit' } },
}

--- The named arguments of a user command; filters as `filter.NAME`.
---@param name string  of the user command
---@return table<string, ctx_lsp.Kind>
function M.of(name)
  local kinds = {} ---@type table<string, ctx_lsp.Kind>
  if FOR_PACKS[name] or name == 'CtxSearch' then
    for filter, kind in pairs(protocol.filter) do
      kinds['filter.' .. filter] = kind
    end
  end
  for option, kind in pairs(FOR_PACKS[name] and protocol.options or {}) do
    kinds[option] = kind ~= 'filter' and kind or nil
  end
  local command, fields = unpack(FOR_LISTS[name] or {})
  for _, field in ipairs(fields or {}) do
    kinds[field] = command.takes[field]
  end
  return kinds
end

--- A value as the server wants it; what cannot be one is sent as it is, for the server says what it accepts.
---@param kind ctx_lsp.Kind
---@param text string
---@return any
local function value(kind, text)
  if kind == 'integer' or kind == 'number' then
    return tonumber(text) or text
  elseif kind == 'auto' or kind == 'boolean' then
    local truth = TRUTH[text]
    return truth == nil and text or truth
  elseif kind == 'strings' or (kind == 'scope' and not vim.list_contains(SCOPES, text)) then
    return vim.split(text, ',', { trimempty = true })
  end
  return text
end

--- Take a word as `name=value`, if it is one.
---@param word string
---@param kinds table<string, ctx_lsp.Kind>  the names that mean something
---@param given table  where it goes, nested where a name has a dot
---@return boolean taken
local function take(word, kinds, given)
  local name, text = word:match('^([%w.]+)=(.*)$')
  if not name or not kinds[name] then
    return false
  end
  local group, inner = name:match('^(%w+)%.(%w+)$')
  if group then
    given[group] = given[group] or {}
    given[group][inner] = value(kinds[name], text)
  else
    given[name] = value(kinds[name], text)
  end
  return true
end

--- Take the leading `name=value` words off a text; the rest is as it was written.
---@param text string
---@param kinds table<string, ctx_lsp.Kind>
---@return table given
---@return string rest
function M.parse(text, kinds)
  local given = {} ---@type table<string, any>
  local rest = vim.trim(text)
  local word, after = rest:match('^(%S+)%s*(.*)$')
  while word and take(word, kinds, given) do
    rest = after
    word, after = rest:match('^(%S+)%s*(.*)$')
  end
  return given, rest
end

--- The same for words, such as names of files, in which a blank was escaped.
---@param words string[]
---@param kinds table<string, ctx_lsp.Kind>
---@return table given
---@return string[] rest
function M.parse_words(words, kinds)
  local given = {} ---@type table<string, any>
  local first = 1
  while words[first] and take(words[first], kinds, given) do
    first = first + 1
  end
  return given, vim.list_slice(words, first)
end

--- The problem with the leading `name=value` words of a command: one that is close to the name of an option.
--- Other equations belong to the question.
---@param text string
---@param kinds table<string, ctx_lsp.Kind>
---@return string?
function M.problem(text, kinds)
  local known = vim.tbl_keys(kinds)
  table.sort(known)
  for word in text:gmatch('%S+') do
    local name = word:match('^([%w.]+)=')
    if not name then
      return nil
    elseif not kinds[name] then
      local nearest = texts.nearest(name, known)
      return nearest and ('no option %s; nearest: %s'):format(name, nearest) or nil
    end
  end
end

--- The completions of a word: names, or the values of one where they are few.
---@param lead string
---@param kinds table<string, ctx_lsp.Kind>
---@return string[]
function M.complete(lead, kinds)
  local candidates = {} ---@type string[]
  local name = lead:match('^([%w.]+)=')
  if not name then
    for known in pairs(kinds) do
      table.insert(candidates, known .. '=')
    end
  else
    local kind = kinds[name]
    local values = type(kind) == 'table' and kind
      or kind == 'auto' and { 'auto', 'true', 'false' }
      or kind == 'scope' and SCOPES
      or {}
    for _, one in ipairs(values) do
      table.insert(candidates, ('%s=%s'):format(name, one))
    end
  end
  table.sort(candidates)
  return vim.tbl_filter(function(candidate)
    return vim.startswith(candidate, lead)
  end, candidates)
end

return M
