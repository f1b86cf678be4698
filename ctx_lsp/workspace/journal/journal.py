"""The journal of one workspace: starts and ends tasks, and records questions and other entries in them.

Nothing is written before a task has been started. If the journal is encrypted, nothing is read or written while the key
is unknown. The active task is the one that was last started, resumed or written to, until it is ended or has not been
used for a day.
"""

import logging
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ctx_lsp.base.user_folders import data_folder
from ctx_lsp.cache.blob_store import DAY
from ctx_lsp.cache.durable_database import StorageError
from ctx_lsp.cache.journal_book import SHORT_WAIT, WAIT, JournalBook, MakeRows, active_task
from ctx_lsp.cache.journal_rows import TaskRow
from ctx_lsp.features.model import BadRequest
from ctx_lsp.journal import JournalEntry, JournalTask, TaskState
from ctx_lsp.packing.model import Pack
from ctx_lsp.sealing.seal import UNSEALED, Seal
from ctx_lsp.settings import JournalSettings
from ctx_lsp.text.decode import encodable
from ctx_lsp.text.redaction import redacted
from ctx_lsp.workspace.journal.drafts import NewEntry, rows_of_error, rows_of_pack
from ctx_lsp.workspace.journal.records import entry_of

ACTIVE_SECONDS = DAY  # after which a task that nobody has touched no longer records questions
MAX_TITLE = 200  # characters

_STILL_READ = "Another process is still reading the journal: erased text is overwritten on the disk when it ends."
_LOCKED = "the journal is locked: its key could not be read yet (cache.encryption)"

log = logging.getLogger(__name__)

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded entry as it is stored, and the decisions and open questions that were found in it."""

    task: JournalTask
    entry: JournalEntry
    found: tuple[JournalEntry, ...]


@dataclass(frozen=True, slots=True)
class Erased:
    """The number of erased tasks, and warnings about erased text that is not overwritten yet, as sentences."""

    tasks: int
    warnings: tuple[str, ...] = ()


class Journal:
    """The journal of one workspace. Thread-safe. Methods raise `BadRequest` if the file cannot be used."""

    def __init__(
        self,
        roots: Iterable[Path],
        settings: JournalSettings,
        clock: Callable[[], float] = time.time,
        *,
        seal: Seal | None = UNSEALED,
        soon: Callable[[Callable[[], None]], object] = lambda work: work(),
        stays_open: bool = False,
    ) -> None:
        """Open the journal of a workspace with the folders `roots`; see `JournalBook` for `stays_open`.

        If `seal` is None, the journal is locked until `use_seal` is called. `soon` schedules a function that writes to
        disk; by default, the function runs at once.
        """
        self.use(settings)
        self._clock = clock
        self._soon = soon
        self._book = JournalBook(data_folder(), clock, stays_open=stays_open)
        self.use_seal(seal)
        self.use_roots(roots)

    def use(self, settings: JournalSettings) -> None:
        """Apply settings."""
        self._settings = settings

    def use_seal(self, seal: Seal | None) -> None:
        """Use this seal to read and write from now on. If it is None, lock the journal.

        If the seal encrypts, tasks that were written without encryption are then encrypted. Failures of this step are
        only logged.
        """
        self._is_locked = seal is None
        if seal is not None:
            self._book.use_seal(seal)
            self._soon(lambda: _with_problems_logged(self._book.seal_earlier))

    @property
    def is_on(self) -> bool:
        """Whether the user's tasks and entries may be written."""
        return not self._refusal("")

    def use_roots(self, roots: Iterable[Path]) -> None:
        """Switch to the tasks of the workspace with the folders `roots`."""
        self._folders = frozenset(map(str, roots))

    def tasks(self) -> tuple[JournalTask, ...]:
        """Return the tasks of every workspace that shares a folder with this one, most recently used first."""
        if self._is_locked:
            raise BadRequest(_LOCKED)
        return self._tasks(WAIT)

    def hidden(self) -> str:
        """Return a sentence about the tasks that are encrypted with another key, or "" if there are none."""
        number = _used(self._book.others)
        return f"Tasks of all folders that another key (cache.encryption) hides: {number}." if number else ""

    def active(self) -> JournalTask | None:
        """Return the active task, to which questions are added, or None if no task is active."""
        return next((one for one in self.tasks() if one.state == "active"), None)

    def find(self, task: int | None) -> JournalTask:
        """Return the task with the id `task`, or by default the most recently used one. Raises `BadRequest`."""
        tasks = self.tasks()
        found = next((one for one in tasks if task in (None, one.id)), None)
        if found is None:
            known = ", ".join(str(one.id) for one in tasks)
            raise BadRequest(
                f"there is no task {task}; known: {known}" if known else "there are no tasks yet; start one"
            )
        return found

    def start(self, title: str, asked_by: str = "") -> JournalTask:
        """Start a task and make it the active one. Raises `BadRequest` if `title` is empty or no folder is open."""
        self._check_allowed(asked_by)
        if not self._folders:
            raise BadRequest("open a folder first: a task belongs to the folder that it is about")
        line = redacted(" ".join(encodable(title).split()))[:MAX_TITLE]
        if not line:
            raise BadRequest("a task needs a title")
        return self.find(_used(lambda: self._book.add_task(self._folders, line, redacted(asked_by))))

    def mark(self, task: int | None, *, is_ended: bool) -> JournalTask:
        """End a task, or make it the active one. If `task` is None, this affects the most recently used task."""
        found = self.find(task)
        _used(lambda: self._book.mark_task(found.id, self._folders, is_ended=is_ended))
        return self.find(found.id)

    def erase(self, task: int | None) -> Erased:
        """Delete a task with its entries. If `task` is None, delete all tasks of this workspace.

        This includes tasks that are hidden because they are too old, and that are still in the file.
        """
        if self._is_locked:
            raise BadRequest(_LOCKED)
        ids = [row.id for row in self._rows(WAIT, with_hidden=True) if task in (None, row.id)]
        if task is not None and not ids:
            self.find(task)  # raises the error, which names the known tasks
        is_overwritten = _used(lambda: self._book.erase(ids))
        return Erased(len(ids), () if is_overwritten else (_STILL_READ,))

    def entries(self, tasks: Iterable[JournalTask]) -> list[JournalEntry]:
        """Return the entries of tasks, in the order in which they were written."""
        rows = _used(lambda: [row for task in tasks for row in self._book.entries(task.id)])
        return sorted(filter(None, map(entry_of, rows)), key=lambda one: one.number)

    def record(self, new: NewEntry, task: int | None = None, asked_by: str = "") -> Recorded:
        """Record an entry in a task, by default in the active one. The entry is on disk when this method returns.

        An entry from the user makes the task the active one, even if the task had ended. An entry from an agent does
        not. Raises `BadRequest` if there is no such task, if the entry is invalid, or if nothing may be written.
        """
        self._check_allowed(asked_by)
        found = self.active() if task is None else self.find(task)
        if found is None:
            raise BadRequest("no task is active; start or resume one")
        if new.kind in ("message", "decision", "openQuestion") and not new.text.strip():
            raise BadRequest("an entry needs a text")
        if new.reflection is not None and not 0 <= new.reflection.confidence <= 1:  # also if it is not a number
            raise BadRequest("the confidence must be from 0 to 1")
        make, by_hand = new.rows(self._clock(), asked_by), not asked_by
        try:
            rows = _used(lambda: self._book.append(found.id, self._folders, make, new.closes, is_by_hand=by_hand))
        except LookupError as error:
            raise BadRequest(str(error)) from error
        first, *others = filter(None, map(entry_of, rows))
        return Recorded(self.find(found.id), first, tuple(others))

    def note_pack(self, pack: Pack, asked_by: str = "") -> None:
        """Record a pack's question and a checkpoint in the active task, if there is one. Problems are only logged."""
        self._note(asked_by, rows_of_pack(pack, self._clock(), asked_by))

    def note_error(self, command: str, question: str, message: str, asked_by: str = "") -> None:
        """After a failed command, record a checkpoint in the active task, if there is one. Problems are only logged."""
        self._note(asked_by, rows_of_error(command, question, message, self._clock(), asked_by))

    def note_use(self, entries: Iterable[JournalEntry]) -> None:
        """Record that a question has recalled these entries. Problems are only logged."""
        _with_problems_logged(lambda: self._book.note_use([one.number for one in entries]))

    def about(self, path: str) -> tuple[JournalTask, ...]:
        """Return the tasks, except the active one, in which somebody asked or wrote about the file at a path."""
        earlier = [one for one in self._tasks(SHORT_WAIT) if one.state != "active"] if not self._is_locked else []
        if not earlier:
            return ()
        entries = filter(None, map(entry_of, _used(lambda: self._book.mentioning(path))))
        named = re.compile(rf"(?<![\w./-]){re.escape(path)}(?![\w-])")
        found = {one.task for one in entries if path in one.about or named.search(one.said)}
        return tuple(one for one in earlier if one.id in found)

    def expire(self) -> None:
        """Delete entries and tasks that are too old, in all workspaces. Problems are only logged."""
        _with_problems_logged(self._book.expire)

    def close(self) -> None:
        """Close the file. May be called repeatedly."""
        self._book.close()

    def _tasks(self, wait: float) -> tuple[JournalTask, ...]:
        rows = self._rows(wait)
        active = active_task(rows, self._folders, self._active_since()) if self.is_on else None
        return tuple(_task(row, active) for row in rows)

    def _rows(self, wait: float, *, with_hidden: bool = False) -> list[TaskRow]:
        rows = _used(lambda: self._book.tasks(wait, with_hidden=with_hidden))
        return [row for row in rows if row.is_of(self._folders)]

    def _note(self, asked_by: str, make: MakeRows) -> None:
        if not self._refusal(asked_by):
            folders, since = self._folders, self._active_since()
            _with_problems_logged(lambda: self._book.append_to_active(folders, since, make))

    def _refusal(self, asked_by: str) -> str:
        """Return the reason why nothing may be written, or "" if writing is allowed."""
        if not self._settings.enabled:
            return "the journal is off (journal.enabled)"
        if self._is_locked:
            return _LOCKED
        return "the journal is off for agents (journal.agents)" if asked_by and not self._settings.agents else ""

    def _check_allowed(self, asked_by: str) -> None:
        if refusal := self._refusal(asked_by):
            raise BadRequest(refusal)

    def _active_since(self) -> float:
        return self._clock() - ACTIVE_SECONDS


def _task(row: TaskRow, active: int | None) -> JournalTask:
    state: TaskState = "active" if row.id == active else "open" if row.ended is None else "ended"
    return JournalTask(row.id, row.title, row.started, row.touched, row.ended, row.asked_by, state)


def _used(work: Callable[[], Result]) -> Result:
    """Return the result of `work`. Raises `BadRequest` if the journal's file cannot be used."""
    try:
        return work()
    except StorageError as error:
        raise BadRequest(f"the journal {error}") from error


def _with_problems_logged(work: Callable[[], object]) -> None:
    """Run `work` and only log its errors, because a problem with the journal must not make a request fail."""
    try:
        work()
    except (BadRequest, StorageError, LookupError, OSError, ValueError) as error:  # such as a task erased meanwhile
        log.warning("the journal was not written: %s", error)
