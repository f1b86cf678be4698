"""Describes a task in a few sentences, by rules."""

from collections.abc import Sequence

from ctx_lsp.base.counted import counted
from ctx_lsp.base.timestamps import date_text
from ctx_lsp.journal.model import JournalEntry, JournalTask

MAX_NAMED = 3  # decisions, and open questions, that a summary names
MAX_QUOTED = 160  # characters of each


def summary_of(task: JournalTask, entries: Sequence[JournalEntry]) -> str:
    """Return a summary of a task: its extent, where it stands, what was decided, what is open, and how it went."""
    return "\n".join((_extent(task, entries), *_standing(entries), *_findings(entries), *_outcome(entries)))


def _extent(task: JournalTask, entries: Sequence[JournalEntry]) -> str:
    questions = sum(one.kind == "question" for one in entries)
    checkpoints = sum(one.kind == "checkpoint" for one in entries)
    state = f"ended {date_text(task.ended)}" if task.ended else task.state
    counts = f"{counted(questions, 'question')}, {counted(checkpoints, 'checkpoint')}"
    return f"{quoted(task.title)}, started {date_text(task.started)}, {state}: {counts}."


def _standing(entries: Sequence[JournalEntry]) -> list[str]:
    latest = next((one.checkpoint for one in reversed(entries) if one.checkpoint), None)
    if latest is None:
        return []
    fields = (("Step", latest.step), ("Plan", latest.plan), ("Latest question", latest.query), ("Error", latest.error))
    return [f"{name}: {quoted(text)}" for name, text in fields if text]


def _findings(entries: Sequence[JournalEntry]) -> list[str]:
    decided = [one.text for one in entries if one.kind == "decision"]
    left_open = [one.text for one in entries if one.kind == "openQuestion" and not one.is_closed]
    return [
        f"{name} ({len(texts)}): {'; '.join(map(quoted, texts[-MAX_NAMED:]))}"
        for name, texts in (("Decided", decided), ("Open", left_open))
        if texts
    ]


def _outcome(entries: Sequence[JournalEntry]) -> list[str]:
    latest = next((one for one in reversed(entries) if one.reflection), None)
    if latest is None or latest.reflection is None:
        return []
    said = f" {quoted(latest.text)}" if latest.text else ""
    return [f"Outcome: {latest.reflection.outcome}, confidence {latest.reflection.confidence:.0%}.{said}"]


def quoted(text: str) -> str:
    """Return a text as one line, cut to `MAX_QUOTED` characters."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_QUOTED else f"{line[: MAX_QUOTED - 1].rstrip()}…"
