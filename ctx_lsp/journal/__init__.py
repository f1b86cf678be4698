"""The journal of a task: what was asked, decided and left open, and checkpoints from which the task can be resumed.

The results of this package depend only on entries, a question and the time; it neither reads nor writes files. `model`
defines the entries, `findings` finds decisions and open questions in texts, `at_hand` chooses the entries that are
shown even if no question is asked, `recall` ranks entries for a question, `summary` describes a task in a few
sentences, and `export` writes tasks as Markdown or JSON. `workspace.journal` stores the entries of a workspace.
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
