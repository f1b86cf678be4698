--- The server's commands: their parameters as data, and their answers as types. Do not edit: this file is written
--- by tests/editors/lua_mirror.py from the server's types. A test fails when it is out of date; `make generated` writes
--- it anew.
---
--- The rest of the client names commands and options only through this table.

--- The kind of a field: 'string', 'integer', 'number', 'boolean', 'strings' and 'integers' (lists), 'auto' ("auto",
--- true or false), 'document', 'position', 'range', 'options', 'filter', 'checkpoint', 'scope' (a word, or names);
--- or the strings that it can be.
---@alias ctx_lsp.Kind string|string[]

---@class ctx_lsp.Command
---@field name string                      The server's name of it.
---@field takes table<string, ctx_lsp.Kind>

local M = {}

---@type table<string, ctx_lsp.Command>
M.commands = {
  search = {
    name = 'ctx-lsp.search',
    takes = {
      query = 'string',
      limit = 'integer',
      filter = 'filter',
      rerank = 'auto',
      hypothetical = 'string',
      scope = 'scope',
      askedBy = 'string',
    },
  },
  published_text = {
    name = 'ctx-lsp.publishedText',
    takes = {
      repository = 'string',
      path = 'string',
      revision = 'string',
    },
  },
  query = {
    name = 'ctx-lsp.query',
    takes = {
      query = 'string',
      textDocument = 'document',
      position = 'position',
      selection = 'range',
      options = 'options',
      hypothetical = 'string',
      scope = 'scope',
      askedBy = 'string',
    },
  },
  context_at = {
    name = 'ctx-lsp.contextAt',
    takes = {
      symbol = 'string',
      textDocument = 'document',
      position = 'position',
      options = 'options',
    },
  },
  context_for_files = {
    name = 'ctx-lsp.contextForFiles',
    takes = {
      files = 'strings',
      options = 'options',
    },
  },
  context_for_diff = {
    name = 'ctx-lsp.contextForDiff',
    takes = {
      base = 'string',
      diff = 'string',
      options = 'options',
    },
  },
  pack_text = {
    name = 'ctx-lsp.packText',
    takes = {
      packId = 'string',
      format = { 'markdown', 'xml', 'json', 'compact' },
    },
  },
  replay = {
    name = 'ctx-lsp.replay',
    takes = {
      packId = 'string',
      options = 'options',
    },
  },
  history = {
    name = 'ctx-lsp.history',
    takes = {
      limit = 'integer',
      clear = 'boolean',
    },
  },
  pack_diff = {
    name = 'ctx-lsp.packDiff',
    takes = {
      packId = 'string',
      against = 'string',
    },
  },
  explain = {
    name = 'ctx-lsp.explain',
    takes = {
      query = 'string',
      symbol = 'string',
      packId = 'string',
    },
  },
  remember = {
    name = 'ctx-lsp.remember',
    takes = {
      type = { 'convention', 'decision', 'gotcha', 'failure' },
      text = 'string',
      about = 'strings',
      textDocument = 'document',
      position = 'position',
      reason = 'string',
      category = 'string',
      scope = 'strings',
      supersedes = 'strings',
      source = 'string',
      proposed = 'boolean',
      apply = 'boolean',
    },
  },
  recall = {
    name = 'ctx-lsp.recall',
    takes = {
      query = 'string',
      symbol = 'string',
      textDocument = 'document',
      position = 'position',
      types = 'strings',
      limit = 'integer',
      replaced = 'boolean',
    },
  },
  propose = {
    name = 'ctx-lsp.propose',
    takes = {
      limit = 'integer',
      commits = 'integer',
    },
  },
  journal = {
    name = 'ctx-lsp.journal',
    takes = {
      action = { 'list', 'start', 'end', 'erase', 'export' },
      title = 'string',
      task = 'integer',
      all = 'boolean',
      format = { 'markdown', 'json' },
    },
  },
  record = {
    name = 'ctx-lsp.record',
    takes = {
      kind = { 'message', 'decision', 'openQuestion', 'checkpoint', 'reflection' },
      text = 'string',
      task = 'integer',
      uri = 'string',
      closes = 'integers',
      checkpoint = 'checkpoint',
      outcome = { 'success', 'partial', 'failure' },
      confidence = 'number',
      tags = 'strings',
    },
  },
  resume = {
    name = 'ctx-lsp.resume',
    takes = {
      task = 'integer',
      query = 'string',
      maxTokens = 'integer',
      activate = 'boolean',
      model = 'boolean',
    },
  },
  impact = {
    name = 'ctx-lsp.impact',
    takes = {
      symbol = 'string',
      textDocument = 'document',
      position = 'position',
      files = 'strings',
      depth = 'integer',
      askedBy = 'string',
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
    takes = {
      files = 'strings',
      base = 'string',
    },
  },
  patterns = {
    name = 'ctx-lsp.patterns',
    takes = {
      symbol = 'string',
      textDocument = 'document',
      position = 'position',
      kinds = 'strings',
      base = 'string',
      trends = 'boolean',
    },
  },
  status = {
    name = 'ctx-lsp.status',
    takes = {},
  },
  dashboard = {
    name = 'ctx-lsp.dashboard',
    takes = {},
  },
  feedback = {
    name = 'ctx-lsp.feedback',
    takes = {
      packId = 'string',
      symbol = 'string',
      verdict = { 'useful', 'not', 'missing' },
      clear = 'boolean',
    },
  },
  team_task = {
    name = 'ctx-lsp.teamTask',
    takes = {
      packId = 'string',
      answers = 'strings',
    },
  },
  savings = {
    name = 'ctx-lsp.savings',
    takes = {
      days = 'integer',
    },
  },
  agents = {
    name = 'ctx-lsp.agents',
    takes = {
      serve = 'boolean',
      pin = 'strings',
      exclude = 'strings',
    },
  },
  reindex = {
    name = 'ctx-lsp.reindex',
    takes = {
      files = 'strings',
      force = 'boolean',
    },
  },
}

--- The members of a pack's `options`.
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
  policy = { 'adaptive', 'split', 'signatures' },
  cursor = { 'auto', 'on', 'off' },
  encoding = { 'o200k_base', 'cl100k_base' },
  since = 'string',
  tree = 'boolean',
  guidance = 'boolean',
}

--- The members of `filter`.
---@type table<string, ctx_lsp.Kind>
M.filter = {
  languages = 'strings',
  kinds = 'strings',
  include = 'strings',
  exclude = 'strings',
  tests = 'auto',
  since = 'string',
  roots = 'strings',
}

---@class ctx_lsp.answer.SearchAnswer
---@field revision integer
---@field query ctx_lsp.answer.QueryAnalysis
---@field items ctx_lsp.answer.Item[]
---@field coverage ctx_lsp.answer.Coverage
---@field timings table<string, number>
---@field warnings string[]
---@field commits table<string, ctx_lsp.answer.SymbolCommit[]>

---@class ctx_lsp.answer.QueryAnalysis
---@field text string
---@field intent 'symbol'|'question'|'change'
---@field symbols string[]
---@field terms string[]
---@field meant string
---@field readAs string
---@field unmentioned string[]
---@field remark string
---@field code number

---@class ctx_lsp.answer.Item
---@field uri string
---@field range lsp.Range
---@field symbol? string
---@field kind string
---@field language string
---@field signature string
---@field score number
---@field scores table<string, number>

---@class ctx_lsp.answer.Coverage
---@field lexical number
---@field semantic number

---@class ctx_lsp.answer.SymbolCommit
---@field commit string
---@field author string
---@field time integer
---@field subject string

---@class ctx_lsp.answer.PublishedText
---@field text? string
---@field problem string

---@class ctx_lsp.answer.Pack
---@field packId string
---@field revision integer
---@field query ctx_lsp.answer.QueryAnalysis
---@field tokens ctx_lsp.answer.PackTokens
---@field completeness ctx_lsp.answer.Completeness
---@field confidence? number
---@field shown ctx_lsp.answer.Shown
---@field items ctx_lsp.answer.PackItem[]
---@field elsewhere ctx_lsp.answer.RemotePiece[]
---@field edges ctx_lsp.answer.PackEdge[]
---@field coverage ctx_lsp.answer.Coverage
---@field timings table<string, number>
---@field warnings string[]
---@field text string
---@field commits table<string, ctx_lsp.answer.SymbolCommit[]>
---@field advice ctx_lsp.answer.Advice[]
---@field ready boolean
---@field reason string

---@class ctx_lsp.answer.PackTokens
---@field used integer
---@field budget integer
---@field baseline integer
---@field savings number

---@class ctx_lsp.answer.Completeness
---@field score? number
---@field symbolResolution number
---@field dependencyCoverage number
---@field unresolved ctx_lsp.answer.Unresolved[]

---@class ctx_lsp.answer.Unresolved
---@field symbol string
---@field neededBy string
---@field reason 'budget'|'unselected'|'depth'|'ambiguous'|'filtered'|'secret'

---@class ctx_lsp.answer.Shown
---@field main integer
---@field of integer

---@class ctx_lsp.answer.PackItem
---@field uri string
---@field range lsp.Range
---@field symbol? string
---@field kind string
---@field language string
---@field signature string
---@field score number
---@field scores table<string, number>
---@field role 'primary'|'related'|'dependency'|'base'|'type'|'caller'|'test'|'sibling'|'style'
---@field relation string
---@field level 'full'|'excerpt'|'folded'|'signature'|'outline'
---@field tokens integer
---@field text string

---@class ctx_lsp.answer.RemotePiece
---@field uri string
---@field range lsp.Range
---@field symbol? string
---@field kind string
---@field language string
---@field signature string
---@field score number
---@field scores table<string, number>
---@field repository string
---@field revision string
---@field tokens integer
---@field text string

---@class ctx_lsp.answer.PackEdge
---@field source string
---@field target string
---@field kind 'imports'|'calls'|'inherits'|'implements'|'overrides'|'decorates'|'uses-type'|'reads'|'writes'|'raises'|'catches'|'tests'|'re-exports'|'registers'|'documents'|'specifies'|'satisfies'|'mentions'|'supersedes'
---@field confidence number

---@class ctx_lsp.answer.Advice
---@field kind 'note'|'pattern'|'commits'
---@field text string
---@field uri? string

---@class ctx_lsp.answer.PackText
---@field packId string
---@field revision integer
---@field outdated boolean
---@field changed string[]
---@field tokens integer
---@field text string
---@field uri string

---@class ctx_lsp.answer.Replay
---@field packId string
---@field revision integer
---@field query ctx_lsp.answer.QueryAnalysis
---@field tokens ctx_lsp.answer.PackTokens
---@field completeness ctx_lsp.answer.Completeness
---@field confidence? number
---@field shown ctx_lsp.answer.Shown
---@field items ctx_lsp.answer.PackItem[]
---@field elsewhere ctx_lsp.answer.RemotePiece[]
---@field edges ctx_lsp.answer.PackEdge[]
---@field coverage ctx_lsp.answer.Coverage
---@field timings table<string, number>
---@field warnings string[]
---@field text string
---@field commits table<string, ctx_lsp.answer.SymbolCommit[]>
---@field advice ctx_lsp.answer.Advice[]
---@field ready boolean
---@field reason string
---@field options ctx_lsp.answer.Options
---@field changes ctx_lsp.answer.ReplayChanges

---@class ctx_lsp.answer.ReplayChanges
---@field entered string[]
---@field left string[]
---@field changed string[]
---@field same integer

---@class ctx_lsp.answer.History
---@field packs ctx_lsp.answer.RecentPack[]
---@field kept boolean

---@class ctx_lsp.answer.RecentPack
---@field packId string
---@field kind 'question'|'symbol'|'files'|'changes'
---@field title string
---@field askedAt string
---@field askedBy string

---@class ctx_lsp.answer.PackDiff
---@field before string
---@field packId string
---@field revision integer
---@field entered ctx_lsp.answer.DiffItem[]
---@field left ctx_lsp.answer.DiffItem[]
---@field changed ctx_lsp.answer.ChangedItem[]
---@field same integer

---@class ctx_lsp.answer.DiffItem
---@field uri string
---@field range lsp.Range
---@field symbol? string
---@field role 'primary'|'related'|'dependency'|'base'|'type'|'caller'|'test'|'sibling'|'style'
---@field level 'full'|'excerpt'|'folded'|'signature'|'outline'

---@class ctx_lsp.answer.ChangedItem
---@field uri string
---@field range lsp.Range
---@field symbol? string
---@field levelBefore 'full'|'excerpt'|'folded'|'signature'|'outline'
---@field level 'full'|'excerpt'|'folded'|'signature'|'outline'
---@field textChanged boolean

---@class ctx_lsp.answer.Explanation
---@field symbol string
---@field rank integer
---@field score number
---@field parts table<string, number>
---@field channels ctx_lsp.answer.ChannelEvidence[]
---@field role string
---@field level string
---@field relation string
---@field reason string
---@field patterns ctx_lsp.answer.Match[]
---@field warnings string[]
---@field readAs string

---@class ctx_lsp.answer.ChannelEvidence
---@field channel string
---@field rank integer
---@field score number
---@field candidates integer

---@class ctx_lsp.answer.Match
---@field pattern string
---@field role string
---@field partners ctx_lsp.answer.Partner[]
---@field reason string
---@field confidence number

---@class ctx_lsp.answer.Partner
---@field symbol string
---@field relation string

---@class ctx_lsp.answer.NewNote
---@field uri string
---@field text string
---@field sent boolean
---@field contradictions string[]
---@field offered boolean
---@field warnings string[]

---@class ctx_lsp.answer.Recall
---@field revision integer
---@field notes ctx_lsp.answer.Note[]
---@field total integer
---@field problems ctx_lsp.answer.NoteProblem[]
---@field warnings string[]

---@class ctx_lsp.answer.Note
---@field id string
---@field uri string
---@field range lsp.Range
---@field type 'convention'|'decision'|'gotcha'|'failure'
---@field title string
---@field text string
---@field reason string
---@field category string
---@field date string
---@field source string
---@field state 'accepted'|'proposed'
---@field anchors ctx_lsp.answer.Anchor[]
---@field verdict 'fresh'|'moved'|'drifted'|'orphaned'|'refuted'
---@field contradictions string[]
---@field strength number
---@field stale boolean
---@field inForce boolean
---@field doubts string[]
---@field supersededBy? string

---@class ctx_lsp.answer.Anchor
---@field target string
---@field verdict 'fresh'|'moved'|'drifted'|'orphaned'
---@field now string

---@class ctx_lsp.answer.NoteProblem
---@field uri string
---@field message string
---@field valid boolean

---@class ctx_lsp.answer.Proposals
---@field revision integer
---@field proposals ctx_lsp.answer.Proposal[]
---@field warnings string[]

---@class ctx_lsp.answer.Proposal
---@field type 'convention'|'decision'|'gotcha'|'failure'
---@field text string
---@field about string[]
---@field source string
---@field date? string

---@class ctx_lsp.answer.Journal
---@field tasks ctx_lsp.answer.Task[]
---@field kept boolean
---@field erased integer
---@field text string
---@field warnings string[]

---@class ctx_lsp.answer.Task
---@field id integer
---@field title string
---@field state 'active'|'open'|'ended'
---@field started string
---@field touched string
---@field ended? string
---@field askedBy string

---@class ctx_lsp.answer.Recorded
---@field task ctx_lsp.answer.Task
---@field entry ctx_lsp.answer.JournalEntry
---@field found ctx_lsp.answer.JournalEntry[]

---@class ctx_lsp.answer.JournalEntry
---@field number integer
---@field task integer
---@field at string
---@field kind 'question'|'message'|'decision'|'openQuestion'|'checkpoint'|'reflection'
---@field text string
---@field askedBy string
---@field packId? string
---@field about string[]
---@field checkpoint? ctx_lsp.answer.Checkpoint
---@field reflection? ctx_lsp.answer.Reflection
---@field source? integer
---@field closed boolean
---@field uses integer

---@class ctx_lsp.answer.Checkpoint
---@field cause 'hand'|'automatic'|'error'
---@field query string
---@field plan string
---@field step string
---@field results string
---@field context string
---@field error string

---@class ctx_lsp.answer.Reflection
---@field outcome 'success'|'partial'|'failure'
---@field confidence number
---@field tags string[]

---@class ctx_lsp.answer.Resumption
---@field task ctx_lsp.answer.Task
---@field summary string
---@field summaryBy 'rule'|'model'
---@field checkpoint? ctx_lsp.answer.JournalEntry
---@field atHand ctx_lsp.answer.JournalEntry[]
---@field tokens integer
---@field recalled ctx_lsp.answer.JournalEntry[]
---@field text string
---@field warnings string[]

---@class ctx_lsp.answer.Impact
---@field symbol? string
---@field files string[]
---@field revision integer
---@field dependants ctx_lsp.answer.ImpactNode[]
---@field warnings string[]
---@field external? string
---@field partners ctx_lsp.answer.FilePartner[]
---@field definitions ctx_lsp.answer.DefinitionPartner[]

---@class ctx_lsp.answer.ImpactNode
---@field symbol string
---@field distance integer
---@field kind string
---@field relation 'caller'|'overrider'|'subclass'|'importer'|'test'|'user'
---@field via string
---@field confidence number
---@field test boolean
---@field through? string
---@field uri string
---@field range? lsp.Range

---@class ctx_lsp.answer.FilePartner
---@field uri string
---@field path string
---@field of string
---@field together integer
---@field changes integer
---@field hidden boolean

---@class ctx_lsp.answer.DefinitionPartner
---@field symbol string
---@field together integer
---@field changes integer
---@field uri string
---@field range? lsp.Range

---@class ctx_lsp.answer.Neighbourhood
---@field root string
---@field revision integer
---@field nodes ctx_lsp.answer.GraphNode[]
---@field edges ctx_lsp.answer.GraphEdge[]
---@field warnings string[]

---@class ctx_lsp.answer.GraphNode
---@field uri string
---@field range lsp.Range
---@field symbol string
---@field kind string
---@field signature string
---@field role string
---@field distance integer

---@class ctx_lsp.answer.GraphEdge
---@field source string
---@field target string
---@field kind string
---@field confidence number
---@field through? string

---@class ctx_lsp.answer.AffectedTests
---@field revision integer
---@field changed ctx_lsp.answer.Change[]
---@field tests ctx_lsp.answer.ReachingTest[]
---@field files string[]
---@field warnings string[]
---@field unchanged boolean
---@field groups ctx_lsp.answer.FileTests[]

---@class ctx_lsp.answer.Change
---@field symbol string
---@field change 'added'|'changed'|'removed'
---@field uri string
---@field range? lsp.Range

---@class ctx_lsp.answer.ReachingTest
---@field symbol string
---@field distance integer
---@field confidence number
---@field way ctx_lsp.answer.PathStep[]
---@field run? string
---@field uri string
---@field range? lsp.Range

---@class ctx_lsp.answer.PathStep
---@field symbol string
---@field kind? 'imports'|'calls'|'inherits'|'implements'|'overrides'|'decorates'|'uses-type'|'reads'|'writes'|'raises'|'catches'|'tests'|'re-exports'|'registers'|'documents'|'specifies'|'satisfies'|'mentions'|'supersedes'|'contains'
---@field through? string

---@class ctx_lsp.answer.FileTests
---@field path string
---@field tests integer
---@field run? string

---@class ctx_lsp.answer.Patterns
---@field symbol? string
---@field revision integer
---@field patterns ctx_lsp.answer.FoundPattern[]
---@field adoption ctx_lsp.answer.Adoption[]
---@field departures ctx_lsp.answer.Departure[]
---@field warnings string[]

---@class ctx_lsp.answer.FoundPattern
---@field symbol string
---@field pattern string
---@field role string
---@field partners ctx_lsp.answer.PlacedPartner[]
---@field reason string
---@field confidence number
---@field uri string
---@field range? lsp.Range

---@class ctx_lsp.answer.PlacedPartner
---@field symbol string
---@field relation string
---@field uri string
---@field range? lsp.Range

---@class ctx_lsp.answer.Adoption
---@field language string
---@field category string
---@field files integer
---@field alternatives ctx_lsp.answer.Alternative[]
---@field preferred string
---@field conflict string[]
---@field golden string[]

---@class ctx_lsp.answer.Alternative
---@field name string
---@field files integer
---@field share number
---@field trend? 'rising'|'declining'

---@class ctx_lsp.answer.Departure
---@field uri string
---@field line integer
---@field category string
---@field used string
---@field usual string
---@field message string

---@class ctx_lsp.answer.Status
---@field state 'indexing'|'ready'|'failed'
---@field searchable boolean
---@field revision integer
---@field coverage ctx_lsp.answer.Coverage
---@field counts ctx_lsp.answer.Counts
---@field languages table<string, integer>
---@field skipped table<string, integer>
---@field cache ctx_lsp.answer.CacheUse
---@field memory ctx_lsp.answer.Memory
---@field model string
---@field reranker string
---@field work table<string, table<string, integer>>
---@field failures ctx_lsp.answer.Failure[]
---@field warnings string[]
---@field latencies table<string, ctx_lsp.answer.Latency>
---@field agents integer
---@field watching 'server'|'client'|'nobody'
---@field versions table<string, string>
---@field settings ctx_lsp.answer.Settings
---@field brokenInvariants table<string, integer>

---@class ctx_lsp.answer.Counts
---@field files integer
---@field symbols integer
---@field chunks integer
---@field edges integer
---@field keptBack integer
---@field summaries integer
---@field outdatedBuffers integer

---@class ctx_lsp.answer.CacheUse
---@field path string
---@field bytes integer
---@field shared string
---@field sharedFound integer
---@field sharedMissing integer

---@class ctx_lsp.answer.Memory
---@field rssBytes integer

---@class ctx_lsp.answer.Failure
---@field path string
---@field stage string
---@field report string

---@class ctx_lsp.answer.Latency
---@field p50 number
---@field p95 number
---@field p99 number
---@field n integer

---@class ctx_lsp.answer.Settings
---@field problems string[]

---@class ctx_lsp.answer.Dashboard
---@field text string

---@class ctx_lsp.answer.FeedbackChange
---@field symbol? string
---@field nearby string[]
---@field cleared integer
---@field inForce ctx_lsp.answer.GivenVerdict[]

---@class ctx_lsp.answer.GivenVerdict
---@field symbol string
---@field kind 'useful'|'not'|'missing'|'opened'|'edited'
---@field strength number
---@field questionsLeft integer

---@class ctx_lsp.answer.TeamTask
---@field uri string
---@field question string
---@field answers string[]
---@field line string

---@class ctx_lsp.answer.Savings
---@field days ctx_lsp.answer.DaySavings[]
---@field weeks ctx_lsp.answer.DaySavings[]
---@field commands ctx_lsp.answer.CommandSavings[]
---@field packs integer
---@field used integer
---@field baseline integer
---@field savings number
---@field kept boolean

---@class ctx_lsp.answer.DaySavings
---@field date string
---@field packs integer
---@field used integer
---@field baseline integer
---@field savings number

---@class ctx_lsp.answer.CommandSavings
---@field command string
---@field packs integer
---@field used integer
---@field baseline integer
---@field savings number

---@class ctx_lsp.answer.Agents
---@field serving boolean
---@field reason string
---@field attached ctx_lsp.answer.AttachedAgent[]
---@field packs ctx_lsp.answer.AgentPack[]
---@field pin string[]
---@field exclude string[]

---@class ctx_lsp.answer.AttachedAgent
---@field name string
---@field since string
---@field packs integer

---@class ctx_lsp.answer.AgentPack
---@field packId string
---@field question string
---@field agent string
---@field at string
---@field tokens integer
---@field pieces ctx_lsp.answer.AgentPiece[]

---@class ctx_lsp.answer.AgentPiece
---@field uri string
---@field range lsp.Range
---@field symbol? string
---@field tokens integer

---@class ctx_lsp.answer.ReindexCounts
---@field files integer
---@field changed integer

return M
