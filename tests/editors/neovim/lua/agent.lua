local T = require('harness')

--- A real agent in the workspace. `ask` returns its answer to a question; `stop` ends it.
return function()
  local lines = {} ---@type string[]
  local process = vim.system(
    { vim.env.CTX_TEST_PYTHON, '-m', 'tests.agents.client', vim.env.CTX_TEST_WORKSPACE },
    {
      stdin = true,
      cwd = vim.env.PYTHONPATH,
      text = true,
      stdout = function(_, data)
        table.insert(lines, data or '')
      end,
    }
  )
  local answered = 0
  local one = {}
  function one.ask(question)
    process:write(question .. '\n')
    local all = T.wait('the answer to the agent', function()
      local whole = vim.split(table.concat(lines), '\n')
      return #whole > answered + 1 and whole
    end)
    answered = answered + 1
    return vim.json.decode(all[answered])
  end
  function one.stop()
    process:write(nil)
    process:wait()
    local params = { command = 'ctx-lsp.agents', arguments = { vim.empty_dict() } }
    T.wait('the server to know', function() -- or the next test would count it too
      local answer = T.attached():request_sync('workspace/executeCommand', params, 5000)
      return answer and answer.result and #answer.result.attached == 0
    end)
  end
  return one
end
