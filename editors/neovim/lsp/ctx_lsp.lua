---@type vim.lsp.Config
return {
  cmd = { 'ctx-lsp', 'serve', '--stdio' },
  root_markers = {
    'ctx-lsp.toml',
    '.git',
    { 'pyproject.toml', 'package.json', 'Cargo.toml', 'go.mod', 'pom.xml', 'Gemfile', 'composer.json', 'Makefile' },
  },
}
