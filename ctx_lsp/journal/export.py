"""Writes tasks and their entries as Markdown or JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, get_args

from ctx_lsp.base.timestamps import timestamp
from ctx_lsp.journal.model import EntryKind, JournalEntry, JournalTask

ExportFormat = Literal["markdown", "json"]

EXPORT_FORMATS: tuple[ExportFormat, ...] = get_args(ExportFormat)

Content = Iterable[tuple[JournalTask, Sequence[JournalEntry]]]
"""Tasks with their entries."""

MAX_NAME = 80  # characters of a tag or of an agent's name

_HEADINGS: Mapping[EntryKind, str] = {
    "question": "Question", "message": "Message", "decision": "Decision", "openQuestion": "Open question",
    "checkpoint": "Checkpoint", "reflection": "Reflection",
}  # fmt: skip


def entry_text(entry: JournalEntry) -> str:
    """Return an entry as an item of a Markdown list. The entry's text is quoted, so that it cannot end the item."""
    said = [entry.text] if entry.text else []
    if entry.checkpoint is not None:
        said += [f"{name}: {text}" for name, text in entry.checkpoint.fields]
    if entry.pack:
        said.append(f"pack: {entry.pack}")
    lines = [f"  > {line}".rstrip() for text in said for line in text.splitlines()]
    return "\n".join([f"- {entry.number}. {timestamp(entry.at)} {_heading(entry)}", *lines, ""])


def _heading(entry: JournalEntry) -> str:
    marks = []
    if entry.checkpoint is not None and entry.checkpoint.cause != "hand":
        marks.append({"automatic": "automatic", "error": "after an error"}[entry.checkpoint.cause])
    if entry.reflection is not None:
        marks += [
            entry.reflection.outcome,
            f"confidence {entry.reflection.confidence:.0%}",
            *map(_line, entry.reflection.tags),
        ]
    if entry.source:
        marks.append(f"found in {entry.source}")
    if entry.is_closed:
        marks.append("settled")
    if entry.asked_by:
        marks.append(f"by {_line(entry.asked_by)}")
    return _HEADINGS[entry.kind] + (f" ({', '.join(marks)})" if marks else "")


def _line(text: str) -> str:
    """Return a name or a tag on one line, cut to `MAX_NAME` characters, so that it fits into the entry's heading."""
    return " ".join(text.split())[:MAX_NAME]


def document_of(tasks: Content, form: ExportFormat) -> str:
    """Return tasks with all their entries as one document."""
    return json_of(tasks) if form == "json" else markdown_of(tasks)


def markdown_of(tasks: Content) -> str:
    """Return tasks with all their entries as a Markdown document."""
    parts = []
    for task, entries in tasks:
        ended = f", ended {timestamp(task.ended)}" if task.ended else ""
        title = " ".join(task.title.split())
        parts.append(f"# Task {task.id}: {title}\n\nStarted {timestamp(task.started)}{ended}\n")
        parts.append("".join(map(entry_text, entries)))
    return "\n".join(parts)


def json_of(tasks: Content) -> str:
    """Return tasks with all their entries as a JSON document."""
    found = [{**_task(task), "entries": list(map(_entry, entries))} for task, entries in tasks]
    return json.dumps({"tasks": found}, ensure_ascii=False, indent=1) + "\n"


def _task(task: JournalTask) -> dict[str, object]:
    return {
        "id": task.id,
        "title": task.title,
        "state": task.state,
        "started": timestamp(task.started),
        "ended": timestamp(task.ended) if task.ended else None,
        "askedBy": task.asked_by,
    }


def _entry(entry: JournalEntry) -> dict[str, object]:
    checkpoint, reflection = entry.checkpoint, entry.reflection
    return {
        "number": entry.number,
        "at": timestamp(entry.at),
        "kind": entry.kind,
        "text": entry.text,
        "askedBy": entry.asked_by,
        "pack": entry.pack,
        "about": list(entry.about),
        "checkpoint": {"cause": checkpoint.cause, **dict(checkpoint.fields)} if checkpoint else None,
        "reflection": {
            "outcome": reflection.outcome, "confidence": reflection.confidence, "tags": list(reflection.tags),
        } if reflection else None,
        "source": entry.source,
        "closed": entry.is_closed,
        "uses": entry.uses,
    }  # fmt: skip
