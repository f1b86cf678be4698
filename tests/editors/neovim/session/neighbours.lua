local T = require('harness')

local tests = {}

local METHODS = { 'textDocument/definition', 'textDocument/references', 'textDocument/documentSymbol', 'workspace/symbol' }

--- A server of another product for the current buffer, within this Neovim: it knows where `sleep` is defined.
---@return vim.lsp.Client
local function start_other()
  local closing = false
  local here = vim.uri_from_bufnr(0)
  local place = { uri = here, range = { start = { line = 0, character = 0 }, ['end'] = { line = 0, character = 1 } } }
  local answers = {
    initialize = { capabilities = { definitionProvider = true, documentSymbolProvider = true } },
    ['textDocument/definition'] = { place },
  }
  local id = vim.lsp.start({
    name = 'other',
    cmd = function(dispatchers)
      local function leave()
        closing = true
        dispatchers.on_exit(0, 0)
      end
      return {
        request = function(method, _, answered)
          answered(nil, answers[method] or vim.NIL)
          return true, 1
        end,
        notify = function(method)
          if method == 'exit' then
            leave()
          end
          return true
        end,
        is_closing = function()
          return closing
        end,
        terminate = leave,
      }
    end,
  })
  return assert(vim.lsp.get_client_by_id(assert(id)))
end

--- The servers that Neovim asks for something about the current buffer.
---@param method string
---@return string[]
local function asked(method)
  local names = vim.tbl_map(function(client)
    return client.name
  end, vim.lsp.get_clients({ bufnr = 0, method = method }))
  table.sort(names)
  return names
end

--- The places of the definition of the name under the cursor, from the quickfix list.
---@return integer[] lines
local function definitions()
  local lines
  vim.lsp.buf.definition({
    on_list = function(list)
      lines = vim.tbl_map(function(item)
        return item.lnum
      end, list.items)
    end,
  })
  return T.wait('the definition', function()
    return lines
  end)
end

function tests.alone_it_answers_all()
  T.edit('tenacity/nap.py')
  for _, method in ipairs(METHODS) do
    T.same({ 'ctx_lsp' }, asked(method))
  end
end

function tests.what_another_server_answers_is_left_to_it()
  T.edit('tenacity/nap.py')
  local other = start_other()
  T.cursor_on('sleep(')
  T.same({ 'other' }, asked('textDocument/definition'))
  T.same({ 'other' }, asked('textDocument/documentSymbol'))
  T.same({ 'ctx_lsp' }, asked('textDocument/references'))
  T.same({ 'ctx_lsp' }, asked('textDocument/hover'))
  T.same({ 1 }, definitions())
  other:stop(true)
end

function tests.navigation_can_be_switched_on_and_off()
  local navigation = require('ctx_lsp.navigation')
  T.edit('tenacity/nap.py')
  local other = start_other()
  T.cursor_on('sleep(')
  navigation.mode = 'on'
  T.same({ 'ctx_lsp', 'other' }, asked('textDocument/definition'))
  T.same(2, #definitions())
  navigation.mode = 'off'
  T.same({}, asked('textDocument/references'))
  navigation.mode = 'auto'
  other:stop(true)
end

return tests
