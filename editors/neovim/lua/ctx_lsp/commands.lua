--- The user commands: the server's command and the view of each.

local arguments = require('ctx_lsp.arguments')
local client_of = require('ctx_lsp.client')
local notes = require('ctx_lsp.views.notes')
local notices = require('ctx_lsp.notices')
local places = require('ctx_lsp.places')
local render = require('ctx_lsp.views.render')
local search_results = require('ctx_lsp.views.search_results')
local showing = require('ctx_lsp.views.showing')
local subjects = require('ctx_lsp.subjects')
local tasks = require('ctx_lsp.views.tasks')
local view = require('ctx_lsp.views.view')

local asks = require('ctx_lsp.protocol').commands

---@alias ctx_lsp.Call vim.api.keyset.create_user_command.command_args

local M = {}
local last_question ---@type string?

---@param options table
---@return table? nil where there are none, for the server's settings hold then
local function unless_empty(options)
  return next(options) and options or nil
end

local runs = {} ---@type table<string, fun(call: ctx_lsp.Call, client: vim.lsp.Client)>

function runs.CtxAsk(call, client)
  local options, given = arguments.parse(call.args, arguments.of('CtxAsk'))
  local argument = { options = unless_empty(options) }
  if client_of.knows(0, client) then
    local here = vim.lsp.util.make_position_params(0, client.offset_encoding)
    argument.textDocument, argument.position = here.textDocument, here.position
  end
  if argument.textDocument and call.range > 0 then
    local text = vim.fn.getline(call.line2)
    argument.selection = {
      start = { line = call.line1 - 1, character = 0 },
      ['end'] = { line = call.line2 - 1, character = vim.str_utfindex(text, client.offset_encoding) },
    }
  end
  subjects.asked('Question: ', given, function(question)
    last_question = question
    argument.query = question
    showing.pack(client, asks.query, argument, call.smods)
  end)
end

function runs.CtxHere(call, client)
  if not client_of.knows(0, client) then
    return notices.warn('put the cursor on a symbol in a file of the workspace')
  end
  local argument = vim.lsp.util.make_position_params(0, client.offset_encoding) --[[@as table]]
  local options, rest = arguments.parse(call.args, arguments.of('CtxHere'))
  if rest ~= '' then
    return notices.warn(('not a pack option: %s; use :CtxAsk for questions'):format(rest))
  end
  argument.options = unless_empty(options)
  showing.pack(client, asks.context_at, argument, call.smods)
end

function runs.CtxFiles(call, client)
  local options, names = arguments.parse_words(call.fargs, arguments.of('CtxFiles'))
  local files = subjects.files(names)
  if files then
    showing.pack(client, asks.context_for_files, { files = files, options = unless_empty(options) }, call.smods)
  end
end

function runs.CtxDiff(call, client)
  local options, base = arguments.parse(call.args, arguments.of('CtxDiff'))
  local argument = { options = unless_empty(options), base = base ~= '' and base or nil }
  if call.range > 0 then
    argument.diff = table.concat(vim.fn.getline(call.line1, call.line2), '\n') .. '\n'
  end
  showing.pack(client, asks.context_for_diff, argument, call.smods)
end

--- Search for a question that is given or asked for, and show the places that are found.
---@param call ctx_lsp.Call
---@param client vim.lsp.Client
---@param argument table  the fields besides the question
---@param given string
local function search(call, client, argument, given)
  subjects.asked('Search: ', given, function(query)
    argument.query = query
    search_results.show(client, argument, call.bang)
  end)
end

function runs.CtxSearch(call, client)
  local argument, given = arguments.parse(call.args, arguments.of('CtxSearch'))
  search(call, client, argument, given)
end

function runs.CtxSince(call, client)
  local revision, given = call.args:match('^(%S+)%s*(.*)$')
  if not revision then
    return notices.say('give a Git revision or a day, such as :CtxSince v2.0 retries')
  end
  search(call, client, { filter = { since = revision } }, given)
end

function runs.CtxExplain(call, client)
  local named, question = call.args:match('^(%S*)%s*(.*)$')
  local about = subjects.symbol(client, named)
  if not about then
    return
  end
  local shown = view.of(vim.api.nvim_get_current_buf())
  local pack = shown and shown.pack
  local pack_question = pack and pack.query and pack.query.text
  local function explain(symbol)
    local known = question ~= '' and question or pack_question or last_question or ''
    subjects.asked('Question to explain: ', known, function(query)
      local argument = { query = query, symbol = symbol,
        packId = pack and query == pack_question and pack.packId or nil }
      showing.list(client, asks.explain, argument, 'explain', call.smods, function(answer)
        return render.explain(answer, query)
      end)
    end)
  end
  if about.symbol then
    explain(about.symbol)
  else -- what is at a position has its name from the graph
    client_of.execute(client, asks.graph, about, function(answer)
      explain(answer.root)
    end)
  end
end

--- A command that lists the symbols around one; `kind` is `impact` or `graph`.
local function lists_around(command, kind)
  return function(call, client)
    local argument, name = arguments.parse(call.args, arguments.of(command))
    local about = subjects.symbol(client, name)
    if about then
      showing.list(client, asks[kind], vim.tbl_extend('force', argument, about), kind, call.smods, render[kind])
    end
  end
end

runs.CtxImpact = lists_around('CtxImpact', 'impact')
runs.CtxGraph = lists_around('CtxGraph', 'graph')

function runs.CtxTests(call, client)
  local argument, names = arguments.parse_words(call.fargs, arguments.of('CtxTests'))
  if not argument.base then
    argument.files = subjects.files(names)
    if not argument.files then
      return
    end
  end
  showing.list(client, asks.test_scope, argument, 'tests', call.smods, render.tests)
end

function runs.CtxCompare(call, client)
  local shown = view.of(vim.api.nvim_get_current_buf())
  local pack, against = unpack(call.fargs)
  if not pack and shown and shown.pack then
    pack = shown.before or shown.pack.packId
    against = shown.before and shown.pack.packId
  end
  if not pack then
    return notices.warn('ask for a pack first, or name one by its id')
  end
  local title = shown and shown.pack and shown.title or 'pack'
  showing.list(client, asks.pack_diff, { packId = pack, against = against }, 'compare', call.smods, function(answer)
    return render.diff(answer, title, client.root_dir)
  end)
end

function runs.CtxStatus(call, client)
  showing.list(client, asks.status, {}, 'status', call.smods, function(answer)
    return render.status(answer, client.root_dir)
  end)
end

function runs.CtxAgents(call, client)
  local serve = ({ stop = false, resume = true })[call.args]
  if call.args ~= '' and serve == nil then
    return notices.warn(('not an argument of :CtxAgents: %s; use stop or resume'):format(call.args))
  end
  require('ctx_lsp.views.agents').show(client, { serve = serve }, call.smods)
end

function runs.CtxPatterns(call, client)
  require('ctx_lsp.views.team_patterns').show(client, call.smods)
end

function runs.CtxDashboard(call, client)
  showing.list(client, asks.dashboard, {}, 'dashboard', call.smods, render.dashboard)
end

function runs.CtxSavings(call, client)
  local argument = { days = tonumber(call.args) or (call.args ~= '' and call.args or nil) }
  showing.list(client, asks.savings, argument, 'savings', call.smods, render.savings)
end

function runs.CtxReindex(call, client)
  local files = #call.fargs > 0 and subjects.files(call.fargs) or nil
  client_of.execute(client, asks.reindex, { files = files, force = call.bang }, function(answer)
    notices.say(('files checked: %d, changed: %d'):format(answer.files, answer.changed))
  end)
end

function runs.CtxHistory(call, client)
  require('ctx_lsp.views.history').pick(client, call.smods)
end

runs.CtxFeedback = require('ctx_lsp.views.feedback').give
runs.CtxKeep = require('ctx_lsp.views.team_tasks').keep
runs.CtxRemember = notes.remember
runs.CtxRecall = notes.recall
runs.CtxPropose = notes.propose
runs.CtxTask = tasks.task
runs.CtxCheckpoint = tasks.checkpoint

--- The commands that need no server.
local local_runs = {} ---@type table<string, fun(call: ctx_lsp.Call)>

function local_runs.CtxOpen(call)
  if call.args ~= '' then
    local name = ('ctx-lsp-pack:/%s.md'):format(call.args)
    vim.cmd({ cmd = 'split', args = { name }, mods = call.smods, magic = { file = false } })
  elseif not view.reopen(call.smods) then
    notices.say('no pack yet; :CtxAsk asks for one')
  end
end

---@param show fun(listed: ctx_lsp.Place[], title: string, encoding: ctx_lsp.Encoding)
---@return fun()
local function with_view(show)
  return function()
    local shown = view.of(vim.api.nvim_get_current_buf())
    if shown and #shown.entries > 0 then
      show(shown.entries, 'ctx-lsp: ' .. (shown.title or vim.fs.basename(shown.name)), shown.encoding)
    else
      notices.say('no locations to list; :CtxAsk asks for a pack')
    end
  end
end

function local_runs.CtxPartner()
  require('ctx_lsp.hints').open()
end

local_runs.CtxPick = with_view(places.pick)
local_runs.CtxQuickfix = with_view(places.quickfix)
local_runs.CtxLoclist = with_view(places.loclist)

function local_runs.CtxRestart()
  local supervisor = require('ctx_lsp.supervisor')
  local client = client_of.find(vim.api.nvim_get_current_buf())
  local hurried = supervisor.hurry() -- perhaps servers of other folders
  if client then
    supervisor.restart(client)
  elseif not hurried then
    client_of.with(0, function() end)
  end
end

--- Run a user command.
---@param name string
---@param call ctx_lsp.Call
function M.run(name, call)
  if local_runs[name] then
    return local_runs[name](call)
  end
  local problem = arguments.problem(call.args, arguments.of(name))
  if problem then
    return notices.fail(problem)
  end
  local buffer = vim.api.nvim_get_current_buf()
  client_of.with(buffer, function(client)
    subjects.in_buffer(buffer, name, function()
      runs[name](call, client)
    end)
  end)
end

return M
