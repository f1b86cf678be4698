--- Setting up, and what a status line shows. The commands are in `ctx_lsp.commands`.

local M = {}

---@class ctx_lsp.Setup
---@field cmd? string[]      How the server is started.
---@field settings? table    Its settings, such as `{ pack = { maxTokens = 8000 } }`.
---@field code_lens? boolean Show callers, tests and context above definitions (default true).

--- What `setup` takes.
M.KINDS = { cmd = 'table', settings = 'table', code_lens = 'boolean' }

local configured = false

--- What `setup` was given, until it is applied.
---@type ctx_lsp.Setup?
local wanted

---@param present? function|function[]
---@param own function
---@return function[]
local function with(present, own)
  local all = vim.islist(present) and vim.list_slice(present --[[@as function[] ]]) or { present }
  table.insert(all, own)
  return all
end

--- What a running server needs of this client besides the data in `lsp/ctx_lsp.lua`.
local function add_callbacks()
  local present = vim.lsp.config.ctx_lsp or {}
  vim.lsp.config('ctx_lsp', {
    commands = require('ctx_lsp.lens').commands,
    on_init = with(present.on_init, function(client)
      require('ctx_lsp.supervisor').initialized(client)
      require('ctx_lsp.client').initialized(client)
    end),
    on_exit = with(present.on_exit, function(...)
      require('ctx_lsp.supervisor').exited(...)
    end),
  })
  require('ctx_lsp.progress').listen()
end

---@param options ctx_lsp.Setup
local function apply(options)
  if options.cmd then
    vim.lsp.config('ctx_lsp', { cmd = options.cmd })
  end
  if options.settings then
    vim.lsp.config('ctx_lsp', { init_options = options.settings, settings = { ['ctx-lsp'] = options.settings } })
  end
  local lens = require('ctx_lsp.lens')
  if options.code_lens == false then
    lens.hide()
  else
    lens.show()
  end
  vim.lsp.enable('ctx_lsp')
end

--- Tell `vim.lsp` all that it needs to know. The plugin has this done before the first server can start, and not
--- earlier: loading `vim.lsp` takes longer than all else.
function M.configure()
  if not configured then
    configured = true
    add_callbacks()
  end
  if wanted then
    local options = wanted
    wanted = nil
    apply(options)
  end
end

--- Say how the server is started and what is shown, and enable it.
---@param given? ctx_lsp.Setup
function M.setup(given)
  local options = given or {}
  for name, value in pairs(options) do
    if type(value) ~= M.KINDS[name] then
      local known = table.concat(vim.tbl_keys(M.KINDS), ', ')
      error(('ctx_lsp.setup: %s: expected %s'):format(name, M.KINDS[name] or ('one of ' .. known)), 2)
    end
  end
  wanted = options
  if configured or vim.v.vim_did_enter == 1 then
    M.configure()
  end
end

--- For a status line: what the server is at or, when it is idle, what the last pack cost and saved. Empty without one.
---@return string
function M.statusline()
  return require('ctx_lsp.progress').line()
end

return M
