// The server's commands with their parameters and answers, written by tests/editors/mirror.py from the server's types.
// Do not edit: tests/editors/test_protocol_mirror.py fails when it is out of date; `make generated` writes it anew.

export interface Position { readonly line: number; readonly character: number }
export interface Range { readonly start: Position; readonly end: Position }
export interface TextDocumentIdentifier { readonly uri: string }

export interface SearchParams {
  readonly query: string;
  readonly limit?: number;
  readonly filter?: Filter;
  readonly rerank?: "auto" | boolean;
  readonly hypothetical?: string;
  readonly scope?: "workspace" | "everywhere" | readonly string[];
  readonly askedBy?: string;
}

export interface Filter {
  readonly languages?: readonly string[];
  readonly kinds?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly tests?: "auto" | boolean;
  readonly since?: string;
  readonly roots?: readonly string[];
}

export interface SearchAnswer {
  readonly revision: number;
  readonly query: QueryAnalysis;
  readonly items: readonly Item[];
  readonly coverage: Coverage;
  readonly timings: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
  readonly commits: Readonly<Record<string, readonly SymbolCommit[]>>;
}

export interface QueryAnalysis {
  readonly text: string;
  readonly intent: "symbol" | "question" | "change";
  readonly symbols: readonly string[];
  readonly terms: readonly string[];
  readonly meant: string;
  readonly readAs: string;
  readonly unmentioned: readonly string[];
  readonly remark: string;
  readonly code: number;
}

export interface Item {
  readonly uri: string;
  readonly range: Range;
  readonly symbol: string | null;
  readonly kind: string;
  readonly language: string;
  readonly signature: string;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
}

export interface Coverage {
  readonly lexical: number;
  readonly semantic: number;
}

export interface SymbolCommit {
  readonly commit: string;
  readonly author: string;
  readonly time: number;
  readonly subject: string;
}

export interface PublishedTextParams {
  readonly repository: string;
  readonly path: string;
  readonly revision?: string;
}

export interface PublishedText {
  readonly text: string | null;
  readonly problem: string;
}

export interface QueryParams {
  readonly query: string;
  readonly textDocument?: TextDocumentIdentifier | null;
  readonly position?: Position | null;
  readonly selection?: Range | null;
  readonly options?: Options;
  readonly hypothetical?: string;
  readonly scope?: "workspace" | "everywhere" | readonly string[];
  readonly askedBy?: string;
}

export interface Options {
  readonly maxTokens?: number;
  readonly minCompleteness?: number;
  readonly dependencyDepth?: number;
  readonly includeTests?: "auto" | boolean;
  readonly rerank?: "auto" | boolean;
  readonly format?: "markdown" | "xml" | "json" | "compact";
  readonly filter?: Filter;
  readonly pin?: readonly string[];
  readonly exclude?: readonly string[];
  readonly policy?: "adaptive" | "split" | "signatures";
  readonly cursor?: "auto" | "on" | "off";
  readonly encoding?: "o200k_base" | "cl100k_base";
  readonly since?: string;
  readonly tree?: boolean;
  readonly guidance?: boolean;
}

export interface Pack {
  readonly packId: string;
  readonly revision: number;
  readonly query: QueryAnalysis;
  readonly tokens: PackTokens;
  readonly completeness: Completeness;
  readonly confidence: number | null;
  readonly shown: Shown;
  readonly items: readonly PackItem[];
  readonly elsewhere: readonly RemotePiece[];
  readonly edges: readonly PackEdge[];
  readonly coverage: Coverage;
  readonly timings: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
  readonly text: string;
  readonly commits: Readonly<Record<string, readonly SymbolCommit[]>>;
  readonly advice: readonly Advice[];
  readonly ready: boolean;
  readonly reason: string;
}

export interface PackTokens {
  readonly used: number;
  readonly budget: number;
  readonly baseline: number;
  readonly savings: number;
}

export interface Completeness {
  readonly score: number | null;
  readonly symbolResolution: number;
  readonly dependencyCoverage: number;
  readonly unresolved: readonly Unresolved[];
}

export interface Unresolved {
  readonly symbol: string;
  readonly neededBy: string;
  readonly reason: "budget" | "unselected" | "depth" | "ambiguous" | "filtered" | "secret";
}

export interface Shown {
  readonly main: number;
  readonly of: number;
}

export interface PackItem {
  readonly uri: string;
  readonly range: Range;
  readonly symbol: string | null;
  readonly kind: string;
  readonly language: string;
  readonly signature: string;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
  readonly role: "primary" | "related" | "dependency" | "base" | "type" | "caller" | "test" | "sibling" | "style";
  readonly relation: string;
  readonly level: "full" | "excerpt" | "folded" | "signature" | "outline";
  readonly tokens: number;
  readonly text: string;
}

export interface RemotePiece {
  readonly uri: string;
  readonly range: Range;
  readonly symbol: string | null;
  readonly kind: string;
  readonly language: string;
  readonly signature: string;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
  readonly repository: string;
  readonly revision: string;
  readonly tokens: number;
  readonly text: string;
}

export interface PackEdge {
  readonly source: string;
  readonly target: string;
  readonly kind: "imports" | "calls" | "inherits" | "implements" | "overrides" | "decorates" | "uses-type" | "reads" | "writes" | "raises" | "catches" | "tests" | "re-exports" | "registers" | "documents" | "specifies" | "satisfies" | "mentions" | "supersedes";
  readonly confidence: number;
}

export interface Advice {
  readonly kind: "note" | "pattern" | "commits";
  readonly text: string;
  readonly uri: string | null;
}

export interface ContextAtParams {
  readonly symbol?: string | null;
  readonly textDocument?: TextDocumentIdentifier | null;
  readonly position?: Position | null;
  readonly options?: Options;
}

export interface ContextForFilesParams {
  readonly files: readonly string[];
  readonly options?: Options;
}

export interface ContextForDiffParams {
  readonly base?: string | null;
  readonly diff?: string | null;
  readonly options?: Options;
}

export interface PackTextParams {
  readonly packId: string;
  readonly format?: "markdown" | "xml" | "json" | "compact" | null;
}

export interface PackText {
  readonly packId: string;
  readonly revision: number;
  readonly outdated: boolean;
  readonly changed: readonly string[];
  readonly tokens: number;
  readonly text: string;
  readonly uri: string;
}

export interface ReplayParams {
  readonly packId: string;
  readonly options?: Options | null;
}

export interface Replay {
  readonly packId: string;
  readonly revision: number;
  readonly query: QueryAnalysis;
  readonly tokens: PackTokens;
  readonly completeness: Completeness;
  readonly confidence: number | null;
  readonly shown: Shown;
  readonly items: readonly PackItem[];
  readonly elsewhere: readonly RemotePiece[];
  readonly edges: readonly PackEdge[];
  readonly coverage: Coverage;
  readonly timings: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
  readonly text: string;
  readonly commits: Readonly<Record<string, readonly SymbolCommit[]>>;
  readonly advice: readonly Advice[];
  readonly ready: boolean;
  readonly reason: string;
  readonly options: Options;
  readonly changes: ReplayChanges;
}

export interface ReplayChanges {
  readonly entered: readonly string[];
  readonly left: readonly string[];
  readonly changed: readonly string[];
  readonly same: number;
}

export interface HistoryParams {
  readonly limit?: number;
  readonly clear?: boolean;
}

export interface History {
  readonly packs: readonly RecentPack[];
  readonly kept: boolean;
}

export interface RecentPack {
  readonly packId: string;
  readonly kind: "question" | "symbol" | "files" | "changes";
  readonly title: string;
  readonly askedAt: string;
  readonly askedBy: string;
}

export interface PackDiffParams {
  readonly packId: string;
  readonly against?: string | null;
}

export interface PackDiff {
  readonly before: string;
  readonly packId: string;
  readonly revision: number;
  readonly entered: readonly DiffItem[];
  readonly left: readonly DiffItem[];
  readonly changed: readonly ChangedItem[];
  readonly same: number;
}

export interface DiffItem {
  readonly uri: string;
  readonly range: Range;
  readonly symbol: string | null;
  readonly role: "primary" | "related" | "dependency" | "base" | "type" | "caller" | "test" | "sibling" | "style";
  readonly level: "full" | "excerpt" | "folded" | "signature" | "outline";
}

export interface ChangedItem {
  readonly uri: string;
  readonly range: Range;
  readonly symbol: string | null;
  readonly levelBefore: "full" | "excerpt" | "folded" | "signature" | "outline";
  readonly level: "full" | "excerpt" | "folded" | "signature" | "outline";
  readonly textChanged: boolean;
}

export interface ExplainParams {
  readonly query: string;
  readonly symbol: string;
  readonly packId?: string | null;
}

export interface Explanation {
  readonly symbol: string;
  readonly rank: number;
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly channels: readonly ChannelEvidence[];
  readonly role: string;
  readonly level: string;
  readonly relation: string;
  readonly reason: string;
  readonly patterns: readonly Match[];
  readonly warnings: readonly string[];
  readonly readAs: string;
}

export interface ChannelEvidence {
  readonly channel: string;
  readonly rank: number;
  readonly score: number;
  readonly candidates: number;
}

export interface Match {
  readonly pattern: string;
  readonly role: string;
  readonly partners: readonly Partner[];
  readonly reason: string;
  readonly confidence: number;
}

export interface Partner {
  readonly symbol: string;
  readonly relation: string;
}

export interface CheckParams {
  readonly text?: string | null;
  readonly textDocument?: TextDocumentIdentifier | null;
  readonly files?: readonly string[] | null;
  readonly diff?: string | null;
  readonly kinds?: readonly string[];
  readonly previous?: readonly EarlierClaim[] | null;
}

export interface EarlierClaim {
  readonly kind: string;
  readonly text: string;
  readonly verdict?: string;
}

export interface Check {
  readonly revision: number;
  readonly claims: readonly Claim[];
  readonly summary: CheckSummary;
  readonly packSymbols: readonly string[];
  readonly warnings: readonly string[];
  readonly progress?: CheckProgress;
}

export interface Claim {
  readonly kind: string;
  readonly text: string;
  readonly range: Range;
  readonly verdict: string;
  readonly severity: string | null;
  readonly message: string;
  readonly nearest: string | null;
  readonly evidence: readonly Proof[];
  readonly uri?: string;
}

export interface Proof {
  readonly symbol: string;
  readonly uri: string;
  readonly note: string;
  readonly range?: Range;
}

export interface CheckSummary {
  readonly documents: number;
  readonly statements: number;
  readonly confirmed: number;
  readonly refuted: number;
  readonly unknown: number;
}

export interface CheckProgress {
  readonly mended: number;
  readonly remaining: number;
  readonly added: number;
}

export interface DismissParams {
  readonly textDocument: TextDocumentIdentifier;
  readonly category: string;
  readonly alternative: string;
}

export interface Dismissal {
  readonly category: string;
  readonly alternative: string;
}

export interface RememberParams {
  readonly type: "convention" | "decision" | "gotcha" | "failure";
  readonly text: string;
  readonly about?: readonly string[];
  readonly textDocument?: TextDocumentIdentifier | null;
  readonly position?: Position | null;
  readonly reason?: string;
  readonly category?: string;
  readonly scope?: readonly string[];
  readonly supersedes?: readonly string[];
  readonly source?: string;
  readonly proposed?: boolean;
  readonly apply?: boolean;
}

export interface NewNote {
  readonly uri: string;
  readonly text: string;
  readonly sent: boolean;
  readonly contradictions: readonly string[];
  readonly offered: boolean;
  readonly warnings: readonly string[];
}

export interface UpdateParams {
  readonly note: string;
  readonly apply?: boolean;
}

export interface NoteUpdate {
  readonly uri: string;
  readonly edits: readonly NoteEdit[];
  readonly range: Range;
  readonly nearest: readonly string[];
  readonly gone: readonly string[];
  readonly sent: boolean;
}

export interface NoteEdit {
  readonly range: Range;
  readonly newText: string;
}

export interface RecallParams {
  readonly query?: string;
  readonly symbol?: string | null;
  readonly textDocument?: TextDocumentIdentifier | null;
  readonly position?: Position | null;
  readonly types?: readonly ("convention" | "decision" | "gotcha" | "failure")[];
  readonly limit?: number;
  readonly replaced?: boolean;
}

export interface Recall {
  readonly revision: number;
  readonly notes: readonly Note[];
  readonly total: number;
  readonly problems: readonly NoteProblem[];
  readonly warnings: readonly string[];
}

export interface Note {
  readonly id: string;
  readonly uri: string;
  readonly range: Range;
  readonly type: "convention" | "decision" | "gotcha" | "failure";
  readonly title: string;
  readonly text: string;
  readonly reason: string;
  readonly category: string;
  readonly date: string;
  readonly source: string;
  readonly state: "accepted" | "proposed";
  readonly anchors: readonly Anchor[];
  readonly verdict: "fresh" | "moved" | "drifted" | "orphaned" | "refuted";
  readonly contradictions: readonly string[];
  readonly strength: number;
  readonly stale: boolean;
  readonly inForce: boolean;
  readonly doubts: readonly string[];
  readonly supersededBy: string | null;
}

export interface Anchor {
  readonly target: string;
  readonly verdict: "fresh" | "moved" | "drifted" | "orphaned";
  readonly now: string;
}

export interface NoteProblem {
  readonly uri: string;
  readonly message: string;
  readonly valid: boolean;
}

export interface ProposeParams {
  readonly limit?: number;
  readonly commits?: number;
}

export interface Proposals {
  readonly revision: number;
  readonly proposals: readonly Proposal[];
  readonly warnings: readonly string[];
}

export interface Proposal {
  readonly type: "convention" | "decision" | "gotcha" | "failure";
  readonly text: string;
  readonly about: readonly string[];
  readonly source: string;
  readonly date: string | null;
}

export interface JournalParams {
  readonly action?: "list" | "start" | "end" | "erase" | "export";
  readonly title?: string;
  readonly task?: number | null;
  readonly all?: boolean;
  readonly format?: "markdown" | "json";
}

export interface Journal {
  readonly tasks: readonly Task[];
  readonly kept: boolean;
  readonly erased: number;
  readonly text: string;
  readonly warnings: readonly string[];
}

export interface Task {
  readonly id: number;
  readonly title: string;
  readonly state: "active" | "open" | "ended";
  readonly started: string;
  readonly touched: string;
  readonly ended: string | null;
  readonly askedBy: string;
}

export interface RecordParams {
  readonly kind: "message" | "decision" | "openQuestion" | "checkpoint" | "reflection";
  readonly text?: string;
  readonly task?: number | null;
  readonly uri?: string | null;
  readonly closes?: readonly number[];
  readonly checkpoint?: CheckpointFields | null;
  readonly outcome?: "success" | "partial" | "failure";
  readonly confidence?: number;
  readonly tags?: readonly string[];
}

export interface CheckpointFields {
  readonly query?: string | null;
  readonly plan?: string | null;
  readonly step?: string | null;
  readonly results?: string | null;
  readonly context?: string | null;
  readonly error?: string | null;
}

export interface Recorded {
  readonly task: Task;
  readonly entry: JournalEntry;
  readonly found: readonly JournalEntry[];
}

export interface JournalEntry {
  readonly number: number;
  readonly task: number;
  readonly at: string;
  readonly kind: "question" | "message" | "decision" | "openQuestion" | "checkpoint" | "reflection";
  readonly text: string;
  readonly askedBy: string;
  readonly packId: string | null;
  readonly about: readonly string[];
  readonly checkpoint: Checkpoint | null;
  readonly reflection: Reflection | null;
  readonly source: number | null;
  readonly closed: boolean;
  readonly uses: number;
}

export interface Checkpoint {
  readonly cause: "hand" | "automatic" | "error";
  readonly query: string;
  readonly plan: string;
  readonly step: string;
  readonly results: string;
  readonly context: string;
  readonly error: string;
}

export interface Reflection {
  readonly outcome: "success" | "partial" | "failure";
  readonly confidence: number;
  readonly tags: readonly string[];
}

export interface ResumeParams {
  readonly task?: number | null;
  readonly query?: string;
  readonly maxTokens?: number;
  readonly activate?: boolean;
  readonly model?: boolean;
}

export interface Resumption {
  readonly task: Task;
  readonly summary: string;
  readonly summaryBy: "rule" | "model";
  readonly checkpoint: JournalEntry | null;
  readonly atHand: readonly JournalEntry[];
  readonly tokens: number;
  readonly recalled: readonly JournalEntry[];
  readonly text: string;
  readonly warnings: readonly string[];
}

export interface ImpactParams {
  readonly symbol?: string | null;
  readonly textDocument?: TextDocumentIdentifier | null;
  readonly position?: Position | null;
  readonly files?: readonly string[] | null;
  readonly depth?: number;
  readonly askedBy?: string;
}

export interface Impact {
  readonly symbol: string | null;
  readonly files: readonly string[];
  readonly revision: number;
  readonly dependants: readonly ImpactNode[];
  readonly warnings: readonly string[];
  readonly external: string | null;
  readonly partners: readonly FilePartner[];
  readonly definitions: readonly DefinitionPartner[];
}

export interface ImpactNode {
  readonly symbol: string;
  readonly distance: number;
  readonly kind: string;
  readonly relation: "caller" | "overrider" | "subclass" | "importer" | "test" | "user";
  readonly via: string;
  readonly confidence: number;
  readonly test: boolean;
  readonly through: string | null;
  readonly uri: string;
  readonly range?: Range;
}

export interface FilePartner {
  readonly uri: string;
  readonly path: string;
  readonly of: string;
  readonly together: number;
  readonly changes: number;
  readonly hidden: boolean;
}

export interface DefinitionPartner {
  readonly symbol: string;
  readonly together: number;
  readonly changes: number;
  readonly uri: string;
  readonly range?: Range;
}

export interface GraphParams {
  readonly symbol?: string | null;
  readonly textDocument?: TextDocumentIdentifier | null;
  readonly position?: Position | null;
  readonly direction?: "out" | "in" | "both";
  readonly kinds?: readonly string[] | null;
  readonly depth?: number;
}

export interface Neighbourhood {
  readonly root: string;
  readonly revision: number;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly warnings: readonly string[];
}

export interface GraphNode {
  readonly uri: string;
  readonly range: Range;
  readonly symbol: string;
  readonly kind: string;
  readonly signature: string;
  readonly role: string;
  readonly distance: number;
}

export interface GraphEdge {
  readonly source: string;
  readonly target: string;
  readonly kind: string;
  readonly confidence: number;
  readonly through: string | null;
}

export interface TestScopeParams {
  readonly files?: readonly string[] | null;
  readonly base?: string | null;
}

export interface AffectedTests {
  readonly revision: number;
  readonly changed: readonly Change[];
  readonly tests: readonly ReachingTest[];
  readonly files: readonly string[];
  readonly warnings: readonly string[];
  readonly unchanged: boolean;
  readonly groups: readonly FileTests[];
}

export interface Change {
  readonly symbol: string;
  readonly change: "added" | "changed" | "removed";
  readonly uri: string;
  readonly range?: Range;
}

export interface ReachingTest {
  readonly symbol: string;
  readonly distance: number;
  readonly confidence: number;
  readonly way: readonly PathStep[];
  readonly run: string | null;
  readonly uri: string;
  readonly range?: Range;
}

export interface PathStep {
  readonly symbol: string;
  readonly kind: "imports" | "calls" | "inherits" | "implements" | "overrides" | "decorates" | "uses-type" | "reads" | "writes" | "raises" | "catches" | "tests" | "re-exports" | "registers" | "documents" | "specifies" | "satisfies" | "mentions" | "supersedes" | "contains" | null;
  readonly through: string | null;
}

export interface FileTests {
  readonly path: string;
  readonly tests: number;
  readonly run: string | null;
}

export interface PatternsParams {
  readonly symbol?: string | null;
  readonly textDocument?: TextDocumentIdentifier | null;
  readonly position?: Position | null;
  readonly kinds?: readonly string[] | null;
  readonly base?: string | null;
  readonly trends?: boolean;
}

export interface Patterns {
  readonly symbol: string | null;
  readonly revision: number;
  readonly patterns: readonly FoundPattern[];
  readonly adoption: readonly Adoption[];
  readonly departures: readonly Departure[];
  readonly warnings: readonly string[];
}

export interface FoundPattern {
  readonly symbol: string;
  readonly pattern: string;
  readonly role: string;
  readonly partners: readonly PlacedPartner[];
  readonly reason: string;
  readonly confidence: number;
  readonly uri: string;
  readonly range?: Range;
}

export interface PlacedPartner {
  readonly symbol: string;
  readonly relation: string;
  readonly uri: string;
  readonly range?: Range;
}

export interface Adoption {
  readonly language: string;
  readonly category: string;
  readonly files: number;
  readonly alternatives: readonly Alternative[];
  readonly preferred: string;
  readonly conflict: readonly string[];
  readonly golden: readonly string[];
}

export interface Alternative {
  readonly name: string;
  readonly files: number;
  readonly share: number;
  readonly trend?: "rising" | "declining";
}

export interface Departure {
  readonly uri: string;
  readonly line: number;
  readonly category: string;
  readonly used: string;
  readonly usual: string;
  readonly message: string;
}

export type NoParams = Readonly<Record<string, never>>;

export interface Cycles {
  readonly revision: number;
  readonly cycles: readonly Cycle[];
  readonly warnings: readonly string[];
}

export interface Cycle {
  readonly files: readonly string[];
  readonly way: readonly string[];
}

export interface MapParams {
  readonly maxTokens?: number;
}

export interface RepositoryMap {
  readonly revision: number;
  readonly tokens: number;
  readonly symbols: readonly string[];
  readonly text: string;
  readonly warnings: readonly string[];
}

export interface DumpParams {
  readonly paths?: readonly string[] | null;
}

export interface Dump {
  readonly revision: number;
  readonly knownFiles: number;
  readonly files: Readonly<Record<string, FileDump>>;
  readonly names: string;
  readonly dependants: string;
  readonly documents: number;
  readonly frequencies: string;
  readonly searches: Readonly<Record<string, readonly string[]>>;
  readonly unkeyed: number;
  readonly vectors: Readonly<Record<string, readonly [string, string]>>;
}

export interface FileDump {
  readonly text: string;
  readonly outline: string;
  readonly places: string;
  readonly chunks: string;
  readonly edges: string;
}

export interface Status {
  readonly state: "indexing" | "ready" | "failed";
  readonly searchable: boolean;
  readonly revision: number;
  readonly coverage: Coverage;
  readonly counts: Counts;
  readonly languages: Readonly<Record<string, number>>;
  readonly skipped: Readonly<Record<string, number>>;
  readonly cache: CacheUse;
  readonly memory: Memory;
  readonly model: string;
  readonly reranker: string;
  readonly work: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly failures: readonly Failure[];
  readonly warnings: readonly string[];
  readonly latencies: Readonly<Record<string, Latency>>;
  readonly agents: number;
  readonly watching: "server" | "client" | "nobody";
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: Settings;
  readonly brokenInvariants: Readonly<Record<string, number>>;
}

export interface Counts {
  readonly files: number;
  readonly symbols: number;
  readonly chunks: number;
  readonly edges: number;
  readonly keptBack: number;
  readonly summaries: number;
  readonly outdatedBuffers: number;
}

export interface CacheUse {
  readonly path: string;
  readonly bytes: number;
  readonly shared: string;
  readonly sharedFound: number;
  readonly sharedMissing: number;
}

export interface Memory {
  readonly rssBytes: number;
}

export interface Failure {
  readonly path: string;
  readonly stage: string;
  readonly report: string;
}

export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly n: number;
}

export interface Settings {
  readonly problems: readonly string[];
}

export interface Dashboard {
  readonly text: string;
}

export interface CacheParams {
  readonly action?: "info" | "prune" | "clear";
}

export interface CacheReport {
  readonly path: string;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly stores: readonly CacheStore[];
  readonly action: "info" | "prune" | "clear";
  readonly before: number;
  readonly after: number;
}

export interface CacheStore {
  readonly kind: "root" | "vectors" | "other";
  readonly root: string;
  readonly bytes: number;
  readonly lastUsed: string;
  readonly exists: boolean;
  readonly file: string;
}

export interface FeedbackParams {
  readonly packId?: string | null;
  readonly symbol?: string | null;
  readonly verdict?: "useful" | "not" | "missing" | null;
  readonly clear?: boolean;
}

export interface FeedbackChange {
  readonly symbol: string | null;
  readonly nearby: readonly string[];
  readonly cleared: number;
  readonly inForce: readonly GivenVerdict[];
}

export interface GivenVerdict {
  readonly symbol: string;
  readonly kind: "useful" | "not" | "missing" | "opened" | "edited";
  readonly strength: number;
  readonly questionsLeft: number;
}

export interface TeamTaskParams {
  readonly packId: string;
  readonly answers?: readonly string[];
}

export interface TeamTask {
  readonly uri: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly line: string;
}

export interface SavingsParams {
  readonly days?: number;
}

export interface Savings {
  readonly days: readonly DaySavings[];
  readonly weeks: readonly DaySavings[];
  readonly commands: readonly CommandSavings[];
  readonly packs: number;
  readonly used: number;
  readonly baseline: number;
  readonly savings: number;
  readonly kept: boolean;
}

export interface DaySavings {
  readonly date: string;
  readonly packs: number;
  readonly used: number;
  readonly baseline: number;
  readonly savings: number;
}

export interface CommandSavings {
  readonly command: string;
  readonly packs: number;
  readonly used: number;
  readonly baseline: number;
  readonly savings: number;
}

export interface AgentsParams {
  readonly serve?: boolean | null;
  readonly pin?: readonly string[] | null;
  readonly exclude?: readonly string[] | null;
}

export interface Agents {
  readonly serving: boolean;
  readonly reason: string;
  readonly attached: readonly AttachedAgent[];
  readonly packs: readonly AgentPack[];
  readonly pin: readonly string[];
  readonly exclude: readonly string[];
}

export interface AttachedAgent {
  readonly name: string;
  readonly since: string;
  readonly packs: number;
}

export interface AgentPack {
  readonly packId: string;
  readonly question: string;
  readonly agent: string;
  readonly at: string;
  readonly tokens: number;
  readonly pieces: readonly AgentPiece[];
}

export interface AgentPiece {
  readonly uri: string;
  readonly range: Range;
  readonly symbol: string | null;
  readonly tokens: number;
}

export interface ReindexParams {
  readonly files?: readonly string[] | null;
  readonly force?: boolean;
}

export interface ReindexCounts {
  readonly files: number;
  readonly changed: number;
}

export interface Commands {
  readonly "ctx-lsp.agents": { readonly params: AgentsParams; readonly answer: Agents };
  readonly "ctx-lsp.cache": { readonly params: CacheParams; readonly answer: CacheReport };
  readonly "ctx-lsp.check": { readonly params: CheckParams; readonly answer: Check };
  readonly "ctx-lsp.contextAt": { readonly params: ContextAtParams; readonly answer: Pack };
  readonly "ctx-lsp.contextForDiff": { readonly params: ContextForDiffParams; readonly answer: Pack };
  readonly "ctx-lsp.contextForFiles": { readonly params: ContextForFilesParams; readonly answer: Pack };
  readonly "ctx-lsp.cycles": { readonly params: NoParams; readonly answer: Cycles };
  readonly "ctx-lsp.dashboard": { readonly params: NoParams; readonly answer: Dashboard };
  readonly "ctx-lsp.dismiss": { readonly params: DismissParams; readonly answer: Dismissal };
  readonly "ctx-lsp.dump": { readonly params: DumpParams; readonly answer: Dump };
  readonly "ctx-lsp.explain": { readonly params: ExplainParams; readonly answer: Explanation };
  readonly "ctx-lsp.feedback": { readonly params: FeedbackParams; readonly answer: FeedbackChange };
  readonly "ctx-lsp.graph": { readonly params: GraphParams; readonly answer: Neighbourhood };
  readonly "ctx-lsp.history": { readonly params: HistoryParams; readonly answer: History };
  readonly "ctx-lsp.impact": { readonly params: ImpactParams; readonly answer: Impact };
  readonly "ctx-lsp.journal": { readonly params: JournalParams; readonly answer: Journal };
  readonly "ctx-lsp.map": { readonly params: MapParams; readonly answer: RepositoryMap };
  readonly "ctx-lsp.packDiff": { readonly params: PackDiffParams; readonly answer: PackDiff };
  readonly "ctx-lsp.packText": { readonly params: PackTextParams; readonly answer: PackText };
  readonly "ctx-lsp.patterns": { readonly params: PatternsParams; readonly answer: Patterns };
  readonly "ctx-lsp.propose": { readonly params: ProposeParams; readonly answer: Proposals };
  readonly "ctx-lsp.publishedText": { readonly params: PublishedTextParams; readonly answer: PublishedText };
  readonly "ctx-lsp.query": { readonly params: QueryParams; readonly answer: Pack };
  readonly "ctx-lsp.recall": { readonly params: RecallParams; readonly answer: Recall };
  readonly "ctx-lsp.record": { readonly params: RecordParams; readonly answer: Recorded };
  readonly "ctx-lsp.reindex": { readonly params: ReindexParams; readonly answer: ReindexCounts };
  readonly "ctx-lsp.remember": { readonly params: RememberParams; readonly answer: NewNote };
  readonly "ctx-lsp.replay": { readonly params: ReplayParams; readonly answer: Replay };
  readonly "ctx-lsp.resume": { readonly params: ResumeParams; readonly answer: Resumption };
  readonly "ctx-lsp.savings": { readonly params: SavingsParams; readonly answer: Savings };
  readonly "ctx-lsp.search": { readonly params: SearchParams; readonly answer: SearchAnswer };
  readonly "ctx-lsp.status": { readonly params: NoParams; readonly answer: Status };
  readonly "ctx-lsp.teamTask": { readonly params: TeamTaskParams; readonly answer: TeamTask };
  readonly "ctx-lsp.testScope": { readonly params: TestScopeParams; readonly answer: AffectedTests };
  readonly "ctx-lsp.update": { readonly params: UpdateParams; readonly answer: NoteUpdate };
}

/** The server's settings, below `ctx-lsp`. */
export const SERVER_SETTINGS = [
  "model.embedding",
  "model.embeddingUrl",
  "model.embeddingKeyVariable",
  "model.queryPrefix",
  "model.documentPrefix",
  "model.questionTimeout",
  "model.threads",
  "model.reranker",
  "model.rerankerUrl",
  "model.rerankerKeyVariable",
  "model.summaries",
  "model.summariesUrl",
  "model.summariesKeyVariable",
  "model.summariesPerMinute",
  "index.maxFileBytes",
  "index.maxFiles",
  "index.include",
  "index.exclude",
  "index.vendored",
  "index.watch",
  "search.limit",
  "search.rerank",
  "search.rerankSeconds",
  "search.scope",
  "search.commits",
  "pack.maxTokens",
  "pack.minCompleteness",
  "pack.dependencyDepth",
  "pack.includeTests",
  "pack.format",
  "pack.feedback",
  "pack.guidance",
  "pack.history",
  "editor.hover",
  "editor.codeLens",
  "history.enabled",
  "history.hint",
  "history.lens",
  "history.hover",
  "journal.enabled",
  "journal.agents",
  "journal.suggest",
  "checks.diagnostics",
  "checks.codeLens",
  "checks.off",
  "checks.exclude",
  "checks.patterns",
  "agents.attach",
  "cache.directory",
  "cache.enabled",
  "cache.encryption",
  "cache.maxMegabytes",
  "sharing.location",
  "sharing.repositories",
  "sharing.searchSeconds",
  "sharing.teamKey",
  "sharing.trustedWriters",
  "sharing.writerKey",
  "log.level",
  "log.format",
  "log.file",
  "log.fileMegabytes",
  "log.slowMilliseconds",
  "log.questions",
  "metrics.port",
  "metrics.textfile",
] as const;
