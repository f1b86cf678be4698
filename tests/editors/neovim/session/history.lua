local T = require('harness')
local asks = require('ctx_lsp.protocol').commands
local client_of = require('ctx_lsp.client')
local view = require('ctx_lsp.views.view')

local tests = {}

--- Run a command that lets the user pick, and pick the first entry with a text.
---@return string[] offered
local function pick(command, text)
  local offered ---@type string[]
  local select = vim.ui.select
  vim.ui.select = function(items, options, chosen)
    offered = vim.tbl_map(options.format_item, items)
    chosen(vim.iter(items):find(function(item)
      return options.format_item(item):find(text, 1, true)
    end))
  end
  vim.cmd(command)
  T.wait('a list to pick from', function()
    return offered
  end)
  vim.ui.select = select
  return offered
end

--- Wait until another server than the one before has indexed everything.
local function indexed(before)
  local state ---@type string?
  T.wait('the new server', function()
    local client = vim.lsp.get_clients({ bufnr = 0, name = 'ctx_lsp' })[1]
    return client and client.id ~= before.id and client_of.takes_requests(client)
  end)
  T.wait('the index', function()
    local client = T.attached()
    client_of.execute(client, asks.status, vim.empty_dict(), function(answer)
      state = answer.state
    end)
    vim.wait(200)
    return state == 'ready'
  end)
end

function tests.after_a_restart_a_pack_is_picked_by_its_question_and_says_what_has_changed()
  T.ask('maxTokens=900 when does it stop after a number of attempts?')
  local before = assert(view.of(0)).pack
  vim.cmd('bwipeout')
  local client = T.edit('tenacity/nap.py')
  vim.cmd('CtxRestart')
  indexed(client)
  local offered = pick('CtxHistory', 'when does it stop after a number of attempts?')
  for _, line in ipairs(offered) do
    T.same(nil, line:match('%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x'))
  end
  T.holds(T.shown('^ctx%-lsp%-pack:/'), '# when does it stop after a number of attempts?')
  T.told('nothing has changed since')
  local again = assert(view.of(0)).pack
  T.same(before.packId, again.packId)
  T.same(900, again.tokens.budget)
end

function tests.a_pack_of_the_history_can_be_shaped()
  T.ask('maxTokens=900 what is retried by default?')
  vim.cmd('bwipeout')
  pick('CtxHistory', 'what is retried by default?')
  T.shown('^ctx%-lsp%-pack:/')
  local pack = assert(view.of(0)).pack
  local item = assert(vim.iter(pack.items):find(function(one)
    return one.symbol ~= nil
  end))
  assert(view.of(0)).again('exclude', item.symbol)
  T.wait('a pack without it', function()
    return not vim.iter(assert(view.of(0)).pack.items):any(function(one)
      return one.symbol == item.symbol
    end)
  end)
  T.same(900, assert(view.of(0)).pack.tokens.budget)
end

function tests.what_has_changed_since_stands_below_the_title_and_not_in_the_text()
  local question = 'when does it wait for a random time?'
  T.ask(question)
  local item = assert(vim.iter(assert(view.of(0)).pack.items):find(function(one)
    return one.symbol and one.text ~= ''
  end))
  vim.cmd('bwipeout')
  vim.cmd.edit(vim.uri_to_fname(item.uri))
  vim.api.nvim_buf_set_lines(0, item.range.start.line + 1, item.range.start.line + 1, false, { '    # again and again' })
  pick('CtxHistory', question)
  local text = T.shown('^ctx%-lsp%-pack:/')
  T.same(nil, text:find('Since this pack', 1, true))
  local said = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, -1, 0, { 0, -1 }, { details = true })) do
    for _, line in ipairs(mark[4].virt_lines or {}) do
      table.insert(said, line[1][1])
    end
  end
  T.holds(table.concat(said, ' '), 'Since this pack was made: 1 changed (')
  vim.cmd.bwipeout()
  vim.cmd('edit! ' .. vim.fn.fnameescape(vim.uri_to_fname(item.uri)))
end

return tests
