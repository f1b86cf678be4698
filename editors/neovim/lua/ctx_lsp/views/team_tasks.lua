--- Questions that the team keeps in the repository, with the code that answers them, for `ctx-lsp eval`.

local client_of = require('ctx_lsp.client')
local notices = require('ctx_lsp.notices')
local view = require('ctx_lsp.views.view')

local asks = require('ctx_lsp.protocol').commands
local counted = require('ctx_lsp.views.render').counted

local M = {}

--- Append a line to a file, which need not exist, and read it again into its buffer.
---@param file string
---@param line string
---@return string? problem
local function append(file, line)
  pcall(vim.fn.mkdir, vim.fs.dirname(file), 'p') -- without the folder, opening the file fails and says why
  local stream, problem = io.open(file, 'a+b')
  if not stream then
    return problem
  end
  local is_begun = stream:seek('end', -1) and stream:read(1) ~= '\n' -- as some editors leave a file
  stream:seek('end') -- between reading and writing
  local _, unwritten = stream:write(is_begun and '\n' or '', line, '\n')
  local _, unsaved = stream:close()
  if unwritten or unsaved then
    return unwritten or unsaved
  end
  if vim.fn.bufloaded(file) == 1 then
    vim.cmd.checktime(vim.fn.bufadd(file))
  end
end

--- Keep the question of the pack in this buffer. Its answers are the symbols that are named, or else those that the
--- user has called useful or missing.
---@param call ctx_lsp.Call
---@param client vim.lsp.Client
function M.keep(call, client)
  local shown = view.of(vim.api.nvim_get_current_buf())
  if not (shown and shown.pack) then
    return notices.warn('ask a question first: the cursor must be in its pack')
  end
  local argument = { packId = shown.pack.packId, answers = #call.fargs > 0 and call.fargs or nil }
  client_of.execute(client, asks.team_task, argument, function(answer)
    local file = vim.uri_to_fname(answer.uri)
    local problem = append(file, answer.line)
    if problem then
      return notices.warn(problem)
    end
    local short = client.root_dir and vim.fs.relpath(client.root_dir, file) or file
    notices.say(('the question was kept in %s, with %s'):format(short, counted(#answer.answers, 'answer')))
  end)
end

return M
