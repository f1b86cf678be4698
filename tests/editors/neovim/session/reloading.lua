local T = require('harness')

local tests = {}

local OLD, NEW = 'def reloaded():\n    return 1\n', 'def reloaded():\n    return 2\n'

---@param text string
local function write(text)
  local path = vim.fs.joinpath(vim.env.CTX_TEST_WORKSPACE, 'reloaded.py')
  local file = assert(io.open(path, 'w'))
  file:write(text)
  file:close()
end

--- Open a file of its own in a new buffer, and wait until the server has read the file: earlier changes go unnoticed.
---@return vim.lsp.Client
local function edit()
  write(OLD)
  local client = T.edit('reloaded.py')
  vim.cmd('edit!')
  client:request_sync('textDocument/documentSymbol', { textDocument = { uri = vim.uri_from_bufnr(0) } }, 5000)
  return client
end

local function delete()
  vim.cmd('bwipeout!')
  vim.fn.delete(vim.fs.joinpath(vim.env.CTX_TEST_WORKSPACE, 'reloaded.py'))
end

---@param client vim.lsp.Client
---@return string warnings of the server
local function warnings(client)
  local params = { command = 'ctx-lsp.status', arguments = { vim.empty_dict() } }
  local answer = client:request_sync('workspace/executeCommand', params, 5000)
  return vim.inspect(answer and answer.result and answer.result.warnings)
end

function tests.a_file_that_another_program_has_changed_is_read_again()
  local client = edit()
  for _, text in ipairs({ NEW, OLD, NEW }) do
    write(text)
    T.wait('the new text', function()
      return T.text() .. '\n' == text
    end)
    T.same(false, vim.bo.modified)
  end
  T.wait('the server to have it', function()
    return not warnings(client):find('reloaded.py', 1, true)
  end)
  delete()
end

function tests.unsaved_edits_stay()
  local client = edit()
  vim.api.nvim_buf_set_lines(0, 0, 1, false, { 'def unsaved():' })
  write(NEW)
  T.wait('the warning', function()
    return warnings(client):find('reloaded.py has changed on disk', 1, true)
  end)
  require('ctx_lsp.reloading').changed({ uri = vim.uri_from_bufnr(0) })
  T.same('def unsaved():\n    return 1', T.text())
  delete()
end

function tests.a_buffer_without_autoread_stays()
  local client = edit()
  vim.bo.autoread = false
  write(NEW)
  T.wait('the warning', function()
    return warnings(client):find('reloaded.py has changed on disk', 1, true)
  end)
  require('ctx_lsp.reloading').changed({ uri = vim.uri_from_bufnr(0) })
  T.same(OLD, T.text() .. '\n')
  delete()
end

function tests.a_buffer_that_was_closed_meanwhile_is_not_made_again()
  edit()
  local uri = vim.uri_from_bufnr(0)
  delete()
  local before = #vim.api.nvim_list_bufs()
  require('ctx_lsp.reloading').changed({ uri = uri })
  T.same(before, #vim.api.nvim_list_bufs())
end

return tests
