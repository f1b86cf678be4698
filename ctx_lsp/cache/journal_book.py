"""Stores the journal of tasks in a file in the user's data folder. Any number of processes may write to the file.

Unlike a cache, the journal cannot be recomputed, so a row is on disk when the call that writes it returns. This module
stores the details of entries as bytes; `workspace.journal` defines their contents. Each write deletes the entries that
are older than 30 days (`base.confirmed_time`), and the tasks without entries that have not been used for 30 days.
Deleted rows are overwritten.

Rows are sealed one by one (`journal_rows`). All methods return only rows with the book's seal; rows with other seals
stay in the file until they are too old.
"""

import math
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from ctx_lsp.base.confirmed_time import confirmed_time
from ctx_lsp.base.private_files import close_to_others
from ctx_lsp.cache.blob_store import DAY
from ctx_lsp.cache.durable_database import DurableDatabase
from ctx_lsp.cache.journal_rows import EntryRow, Folders, RowSeal, TaskRow
from ctx_lsp.sealing.seal import UNSEALED, Seal

FILE_NAME = "journal-1.sqlite3"
KEPT_SECONDS = 30 * DAY
WAIT = 10.0  # maximum seconds to wait for other processes; each takes milliseconds
SHORT_WAIT = 0.3  # the same for what nobody has asked for
MAX_ENTRIES = 5_000  # entries kept for one task; a few megabytes
MAX_AUTOMATIC = 20  # checkpoints of one task that were not made by hand; earlier ones are deleted

_TABLES = (
    """
CREATE TABLE tasks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace TEXT NOT NULL,
    title TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    started REAL NOT NULL,
    touched REAL NOT NULL, -- when a person last started, resumed or added to it
    ended REAL,
    active INTEGER NOT NULL -- whether questions are recorded in it
)
""",
    """
CREATE TABLE entries (
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
)
""",
    "CREATE INDEX entries_of_tasks ON entries (task, number)",
)
# The name of the key that sealed a row, or "", and the encrypted values of the columns that are empty then.
_SEALS = tuple(
    f"ALTER TABLE {table} ADD COLUMN {column}"
    for table in ("tasks", "entries")
    for column in ("sealed_by TEXT NOT NULL DEFAULT ''", "sealed BLOB NOT NULL DEFAULT x''")
)
_ADD_TASK = """
INSERT INTO tasks (started, touched, active, workspace, title, asked_by, sealed_by, sealed)
VALUES (?, ?, 0, ?, ?, ?, ?, ?)
"""
_TASKS = """
SELECT * FROM tasks WHERE max(touched, started) >= ?1 OR EXISTS
(SELECT 1 FROM entries WHERE task = id AND at >= ?1) ORDER BY touched DESC, id DESC
"""
_HAS_TASK = "SELECT 1 FROM tasks WHERE id = ? AND sealed_by = ?"
_ADD_ENTRY = """
INSERT INTO entries
(task, at, kind, is_automatic, source, closed, uses, used, asked_by, text, details, sealed_by, sealed)
VALUES (?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?, ?, ?)
"""
_CHECKPOINTS = "SELECT * FROM entries WHERE task = ? AND kind = 'checkpoint' ORDER BY number DESC"
_SAID = "SELECT * FROM entries WHERE task = ? AND NOT is_automatic ORDER BY number DESC"
_SEAL_TASK = "UPDATE tasks SET workspace = ?, title = ?, asked_by = ?, sealed_by = ?, sealed = ? WHERE id = ?"
_SEAL_ENTRY = "UPDATE entries SET asked_by = ?, text = ?, details = ?, sealed_by = ?, sealed = ? WHERE number = ?"
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
MakeRows = Callable[[EntryRow | None], Sequence[EntryRow]]
"""Makes the rows to add to a task after its latest checkpoint."""


class JournalBook:
    """The journal in a folder. Thread-safe. All methods raise `StorageError` if the file cannot be used.

    At most one task of a workspace is active: the one that was last marked as active, unless it has ended since.
    """

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float] = time.time,
        *,
        seal: Seal = UNSEALED,
        stays_open: bool = False,
    ) -> None:
        """Use the journal in `folder`. For `stays_open`, see `DurableDatabase`."""
        close_to_others(folder)
        self._folder = folder
        self._database = DurableDatabase(folder / FILE_NAME, (_TABLES, _SEALS), stays_open=stays_open)
        self._rows = RowSeal(seal)
        self._clock = clock

    def use_seal(self, seal: Seal) -> None:
        """Read and write only rows with this seal from now on."""
        self._rows = RowSeal(seal)

    def close(self) -> None:
        """Close the file. May be called repeatedly."""
        self._database.close()

    def add_task(self, folders: Folders, title: str, asked_by: str) -> int:
        """Add a task that starts now, make it the active task, and return its id."""
        at, rows = self._clock(), self._rows
        new = TaskRow(0, "\n".join(sorted(folders)), title, asked_by, at, at, ended=None, active=False)

        def add(database: sqlite3.Connection) -> int:
            task = database.execute(_ADD_TASK, (at, at, *rows.task_values(new))).lastrowid or 0
            self._mark(database, rows, task, folders)
            return task

        return self._write(add)

    def mark_task(self, task: int, folders: Folders, *, is_ended: bool) -> None:
        """Mark a task as ended now if `is_ended`, otherwise as the active task of the workspace with `folders`."""
        rows = self._rows
        end = "UPDATE tasks SET touched = ?1, ended = ?1, active = 0 WHERE id = ?2"

        def mark(database: sqlite3.Connection) -> None:
            if is_ended:
                database.execute(end, (self._clock(), task))
            else:
                self._mark(database, rows, task, folders)

        self._write(mark)

    def tasks(self, wait: float = WAIT, *, with_hidden: bool = False) -> list[TaskRow]:
        """Return the tasks of all workspaces, most recently used first.

        With `with_hidden`, include the tasks that are too old to be shown and are not deleted yet.
        """
        rows, oldest = self._rows, -math.inf if with_hidden else self._oldest()
        if not self._database.exists():
            return []
        return self._database.read(lambda database: _tasks(database, rows, oldest), wait)

    def others(self) -> int:
        """Return how many tasks, in all workspaces, cannot be read because they have another seal."""
        rows = self._rows

        def count(database: sqlite3.Connection) -> int:
            return sum(not rows.seals(row) for row in database.execute(_TASKS, (self._oldest(),)))

        return self._database.read(count, WAIT) if self._database.exists() else 0

    def seal_earlier(self) -> bool:
        """Seal the rows that are not sealed yet; return whether their plain text is gone from the write-ahead log."""
        rows = self._rows
        if not rows.name or not self._database.exists() or not self._database.read(_has_plain, SHORT_WAIT):
            return True
        self._write(lambda database: _seal_plain(database, rows), SHORT_WAIT)
        return self._database.empty_log(WAIT)

    def entries(self, task: int) -> list[EntryRow]:
        """Return the entries of a task, in the order in which they were written."""
        query = "SELECT * FROM entries WHERE task = ? AND at >= ? ORDER BY number"
        return self._entries(query, (task, self._oldest()), WAIT)

    def mentioning(self, text: str) -> list[EntryRow]:
        """Return the entries whose text or details contain `text`, from the tasks of all workspaces.

        `text` may be only a part of a longer word or path in an entry.
        """
        found = self._entries("SELECT * FROM entries WHERE at >= ?", (self._oldest(),), SHORT_WAIT)
        return [row for row in found if row.holds(text)]

    def append(self, task: int, folders: Folders, make: MakeRows, closes: Iterable[int] = (), *, is_by_hand: bool
               ) -> list[EntryRow]:  # fmt: skip
        """Atomically add entries to a task, and return them with their numbers.

        `make` is called with the task's latest checkpoint and returns the entries. The open questions whose numbers are
        in `closes` are marked as settled. If `is_by_hand`, the task becomes the active one. Raises `LookupError` if
        there is no such task or question.
        """
        rows = self._rows

        def add(database: sqlite3.Connection) -> list[EntryRow]:
            if database.execute(_HAS_TASK, (task, rows.name)).fetchone() is None:
                raise LookupError(f"there is no task {task}")
            added = _added(database, rows, task, make)
            settle = "UPDATE entries SET closed = 1 WHERE number = ? AND task = ? AND kind = 'openQuestion'"
            for number in closes:
                if not database.execute(settle, (number, task)).rowcount:
                    raise LookupError(f"task {task} has no open question {number}")
            if is_by_hand:
                self._mark(database, rows, task, folders)
            return added

        return self._write(add)

    def append_to_active(self, folders: Folders, since: float, make: MakeRows) -> None:
        """Add the entries that `make` returns to the active task of a workspace, if it was used after `since`.

        Nothing is added if the first of these entries repeats the previous entry of the same asker.
        """
        rows = self._rows

        def add(database: sqlite3.Connection) -> None:
            task = active_task(_tasks(database, rows, self._oldest()), folders, since)
            if task is not None and not _repeats(database, rows, task, make(None)[0]):
                _added(database, rows, task, make)

        if self._database.exists():
            self._write(add, SHORT_WAIT)

    def note_use(self, numbers: Iterable[int]) -> None:
        """Record that a question has just recalled the entries with these numbers."""
        values = [(self._clock(), number) for number in numbers]
        statement = "UPDATE entries SET uses = uses + 1, used = ? WHERE number = ?"
        if values:
            self._write(lambda database: database.executemany(statement, values), SHORT_WAIT)

    def erase(self, tasks: Iterable[int]) -> bool:
        """Delete tasks and their entries; return whether they are also gone from the write-ahead log.

        Renamed damaged files stay, because it is unknown whose tasks they contain.
        """
        values = [(task,) for task in tasks]

        def delete(database: sqlite3.Connection) -> None:
            database.executemany("DELETE FROM entries WHERE task = ?", values)
            database.executemany("DELETE FROM tasks WHERE id = ?", values)

        if not self._database.exists():
            return True
        self._write(delete)
        return self._database.empty_log(WAIT)

    def expire(self) -> None:
        """Delete the rows that are too old, in all workspaces, and renamed damaged files of the same age."""
        if self._database.exists():
            self._write(lambda _: None, SHORT_WAIT)
            self._database.empty_log(SHORT_WAIT)
        self._database.delete_damaged(self._expired())

    def _mark(self, database: sqlite3.Connection, rows: RowSeal, task: int, folders: Folders) -> None:
        """Make a task the only active one of a workspace."""
        active = filter(None, map(rows.task, database.execute("SELECT * FROM tasks WHERE active").fetchall()))
        others = [(row.id,) for row in active if row.is_of(folders)]
        database.executemany("UPDATE tasks SET active = 0 WHERE id = ?", others)
        use = "UPDATE tasks SET touched = ?, ended = NULL, active = 1 WHERE id = ?"
        database.execute(use, (self._clock(), task))

    def _entries(self, query: str, values: tuple[object, ...], wait: float) -> list[EntryRow]:
        rows = self._rows

        def read(database: sqlite3.Connection) -> list[EntryRow]:
            return list(filter(None, map(rows.entry, database.execute(query, values))))

        return self._database.read(read, wait) if self._database.exists() else []

    def _write(self, work: Callable[[sqlite3.Connection], Result], wait: float = WAIT) -> Result:
        expired = self._expired()

        def write(database: sqlite3.Connection) -> Result:
            database.execute(_DROP_OLD, (expired,))
            result = work(database)
            database.execute(_DROP_OLD_TASKS, (expired,))
            return result

        return self._database.write(write, wait)

    def _oldest(self) -> float:
        """Return the earliest time of rows that can still be shown."""
        return self._clock() - KEPT_SECONDS

    def _expired(self) -> float:
        """Return the earliest time of rows that are kept; older rows are deleted."""
        return confirmed_time(self._folder, self._clock()) - KEPT_SECONDS


def active_task(rows: Iterable[TaskRow], folders: Folders, since: float) -> int | None:
    """Return the id of the active task of a workspace; None if there is none, or if it was not used after `since`."""
    return next((row.id for row in rows if row.active and row.touched > since and row.is_of(folders)), None)


def _tasks(database: sqlite3.Connection, rows: RowSeal, oldest: float) -> list[TaskRow]:
    """Return the readable tasks that were used or written to since `oldest`, most recently used first."""
    return list(filter(None, map(rows.task, database.execute(_TASKS, (oldest,)))))


def _repeats(database: sqlite3.Connection, rows: RowSeal, task: int, row: EntryRow) -> bool:
    said = filter(None, map(rows.entry, database.execute(_SAID, (task,))))
    latest = next((one for one in said if one.asked_by == row.asked_by), None)
    return not row.is_automatic and latest is not None and (latest.kind, latest.text) == (row.kind, row.text)


def _added(database: sqlite3.Connection, rows: RowSeal, task: int, make: MakeRows) -> list[EntryRow]:
    """Call `make` with the latest checkpoint of a task, and add the entries that it returns to the task.

    Return the added entries with their numbers. If the task exceeds the limits, its oldest entries are dropped.
    """
    latest = next(filter(None, map(rows.entry, database.execute(_CHECKPOINTS, (task,)))), None)
    added: list[EntryRow] = []
    for made in make(latest):
        row = replace(made, task=task, source=added[made.source - 1].number if made.source else 0)
        values = (task, row.at, row.kind, row.is_automatic, row.source, *rows.entry_values(row))
        added.append(replace(row, number=database.execute(_ADD_ENTRY, values).lastrowid or 0))
    database.execute(_DROP_AUTOMATIC, (task, MAX_AUTOMATIC))
    database.execute(_DROP_MANY, (task, MAX_ENTRIES))
    return added


def _has_plain(database: sqlite3.Connection) -> bool:
    plain = "SELECT 1 FROM tasks WHERE sealed_by = '' UNION ALL SELECT 1 FROM entries WHERE sealed_by = '' LIMIT 1"
    return database.execute(plain).fetchone() is not None


def _seal_plain(database: sqlite3.Connection, rows: RowSeal) -> None:
    plain = RowSeal(UNSEALED)
    tasks = filter(None, map(plain.task, database.execute("SELECT * FROM tasks WHERE sealed_by = ''").fetchall()))
    database.executemany(_SEAL_TASK, [(*rows.task_values(one), one.id) for one in tasks])
    entries = filter(None, map(plain.entry, database.execute("SELECT * FROM entries WHERE sealed_by = ''").fetchall()))
    database.executemany(_SEAL_ENTRY, [(*rows.entry_values(one), one.number) for one in entries])
