"""The journal of the tasks in a workspace: records entries, resumes tasks from a checkpoint, and erases tasks.

`records` converts entries to rows and is the only module that replaces secrets in entries, `journal` writes and reads
the rows, and `resumption` collects the information that is needed to resume a task.
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
