local T = require('harness')
local client_of = require('ctx_lsp.client')
local progress = require('ctx_lsp.progress')
local showing = require('ctx_lsp.views.showing')

local asks = require('ctx_lsp.protocol').commands

local tests = {}

--- A server that gives packs with a coverage, and counts the requests of packs and of the status.
local function server(coverage)
  local one = { id = 4711, name = 'ctx_lsp', initialized = true, offset_encoding = 'utf-16', packs = 0, statuses = 0 }
  one.coverage, one.status = coverage, vim.deepcopy(coverage)
  one.server_capabilities = {
    executeCommandProvider = { commands = { asks.query.name, asks.status.name, asks.explain.name } },
  }
  function one:is_stopped()
    return false
  end
  function one:request(_, params, answered)
    if params.command == asks.status.name then
      self.statuses = self.statuses + 1
      answered(nil, { coverage = vim.deepcopy(self.status) })
    elseif params.command == asks.query.name then
      self.packs = self.packs + 1
      local id = ('pack-%d-%s'):format(self.packs, vim.fn.tempname())
      vim.schedule(function()
        answered(nil, {
          packId = id,
          coverage = vim.deepcopy(self.coverage),
          query = { text = 'what?' },
          tokens = { used = 1, budget = 2, baseline = 3 },
          text = '# what?\n',
          items = {},
          warnings = {},
          ready = false,
        })
      end)
    else
      self.answer_other = answered
    end
    return true, 1
  end
  return one
end

--- Ask for a pack that covers a part, and run something with the server once the pack is on show.
local function with_pack(coverage, run, is_busy)
  local one, before, was_busy = server(coverage), client_of.with, progress.is_busy
  client_of.with = function(_, todo)
    todo(one)
  end
  progress.is_busy = is_busy or was_busy
  local fine, problem = pcall(function()
    showing.pack(one, asks.query, { query = 'what?' })
    T.wait('the pack', function()
      return not client_of.is_asking()
    end)
    run(one)
  end)
  vim.wait(1000, function()
    return not client_of.is_asking()
  end, 1)
  client_of.with, progress.is_busy = before, was_busy
  vim.cmd('silent! only | enew')
  if not fine then
    error(problem, 0)
  end
end

local function report(value)
  local data = { client_id = 4711, params = { token = 't', value = value } }
  vim.api.nvim_exec_autocmds('LspProgress', { data = data, modeline = false })
  vim.wait(1000, function()
    return not client_of.is_asking()
  end, 1)
end

function tests.a_pack_from_a_part_of_the_vectors_is_renewed_once_all_are_there()
  with_pack({ lexical = 1, semantic = 0.2 }, function(one)
    report({ kind = 'report', percentage = 70 })
    T.same({ 1, 0 }, { one.packs, one.statuses })
    one.coverage, one.status = { lexical = 1, semantic = 1 }, { lexical = 1, semantic = 1 }
    report({ kind = 'end' })
    T.same({ 2, 1 }, { one.packs, one.statuses })
    report({ kind = 'end' })
    T.same({ 2, 1 }, { one.packs, one.statuses })
  end)
end

function tests.a_pack_without_a_model_is_not_renewed()
  with_pack({ lexical = 1, semantic = 0 }, function(one)
    report({ kind = 'end' })
    T.same({ 1, 1 }, { one.packs, one.statuses })
    report({ kind = 'end' })
    T.same({ 1, 2 }, { one.packs, one.statuses })
  end)
end

function tests.a_pack_from_a_part_of_the_files_is_renewed_for_files_and_again_for_vectors()
  with_pack({ lexical = 0.5, semantic = 0 }, function(one)
    report({ kind = 'report', percentage = 20 })
    T.same(1, one.packs)
    one.coverage, one.status = { lexical = 1, semantic = 0 }, { lexical = 1, semantic = 0 }
    report({ kind = 'report', percentage = 50 })
    T.same({ 2, 0 }, { one.packs, one.statuses })
    report({ kind = 'report', percentage = 60 })
    T.same(2, one.packs)
    one.coverage, one.status = { lexical = 1, semantic = 0.9 }, { lexical = 1, semantic = 0.9 }
    report({ kind = 'end' })
    T.same({ 3, 1 }, { one.packs, one.statuses })
  end)
end

function tests.indexing_that_ends_while_the_pack_is_made_is_noticed()
  local answers = { true, false } -- busy when the pack is asked for, and not any more when it is there
  with_pack({ lexical = 1, semantic = 0.2 }, function(one)
    T.same({ 1, 1 }, { one.packs, one.statuses })
  end, function()
    return table.remove(answers, 1) or false
  end)
end

function tests.a_renewal_waits_for_the_answer_to_the_user()
  with_pack({ lexical = 1, semantic = 0.2 }, function(one)
    client_of.execute(one, asks.explain, {}, function() end)
    one.coverage, one.status = { lexical = 1, semantic = 1 }, { lexical = 1, semantic = 1 }
    vim.api.nvim_exec_autocmds('LspProgress', {
      data = { client_id = 4711, params = { token = 't', value = { kind = 'end' } } },
      modeline = false,
    })
    T.same(1, one.packs)
    one.answer_other(nil, {})
    T.same(2, one.packs)
  end)
end

return tests
