--- Asks the server for something and opens a view of the answer. What is asked for is in `ctx_lsp.commands`.

local client_of = require('ctx_lsp.client')
local notices = require('ctx_lsp.notices')
local pack_view = require('ctx_lsp.views.pack')
local progress = require('ctx_lsp.progress')
local render = require('ctx_lsp.views.render')
local texts = require('ctx_lsp.texts')
local view = require('ctx_lsp.views.view')

local asks = require('ctx_lsp.protocol').commands

local M = {}

local INDEXED = 50 -- per cent of the server's progress at which all files are indexed

--- The request of a pack, with a symbol pinned or excluded, or not any more.
---@param argument table
---@param wish? 'pin'|'exclude'
---@param symbol? string
---@return table
local function wished(argument, wish, symbol)
  local wanted = vim.deepcopy(argument)
  local options = wanted.options or {}
  for _, one in ipairs(wish and { 'pin', 'exclude' } or {}) do
    local before = options[one] or {}
    local after = vim.tbl_filter(function(other)
      return other ~= symbol
    end, before)
    if one == wish and #after == #before then
      table.insert(after, symbol)
    end
    options[one] = #after > 0 and after or nil
  end
  wanted.options = next(options) and options or nil
  return wanted
end

--- The changes in a pack since it was made.
---@param changes ctx_lsp.answer.ReplayChanges
---@return string?
local function changed(changes)
  local said = {} ---@type string[]
  for _, one in ipairs({ { 'changed', changes.changed }, { 'added', changes.entered }, { 'removed', changes.left } }) do
    if #one[2] > 0 then
      local names = table.concat(vim.tbl_map(texts.qualname, one[2]), ', ')
      table.insert(said, ('%d %s (%s)'):format(#one[2], one[1], names))
    end
  end
  return #said > 0 and 'Since this pack was made: ' .. table.concat(said, '; ') or nil
end

--- Ask the server how much the index covers. The user does not see an error, because the user asked for nothing.
---@param client vim.lsp.Client
---@param done fun(coverage: ctx_lsp.answer.Coverage)
local function with_coverage(client, done)
  local params = { command = asks.status.name, arguments = { vim.empty_dict() } }
  client:request('workspace/executeCommand', params, function(_, status)
    if status then
      done(status.coverage)
    end
  end)
end

--- Renew a pack that was made before everything was indexed, once the index covers more, unless its buffer shows
--- another pack by then. Without an embedding model, semantic search never covers more, so the pack is not renewed.
---@param client vim.lsp.Client
---@param buffer integer
---@param pack ctx_lsp.answer.Pack
---@param has_ended boolean  whether indexing has ended while the pack was being made
---@param renew fun()
local function when_covered(client, buffer, pack, has_ended, renew)
  local is_done = false

  local function is_shown()
    local shown = view.shown(buffer)
    return not client:is_stopped() and shown ~= nil and shown.pack ~= nil and shown.pack.packId == pack.packId
  end
  local function complete()
    is_done = true
    client_of.when_idle(function()
      if is_shown() then
        renew()
      end
    end)
  end
  local function complete_if_covered()
    with_coverage(client, function(now)
      local covers_more = now.lexical > pack.coverage.lexical or now.semantic > pack.coverage.semantic
      if covers_more and not is_done then
        complete()
      end
    end)
  end

  vim.api.nvim_create_autocmd('LspProgress', {
    group = vim.api.nvim_create_augroup('ctx_lsp.complete.' .. buffer, {}),
    desc = 'Complete a context pack once more is indexed',
    callback = function(event)
      if is_done or not is_shown() then
        return true -- and is called no more
      elseif event.data.client_id ~= client.id then
        return
      end
      local value = event.data.params.value
      if value.kind == 'end' then
        complete_if_covered()
      elseif pack.coverage.lexical < 1 and (value.percentage or 0) >= INDEXED then
        complete() -- the vectors, which come then, take far longer
      end
      return is_done
    end,
  })
  if has_ended then
    complete_if_covered()
  end
end

--- Ask for a pack and make a view of it.
---@param client vim.lsp.Client
---@param command ctx_lsp.Command
---@param argument table
---@param show fun(shown: ctx_lsp.View): integer  returns its buffer
local function ask_for_pack(client, command, argument, show)
  local was_busy = progress.is_busy(client.id)
  client_of.execute(client, command, argument, function(pack)
    progress.packed(pack)
    local remarks = vim.list_extend({}, pack.warnings)
    if pack.changes and pack.coverage.lexical == 1 then -- what is not indexed yet is no change
      local since = changed(pack.changes)
      if since then
        table.insert(remarks, since)
      else
        notices.say('nothing has changed since')
      end
    end
    if pack.options then -- of a pack of the history: another wish changes these
      argument = vim.tbl_extend('force', argument, { options = pack.options })
    end
    local function renew(buffer, wish, symbol)
      client_of.with(buffer, function(one)
        ask_for_pack(one, command, wished(argument, wish, symbol), function(renewed)
          view.renew(buffer, renewed, symbol)
          return buffer
        end)
      end)
    end
    local function again(wish, symbol)
      renew(vim.api.nvim_get_current_buf(), wish, symbol)
    end
    local shown = pack_view.view(pack, client, again, argument.options and argument.options.pin)
    shown.remarks = remarks
    local buffer = show(shown)
    if math.min(pack.coverage.lexical, pack.coverage.semantic) < 1 then
      local has_ended = was_busy and not progress.is_busy(client.id)
      when_covered(client, buffer, pack, has_ended, function()
        renew(buffer)
      end)
    end
  end)
end

--- Ask for a pack and show it.
---@param client vim.lsp.Client
---@param command ctx_lsp.Command
---@param argument table
---@param mods? vim.api.keyset.cmd_mods
function M.pack(client, command, argument, mods)
  ask_for_pack(client, command, argument, function(shown)
    return view.open(shown, mods)
  end)
end

--- Show a pack that was given before, named by its question.
---@param client vim.lsp.Client
---@param pack_id string
---@param question string
function M.kept(client, pack_id, question)
  client_of.execute(client, asks.pack_text, { packId = pack_id }, function(answer)
    local pack = { packId = pack_id, text = answer.text, items = {}, query = { text = question } }
    view.open(pack_view.view(pack, client, function()
      M.kept(client, pack_id, question)
    end))
  end)
end

--- Let the user pick the symbol that was meant by a name which the server does not know, or knows of several.
---@param symbols string[]
---@param name string
---@param run fun(symbol: string)
local function pick_symbol(symbols, name, run)
  local is_known = vim.iter(symbols):any(function(symbol)
    return vim.endswith(symbol, name)
  end)
  local prompt = is_known and 'Which %s?' or 'No symbol named %s. Did you mean one of these?'
  vim.ui.select(symbols, { prompt = prompt:format(name), kind = 'ctx_lsp' }, function(symbol)
    if symbol then
      run(symbol)
    end
  end)
end

--- Ask for a list and show it.
---@param client vim.lsp.Client
---@param command ctx_lsp.Command
---@param argument table
---@param title string
---@param mods? vim.api.keyset.cmd_mods
---@param made fun(answer: table): ctx_lsp.Report
function M.list(client, command, argument, title, mods, made)
  client_of.execute(client, command, argument, function(answer)
    local function again()
      client_of.with(vim.api.nvim_get_current_buf(), function(one)
        M.list(one, command, argument, title, nil, made)
      end)
    end
    view.open(render.view(made(answer), title, client, again), mods)
  end, function(err)
    local names = vim.tbl_get(err, 'data', 'names') or {}
    if not argument.symbol or #names == 0 then
      return false
    end
    pick_symbol(names, argument.symbol, function(symbol)
      M.list(client, command, vim.tbl_extend('force', argument, { symbol = symbol }), title, mods, made)
    end)
    return true -- the list says what is wrong
  end)
end

--- Open what a code lens counted.
---@param client vim.lsp.Client
---@param command ctx_lsp.Command
---@param argument table
function M.open(client, command, argument)
  if command == asks.graph then
    M.list(client, command, argument, 'graph', nil, render.graph)
  elseif command == asks.impact then
    M.list(client, command, argument, 'impact', nil, render.impact)
  else
    M.pack(client, command, argument)
  end
end

--- Fill the buffer of a pack that was given before, by its id. One that shows a pack already draws itself.
---@param buffer integer
---@param uri string
function M.read(buffer, uri)
  if view.shown(buffer) then
    return
  end
  client_of.with(buffer, function(client)
    local id = uri:match('([^/]+)%.md$') or uri
    client_of.execute(client, asks.pack_text, { packId = id }, function(answer)
      local function again() end -- the text of an id does not change
      view.fill(buffer, pack_view.view({ packId = id, text = answer.text, items = {} }, client, again))
    end, function(err)
      view.fail(buffer, err.message)
    end)
  end)
end

return M
