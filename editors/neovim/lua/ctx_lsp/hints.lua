--- Hints after a save, as a message and not as a list to choose from: such a list would take the keys of a user who has
--- gone on typing. The server waits for a choice, which `:CtxPartner` makes.

local notices = require('ctx_lsp.notices')

local M = {}

local LEAST_ROOM = 20 -- columns of a hint in the narrowest window
local OPEN = 'Open' -- the server's title of the action that opens the file

---@class ctx_lsp.Hint
---@field client integer
---@field action lsp.MessageActionItem
---@field answer fun(chosen: lsp.MessageActionItem|vim.NIL)

--- The newest hint that has not been answered.
---@type ctx_lsp.Hint?
local newest

--- The hint in one line: a longer one would be followed by a prompt, which takes the user's next key.
---@param message string
---@return string
local function in_a_line(message)
  local room = math.max(LEAST_ROOM, vim.v.echospace - #'ctx-lsp: ')
  local line = message .. '. :CtxPartner opens it'
  if vim.fn.strdisplaywidth(line) <= room then
    return line
  end
  line = ':CtxPartner: ' .. message
  while vim.fn.strdisplaywidth(line) > room do
    line = vim.fn.strcharpart(line, 0, math.max(0, vim.fn.strchars(line) - 2)) .. '…'
  end
  return line
end

--- Say the newest hint once the user is in normal mode: the mode's own line would hide it at once.
---@param message string
local function say(message)
  local group = vim.api.nvim_create_augroup('ctx_lsp.hint', {}) -- without the hint before, if it still waits
  if vim.api.nvim_get_mode().mode:sub(1, 1) == 'n' then
    return notices.say(in_a_line(message))
  end
  vim.api.nvim_create_autocmd('ModeChanged', {
    group = group,
    pattern = '*:n',
    once = true,
    desc = 'Name the file that usually changes with the saved one',
    callback = vim.schedule_wrap(function()
      notices.say(in_a_line(message))
    end),
  })
end

--- Answer the newest hint, if there is one.
---@param chosen? lsp.MessageActionItem
local function answer(chosen)
  local hint = newest
  newest = nil
  if hint then
    hint.answer(chosen or vim.NIL)
  end
end

--- Handle a message with actions; the server's hints are the only ones.
---@type lsp.Handler
function M.asked(err, params, context)
  local action = vim.iter(params.actions or {}):find(function(one)
    return one.title == OPEN
  end)
  local thread = coroutine.running()
  if not action or not thread then
    return vim.lsp.handlers['window/showMessageRequest'](err, params, context)
  end
  answer() -- the one before
  say(params.message)
  newest = {
    client = context.client_id,
    action = action,
    answer = function(chosen)
      coroutine.resume(thread, chosen)
    end,
  }
  return coroutine.yield()
end

--- Open the file that the newest hint names.
function M.open()
  if not newest or not vim.lsp.get_client_by_id(newest.client) then -- the server may have ended
    return notices.say('no hint names a file; one may come after a save (history.hint)')
  end
  answer(newest.action)
end

return M
