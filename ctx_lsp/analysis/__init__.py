"""The façade: plain frozen data in, plain frozen data out. The server, the command line and the tests all use this.

`Workspace` holds what changes, `Analysis` answers about one revision. No LSP, no JSON and no terminal here.
"""

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

__all__ = [
    "Analysis",
    "BadRequest",
    "ChannelEvidence",
    "Explanation",
    "Impact",
    "ImpactNode",
    "Progress",
    "ReindexCounts",
    "Status",
    "Workspace",
]
