--- What follows a command's name: `name=value` for what the server takes by that name, then free text.

local protocol = require('ctx_lsp.protocol')

local M = {}

local TRUTH = { ['true'] = true, ['false'] = false }

--- Everything that a pack can be asked with, filters as `filter.NAME`.
---@return table<string, ctx_lsp.Kind>
function M.pack_options()
  local kinds = M.filters()
  for name, kind in pairs(protocol.options) do
    if kind ~= 'filter' then
      kinds[name] = kind
    end
  end
  return kinds
end

---@return table<string, ctx_lsp.Kind>
function M.filters()
  local kinds = {} ---@type table<string, ctx_lsp.Kind>
  for name, kind in pairs(protocol.filter) do
    kinds['filter.' .. name] = kind
  end
  return kinds
end

--- A value as the server wants it; what cannot be one is sent as it is, for the server says what it expected.
---@param kind ctx_lsp.Kind
---@param text string
---@return any
local function value(kind, text)
  if kind == 'integer' or kind == 'number' then
    return tonumber(text) or text
  elseif kind == 'auto' or kind == 'boolean' then
    local truth = TRUTH[text]
    return truth == nil and text or truth
  elseif kind == 'strings' then
    return vim.split(text, ',', { trimempty = true })
  end
  return text
end

--- Take the leading `name=value` words off a command's arguments.
---@param text string
---@param kinds table<string, ctx_lsp.Kind>  the names that mean something; other words belong to the rest
---@return table given  nested where a name has a dot
---@return string rest
function M.parse(text, kinds)
  local given = {} ---@type table<string, any>
  local rest = vim.trim(text)
  while true do
    local name, word, after = rest:match('^([%w.]+)=(%S*)%s*(.*)$')
    if not name or not kinds[name] then
      return given, rest
    end
    local group, inner = name:match('^(%w+)%.(%w+)$')
    if group then
      given[group] = given[group] or {}
      given[group][inner] = value(kinds[name], word)
    else
      given[name] = value(kinds[name], word)
    end
    rest = after
  end
end

--- What a word can be completed to: names, or the values of one where they are few.
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
    local values = type(kind) == 'table' and kind or kind == 'auto' and { 'auto', 'true', 'false' } or {}
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
