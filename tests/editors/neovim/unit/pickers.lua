local T = require('harness')
local pickers = require('ctx_lsp.pickers')

local tests = {}

local CHOICES = { { text = 'one', value = 1 }, { text = 'two', value = 2 } }

--- Pick the second entry of `vim.ui.select`, which `mode` is to lead to.
local function picked(mode)
  local select, before, found = vim.ui.select, pickers.mode, nil
  vim.ui.select = function(items, options, chosen)
    T.same('Which?', options.prompt)
    T.same('two', options.format_item(items[2]))
    chosen(items[2])
  end
  pickers.mode = mode
  pickers.pick(CHOICES, 'Which?', function(value)
    found = value
  end)
  vim.ui.select, pickers.mode = select, before
  return found
end

function tests.without_a_picker_neovims_own_list_is_shown()
  for _, mode in ipairs({ 'auto', 'telescope', 'fzf-lua', 'select' }) do
    T.same(2, picked(mode))
  end
end

function tests.who_picks_nothing_gets_nothing()
  local select, found = vim.ui.select, nil
  vim.ui.select = function(_, _, chosen)
    chosen(nil)
  end
  pickers.pick(CHOICES, 'Which?', function(value)
    found = value
  end)
  vim.ui.select = select
  T.same(nil, found)
end

return tests
