--- The team's usual patterns, category by category, with the files that show them best.

local render = require('ctx_lsp.views.render')
local showing = require('ctx_lsp.views.showing')

local asks = require('ctx_lsp.protocol').commands

local M = {}

---@param one ctx_lsp.answer.Alternative
---@param files string
---@return string
local function used(one, files)
  return ('%s (%s%s)'):format(one.name, files, one.trend and ', ' .. one.trend or '')
end

---@param one ctx_lsp.answer.Adoption
---@return string
local function verdict(one)
  local preferred ---@type string?
  local others = {} ---@type string[]
  for _, each in ipairs(one.alternatives) do
    if each.name == one.preferred then
      preferred = used(each, ('%d of %s'):format(each.files, render.counted(one.files, 'file')))
    else
      table.insert(others, used(each, tostring(each.files)))
    end
  end
  local rest = table.concat(others, ', ')
  if preferred then
    return ('prefer %s%s'):format(preferred, rest ~= '' and '; also ' .. rest or '')
  end
  return ('%s: %s'):format(#one.conflict > 0 and 'in conflict' or 'no rule', rest)
end

---@param answer ctx_lsp.answer.Patterns
---@param root? string  the folder that shown paths are relative to
---@return ctx_lsp.Report
function M.render(answer, root)
  local made = render.report():add("# The team's patterns")
  if #answer.adoption == 0 then
    made:add('\nNo known libraries or idioms were found.')
  end
  local language ---@type string?
  for _, one in ipairs(answer.adoption) do
    if one.language ~= language then
      language = one.language
      made:add(('\n## %s\n'):format(language))
    end
    made:add(('- %s: %s'):format(one.category, verdict(one)))
    for _, uri in ipairs(one.golden) do
      local file = vim.uri_to_fname(uri)
      made:add(('  - as in `%s`'):format(root and vim.fs.relpath(root, file) or file), { uri = uri })
    end
  end
  return made:warn(answer.warnings)
end

---@param client vim.lsp.Client
---@param mods? vim.api.keyset.cmd_mods
function M.show(client, mods)
  showing.list(client, asks.patterns, { kinds = {}, trends = true }, 'patterns', mods, function(answer)
    return M.render(answer, client.root_dir)
  end)
end

return M
