"""Rows of the journal of tasks, in a file in the user's data folder to which any number of processes may write.

Unlike a cache, the journal cannot be recomputed: a row is on disk when the call that writes it returns. This module
stores the details of entries as bytes; `workspace.journal` defines their contents. Each use of the file deletes the
entries that are older than 30 days, and the tasks that have not been used for as long. Deleted rows are overwritten.
"""

import math
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ctx_lsp.base.private_files import close_to_others
from ctx_lsp.cache.blob_store import DAY
from ctx_lsp.cache.durable_database import StorageError, delete_damaged, empty_log, in_transaction

FILE_NAME = "journal-1.sqlite3"
KEPT_SECONDS = 30 * DAY
WAIT = 10.0  # maximum seconds to wait for other processes; each takes milliseconds
MAX_ENTRIES = 5_000  # entries kept for one task; a few megabytes
MAX_AUTOMATIC = 20  # checkpoints of one task that were not made by hand; earlier ones are deleted

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tasks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace TEXT NOT NULL,
    title TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    started REAL NOT NULL,
    touched REAL NOT NULL, -- when a person last started, resumed or added to it
    ended REAL
);
CREATE TABLE IF NOT EXISTS entries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    task INTEGER NOT NULL,
    at REAL NOT NULL,
    asked_by TEXT NOT NULL,
    kind TEXT NOT NULL,
    is_automatic INTEGER NOT NULL, -- whether it is a checkpoint that nobody made by hand
    text TEXT NOT NULL,
    details BLOB NOT NULL,
    source INTEGER NOT NULL, -- the entry in which a rule found this one, or 0
    closed INTEGER NOT NULL, -- whether an open question has been settled
    uses INTEGER NOT NULL, -- how often questions recalled it
    used REAL NOT NULL -- when one last did, or 0
);
CREATE INDEX IF NOT EXISTS entries_of_tasks ON entries (task, number);
"""
_ADD_TASK = "INSERT INTO tasks (workspace, title, asked_by, started, touched) VALUES (?, ?, ?, ?, ?)"
_ADD_ENTRY = """
INSERT INTO entries (task, at, asked_by, kind, is_automatic, text, details, source, closed, uses, used)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0)
"""
_LATEST_CHECKPOINT = "SELECT * FROM entries WHERE task = ? AND kind = 'checkpoint' ORDER BY number DESC LIMIT 1"
_DROP_AUTOMATIC = """
DELETE FROM entries WHERE task = ?1 AND is_automatic AND number NOT IN
(SELECT number FROM entries WHERE task = ?1 AND is_automatic ORDER BY number DESC LIMIT ?2)
"""
_DROP_MANY = """
DELETE FROM entries WHERE task = ?1 AND number NOT IN
(SELECT number FROM entries WHERE task = ?1 ORDER BY number DESC LIMIT ?2)
"""
_DROP_OLD = "DELETE FROM entries WHERE at < ?"
_DROP_OLD_TASKS = """
DELETE FROM tasks WHERE touched < ? AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.task = tasks.id)
"""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A task. `workspace` holds the paths of its folders, one per line; times are in seconds since 1970."""

    id: int
    workspace: str
    title: str
    asked_by: str
    started: float
    touched: float
    ended: float | None


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry of a task's journal. A new one has the number 0, and `source` counts from 1 in the rows added with it.

    Once written, numbers increase with time, and `source` is the number of another entry, or 0.
    """

    number: int
    task: int
    at: float
    asked_by: str
    kind: str
    is_automatic: bool
    text: str
    details: bytes
    source: int = 0
    closed: bool = False
    uses: int = 0
    used: float = 0.0


class JournalBook:
    """The journal in a folder. Thread-safe. All methods raise `StorageError` if the file cannot be used."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        close_to_others(folder)
        self._file = folder / FILE_NAME
        self._clock = clock

    def add_task(self, workspace: str, title: str, asked_by: str) -> TaskRow:
        """Add a task that starts now."""
        at = self._clock()

        def add(database: sqlite3.Connection) -> TaskRow:
            added = database.execute(_ADD_TASK, (workspace, title, asked_by, at, at)).lastrowid or 0
            return TaskRow(added, workspace, title, asked_by, at, at, None)

        return self._write(add)

    def mark_task(self, task: int, *, is_ended: bool) -> None:
        """Mark a task as ended now, or as in use now and not ended."""
        at = self._clock()
        statement = "UPDATE tasks SET touched = ?, ended = ? WHERE id = ?"
        self._write(lambda database: database.execute(statement, (at, at if is_ended else None, task)))

    def tasks(self) -> list[TaskRow]:
        """Return the tasks of all workspaces, the one that was used last first."""
        if not self._exists():
            return []
        rows = self._read("SELECT * FROM tasks WHERE max(touched, started) >= ? OR EXISTS "
                          "(SELECT 1 FROM entries WHERE task = id AND at >= ?1) ORDER BY touched DESC, id DESC",
                          (self._oldest(),))  # fmt: skip
        return [TaskRow(*row) for row in rows]

    def entries(self, task: int) -> list[EntryRow]:
        """Return the entries of a task, in the order in which they were written."""
        return self._entries("SELECT * FROM entries WHERE task = ? AND at >= ? ORDER BY number", (task, self._oldest()))

    def mentioning(self, text: str) -> list[EntryRow]:
        """Return the entries of all tasks that hold a text somewhere, as candidates for an exact search."""
        query = "SELECT * FROM entries WHERE at >= ? AND (instr(text, ?2) OR instr(CAST(details AS TEXT), ?2))"
        return self._entries(query, (self._oldest(), text))

    def append(
        self,
        task: int,
        make: Callable[[EntryRow | None], Sequence[EntryRow]],
        closes: Iterable[int] = (),
        *,
        is_by_hand: bool,
    ) -> list[EntryRow]:
        """Add the entries that `make` returns for the latest checkpoint, all or none; return them with their numbers.

        The open questions `closes` are marked as settled. Raises `LookupError` if there is no such task or question.
        """

        def add(database: sqlite3.Connection) -> list[EntryRow]:
            if database.execute("SELECT 1 FROM tasks WHERE id = ?", (task,)).fetchone() is None:
                raise LookupError(f"there is no task {task}")
            latest = database.execute(_LATEST_CHECKPOINT, (task,)).fetchone()
            added: list[EntryRow] = []
            for row in make(_entry(latest) if latest else None):
                source = added[row.source - 1].number if row.source else 0
                values = (task, row.at, row.asked_by, row.kind, row.is_automatic, row.text, row.details, source)
                number = database.execute(_ADD_ENTRY, values).lastrowid or 0
                added.append(EntryRow(number, *values))
            settle = "UPDATE entries SET closed = 1 WHERE number = ? AND task = ? AND kind = 'openQuestion'"
            for number in closes:
                if not database.execute(settle, (number, task)).rowcount:
                    raise LookupError(f"task {task} has no open question {number}")
            if is_by_hand:
                database.execute("UPDATE tasks SET touched = ?, ended = NULL WHERE id = ?", (self._clock(), task))
            database.execute(_DROP_AUTOMATIC, (task, MAX_AUTOMATIC))
            database.execute(_DROP_MANY, (task, MAX_ENTRIES))
            return added

        return self._write(add)

    def note_use(self, numbers: Iterable[int]) -> None:
        """Count that a question recalled these entries."""
        values = [(self._clock(), number) for number in numbers]
        statement = "UPDATE entries SET uses = uses + 1, used = ? WHERE number = ?"
        if values:
            self._write(lambda database: database.executemany(statement, values))

    def erase(self, tasks: Iterable[int]) -> None:
        """Delete tasks with their entries, and everything that was set aside from a damaged file."""
        values = [(task,) for task in tasks]

        def delete(database: sqlite3.Connection) -> None:
            database.executemany("DELETE FROM entries WHERE task = ?", values)
            database.executemany("DELETE FROM tasks WHERE id = ?", values)

        if self._exists():
            self._write(delete)
            self._forget_deleted()

    def expire(self) -> None:
        """Delete what is too old, in all workspaces."""
        if self._exists():
            self._write(lambda _: None)
            self._forget_deleted(before=self._oldest())

    def _forget_deleted(self, before: float = math.inf) -> None:
        """Overwrite deleted rows in the log, and delete what was set aside of a file damaged before a time."""
        try:
            empty_log(self._file, WAIT)
            delete_damaged(self._file, before)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"{self._file} cannot be cleared: {error}") from error

    def _entries(self, query: str, values: tuple[object, ...]) -> list[EntryRow]:
        return list(map(_entry, self._read(query, values))) if self._exists() else []

    def _read(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        return in_transaction(self._file, _SCHEMA, lambda database: database.execute(query, values).fetchall(), WAIT)

    def _write(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        def write(database: sqlite3.Connection) -> Result:
            database.execute(_DROP_OLD, (self._oldest(),))
            result = work(database)
            database.execute(_DROP_OLD_TASKS, (self._oldest(),))
            return result

        return in_transaction(self._file, _SCHEMA, write, WAIT)

    def _exists(self) -> bool:
        try:
            return self._file.exists()
        except OSError as error:
            raise StorageError(f"{self._file} cannot be used: {error}") from error

    def _oldest(self) -> float:
        return self._clock() - KEPT_SECONDS


def _entry(row: tuple[Any, ...]) -> EntryRow:
    number, task, at, asked_by, kind, is_automatic, text, details, source, closed, uses, used = row
    return EntryRow(
        number, task, at, asked_by, kind, bool(is_automatic), text, details, source, bool(closed), uses, used
    )
