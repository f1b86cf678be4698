-- A second folder in the workspace, with a Git repository of its own.

local T = require('harness')

local tests = {}

local DEPOT = vim.env.CTX_TEST_DEPOT

--- Do something while the depot is a folder of the workspace.
---@param action fun()
local function with_depot(action)
  local client = T.edit('app/pair.py')
  vim.lsp.buf.add_workspace_folder(DEPOT)
  T.wait('the index of the depot', function()
    local status = { command = 'ctx-lsp.status', arguments = { vim.empty_dict() } }
    return client:request_sync('workspace/executeCommand', status, 60000).result.state == 'ready'
  end)
  local ok, problem = pcall(action)
  T.edit('app/pair.py')
  vim.lsp.buf.remove_workspace_folder(DEPOT)
  if not ok then
    error(problem, 0)
  end
end

function tests.a_hint_names_a_file_of_the_same_folder()
  with_depot(function()
    vim.cmd.edit(DEPOT .. '/stock.py')
    local hint = 'depot/rack.py usually changes with stock.py'
    T.wait('the hint', function()
      vim.api.nvim_buf_set_lines(0, -1, -1, false, { '# and more' })
      vim.cmd('silent write')
      return vim.wait(2000, function()
        return vim.iter(T.notices):any(function(notice)
          return notice.message:find(hint, 1, true) ~= nil
        end)
      end, 10)
    end)
    T.same(1, #vim.lsp.get_clients({ name = 'ctx_lsp' }))
    vim.cmd('CtxPartner')
    T.wait('the file', function()
      return vim.api.nvim_buf_get_name(0):match('depot/rack%.py$')
    end)
  end)
end

function tests.folders_without_the_revision_are_named()
  with_depot(function()
    vim.fn.system({ 'git', '-C', DEPOT, 'tag', 'stocked', 'HEAD~4' })
    vim.cmd('CtxSince stocked stock')
    T.wait('the list', function()
      return vim.fn.getqflist({ title = 1 }).title == 'ctx-lsp: stock'
    end)
    local first = vim.fn.getqflist()[1]
    T.holds(first.text, 'shop was not compared: no commit, branch or tag has this name')
    T.same(0, first.valid)
    vim.cmd('cclose')
  end)
end

function tests.a_folder_that_was_removed_has_no_part_in_answers()
  with_depot(function()
    vim.fn.system({ 'git', '-C', DEPOT, 'tag', 'removed', 'HEAD~4' })
  end)
  vim.cmd('CtxSince removed stock')
  T.told("no Git revision 'removed' in this workspace")
  T.same('', vim.fn.getqflist({ title = 1 }).title)
end

return tests
