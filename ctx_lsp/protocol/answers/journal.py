"""Conversion of tasks and their entries to wire types. The command line's JSON uses these types, too.

This module imports neither lsprotocol nor the session, because both take long to load.
"""

from dataclasses import asdict

from msgspec import structs

from ctx_lsp.base.timestamps import timestamp
from ctx_lsp.protocol.messages.journal import (
    CheckpointFields,
    RecordParams,
    WireCheckpoint,
    WireJournal,
    WireJournalEntry,
    WireRecorded,
    WireReflection,
    WireResumption,
    WireTask,
)  # fmt: skip
from ctx_lsp.workspace import (
    Erased,
    Journal,
    JournalEntry,
    JournalTask,
    NewCheckpoint,
    NewEntry,
    Recorded,
    Reflection,
    Resumption,
)  # fmt: skip

NOTHING_ERASED = Erased(0)


def new_entry(params: RecordParams, about: tuple[str, ...] = ()) -> NewEntry:
    """Convert the parameters of `ctx-lsp.record` to a journal entry.

    `about` holds the workspace paths of the files that the entry is about.
    """
    given = params.checkpoint or CheckpointFields()
    checkpoint = NewCheckpoint(**structs.asdict(given))
    reflection = Reflection(params.outcome, params.confidence, params.tags)
    return NewEntry(
        kind=params.kind,
        text=params.text,
        about=about,
        checkpoint=checkpoint if params.kind == "checkpoint" else None,
        reflection=reflection if params.kind == "reflection" else None,
        closes=params.closes,
    )


def wire_journal(journal: Journal, *, erased: Erased = NOTHING_ERASED, text: str = "") -> WireJournal:
    """Convert the tasks of a journal to their wire type.

    `erased` is the result of erasing tasks. `text` holds the exported tasks, or "" if nothing was exported.
    """
    tasks = tuple(map(wire_task, journal.tasks()))
    warnings = filter(None, (*erased.warnings, journal.hidden()))
    return WireJournal(tasks, journal.is_on, erased.tasks, text, tuple(warnings))


def wire_recorded(recorded: Recorded) -> WireRecorded:
    """Convert a recorded entry, its task, and the decisions and questions found in it to their wire type."""
    return WireRecorded(wire_task(recorded.task), wire_entry(recorded.entry), tuple(map(wire_entry, recorded.found)))


def wire_resumption(found: Resumption) -> WireResumption:
    """Convert a task's resumption (the summary and entries that a reader needs to resume the task) to its wire type."""
    hand = found.at_hand
    return WireResumption(
        task=wire_task(found.task),
        summary=found.summary,
        summary_by=found.summary_by,
        checkpoint=wire_entry(hand.checkpoint) if hand.checkpoint else None,
        at_hand=tuple(map(wire_entry, hand.entries)),
        tokens=found.tokens,
        recalled=tuple(map(wire_entry, found.recalled)),
        text=found.text,
        warnings=found.warnings,
    )


def wire_task(task: JournalTask) -> WireTask:
    """Convert a task to its wire type."""
    return WireTask(
        id=task.id,
        title=task.title,
        state=task.state,
        started=timestamp(task.started),
        touched=timestamp(task.touched),
        ended=timestamp(task.ended) if task.ended else None,
        asked_by=task.asked_by,
    )


def wire_entry(entry: JournalEntry) -> WireJournalEntry:
    """Convert an entry to its wire type."""
    one, reflection = entry.checkpoint, entry.reflection
    return WireJournalEntry(
        number=entry.number,
        task=entry.task,
        at=timestamp(entry.at),
        kind=entry.kind,
        text=entry.text,
        asked_by=entry.asked_by,
        pack_id=entry.pack or None,
        about=entry.about,
        checkpoint=WireCheckpoint(**asdict(one)) if one else None,
        reflection=WireReflection(reflection.outcome, reflection.confidence, reflection.tags) if reflection else None,
        source=entry.source or None,
        closed=entry.is_closed,
        uses=entry.uses,
    )
