--- The user commands: what each asks the server for and which view shows the answer.

local arguments = require('ctx_lsp.arguments')
local client_of = require('ctx_lsp.client')
local notices = require('ctx_lsp.notices')
local pack_view = require('ctx_lsp.pack')
local progress = require('ctx_lsp.progress')
local protocol = require('ctx_lsp.protocol')
local render = require('ctx_lsp.render')
local view = require('ctx_lsp.view')

local asks = protocol.commands

---@alias ctx_lsp.Call vim.api.keyset.create_user_command.command_args

local M = {}

---@type string?
local last_question

--- Ask for a pack and show it.
---@param client vim.lsp.Client
---@param command ctx_lsp.Command
---@param argument table
---@param mods? vim.api.keyset.cmd_mods
local function show_pack(client, command, argument, mods)
  client_of.execute(client, command, argument, function(pack)
    progress.packed(pack.tokens)
    for _, warning in ipairs(pack.warnings) do
      notices.warn(warning)
    end
    local function again(wish, symbol)
      local wanted = vim.deepcopy(argument)
      if wish then
        wanted.options = wanted.options or {}
        wanted.options[wish] = vim.list_extend(wanted.options[wish] or {}, { symbol })
      end
      client_of.with(vim.api.nvim_get_current_buf(), function(one)
        show_pack(one, command, wanted)
      end)
    end
    view.open(pack_view.view(pack, client, again), mods)
  end)
end

--- Ask for a list and show it.
---@param client vim.lsp.Client
---@param command ctx_lsp.Command
---@param argument table
---@param title string
---@param mods? vim.api.keyset.cmd_mods
---@param made fun(answer: table): ctx_lsp.Report
local function show_list(client, command, argument, title, mods, made)
  client_of.execute(client, command, argument, function(answer)
    local function again()
      client_of.with(vim.api.nvim_get_current_buf(), function(one)
        show_list(one, command, argument, title, nil, made)
      end)
    end
    view.open(render.view(made(answer), title, client, again), mods)
  end)
end

--- The symbol that a command is about: the one that was named, that of the line in a view, or the place of the cursor.
---@param client vim.lsp.Client
---@param name string
---@return table? argument
local function symbol_meant(client, name)
  if name ~= '' then
    return { symbol = name }
  end
  local place = view.here()
  if place and place.symbol then
    return { symbol = place.symbol }
  end
  if client_of.knows(0, client) then
    return vim.lsp.util.make_position_params(0, client.offset_encoding)
  end
  notices.warn('name a symbol, or put the cursor on one in a file of the workspace')
end

---@param names string[]  of files, with wildcards
---@return string[] uris of them; without names, of the current file
local function uris_of(names)
  if #names == 0 then
    return { vim.uri_from_bufnr(0) }
  end
  local uris = {} ---@type string[]
  for _, name in ipairs(names) do
    local is_plain = vim.uv.fs_stat(name) ~= nil -- brackets and the like are parts of names, too
    for _, file in ipairs(is_plain and { name } or vim.fn.expand(name, false, true)) do
      table.insert(uris, vim.uri_from_fname(vim.fn.fnamemodify(file, ':p')))
    end
  end
  return uris
end

---@param options table
---@return table? nil where there are none, for the server's settings hold then
local function unless_empty(options)
  return next(options) and options or nil
end

---@param prompt string
---@param given string
---@param run fun(text: string)
local function asked(prompt, given, run)
  if given ~= '' then
    return run(given)
  end
  vim.ui.input({ prompt = prompt }, function(text)
    if text and vim.trim(text) ~= '' then
      run(text)
    end
  end)
end

---@type table<string, fun(call: ctx_lsp.Call, client: vim.lsp.Client)>
local runs = {}

function runs.CtxAsk(call, client)
  local options, given = arguments.parse(call.args, arguments.pack_options())
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
  asked('Question: ', given, function(question)
    last_question = question
    argument.query = question
    show_pack(client, asks.query, argument, call.smods)
  end)
end

function runs.CtxHere(call, client)
  if not client_of.knows(0, client) then
    return notices.warn('put the cursor on a symbol in a file of the workspace')
  end
  local argument = vim.lsp.util.make_position_params(0, client.offset_encoding) --[[@as table]]
  argument.options = unless_empty((arguments.parse(call.args, arguments.pack_options())))
  show_pack(client, asks.context_at, argument, call.smods)
end

function runs.CtxFiles(call, client)
  local options, names = arguments.parse_words(call.fargs, arguments.pack_options())
  show_pack(client, asks.context_for_files, { files = uris_of(names), options = unless_empty(options) }, call.smods)
end

function runs.CtxDiff(call, client)
  local options, base = arguments.parse(call.args, arguments.pack_options())
  local argument = { options = unless_empty(options), base = base ~= '' and base or nil }
  if call.range > 0 then
    argument.diff = table.concat(vim.fn.getline(call.line1, call.line2), '\n') .. '\n'
  end
  show_pack(client, asks.context_for_diff, argument, call.smods)
end

function runs.CtxSearch(call, client)
  local takes = asks.search.takes
  local kinds = vim.tbl_extend('force', arguments.filters(), { limit = takes.limit, rerank = takes.rerank })
  local argument, given = arguments.parse(call.args, kinds)
  asked('Search: ', given, function(query)
    argument.query = query
    client_of.execute(client, asks.search, argument, function(answer)
      local places = {} ---@type ctx_lsp.Place[]
      for _, item in ipairs(answer.items) do
        local text = ('%s  %s'):format(item.symbol or item.kind, item.signature)
        table.insert(places, { uri = item.uri, range = item.range, symbol = item.symbol, text = text })
      end
      view.offer(places, 'ctx-lsp: ' .. query, client.offset_encoding, call.bang)
    end)
  end)
end

function runs.CtxExplain(call, client)
  local named, question = call.args:match('^(%S*)%s*(.*)$')
  local about = symbol_meant(client, named)
  if not about then
    return
  end
  local function explain(symbol)
    asked('Why is it in the answer to: ', question ~= '' and question or last_question or '', function(query)
      show_list(client, asks.explain, { query = query, symbol = symbol }, 'explain', call.smods, function(answer)
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

function runs.CtxImpact(call, client)
  local argument, name = arguments.parse(call.args, { depth = asks.impact.takes.depth })
  local about = symbol_meant(client, name)
  if about then
    show_list(client, asks.impact, vim.tbl_extend('force', argument, about), 'impact', call.smods, render.impact)
  end
end

function runs.CtxGraph(call, client)
  local takes = asks.graph.takes
  local kinds = { depth = takes.depth, direction = takes.direction, kinds = takes.kinds }
  local argument, name = arguments.parse(call.args, kinds)
  local about = symbol_meant(client, name)
  if about then
    show_list(client, asks.graph, vim.tbl_extend('force', argument, about), 'graph', call.smods, render.graph)
  end
end

function runs.CtxTests(call, client)
  local argument, names = arguments.parse_words(call.fargs, { base = asks.test_scope.takes.base })
  if not argument.base then
    argument.files = uris_of(names)
  end
  show_list(client, asks.test_scope, argument, 'tests', call.smods, render.tests)
end

function runs.CtxCompare(call, client)
  local shown = view.of(vim.api.nvim_get_current_buf())
  local pack = call.fargs[1] or (shown and shown.pack and shown.pack.packId)
  if not pack then
    return notices.warn('ask for a pack first, or name one by its id')
  end
  local argument = { packId = pack, against = call.fargs[2] }
  show_list(client, asks.pack_diff, argument, 'compare', call.smods, render.diff)
end

function runs.CtxFeedback(call, client)
  local named = call.fargs[call.bang and 1 or 2]
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

function runs.CtxStatus(call, client)
  show_list(client, asks.status, {}, 'status', call.smods, function(answer)
    return render.status(answer, client.root_dir)
  end)
end

function runs.CtxSavings(call, client)
  local argument = { days = tonumber(call.args) or (call.args ~= '' and call.args or nil) }
  show_list(client, asks.savings, argument, 'savings', call.smods, render.savings)
end

function runs.CtxReindex(call, client)
  local files = #call.fargs > 0 and uris_of(call.fargs) or nil
  client_of.execute(client, asks.reindex, { files = files, force = call.bang }, function(answer)
    notices.say(('%d files read, %d of them had changed'):format(answer.files, answer.changed))
  end)
end

--- The commands that need no server.
---@type table<string, fun(call: ctx_lsp.Call)>
local local_runs = {}

function local_runs.CtxOpen(call)
  if call.args ~= '' then
    vim.cmd({ cmd = 'split', args = { ('ctx-lsp-pack:/%s.md'):format(call.args) }, mods = call.smods })
  elseif not view.reopen(call.smods) then
    notices.say('nothing has been opened yet; :CtxAsk asks for a pack')
  end
end

---@param run fun(shown: ctx_lsp.View)
---@return fun()
local function with_view(run)
  return function()
    local shown = view.of(vim.api.nvim_get_current_buf())
    if shown and #shown.entries > 0 then
      run(shown)
    else
      notices.say('no places to list; :CtxAsk asks for a pack')
    end
  end
end

local_runs.CtxPick = with_view(view.pick)
local_runs.CtxQuickfix = with_view(function(shown)
  view.export(shown, false)
end)
local_runs.CtxLoclist = with_view(function(shown)
  view.export(shown, true)
end)

function local_runs.CtxRestart()
  local supervisor = require('ctx_lsp.supervisor')
  local client = client_of.find(vim.api.nvim_get_current_buf())
  if supervisor.hurry() then
    return
  elseif client then
    supervisor.restart(client)
  else
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
  client_of.with(vim.api.nvim_get_current_buf(), function(client)
    runs[name](call, client)
  end)
end

--- What the arguments of a user command can be completed to.
---@param name string
---@param lead string
---@return string[]
function M.complete(name, lead)
  local takes = { CtxImpact = asks.impact, CtxGraph = asks.graph, CtxTests = asks.test_scope }
  local found = {} ---@type string[]
  if name == 'CtxFeedback' then
    found = vim.tbl_filter(function(verdict)
      return vim.startswith(verdict, lead)
    end, asks.feedback.takes.verdict --[[@as string[] ]])
  elseif name == 'CtxSearch' then
    found = arguments.complete(lead, arguments.filters())
  elseif takes[name] then
    local simple = vim.tbl_filter(function(field)
      return not vim.list_contains({ 'symbol', 'textDocument', 'position', 'files' }, field)
    end, vim.tbl_keys(takes[name].takes))
    local kinds = {} ---@type table<string, ctx_lsp.Kind>
    for _, field in ipairs(simple) do
      kinds[field] = takes[name].takes[field]
    end
    found = arguments.complete(lead, kinds)
  elseif vim.list_contains({ 'CtxAsk', 'CtxHere', 'CtxFiles', 'CtxDiff' }, name) then
    found = arguments.complete(lead, arguments.pack_options())
  end
  if name == 'CtxFiles' or name == 'CtxTests' then
    vim.list_extend(found, vim.fn.getcompletion(lead, 'file'))
  end
  return found
end

--- Open what a code lens counted.
---@param client vim.lsp.Client
---@param command ctx_lsp.Command
---@param argument table
function M.open(client, command, argument)
  if command == asks.graph then
    show_list(client, command, argument, 'graph', nil, render.graph)
  elseif command == asks.impact then
    show_list(client, command, argument, 'impact', nil, render.impact)
  else
    show_pack(client, command, argument)
  end
end

--- Fill the buffer of a pack that was given before, by its id.
---@param buffer integer
---@param uri string
function M.read(buffer, uri)
  client_of.with(buffer, function(client)
    local id = uri:match('([^/]+)%.md$') or uri
    client_of.execute(client, asks.pack_text, { packId = id }, function(answer)
      local function again()
        M.read(buffer, uri)
      end
      local shown = pack_view.view({ packId = id, text = answer.text, items = {} }, client, again)
      view.fill(buffer, shown)
    end)
  end)
end

return M
