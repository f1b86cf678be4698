--- Standard navigation beside other servers of a buffer: what one of them answers, ours does not answer a second time.

local M = {}

--- The requests that any language server answers. Hover, lenses and commands stay: what they say is ours alone.
local METHODS = {
  ['textDocument/declaration'] = true,
  ['textDocument/definition'] = true,
  ['textDocument/documentHighlight'] = true,
  ['textDocument/documentSymbol'] = true,
  ['textDocument/implementation'] = true,
  ['textDocument/prepareCallHierarchy'] = true,
  ['textDocument/prepareTypeHierarchy'] = true,
  ['textDocument/references'] = true,
  ['textDocument/typeDefinition'] = true,
  ['workspace/symbol'] = true,
}

---@alias ctx_lsp.Navigation 'auto'|'on'|'off'

---@type ctx_lsp.Navigation
M.mode = 'auto'

--- Whether another server of a buffer answers a request.
---@param method string
---@param bufnr integer
---@return boolean
local function is_answered(method, bufnr)
  return vim.iter(vim.lsp.get_clients({ bufnr = bufnr })):any(function(client)
    return client.name ~= 'ctx_lsp' and client:supports_method(method, bufnr)
  end)
end

--- Have a client take part in navigation as the mode says. Neovim asks each client of a buffer what it supports.
---@param client vim.lsp.Client
function M.limit(client)
  local supports = client.supports_method
  client.supports_method = function(self, method, bufnr)
    if METHODS[method] and (M.mode == 'off' or (M.mode == 'auto' and bufnr and is_answered(method, bufnr))) then
      return false
    end
    return supports(self, method, bufnr)
  end
end

return M
