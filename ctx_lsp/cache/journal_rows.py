"""Defines the tasks and entries of the journal, and converts them to rows of its file. A seal may encrypt the rows.

Each row is sealed separately, so that rows can be appended to the journal. Only columns that no query needs are
encrypted: the folders, title and author of a task, and the text, details and author of an entry. Times, kinds and
numbers stay readable. Rows that are sealed with another key are left as they are, and cannot be read without that key.
"""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict

from ctx_lsp.sealing.seal import Seal

Folders = frozenset[str]
"""Paths of the folders of a workspace."""

Content = TypeVar("Content", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A task. `workspace` contains the paths of the workspace's folders, one per line.

    `asked_by` names the agent that started the task; it is empty for the user. `touched` is the time at which a person
    last started, resumed or ended the task, or added to it. Times are in seconds since 1970.
    """

    id: int
    workspace: str
    title: str
    asked_by: str
    started: float
    touched: float
    ended: float | None
    active: bool

    def is_of(self, folders: Folders) -> bool:
        """Return whether the task belongs to a workspace with one of these folders."""
        return not folders.isdisjoint(self.workspace.split("\n"))


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry in a task's journal. `source` refers to the entry from which this one was extracted; 0 if there is none.

    Once written, an entry has a `number`, larger than those of earlier entries, and `source` is the number of an entry.
    Before that, `number` and `task` are 0, and `source` is a position, counted from 1, among the new entries that are
    added in the same call.
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

    def holds(self, text: str) -> bool:
        """Return whether the entry's text or details contain `text`."""
        return text in self.text or text.encode("utf-8", "replace") in self.details


class _TaskContent(msgspec.Struct, frozen=True, array_like=True):
    """The fields of a `TaskRow` that are encrypted."""

    workspace: str
    title: str
    asked_by: str


class _EntryContent(msgspec.Struct, frozen=True, array_like=True):
    """The fields of an `EntryRow` that are encrypted."""

    asked_by: str
    text: str
    details: bytes


class RowSeal:
    """Converts tasks and entries to the values of rows and back, using one seal."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal
        self.name = seal.fingerprint  # in the column `sealed_by`; empty if nothing is encrypted

    def task_values(self, task: TaskRow) -> tuple[str, str, str, str, bytes]:
        """Return the values of the columns `workspace`, `title`, `asked_by`, `sealed_by` and `sealed`."""
        if not self.name:
            return (task.workspace, task.title, task.asked_by, "", b"")
        content = _TaskContent(task.workspace, task.title, task.asked_by)
        return ("", "", "", self.name, self._sealed(_task_key(task), content))

    def entry_values(self, entry: EntryRow) -> tuple[str, str, bytes, str, bytes]:
        """Return the values of the columns `asked_by`, `text`, `details`, `sealed_by` and `sealed`."""
        if not self.name:
            return (entry.asked_by, entry.text, entry.details, "", b"")
        content = _EntryContent(entry.asked_by, entry.text, entry.details)
        return ("", "", b"", self.name, self._sealed(_entry_key(entry), content))

    def seals(self, row: tuple[Any, ...]) -> bool:
        """Return whether a row has this seal."""
        return bool(row[-2] == self.name)

    def task(self, row: tuple[Any, ...]) -> TaskRow | None:
        """Return the task in a row; None if the row has another seal, or was changed."""
        *values, _, sealed = row
        task = _task(values)
        if not self.seals(row) or not self.name:
            return task if self.seals(row) else None
        content = self._opened(_task_key(task), sealed, _TaskContent)
        return replace(task, **asdict(content)) if content else None

    def entry(self, row: tuple[Any, ...]) -> EntryRow | None:
        """Return the entry in a row; None if the row has another seal, or was changed."""
        *values, _, sealed = row
        entry = _entry(values)
        if not self.seals(row) or not self.name:
            return entry if self.seals(row) else None
        content = self._opened(_entry_key(entry), sealed, _EntryContent)
        return replace(entry, **asdict(content)) if content else None

    def _sealed(self, key: bytes, content: msgspec.Struct) -> bytes:
        return self._seal.seal(self._seal.row_key(key), msgspec.msgpack.encode(content))

    def _opened(self, key: bytes, sealed: bytes, kind: type[Content]) -> Content | None:
        value = self._seal.unseal(self._seal.row_key(key), sealed)
        try:
            return None if value is None else msgspec.msgpack.decode(value, type=kind)
        except msgspec.MsgspecError:
            return None


def _task_key(task: TaskRow) -> bytes:
    """Return the key that binds a sealed task to its row, so that it cannot be moved to another row.

    The key consists of values that never change.
    """
    return msgspec.msgpack.encode(("task", task.started))


def _entry_key(entry: EntryRow) -> bytes:
    """Return the key that binds a sealed entry to its row. The key consists of values that never change."""
    return msgspec.msgpack.encode(("entry", entry.task, entry.at, entry.kind, entry.is_automatic, entry.source))


def _task(values: list[Any]) -> TaskRow:
    number, workspace, title, asked_by, started, touched, ended, active = values
    return TaskRow(number, workspace, title, asked_by, started, touched, ended, bool(active))


def _entry(values: list[Any]) -> EntryRow:
    number, task, at, asked_by, kind, is_automatic, text, details, source, closed, uses, used = values
    return EntryRow(
        number, task, at, asked_by, kind, bool(is_automatic), text, details, source, bool(closed), uses, used
    )
