-- The init.lua of a user of the plugin, with the server of this source tree.

local here = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))
local root = vim.fs.dirname(vim.fs.dirname(vim.fs.dirname(here)))
vim.opt.runtimepath:prepend(here)
vim.opt.runtimepath:prepend(root .. '/editors/neovim')
vim.opt.swapfile = false
vim.g.loaded_python3_provider = 0 -- looked for by the file type plugin of Python, for seconds

local cmd = { vim.env.CTX_TEST_PYTHON, '-m', 'ctx_lsp', 'serve', '--stdio' }
if vim.env.CTX_TEST_SETUP == 'setup' then
  require('ctx_lsp').setup({ cmd = cmd, settings = { pack = { maxTokens = 3000 } } })
elseif vim.env.CTX_TEST_SETUP == 'enable' then
  vim.lsp.config('ctx_lsp', { cmd = cmd })
  vim.lsp.enable('ctx_lsp')
end
