--- Notes about the code: writing one about the symbol at the cursor, and listing them with what is wrong with each.

local arguments = require('ctx_lsp.arguments')
local client_of = require('ctx_lsp.client')
local notices = require('ctx_lsp.notices')
local places = require('ctx_lsp.places')
local subjects = require('ctx_lsp.subjects')

local asks = require('ctx_lsp.protocol').commands

local MOST = 200 -- notes that the server lists
local TYPES = asks.remember.takes.type --[[@as string[] ]]

---@type table<string, string>
local VERDICTS = {
  moved = 'its code has moved',
  drifted = 'its code has changed',
  orphaned = 'its code is gone',
  refuted = 'says something false: ',
}

local M = {}

--- A note as a line of a list. What is wrong comes first: lines are cut off, and the name of the file says the title.
---@param note ctx_lsp.answer.Note
---@return string
function M.line(note)
  local said = {} ---@type string[]
  if VERDICTS[note.verdict] then
    table.insert(said, VERDICTS[note.verdict] .. table.concat(note.contradictions, '; '))
  end
  if note.state == 'proposed' then
    table.insert(said, 'proposed: not accepted yet')
  end
  if note.stale then
    table.insert(said, 'stale: confirm or retire it')
  end
  table.insert(said, ('%s  %s'):format(note.type, note.title))
  table.insert(said, ('strength %.0f%%'):format(note.strength * 100))
  return table.concat(said, ' · ')
end

--- Show a new note in a buffer that is not written yet, with the cursor at its end.
---@param client vim.lsp.Client
---@param note ctx_lsp.answer.NewNote
local function create(client, note)
  places.jump(client.offset_encoding, { uri = note.uri, text = '' })
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(note.text, '\n', { trimempty = true }))
  vim.cmd.normal({ 'G$', bang = true })
  vim.lsp.buf_attach_client(buffer, client.id) -- notes that are not written count, whatever starts servers here
  vim.api.nvim_create_autocmd('BufWritePre', {
    buffer = buffer,
    desc = 'Create the folder of notes',
    callback = function(event)
      vim.fn.mkdir(vim.fs.dirname(event.match), 'p')
    end,
  })
end

--- Write a note of a type about the symbol at the cursor.
---@param call ctx_lsp.Call
---@param client vim.lsp.Client
function M.remember(call, client)
  local type, given = call.args:match('^(%S*)%s*(.*)$')
  if not vim.list_contains(TYPES, type) then
    return notices.warn(('begin with the type of the note: %s'):format(table.concat(TYPES, ', ')))
  end
  local here = subjects.here(client) or {}
  subjects.asked('Title of the note: ', given, function(text)
    -- `apply`: Neovim would leave an empty file behind where the user gives up on the note.
    local argument = { type = type, text = text, about = { here.symbol }, apply = false,
      textDocument = here.textDocument, position = here.position }
    client_of.execute(client, asks.remember, argument, function(answer)
      create(client, answer)
    end)
  end)
end

--- Show notes in the quickfix list or in a picker, and files among them that are not notes.
---@param client vim.lsp.Client
---@param answer ctx_lsp.answer.Recall
---@param title string
---@param in_picker boolean
local function show(client, answer, title, in_picker)
  local found = {} ---@type ctx_lsp.Place[]
  for _, note in ipairs(answer.notes) do
    table.insert(found, { uri = note.uri, range = note.range, text = M.line(note) })
  end
  for _, problem in ipairs(answer.problems) do
    local text = (problem.valid and '' or 'not a valid note: ') .. problem.message
    table.insert(found, { uri = problem.uri, text = text })
  end
  if #found == 0 then
    return notices.nothing('no notes found; :CtxRemember writes one', answer.warnings)
  end
  local list = in_picker and places.pick or places.quickfix
  list(found, title, client.offset_encoding, answer.warnings)
end

--- List the notes about what a code lens has counted.
---@param client vim.lsp.Client
---@param argument table
function M.list(client, argument)
  client_of.execute(client, asks.recall, vim.tbl_extend('keep', argument, { limit = MOST }), function(answer)
    show(client, answer, 'ctx-lsp: notes here', false)
  end)
end

--- List the notes that answer a question; without one those about the symbol at the cursor, or else all.
---@param call ctx_lsp.Call
---@param client vim.lsp.Client
function M.recall(call, client)
  local options, question = arguments.parse(call.args, arguments.of('CtxRecall'))
  local function list(argument, title, otherwise)
    client_of.execute(client, asks.recall, vim.tbl_extend('keep', options, argument), function(answer)
      if otherwise and #answer.notes == 0 then
        return otherwise()
      end
      show(client, answer, title, call.bang)
    end, otherwise and function() -- of a file that is not indexed
      otherwise()
      return true
    end)
  end
  local function all()
    list({ limit = MOST }, 'ctx-lsp: all notes')
  end
  local here = subjects.here(client)
  if question ~= '' then
    list({ query = question }, 'ctx-lsp: notes: ' .. question)
  elseif here then
    list(vim.tbl_extend('error', here, { limit = MOST }), 'ctx-lsp: notes here', all)
  else
    all()
  end
end

--- Say that an agent proposes a note.
---@param proposed { agent: string, title: string }
function M.proposed(proposed)
  notices.say(('%s proposes a note, “%s”; :CtxPropose shows it'):format(proposed.agent, proposed.title))
end

--- Pick one of the notes that agents, commits and documents propose, and show it in a buffer to be written.
---@param call ctx_lsp.Call
---@param client vim.lsp.Client
function M.propose(call, client)
  local options = arguments.parse(call.args, arguments.of('CtxPropose'))
  client_of.execute(client, asks.propose, options, function(answer)
    for _, warning in ipairs(answer.warnings) do
      notices.warn(warning)
    end
    if #answer.proposals == 0 then
      return notices.say('no agent, commit or document proposes a note; :CtxRemember writes one')
    end
    vim.ui.select(answer.proposals, {
      prompt = 'Note to keep',
      format_item = function(one)
        return ('%s  %s · %s'):format(one.type, (one.text:gsub('\n+', ' — ', 1):gsub('\n', ' ')), one.source)
      end,
    }, function(one)
      if one then
        local argument = { type = one.type, text = one.text, about = one.about, source = one.source, apply = false }
        client_of.execute(client, asks.remember, argument, function(note)
          create(client, note)
        end)
      end
    end)
  end)
end

return M
