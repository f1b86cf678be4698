---@type vim.lsp.Config
return {
  cmd = { 'ctx-lsp', 'serve', '--stdio' },
  -- Neovim holds a change back for 150 ms if it follows another, and sends it with its next request. Requests of agents
  -- do not come from Neovim, so they would miss it.
  flags = { debounce_text_changes = 0 },
  root_markers = {
    'ctx-lsp.toml',
    '.git',
    { 'pyproject.toml', 'package.json', 'Cargo.toml', 'go.mod', 'pom.xml', 'Gemfile', 'composer.json', 'Makefile' },
  },
}
