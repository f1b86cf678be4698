--- The server's commands and what they take: the mirror of `ctx_lsp/protocol/messages.py`, as data.
---
--- A test compares it with the server's own types, so that a change there which is not followed here fails. The rest of
--- the client names commands and options only through this table. What the commands answer is in `ctx_lsp.answers`.

--- What a field holds: 'string', 'integer', 'number', 'boolean', 'strings' (a list), 'auto' ("auto", true or false),
--- 'document', 'position', 'range', 'options', 'filter'; or the list of the strings that it can be.
---@alias ctx_lsp.Kind string|string[]

---@class ctx_lsp.Command
---@field name string                      What the server calls it.
---@field takes table<string, ctx_lsp.Kind>

local M = {}

---@type table<string, ctx_lsp.Command>
M.commands = {
  search = {
    name = 'ctx-lsp.search',
    takes = { query = 'string', limit = 'integer', filter = 'filter', rerank = 'auto' },
  },
  query = {
    name = 'ctx-lsp.query',
    takes = {
      query = 'string',
      textDocument = 'document',
      position = 'position',
      selection = 'range',
      options = 'options',
    },
  },
  context_at = {
    name = 'ctx-lsp.contextAt',
    takes = { symbol = 'string', textDocument = 'document', position = 'position', options = 'options' },
  },
  context_for_files = {
    name = 'ctx-lsp.contextForFiles',
    takes = { files = 'strings', options = 'options' },
  },
  context_for_diff = {
    name = 'ctx-lsp.contextForDiff',
    takes = { base = 'string', diff = 'string', options = 'options' },
  },
  pack_text = {
    name = 'ctx-lsp.packText',
    takes = { packId = 'string', format = { 'markdown', 'xml', 'json', 'compact' } },
  },
  pack_diff = {
    name = 'ctx-lsp.packDiff',
    takes = { packId = 'string', against = 'string' },
  },
  explain = {
    name = 'ctx-lsp.explain',
    takes = { query = 'string', symbol = 'string' },
  },
  impact = {
    name = 'ctx-lsp.impact',
    takes = {
      symbol = 'string',
      textDocument = 'document',
      position = 'position',
      files = 'strings',
      depth = 'integer',
    },
  },
  graph = {
    name = 'ctx-lsp.graph',
    takes = {
      symbol = 'string',
      textDocument = 'document',
      position = 'position',
      direction = { 'out', 'in', 'both' },
      kinds = 'strings',
      depth = 'integer',
    },
  },
  test_scope = {
    name = 'ctx-lsp.testScope',
    takes = { files = 'strings', base = 'string' },
  },
  status = { name = 'ctx-lsp.status', takes = {} },
  feedback = {
    name = 'ctx-lsp.feedback',
    takes = { packId = 'string', symbol = 'string', verdict = { 'useful', 'not', 'missing' }, clear = 'boolean' },
  },
  savings = {
    name = 'ctx-lsp.savings',
    takes = { days = 'integer' },
  },
  reindex = {
    name = 'ctx-lsp.reindex',
    takes = { files = 'strings', force = 'boolean' },
  },
}

--- What `options` of a pack may hold.
---@type table<string, ctx_lsp.Kind>
M.options = {
  maxTokens = 'integer',
  minCompleteness = 'number',
  dependencyDepth = 'integer',
  includeTests = 'auto',
  rerank = 'auto',
  format = { 'markdown', 'xml', 'json', 'compact' },
  filter = 'filter',
  pin = 'strings',
  exclude = 'strings',
  since = 'string',
  tree = 'boolean',
  policy = { 'adaptive', 'split', 'signatures' },
  cursor = { 'auto', 'on', 'off' },
  encoding = { 'o200k_base', 'cl100k_base' },
}

--- What `filter` may hold.
---@type table<string, ctx_lsp.Kind>
M.filter = {
  languages = 'strings',
  kinds = 'strings',
  include = 'strings',
  exclude = 'strings',
  tests = 'auto',
}

return M
