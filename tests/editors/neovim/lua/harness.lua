--- Runs files of tests in this Neovim and writes what came of each as a line of JSON. A file returns its tests by name.

local M = {}

local PATIENCE = 60000 -- milliseconds, on a machine that is busy; what is waited for comes in a fraction of it

--- The messages to the user since the test began.
---@type { message: string, level: integer }[]
M.notices = {}

vim.notify = function(message, level)
  table.insert(M.notices, { message = message, level = level or vim.log.levels.INFO })
end

--- Wait until something holds.
---@generic T
---@param what string
---@param condition fun(): T?
---@return T
function M.wait(what, condition)
  local found
  local done = vim.wait(PATIENCE, function()
    found = condition()
    return found and true or false
  end, 10)
  if not done then
    error(('waited in vain for %s; told: %s'):format(what, vim.inspect(M.notices)), 2)
  end
  return found
end

---@param expected any
---@param actual any
function M.same(expected, actual)
  if not vim.deep_equal(expected, actual) then
    error(('expected %s\ngot %s'):format(vim.inspect(expected), vim.inspect(actual)), 2)
  end
end

---@param text string
---@param part string
function M.holds(text, part)
  if not text:find(part, 1, true) then
    error(('expected %q in:\n%s'):format(part, text), 2)
  end
end

--- Wait for a notice that holds a text.
---@param part string
---@return { message: string, level: integer }
function M.told(part)
  return M.wait('the notice ' .. part, function()
    for _, notice in ipairs(M.notices) do
      if notice.message:find(part, 1, true) then
        return notice
      end
    end
  end)
end

---@return string of the current buffer
function M.text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

--- Put the cursor on the first place of a text in the current buffer.
---@param text string
function M.cursor_on(text)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  if vim.fn.search('\\V\\C' .. vim.fn.escape(text, '\\'), 'c') == 0 then
    error(('no %q in:\n%s'):format(text, M.text()), 2)
  end
end

--- Type keys, with mappings.
---@param keys string
function M.keys(keys)
  vim.api.nvim_feedkeys(vim.keycode(keys), 'xt', false)
end

local ready = false

--- Wait until everything is indexed.
---@param client vim.lsp.Client
local function wait_until_ready(client)
  local params = { command = 'ctx-lsp.status', arguments = { vim.empty_dict() } }
  ready = ready
    or M.wait('the index', function()
      local answer = client:request_sync('workspace/executeCommand', params, PATIENCE)
      return answer and answer.result and answer.result.state == 'ready'
    end)
end

--- Wait until a server has the current buffer.
---@return vim.lsp.Client
function M.attached()
  return M.wait('the server', function()
    local client = vim.lsp.get_clients({ bufnr = 0, name = 'ctx_lsp' })[1]
    return client and client.initialized and client
  end)
end

--- Open a file of the workspace and wait for the server, the first time until it is ready.
---@param path string
---@return vim.lsp.Client
function M.edit(path)
  vim.cmd.edit(vim.fs.joinpath(vim.env.CTX_TEST_WORKSPACE, path))
  local client = M.attached()
  wait_until_ready(client)
  return client
end

--- The process of the server, the only child there is.
---@return integer pid
function M.server()
  local children = vim.api.nvim_get_proc_children(vim.fn.getpid())
  M.same(1, #children)
  return children[1]
end

--- Wait until the buffer with a name like this is shown, and has text.
---@param pattern string
---@return string text
function M.shown(pattern)
  return M.wait('the buffer ' .. pattern, function()
    local text = M.text()
    return vim.api.nvim_buf_get_name(0):match(pattern) and text ~= '' and text
  end)
end

--- Ask a question from a file of the workspace and wait for the pack.
---@param question string
---@return string text
function M.ask(question)
  M.edit('tenacity/retry.py')
  vim.cmd('CtxAsk ' .. question)
  return M.shown('^ctx%-lsp%-pack:/')
end

local folder = vim.fn.getcwd()

local function clean()
  vim.cmd('silent! %bwipeout!')
  vim.cmd('silent! only')
  vim.cmd.cd(folder)
  vim.fn.setqflist({}, 'f')
  M.notices = {}
  vim.cmd('messages clear')
end

---@param file string
local function run_file(file)
  local tests = dofile(file)
  for name, test in vim.spairs(tests) do
    clean()
    local fine, problem = xpcall(test, debug.traceback)
    local said = vim.fn.execute('messages')
    if fine and said:find('Error', 1, true) then -- in what was scheduled
      fine, problem = false, said
    end
    local outcome =
      { name = vim.fs.basename(file):gsub('%.lua$', '') .. '.' .. name, problem = not fine and problem or nil }
    io.stdout:write(vim.json.encode(outcome), '\n')
  end
end

---@param files string[]
function M.run(files)
  for _, file in ipairs(files) do
    run_file(file)
  end
  for _, client in ipairs(vim.lsp.get_clients()) do
    client:stop()
  end
  vim.wait(PATIENCE, function()
    return #vim.lsp.get_clients() == 0
  end, 10)
  vim.cmd('qall!')
end

return M
