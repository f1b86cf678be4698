"""The journal of a task: what was asked, decided and left open, and checkpoints from which the task can be resumed.

Everything here is a function of entries, a question and the time; nothing reads or writes files. `model` has the
entries, `findings` finds decisions and open questions in texts, `at_hand` chooses what a reader gets without asking,
`recall` ranks the rest for a question, `summary` describes a task in a few sentences, and `export` writes it as
Markdown or JSON. `workspace.journal` keeps the entries of a workspace.
"""

from ctx_lsp.journal.at_hand import MAX_TOKENS, AtHand, at_hand, fitted
from ctx_lsp.journal.export import EXPORT_FORMATS, ExportFormat, document_of, entry_text, markdown_of
from ctx_lsp.journal.findings import Finding, findings_in
from ctx_lsp.journal.model import (
    ENTRY_KINDS,
    OUTCOMES,
    Checkpoint,
    CheckpointCause,
    EntryKind,
    JournalEntry,
    JournalTask,
    Outcome,
    Reflection,
    TaskState,
)  # fmt: skip
from ctx_lsp.journal.recall import recalled
from ctx_lsp.journal.summary import summary_of

__all__ = [
    "ENTRY_KINDS",
    "EXPORT_FORMATS",
    "MAX_TOKENS",
    "OUTCOMES",
    "AtHand",
    "Checkpoint",
    "CheckpointCause",
    "EntryKind",
    "ExportFormat",
    "Finding",
    "JournalEntry",
    "JournalTask",
    "Outcome",
    "Reflection",
    "TaskState",
    "at_hand",
    "document_of",
    "entry_text",
    "findings_in",
    "fitted",
    "markdown_of",
    "recalled",
    "summary_of",
]
