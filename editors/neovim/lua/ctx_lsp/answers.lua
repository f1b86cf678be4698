--- What the client reads of the server's answers, as types only. A test compares it with the server's own types, by
--- which the classes are named; whatever else an answer holds is not shown.
---@meta

---@class ctx_lsp.answer.Pack
---@field packId string
---@field query ctx_lsp.answer.QueryAnalysis
---@field items ctx_lsp.answer.PackItem[]
---@field tokens ctx_lsp.answer.PackTokens
---@field ready boolean
---@field warnings string[]
---@field text string

---@class ctx_lsp.answer.PackItem
---@field uri string
---@field range lsp.Range
---@field symbol? string
---@field role string
---@field level string
---@field tokens integer
---@field text string

---@class ctx_lsp.answer.PackTokens
---@field used integer
---@field baseline integer

---@class ctx_lsp.answer.PackText
---@field text string

---@class ctx_lsp.answer.PackDiff
---@field before string
---@field packId string
---@field entered ctx_lsp.answer.DiffItem[]
---@field left ctx_lsp.answer.DiffItem[]
---@field changed ctx_lsp.answer.ChangedItem[]
---@field same integer

---@class ctx_lsp.answer.DiffItem
---@field uri string
---@field range lsp.Range
---@field symbol? string
---@field level string

---@class ctx_lsp.answer.ChangedItem
---@field uri string
---@field range lsp.Range
---@field symbol? string
---@field level string
---@field levelBefore string

---@class ctx_lsp.answer.FeedbackChange
---@field symbol? string
---@field cleared integer

---@class ctx_lsp.answer.SearchAnswer
---@field query ctx_lsp.answer.QueryAnalysis
---@field items ctx_lsp.answer.Item[]
---@field warnings string[]

---@class ctx_lsp.answer.QueryAnalysis
---@field text string
---@field readAs string

---@class ctx_lsp.answer.Item
---@field uri string
---@field range lsp.Range
---@field symbol? string
---@field kind string
---@field signature string

---@class ctx_lsp.answer.Explanation
---@field symbol string
---@field rank integer
---@field score number
---@field parts table<string, number>
---@field channels ctx_lsp.answer.ChannelEvidence[]
---@field reason string
---@field readAs string
---@field warnings string[]

---@class ctx_lsp.answer.ChannelEvidence
---@field channel string
---@field rank integer
---@field score number
---@field candidates integer

---@class ctx_lsp.answer.Impact
---@field symbol? string
---@field external? string
---@field files string[]
---@field dependants ctx_lsp.answer.ImpactNode[]
---@field warnings string[]

---@class ctx_lsp.answer.ImpactNode
---@field uri string
---@field range? lsp.Range
---@field symbol string
---@field distance integer
---@field kind string
---@field relation string
---@field via string
---@field through? string

---@class ctx_lsp.answer.Neighbourhood
---@field root string
---@field nodes ctx_lsp.answer.GraphNode[]
---@field edges ctx_lsp.answer.GraphEdge[]
---@field warnings string[]

---@class ctx_lsp.answer.GraphNode
---@field uri string
---@field range lsp.Range
---@field symbol string
---@field kind string

---@class ctx_lsp.answer.GraphEdge
---@field source string
---@field target string
---@field kind string
---@field through? string

---@class ctx_lsp.answer.AffectedTests
---@field changed ctx_lsp.answer.Change[]
---@field tests ctx_lsp.answer.ReachingTest[]
---@field files string[]
---@field warnings string[]

---@class ctx_lsp.answer.ReachingTest
---@field uri string
---@field range? lsp.Range
---@field symbol string
---@field way ctx_lsp.answer.PathStep[]

---@class ctx_lsp.answer.PathStep
---@field symbol string

---@class ctx_lsp.answer.Change
---@field uri string
---@field range? lsp.Range
---@field symbol string
---@field change string

---@class ctx_lsp.answer.ReindexCounts
---@field files integer
---@field changed integer

---@class ctx_lsp.answer.Savings
---@field days ctx_lsp.answer.DaySavings[]
---@field packs integer
---@field used integer
---@field baseline integer
---@field kept boolean

---@class ctx_lsp.answer.DaySavings
---@field date string
---@field packs integer
---@field used integer
---@field baseline integer
