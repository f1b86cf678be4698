"""The engine's public interface, which the server, the command line and the tests use.

`Workspace` holds the mutable state, and `Analysis` answers requests about one revision. Arguments and results are plain
frozen data. The callers handle LSP, JSON and the terminal.
"""

from ctx_lsp.cache.admin import Sizes
from ctx_lsp.cache.archive import CacheFileError, Transfer
from ctx_lsp.claims import CLAIM_KINDS, CheckedClaim, DocumentReport, Verdict
from ctx_lsp.claims import Checker as DocumentChecker
from ctx_lsp.claims.nearest import can_replace
from ctx_lsp.claims.removal import removal
from ctx_lsp.features.hierarchy import CallSites
from ctx_lsp.features.model import (
    AffectedTests,
    BadRequest,
    CacheUse,
    Change,
    ChannelEvidence,
    Cycles,
    Explanation,
    FoundPattern,
    GraphEdge,
    GraphNode,
    Impact,
    ImpactNode,
    Neighbourhood,
    PathStep,
    Patterns,
    Progress,
    ReachingTest,
    Refusal,
    ReindexCounts,
    Status,
)
from ctx_lsp.features.navigation import DefinitionLocation, NameAtPosition
from ctx_lsp.features.neighbourhood import KINDS, Direction
from ctx_lsp.features.nodes import Node
from ctx_lsp.features.pack_diff import ChangedItem, DiffItem, PackDiff
from ctx_lsp.features.past.definition_partners import DefinitionPartner
from ctx_lsp.features.past.hint import UsualPartner
from ctx_lsp.features.past.partners import FilePartner
from ctx_lsp.features.past.reasons import PERIOD, often
from ctx_lsp.features.repository_map import RepositoryMap
from ctx_lsp.graph.entry import path_of, qualname_of, without_numbers
from ctx_lsp.journal import EXPORT_FORMATS, OUTCOMES, ExportFormat, JournalEntry, JournalTask, Outcome, Reflection
from ctx_lsp.memory import NOTE_TYPES, JudgedNote, NoteProblem, NoteState, NoteType, note_beginnings
from ctx_lsp.packing.model import SymbolCommit
from ctx_lsp.patterns import PATTERNS, Participant, PatternMatch
from ctx_lsp.patterns.adoption import Adoption
from ctx_lsp.patterns.departures import Departure
from ctx_lsp.published.model import Audience
from ctx_lsp.published.publication import PublishedCounts
from ctx_lsp.retrieval.gaps import gaps
from ctx_lsp.retrieval.ranking.weights import CHANNELS, PARTS, without
from ctx_lsp.sharing.storage import SharingError
from ctx_lsp.snapshot.dynamic_dispatch import USING
from ctx_lsp.snapshot.open_files import OutdatedBuffer
from ctx_lsp.syntax.symbol_kinds import CONTENT_KINDS
from ctx_lsp.workspace.analysis import Analysis
from ctx_lsp.workspace.cache_location import cache_location
from ctx_lsp.workspace.caches import (
    CacheEntry,
    CacheInfo,
    cache_info,
    clear_cache,
    export_cache,
    import_cache,
    prune_cache,
)
from ctx_lsp.workspace.checks import DRAFT, Checks
from ctx_lsp.workspace.costs import GraphCost, graph_cost
from ctx_lsp.workspace.dump import Dump
from ctx_lsp.workspace.first_reading import with_needed_files
from ctx_lsp.workspace.journal import (
    Erased,
    Journal,
    NewCheckpoint,
    NewEntry,
    Recorded,
    ResumeQuery,
    Resumption,
    exported,
    go_on,
)
from ctx_lsp.workspace.notes.book import DraftedNote, NewNote, NoteQuery, Notes, Recall, RecalledNote
from ctx_lsp.workspace.notes.edits import NoteEdit, NoteUpdate, with_edits
from ctx_lsp.workspace.notes.news import NoteNews
from ctx_lsp.workspace.notes.proposals import ProposalQuery, Proposals, ProposedNote
from ctx_lsp.workspace.pack_history import PackHistory, RecentPack
from ctx_lsp.workspace.packs import FeedbackChange, PackText, Replay
from ctx_lsp.workspace.past.departures import DepartureChecker
from ctx_lsp.workspace.relations import Relations
from ctx_lsp.workspace.savings import CommandSavings, DaySavings, Savings, days_of_whole_weeks, kept_savings, note_pack
from ctx_lsp.workspace.sharing.publishing import (
    check_publication,
    check_sharing,
    migrate_tables,
    publish_cache,
    writers_public_key,
)
from ctx_lsp.workspace.sharing.repositories import (
    check_repositories,
    check_search,
    migrate_repositories,
    publish_repository,
    withdraw_repository,
)  # fmt: skip
from ctx_lsp.workspace.team_tasks import TeamTask, task_line
from ctx_lsp.workspace.workspace import Workspace

__all__ = [
    "CHANNELS",
    "CLAIM_KINDS",
    "CONTENT_KINDS",
    "DRAFT",
    "EXPORT_FORMATS",
    "KINDS",
    "NOTE_TYPES",
    "OUTCOMES",
    "PARTS",
    "PATTERNS",
    "PERIOD",
    "USING",
    "Adoption",
    "AffectedTests",
    "Analysis",
    "Audience",
    "BadRequest",
    "CacheEntry",
    "CacheFileError",
    "CacheInfo",
    "CacheUse",
    "CallSites",
    "Change",
    "ChangedItem",
    "ChannelEvidence",
    "CheckedClaim",
    "Checks",
    "CommandSavings",
    "Cycles",
    "DaySavings",
    "DefinitionLocation",
    "DefinitionPartner",
    "Departure",
    "DepartureChecker",
    "DiffItem",
    "Direction",
    "DocumentChecker",
    "DocumentReport",
    "DraftedNote",
    "Dump",
    "Erased",
    "Explanation",
    "ExportFormat",
    "FeedbackChange",
    "FilePartner",
    "FoundPattern",
    "GraphCost",
    "GraphEdge",
    "GraphNode",
    "Impact",
    "ImpactNode",
    "Journal",
    "JournalEntry",
    "JournalTask",
    "JudgedNote",
    "NameAtPosition",
    "Neighbourhood",
    "NewCheckpoint",
    "NewEntry",
    "NewNote",
    "Node",
    "NoteEdit",
    "NoteNews",
    "NoteProblem",
    "NoteQuery",
    "NoteState",
    "NoteType",
    "NoteUpdate",
    "Notes",
    "Outcome",
    "OutdatedBuffer",
    "PackDiff",
    "PackHistory",
    "PackText",
    "Participant",
    "PathStep",
    "PatternMatch",
    "Patterns",
    "Progress",
    "ProposalQuery",
    "Proposals",
    "ProposedNote",
    "PublishedCounts",
    "ReachingTest",
    "Recall",
    "RecalledNote",
    "RecentPack",
    "Recorded",
    "Reflection",
    "Refusal",
    "ReindexCounts",
    "Relations",
    "Replay",
    "RepositoryMap",
    "ResumeQuery",
    "Resumption",
    "Savings",
    "SharingError",
    "Sizes",
    "Status",
    "SymbolCommit",
    "TeamTask",
    "Transfer",
    "UsualPartner",
    "Verdict",
    "Workspace",
    "cache_info",
    "cache_location",
    "can_replace",
    "check_publication",
    "check_repositories",
    "check_search",
    "check_sharing",
    "clear_cache",
    "days_of_whole_weeks",
    "export_cache",
    "exported",
    "gaps",
    "go_on",
    "graph_cost",
    "import_cache",
    "kept_savings",
    "migrate_repositories",
    "migrate_tables",
    "note_beginnings",
    "note_pack",
    "often",
    "path_of",
    "prune_cache",
    "publish_cache",
    "publish_repository",
    "qualname_of",
    "removal",
    "task_line",
    "with_edits",
    "with_needed_files",
    "withdraw_repository",
    "without",
    "without_numbers",
    "writers_public_key",
]
