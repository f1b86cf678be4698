local T = require('harness')

local tests = {}

local function float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
    end
  end
end

function tests.hover_says_what_a_pack_would_hold()
  T.edit('tenacity/wait.py')
  T.cursor_on('wait_fixed(')
  vim.lsp.buf.hover()
  local text = T.wait('the hover', float)
  T.holds(text, 'class wait_fixed')
  T.holds(text, 'Context pack: ')
end

function tests.lenses_are_shown_and_open_what_they_counted()
  T.edit('tenacity/nap.py')
  T.cursor_on('sleep(')
  vim.cmd('normal! zt')
  local on_codelens, unresolved = vim.lsp.codelens.on_codelens, 0
  vim.lsp.codelens.on_codelens = function(err, lenses, context)
    for _, lens in ipairs(lenses) do
      unresolved = unresolved + (lens.command and 0 or 1)
    end
    return on_codelens(err, lenses, context)
  end
  vim.api.nvim_exec_autocmds('CursorHold', { buffer = 0 })
  local line = vim.fn.line('.') - 1
  T.wait('the figures', function()
    local resolved = vim.tbl_filter(function(lens)
      return lens.command and lens.range.start.line == line
    end, vim.lsp.codelens.get(0))
    return #resolved == 3
  end)
  vim.lsp.codelens.on_codelens = on_codelens
  T.same(0, unresolved)
  local select, titles = vim.ui.select, {}
  vim.ui.select = function(items, options, chosen)
    titles = vim.tbl_map(options.format_item, items)
    for number, title in ipairs(titles) do
      if title:find('tokens', 1, true) then
        chosen(items[number])
      end
    end
  end
  vim.lsp.codelens.run()
  vim.ui.select = select
  T.holds(table.concat(titles, '\n'), 'test')
  T.holds(T.shown('^ctx%-lsp%-pack:/'), 'tenacity/nap.py')
end

function tests.what_setup_is_told_later_holds()
  local setup = require('ctx_lsp').setup
  setup({ code_lens = false })
  T.same({}, vim.api.nvim_get_autocmds({ group = 'ctx_lsp.lens' }))
  setup({ code_lens = true })
  T.same(false, vim.tbl_isempty(vim.api.nvim_get_autocmds({ group = 'ctx_lsp.lens' })))
end

function tests.a_lens_that_lists_opens_the_list()
  local client = T.edit('tenacity/wait.py')
  client:exec_cmd({ title = '', command = 'ctx-lsp.graph', arguments = { { symbol = 'wait_base', direction = 'in' } } })
  T.holds(T.shown('graph$'), '# Around tenacity/wait.py::wait_base')
end

function tests.health_says_that_all_is_well()
  T.edit('tenacity/wait.py')
  vim.cmd('checkhealth ctx_lsp')
  local text = T.text()
  T.holds(text, 'OK enabled: starts with the first file')
  T.holds(text, 'OK running for ' .. vim.env.CTX_TEST_WORKSPACE)
  T.same(nil, text:find('WARNING', 1, true))
  T.same(nil, text:find('ERROR', 1, true))
end

return tests
