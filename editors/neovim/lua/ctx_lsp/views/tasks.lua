--- The journal of tasks: starting one, recording where it stands, going on with one, and erasing it.

local client_of = require('ctx_lsp.client')
local notices = require('ctx_lsp.notices')
local pickers = require('ctx_lsp.pickers')
local render = require('ctx_lsp.views.render')
local showing = require('ctx_lsp.views.showing')
local subjects = require('ctx_lsp.subjects')

local asks = require('ctx_lsp.protocol').commands

local M = {}

--- A task as a line of a list.
---@param task ctx_lsp.answer.Task
---@return string
function M.line(task)
  local by = task.askedBy ~= '' and (' (by %s)'):format(task.askedBy) or ''
  return ('%s  %-6s  %s%s'):format(task.started:sub(1, 10), task.state, task.title, by)
end

--- Let the user pick a task.
---@param client vim.lsp.Client
---@param title string
---@param chosen fun(task: ctx_lsp.answer.Task)
local function pick(client, title, chosen)
  client_of.execute(client, asks.journal, {}, function(answer)
    if #answer.tasks == 0 then
      local none = answer.kept and 'no tasks yet; :CtxTask TITLE starts one' or 'the journal is off (journal.enabled)'
      return notices.say(table.concat(vim.list_extend({ none }, answer.warnings), '; '))
    end
    local choices = vim.tbl_map(function(task)
      return { text = M.line(task), value = task }
    end, answer.tasks)
    pickers.pick(choices, title, chosen)
  end)
end

--- Start a task with a title; without one, pick a task to resume, or (!) to erase.
---@param call ctx_lsp.Call
---@param client vim.lsp.Client
function M.task(call, client)
  if call.args ~= '' and call.bang then
    return notices.warn(':CtxTask! takes no title: pick the task to erase')
  elseif call.args ~= '' then
    return client_of.execute(client, asks.journal, { action = 'start', title = call.args }, function(answer)
      notices.say(('task “%s” started; your questions are recorded in it'):format(answer.tasks[1].title))
    end)
  end
  pick(client, call.bang and 'Task to erase' or 'Task to resume', function(task)
    if call.bang then
      return client_of.execute(client, asks.journal, { action = 'erase', task = task.id }, function(answer)
        local said = ('task “%s” erased'):format(task.title)
        notices.say(table.concat(vim.list_extend({ said }, answer.warnings), '; '))
      end)
    end
    showing.list(client, asks.resume, { task = task.id }, 'task', call.smods, function(answer)
      return render.report():add(answer.text)
    end)
  end)
end

--- Record where the active task stands.
---@param call ctx_lsp.Call
---@param client vim.lsp.Client
function M.checkpoint(call, client)
  local uri = client_of.knows(0, client) and vim.uri_from_bufnr(0) or nil
  subjects.asked('Where does the work stand? ', call.args, function(step)
    local argument = { kind = 'checkpoint', checkpoint = { step = step }, uri = uri }
    client_of.execute(client, asks.record, argument, function(answer)
      local found = vim.tbl_map(function(one)
        return one.text
      end, answer.found)
      local more = #found > 0 and '; found in it: ' .. table.concat(found, '; ') or ''
      notices.say(('checkpoint of “%s” recorded%s'):format(answer.task.title, more))
    end)
  end)
end

--- Say which notes and earlier tasks are about a document that was opened.
---@param hint { message: string, notes: integer, tasks: integer[] }
function M.opened(hint)
  local counts = {}
  if hint.notes > 0 then
    counts[#counts + 1] = ('%d note%s (:CtxRecall)'):format(hint.notes, hint.notes == 1 and '' or 's')
  end
  if #hint.tasks > 0 then
    counts[#counts + 1] = ('%d earlier task%s (:CtxTask)'):format(#hint.tasks, #hint.tasks == 1 and '' or 's')
  end
  notices.say(table.concat(counts, ', ')) -- one short line: a longer one would ask for a key press
end

return M
