--- Lists to pick from: telescope or fzf-lua where one of them is installed, else `vim.ui.select`.

local M = {}

--- 'auto' takes a picker that is installed; 'select' always takes `vim.ui.select`.
---@alias ctx_lsp.Picker 'auto'|'telescope'|'fzf-lua'|'select'

---@type ctx_lsp.Picker
M.mode = 'auto'

--- An entry of a list.
---@class ctx_lsp.Choice
---@field text string    What the list says of it.
---@field file? string   What a preview shows.
---@field line? integer  Of the file, from 1.
---@field value any

---@alias ctx_lsp.Show fun(choices: ctx_lsp.Choice[], title: string, chosen: fun(value: any))

---@type ctx_lsp.Show
local function telescope(choices, title, chosen)
  local actions, state = require('telescope.actions'), require('telescope.actions.state')
  local config = require('telescope.config').values
  require('telescope.pickers')
    .new({}, {
      prompt_title = title,
      finder = require('telescope.finders').new_table({
        results = choices,
        entry_maker = function(choice)
          return {
            value = choice.value,
            display = choice.text,
            ordinal = choice.text,
            filename = choice.file,
            lnum = choice.line,
          }
        end,
      }),
      sorter = config.generic_sorter({}),
      previewer = choices[1].file and config.grep_previewer({}) or nil,
      attach_mappings = function(prompt)
        actions.select_default:replace(function()
          local entry = state.get_selected_entry()
          actions.close(prompt)
          if entry then
            chosen(entry.value)
          end
        end)
        return true
      end,
    })
    :find()
end

---@type ctx_lsp.Show
local function fzf(choices, title, chosen)
  local lines, values = {}, {} ---@type string[], table<string, any>
  for number, choice in ipairs(choices) do
    -- The number makes a line unique; fzf hides it, and a preview reads the file and the line.
    local line = ('%d\t%s:%d:\t%s'):format(number, choice.file or '', choice.line or 1, choice.text)
    table.insert(lines, line)
    values[tostring(number)] = choice.value
  end
  require('fzf-lua').fzf_exec(lines, {
    prompt = '> ',
    winopts = { title = (' %s '):format(title) },
    fzf_opts = { ['--delimiter'] = '\t', ['--with-nth'] = '3..' },
    preview = choices[1].file and {
      type = 'cmd',
      fn = function(selected)
        local file, line = (selected[1] or ''):match('^%d+\t(.*):(%d+):\t')
        return ("tail -n +%d -- %s | head -n 200"):format(tonumber(line) or 1, vim.fn.shellescape(file or ''))
      end,
    } or nil,
    actions = {
      ['default'] = function(selected)
        local number = selected and selected[1] and selected[1]:match('^(%d+)\t')
        if number then
          chosen(values[number])
        end
      end,
    },
  })
end

---@type ctx_lsp.Show
local function select(choices, title, chosen)
  local function said(choice)
    return choice.text
  end
  vim.ui.select(choices, { prompt = title, kind = 'ctx_lsp', format_item = said }, function(choice)
    if choice then
      chosen(choice.value)
    end
  end)
end

---@type { [1]: ctx_lsp.Picker, [2]: string, [3]: ctx_lsp.Show }[]
local INSTALLED = { { 'telescope', 'telescope.pickers', telescope }, { 'fzf-lua', 'fzf-lua', fzf } }

--- Let the user pick one of some choices.
---@type ctx_lsp.Show
function M.pick(choices, title, chosen)
  for _, one in ipairs(INSTALLED) do
    local name, module, show = unpack(one)
    if (M.mode == 'auto' or M.mode == name) and pcall(require, module) then
      return show(choices, title, chosen)
    end
  end
  select(choices, title, chosen)
end

return M
