"""Entries for tests of the journal's functions."""

from typing import Any

from ctx_lsp.journal import EntryKind, JournalEntry, JournalTask

DAY = 86_400
TASK = JournalTask(1, "Round late", 0.0, 0.0, None, "", "active")


def entry(number: int, text: str = "", kind: EntryKind = "message", at: float = 0.0, **more: Any) -> JournalEntry:  # noqa: ANN401
    """An entry of the task with the id 1."""
    return JournalEntry(number, 1, at, kind, text, **more)
