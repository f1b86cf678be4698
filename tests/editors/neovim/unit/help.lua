local T = require('harness')

local tests = {}

local function make_tags()
  local doc = vim.env.CTX_TEST_SCRATCH .. '/doc'
  vim.fn.mkdir(doc, 'p')
  local source = vim.api.nvim_get_runtime_file('doc/ctx_lsp.txt', false)[1]
  vim.fn.writefile(vim.fn.readfile(source), doc .. '/ctx_lsp.txt')
  vim.cmd.helptags(doc)
  vim.opt.runtimepath:prepend(vim.env.CTX_TEST_SCRATCH)
end

function tests.there_is_help()
  make_tags()
  vim.cmd.help('ctx_lsp')
  T.same('help', vim.bo.buftype)
  T.holds(vim.api.nvim_get_current_line(), '*ctx_lsp*')
end

function tests.every_command_has_a_help_tag()
  make_tags()
  for name in pairs(vim.api.nvim_get_commands({})) do
    if name:match('^Ctx') then
      vim.cmd.help(':' .. name)
      T.holds(vim.api.nvim_get_current_line(), '*:' .. name .. '*')
    end
  end
end

function tests.every_option_of_setup_has_a_help_tag()
  make_tags()
  for name in pairs(require('ctx_lsp').KINDS) do
    vim.cmd.help('ctx_lsp-' .. name)
    T.holds(vim.api.nvim_get_current_line(), '*ctx_lsp-' .. name .. '*')
  end
end

return tests
