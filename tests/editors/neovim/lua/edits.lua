--- Edits of unsaved buffers, and the seconds until answers have them: the editor's own, and an agent's, in turns.
--- `tests.editors.agent_edits` gives the plan and reads the outcome.

local T = require('harness')
local start_agent = require('agent')

local M = {}

local PAUSE = 200 -- milliseconds between two edits, in which what follows an edit is done

local function own(client, symbol)
  local params = { command = 'ctx-lsp.contextAt', arguments = { { symbol = symbol } } }
  local answer
  client:request('workspace/executeCommand', params, function(_, result)
    answer = result or {}
  end)
  return T.wait('the answer to the editor', function()
    return answer
  end)
end

--- Ask until an answer has the text.
---@param text string
---@param ask fun(): { text?: string }
---@return integer  how many answers did not have it
local function asked_until(text, ask)
  local stale = 0
  while not (ask().text or ''):find(text, 1, true) do
    stale = stale + 1
  end
  return stale
end

local function measure()
  local plan = vim.json.decode(table.concat(vim.fn.readfile(vim.env.CTX_TEST_PLAN), '\n'))
  local outcome = { own = {}, agent = {}, stale_own = 0, stale_agent = 0 }
  for _, file in ipairs(plan.files) do
    T.edit(file)
  end
  local agent = start_agent()
  T.same('editor', agent.ask('how does it begin?').engine.source)
  for number = 1, plan.edits do
    local client = T.edit(plan.files[number % #plan.files + 1])
    vim.wait(PAUSE)
    local symbol = 'edit_number_' .. number
    local last = vim.api.nvim_buf_line_count(0)
    vim.api.nvim_buf_set_lines(0, last, last, true, { '', '', 'def ' .. symbol }) -- as somebody types
    local way = number % 2 == 0 and 'agent' or 'own'
    local begin = vim.uv.hrtime()
    vim.api.nvim_buf_set_lines(0, last + 2, last + 3, true, { 'def ' .. symbol .. '(): ...' })
    local stale = asked_until('def ' .. symbol .. '(): ...', function()
      return way == 'agent' and agent.ask('symbol ' .. symbol) or own(client, symbol)
    end)
    table.insert(outcome[way], (vim.uv.hrtime() - begin) / 1e9)
    outcome['stale_' .. way] = outcome['stale_' .. way] + (stale > 0 and 1 or 0)
  end
  agent.stop()
  vim.fn.writefile({ vim.json.encode(outcome) }, plan.outcome)
end

function M.run()
  local fine, problem = xpcall(measure, debug.traceback)
  if not fine then
    io.stderr:write(problem, '\n')
  end
  vim.cmd('qall!')
end

return M
