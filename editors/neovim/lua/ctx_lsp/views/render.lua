--- Answers that are lists, as lines of Markdown and the places that they lead to. Packs are in `ctx_lsp.views.pack`.

local texts = require('ctx_lsp.texts')

---@class ctx_lsp.Report
---@field lines string[]
---@field places table<integer, ctx_lsp.Place>  by line, from 1
---@field entries ctx_lsp.Place[]
local Report = {}
Report.__index = Report

---@return ctx_lsp.Report
local function report()
  return setmetatable({ lines = {}, places = {}, entries = {} }, Report)
end

---@param text string
---@param about? { uri?: string, range?: lsp.Range, symbol?: string, open?: fun() }  what the line leads to
---@return ctx_lsp.Report
function Report:add(text, about)
  for _, line in ipairs(vim.split(text, '\n', { plain = true })) do
    table.insert(self.lines, line)
  end
  if about and about.uri then
    local place = { uri = about.uri, range = about.range, symbol = about.symbol, text = (text:gsub('^%s*%- ', '')) }
    place.open = about.open
    self.places[#self.lines] = place
    table.insert(self.entries, place)
  end
  return self
end

---@param warnings? string[]
---@return ctx_lsp.Report
function Report:warn(warnings)
  for number, warning in ipairs(warnings or {}) do
    self:add((number == 1 and '\n> ' or '> ') .. warning)
  end
  return self
end

---@param count integer
---@param what string
---@return string
local function counted(count, what)
  return ('%d %s%s'):format(count, what, count == 1 and '' or 's')
end

--- Lines grouped under a heading for each value that `of` gives, in the order in which they come.
---@param made ctx_lsp.Report
---@param all table[]
---@param of fun(one: table): string
---@param line fun(one: table): string
local function grouped(made, all, of, line)
  local before ---@type string?
  for _, one in ipairs(all) do
    local heading = of(one)
    if heading ~= before then
      made:add(('\n## %s\n'):format(heading))
      before = heading
    end
    made:add('- ' .. line(one), one)
  end
end

--- The symbol that the code names where it gets to another one by way of a base or a type.
---@param one { through?: string }
---@return string
local function through(one)
  return one.through and (' through `%s`'):format(one.through) or ''
end

--- Lines under a heading, which is left out where there are none.
---@param made ctx_lsp.Report
---@param heading string
---@param lines { [1]: string, [2]: table? }[]  each with what it leads to
local function section(made, heading, lines)
  if #lines > 0 then
    made:add(('\n## %s\n'):format(heading))
  end
  for _, line in ipairs(lines) do
    made:add(unpack(line))
  end
end

---@param all table[]
---@param line fun(one: table): string
---@return { [1]: string, [2]: table }[]
local function rows(all, line)
  return vim.tbl_map(function(one)
    return { line(one), one }
  end, all)
end

local M = { report = report, counted = counted }

---@param answer ctx_lsp.answer.Impact
---@return ctx_lsp.Report
function M.impact(answer)
  local of = answer.symbol or answer.external or table.concat(vim.tbl_map(vim.uri_to_fname, answer.files), ', ')
  local made = report():add('# What depends on ' .. of):add('')
  made:add(counted(#answer.dependants, 'dependant')):warn(answer.warnings)
  grouped(made, answer.dependants, function(one)
    return ('%d step%s away'):format(one.distance, one.distance == 1 and '' or 's')
  end, function(one)
    return ('`%s` %s, %s %s%s'):format(one.symbol, one.relation, one.kind, one.via, through(one))
  end)
  local past = rows(answer.definitions or {}, function(one) -- an older server sends neither
    return ('- `%s` %d of the last %d times'):format(one.symbol, one.together, one.changes)
  end)
  vim.list_extend(
    past,
    rows(answer.partners or {}, function(one)
      return ('- `%s` with `%s` %d of %d times'):format(one.path, one.of, one.together, one.changes)
    end)
  )
  section(made, 'Often changed with it', past)
  return made
end

---@param answer ctx_lsp.answer.Neighbourhood
---@return ctx_lsp.Report
function M.graph(answer)
  local made = report():add('# Around ' .. answer.root):add('')
  made:add(('%s, %s'):format(counted(#answer.nodes, 'symbol'), counted(#answer.edges, 'edge'))):warn(answer.warnings)
  section(made, 'Symbols', rows(answer.nodes, function(node)
    return ('- `%s` %s'):format(node.symbol, node.kind)
  end))
  grouped(made, answer.edges, function(edge)
    return edge.kind
  end, function(edge)
    return ('`%s` → `%s`%s'):format(texts.qualname(edge.source), texts.qualname(edge.target), through(edge))
  end)
  return made
end

---@param answer ctx_lsp.answer.AffectedTests
---@return ctx_lsp.Report
function M.tests(answer)
  local made = report():add('# Tests that reach the change'):add('')
  local named = vim.tbl_filter(function(one) -- the others are test files, by their code outside symbols
    return one.symbol:find('::', 1, true) ~= nil
  end, answer.tests)
  local tested = (#named > 0 or #answer.tests == 0) and counted(#named, 'test') or 'Tests'
  made:add(('%s in %s'):format(tested, counted(#answer.files, 'file'))):warn(answer.warnings)
  section(made, 'Tests', rows(answer.tests, function(one)
    local way = {} ---@type string[]
    for _, step in ipairs(one.way) do
      table.insert(way, texts.qualname(step.symbol))
    end
    return ('- `%s` %s'):format(one.symbol, #way > 1 and 'by ' .. table.concat(way, ' → ', 2) or 'changed')
  end))
  section(made, 'Changed', rows(answer.changed, function(one)
    return ('- `%s` %s'):format(one.symbol, one.change)
  end))
  return made
end

---@param answer ctx_lsp.answer.Explanation
---@param question string
---@return ctx_lsp.Report
function M.explain(answer, question)
  local made = report():add('# ' .. answer.symbol):add('\n' .. texts.wrapped('asked: ' .. question))
  if answer.readAs ~= '' then
    made:add('\n' .. texts.wrapped('read as: ' .. answer.readAs))
  end
  made:add('\n' .. texts.wrapped(answer.reason))
  if answer.rank > 0 then
    made:add(('\nRank %d, score %.3f'):format(answer.rank, answer.score))
  end
  local parts = {} ---@type { [1]: string }[]
  for name, score in vim.spairs(answer.parts) do
    if score ~= 0 then
      table.insert(parts, { ('- %s %+.3f'):format(name, score) })
    end
  end
  section(made, 'Score', parts)
  local found = vim.tbl_filter(function(one)
    return one.rank > 0
  end, answer.channels)
  local line = '- %s: rank %d of %d, %.3f'
  section(made, 'Where it was found', vim.tbl_map(function(one)
    return { line:format(one.channel, one.rank, one.candidates, one.score) }
  end, found))
  return made:warn(vim.tbl_map(texts.wrapped, answer.warnings))
end

--- Headings of a comparison, by the fields of the answer.
local GROUPS = { entered = 'Added', left = 'Removed', changed = 'Changed' }

---@param answer ctx_lsp.answer.PackDiff
---@param title string  what the packs answer
---@param root? string  the folder that paths are relative to
---@return ctx_lsp.Report
function M.diff(answer, title, root)
  local made = report():add('# Changes: ' .. title):add(('\n%d unchanged'):format(answer.same))
  for _, group in ipairs({ 'entered', 'left', 'changed' }) do
    section(made, GROUPS[group], rows(answer[group], function(one)
      local levels = one.levelBefore and ('%s → %s'):format(one.levelBefore, one.level) or one.level
      local file = vim.uri_to_fname(one.uri)
      local path = one.symbol and texts.path(one.symbol) or (root and vim.fs.relpath(root, file)) or file
      local before = ('`%s` %s'):format(one.symbol and texts.qualname(one.symbol) or vim.fs.basename(file), levels)
      local room = texts.WIDTH - vim.fn.strdisplaywidth(('-  · %s'):format(before))
      return texts.fit(('- %s · %s'):format(before, texts.fit_path(path, room)))
    end))
  end
  return made
end

---@param answer table
---@param root? string
---@return ctx_lsp.Report
function M.status(answer, root)
  local made = report():add(('# ctx-lsp %s\n'):format(answer.versions['ctx-lsp'])):add('- folder: ' .. (root or 'none'))
  made:add(('- state: %s%s'):format(answer.state, answer.searchable and '' or ', not searchable yet'))
  local coverage = 'coverage: text search %d%% of the files, semantic search %d%% of the code'
  if (answer.agents or 0) > 0 then
    made:add('- ' .. counted(answer.agents, 'agent') .. ' attached')
  end
  made:add('- ' .. coverage:format(answer.coverage.lexical * 100, answer.coverage.semantic * 100))
  for _, name in ipairs({ 'files', 'symbols', 'chunks', 'edges' }) do
    made:add(('- %s: %d'):format(name, answer.counts[name]))
  end
  made:add(('- cache: %s, %.1f MB'):format(answer.cache.path, answer.cache.bytes / 1e6))
  if answer.cache.shared ~= '' then
    local shared = answer.cache
    local rows = ('%d rows found, %d missing'):format(shared.sharedFound, shared.sharedMissing)
    made:add(('- shared: %s, %s'):format(shared.shared, rows))
  end
  made:add(('- memory: %.0f MB'):format(answer.memory.rssBytes / 1e6)):add('- log: ' .. vim.lsp.log.get_filename())
  made:warn(answer.warnings):warn(vim.tbl_get(answer, 'settings', 'problems'))
  local languages, latencies = {}, {} ---@type { [1]: string }[], { [1]: string }[]
  for language, count in vim.spairs(answer.languages) do
    table.insert(languages, { ('- %s: %s'):format(language, counted(count, 'file')) })
  end
  for command, one in vim.spairs(answer.latencies) do
    table.insert(latencies, { ('- %s: p50 %.0f, p99 %.0f (%d times)'):format(command, one.p50, one.p99, one.n) })
  end
  section(made, 'Languages', languages)
  section(made, 'Latency in milliseconds', latencies)
  return made
end

---@param answer ctx_lsp.answer.Dashboard
---@return ctx_lsp.Report
function M.dashboard(answer)
  return report():add((answer.text:gsub('\n$', '')))
end

---@param answer ctx_lsp.answer.Savings
---@return ctx_lsp.Report
function M.savings(answer)
  local made = report():add('# Token savings\n')
  local row = '| %-10s | %6s | %10s | %12s |'
  made:add(row:format('day', 'packs', 'tokens', 'whole files')):add(row:format('---', '---', '---', '---'))
  for _, day in ipairs(answer.days) do
    made:add(row:format(day.date, day.packs, day.used, day.baseline))
  end
  made:add(row:format('total', answer.packs, answer.used, answer.baseline))
  return answer.kept and made or made:add('\n> not kept after this session')
end

--- A report as a view.
---@param made ctx_lsp.Report
---@param title string
---@param client vim.lsp.Client
---@param again fun()
---@return ctx_lsp.View
function M.view(made, title, client, again)
  return {
    name = 'ctx-lsp:/' .. title,
    lines = made.lines,
    filetype = 'markdown',
    entries = made.entries,
    locate = function(line)
      return made.places[line]
    end,
    stops = made.places,
    root = client.root_dir,
    encoding = client.offset_encoding,
    again = again,
  }
end

return M
