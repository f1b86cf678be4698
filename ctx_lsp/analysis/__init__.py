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
from ctx_lsp.analysis.model import (
    BadRequest,
    ChannelEvidence,
    Explanation,
    Impact,
    ImpactNode,
    Progress,
    ReindexCounts,
    Status,
)
from ctx_lsp.analysis.questions import Analysis
from ctx_lsp.analysis.workspace import Workspace
from ctx_lsp.index.cache_file import CacheFileError, Transfer
from ctx_lsp.index.caches import Sizes

__all__ = [
    "Analysis",
    "BadRequest",
    "CacheEntry",
    "CacheFileError",
    "CacheInfo",
    "ChannelEvidence",
    "Explanation",
    "Impact",
    "ImpactNode",
    "Progress",
    "ReindexCounts",
    "Sizes",
    "Status",
    "Transfer",
    "Workspace",
    "cache_info",
    "clear_cache",
    "export_cache",
    "import_cache",
    "prune_cache",
]
