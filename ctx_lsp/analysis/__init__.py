"""The façade: plain frozen data in, plain frozen data out. The server, the command line and the tests all use this.

`Workspace` holds what changes, `Analysis` answers about one revision. No LSP, no JSON and no terminal here.
"""

from ctx_lsp.analysis.caches import (
    CacheEntry,
    CacheInfo,
    cache_info,
    clear_cache,
    export_cache,
    import_cache,
    prune_cache,
)
from ctx_lsp.analysis.costs import GraphCost, graph_cost
from ctx_lsp.analysis.hierarchy import Calls
from ctx_lsp.analysis.model import (
    AffectedTests,
    BadRequest,
    ChannelEvidence,
    Cycles,
    Explanation,
    Impact,
    ImpactNode,
    Neighbourhood,
    Patterns,
    Progress,
    ReindexCounts,
    Status,
)
from ctx_lsp.analysis.navigation import Pointed, Spot
from ctx_lsp.analysis.neighbourhood import KINDS, Direction
from ctx_lsp.analysis.nodes import Node
from ctx_lsp.analysis.pack_diff import PackDiff
from ctx_lsp.analysis.pack_requests import DiffRequest, FilesRequest, PackRequest, QueryRequest, SymbolRequest
from ctx_lsp.analysis.packs import FeedbackChange, PackText
from ctx_lsp.analysis.questions import Analysis
from ctx_lsp.analysis.relations import Relations
from ctx_lsp.analysis.savings import DaySavings, Savings, kept_savings, note_pack
from ctx_lsp.analysis.wishes import usual_options
from ctx_lsp.analysis.workspace import Workspace
from ctx_lsp.index.cache_file import CacheFileError, Transfer
from ctx_lsp.index.caches import Sizes
from ctx_lsp.index.dispatch import USING
from ctx_lsp.index.entry import qualname_of
from ctx_lsp.patterns import PATTERNS
from ctx_lsp.retrieval.weights import CHANNELS, PARTS, without

__all__ = [
    "CHANNELS",
    "KINDS",
    "PARTS",
    "PATTERNS",
    "USING",
    "AffectedTests",
    "Analysis",
    "BadRequest",
    "CacheEntry",
    "CacheFileError",
    "CacheInfo",
    "Calls",
    "ChannelEvidence",
    "Cycles",
    "DaySavings",
    "DiffRequest",
    "Direction",
    "Explanation",
    "FeedbackChange",
    "FilesRequest",
    "GraphCost",
    "Impact",
    "ImpactNode",
    "Neighbourhood",
    "Node",
    "PackDiff",
    "PackRequest",
    "PackText",
    "Patterns",
    "Pointed",
    "Progress",
    "QueryRequest",
    "ReindexCounts",
    "Relations",
    "Savings",
    "Sizes",
    "Spot",
    "Status",
    "SymbolRequest",
    "Transfer",
    "Workspace",
    "cache_info",
    "clear_cache",
    "export_cache",
    "graph_cost",
    "import_cache",
    "kept_savings",
    "note_pack",
    "prune_cache",
    "qualname_of",
    "usual_options",
    "without",
]
