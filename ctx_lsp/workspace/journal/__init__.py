"""The journal of the tasks in a workspace: written entry by entry, resumed from its last checkpoint, and erased.

`records` converts entries to rows and is the one place where secrets are cut out of them, `journal` writes and reads
them, and `resumption` joins what a reader needs to go on with a task.
"""

from ctx_lsp.workspace.journal.drafts import NewCheckpoint, NewEntry
from ctx_lsp.workspace.journal.journal import Erased, Journal, Recorded
from ctx_lsp.workspace.journal.resumption import ResumeQuery, Resumption, exported, go_on

__all__ = [
    "Erased",
    "Journal",
    "NewCheckpoint",
    "NewEntry",
    "Recorded",
    "ResumeQuery",
    "Resumption",
    "exported",
    "go_on",
]
