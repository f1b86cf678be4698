--- Setting up, and what a status line shows. The commands are in `ctx_lsp.commands`.

local M = {}

---@class ctx_lsp.Setup
---@field cmd? string[]      How the server is started.
---@field settings? table    Its settings, such as `{ pack = { maxTokens = 8000 } }`.
---@field code_lens? boolean Show callers, tests and context above definitions (default true).
---@field picker? ctx_lsp.Picker What shows lists: 'auto' (default) takes telescope or fzf-lua where it is installed.
---@field navigation? ctx_lsp.Navigation Answer standard navigation: 'auto' (default) where no other server does.

local PICKERS = { 'auto', 'telescope', 'fzf-lua', 'select' }

--- The options of `setup`: a type, or the values that one can have.
---@type table<string, string|string[]>
M.KINDS = {
  cmd = 'table',
  settings = 'table',
  code_lens = 'boolean',
  navigation = { 'auto', 'on', 'off' },
  picker = PICKERS,
}

local configured = false

--- The options that `setup` was called with, until they are applied.
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

--- Add the callbacks that a running server needs besides the data in `lsp/ctx_lsp.lua`.
local function add_callbacks()
  local present = vim.lsp.config.ctx_lsp or {}
  vim.lsp.config('ctx_lsp', {
    capabilities = require('ctx_lsp.reloading').CAPABILITIES,
    commands = require('ctx_lsp.lens').commands,
    handlers = vim.tbl_extend('keep', present.handlers or {}, {
      ['$/ctx-lsp/changedOnDisk'] = function(_, changed)
        require('ctx_lsp.reloading').changed(changed)
      end,
      ['$/ctx-lsp/opened'] = function(_, hint)
        require('ctx_lsp.views.tasks').opened(hint)
      end,
      ['$/ctx-lsp/proposed'] = function(_, proposed)
        require('ctx_lsp.views.notes').proposed(proposed)
      end,
      ['window/showMessageRequest'] = function(...)
        return require('ctx_lsp.hints').asked(...)
      end,
    }),
    on_init = with(present.on_init, function(client)
      require('ctx_lsp.navigation').limit(client)
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
  require('ctx_lsp.navigation').mode = options.navigation or 'auto'
  require('ctx_lsp.pickers').mode = options.picker or 'auto'
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

--- The problem with an option of `setup`, if there is one.
---@param name string
---@param value any
---@return string?
local function problem(name, value)
  local kind = M.KINDS[name]
  if not kind then
    local known = vim.tbl_keys(M.KINDS)
    local nearest = require('ctx_lsp.texts').nearest(name, known)
    local others = nearest and 'nearest: ' .. nearest or 'there are ' .. table.concat(known, ', ')
    return ('no option %s; %s'):format(name, others)
  elseif type(kind) == 'table' then
    return not vim.list_contains(kind, value) and ('%s must be one of %s'):format(name, table.concat(kind, ', ')) or nil
  end
  if name == 'cmd' and type(value) == 'table' and not value[1] then
    return 'cmd must name a program'
  end
  return type(value) ~= kind and ('%s must be a %s'):format(name, kind) or nil
end

--- Say how the server is started and what is shown, and enable it.
---@param given? ctx_lsp.Setup
function M.setup(given)
  if vim.fn.has('nvim-0.11') == 0 then
    return -- plugin/ctx_lsp.lua says so
  end
  local options = given or {}
  for name, value in pairs(options) do
    local wrong = problem(name, value)
    if wrong then
      error('ctx_lsp.setup: ' .. wrong, 2)
    end
  end
  wanted = options
  if configured or vim.v.vim_did_enter == 1 then
    M.configure()
  end
end

--- For a status line: what the server is at or, when it is idle, what the last pack cost and saved. Empty without one,
--- and in an older Neovim.
---@return string
function M.statusline()
  return vim.fn.has('nvim-0.11') == 1 and require('ctx_lsp.progress').line() or ''
end

return M
