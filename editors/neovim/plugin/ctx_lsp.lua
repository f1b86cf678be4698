-- All that a start of Neovim loads: the commands' names, a few autocommands and no module. The rest is loaded on use.

if vim.g.loaded_ctx_lsp then
  return
end
vim.g.loaded_ctx_lsp = true

if vim.fn.has('nvim-0.11') == 0 then
  local words = 'ctx-lsp needs Neovim 0.11 or later. In this one it is not active.'
  vim.api.nvim_echo({ { words, 'WarningMsg' } }, true, {})
  return
end

---@type table<string, vim.api.keyset.user_command>
local commands = {
  CtxAsk = { nargs = '*', range = true, desc = 'Context pack for a question' },
  CtxHere = { nargs = '*', desc = 'Context pack for the symbol under the cursor' },
  CtxFiles = { nargs = '*', desc = 'Context pack for files' },
  CtxDiff = { nargs = '*', range = true, desc = 'Context pack for changes' },
  CtxSearch = { nargs = '*', bang = true, desc = 'Search, into the quickfix list or (!) a picker' },
  CtxSince = { nargs = '*', bang = true, desc = 'What has changed since a Git revision' },
  CtxExplain = { nargs = '*', desc = 'Explain why a symbol was included' },
  CtxImpact = { nargs = '*', desc = 'What depends on a symbol' },
  CtxGraph = { nargs = '*', desc = 'Dependencies and dependants of a symbol' },
  CtxTests = { nargs = '*', desc = 'Tests that reach a change' },
  CtxCompare = { nargs = '*', desc = 'Compare two packs' },
  CtxFeedback = { nargs = '*', bang = true, desc = 'Rate a piece of a pack, or (!) clear the rating' },
  CtxKeep = { nargs = '*', desc = 'Keep the question of a pack, and its answers, for the team' },
  CtxRemember = { nargs = '*', desc = 'Write a note about the symbol under the cursor' },
  CtxRecall = { nargs = '*', bang = true, desc = 'Notes about the code, into the quickfix list or (!) a picker' },
  CtxPropose = { nargs = '*', desc = 'Notes that commits and documents propose' },
  CtxTask = { nargs = '*', bang = true, desc = 'Start a task; or pick one to resume, or (!) to erase' },
  CtxCheckpoint = { nargs = '*', desc = 'Record where the active task stands' },
  CtxPatterns = { nargs = 0, desc = "The team's patterns" },
  CtxStatus = { nargs = 0, desc = 'State of the index' },
  CtxAgents = { nargs = '?', desc = 'Packs that agents fetched; stop or resume serving agents' },
  CtxDashboard = { nargs = 0, desc = 'Server statistics since its start' },
  CtxSavings = { nargs = '?', desc = 'Daily token savings' },
  CtxReindex = { nargs = '*', bang = true, desc = 'Re-index files' },
  CtxRestart = { nargs = 0, desc = 'Restart the server' },
  CtxOpen = { nargs = '?', desc = 'The last pack, or one by its id' },
  CtxHistory = { nargs = 0, desc = 'Recent packs, and one of them again' },
  CtxPartner = { nargs = 0, desc = 'Open the file that the last hint after a save names' },
  CtxPick = { nargs = 0, desc = 'Pick a location of this view' },
  CtxQuickfix = { nargs = 0, desc = 'Send the locations of this view to the quickfix list' },
  CtxLoclist = { nargs = 0, desc = 'Send the locations of this view to the location list' },
}

for name, options in pairs(commands) do
  if options.nargs ~= 0 then
    options.complete = function(...)
      return require('ctx_lsp.completion').complete(name, ...)
    end
  end
  vim.api.nvim_create_user_command(name, function(call)
    require('ctx_lsp.commands').run(name, call)
  end, options)
end

local group = vim.api.nvim_create_augroup('ctx_lsp', {})

-- Before the first buffer has a file type, so before a server can start: what a running server needs of this client.
vim.api.nvim_create_autocmd({ 'BufReadPre', 'BufNewFile' }, {
  group = group,
  once = true,
  desc = 'Restart ctx-lsp when it ends, and handle its code lenses',
  callback = function()
    require('ctx_lsp').configure()
  end,
})

-- If init.lua has enabled servers, `vim.lsp` is loaded, and a buffer without a file can start one.
vim.api.nvim_create_autocmd('VimEnter', {
  group = group,
  once = true,
  desc = 'Set up ctx-lsp before a file is open',
  callback = function()
    if package.loaded['vim.lsp'] then
      require('ctx_lsp').configure()
    end
  end,
})

vim.api.nvim_create_autocmd('BufReadCmd', {
  group = group,
  pattern = 'ctx-lsp-pack:/*',
  desc = 'Show a context pack by its id',
  callback = function(event)
    require('ctx_lsp.views.showing').read(event.buf, event.match)
  end,
})

vim.api.nvim_create_autocmd('BufReadCmd', {
  group = group,
  pattern = 'ctx-lsp://published/*',
  desc = 'Show a file of a published repository',
  callback = function(event)
    require('ctx_lsp.views.published').read(event.buf, event.match)
  end,
})
