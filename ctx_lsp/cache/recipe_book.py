"""Stores the recipes of recent packs in a file in the user's data folder. Any number of processes may write to it.

This module stores recipes as bytes; `workspace.recipes` defines their contents. A pack has one row for each asker (the
user or an agent), so that an agent's request for the same pack does not replace the user's row. Each use of the file
deletes the rows that are older than 30 days (`base.confirmed_time`). A damaged file is recreated.
"""

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass
from pathlib import Path

from ctx_lsp.base.confirmed_time import confirmed_time
from ctx_lsp.base.private_files import close_to_others
from ctx_lsp.cache.blob_files import delete_unused
from ctx_lsp.cache.blob_store import BUSY_TIMEOUT, DAY
from ctx_lsp.cache.small_database import use_database
from ctx_lsp.sealing.seal import UNSEALED, Seal, sealed_name

VERSION = 2  # file format; it is part of the file's name
FILE_NAME = f"packs-{VERSION}.sqlite3"  # if it is not sealed
KEPT_SECONDS = 30 * DAY
MAX_PACKS = 2_000  # packs kept for one workspace; a few megabytes
READ_TIMEOUT = 2.0  # maximum seconds that a request for a pack waits for other processes

_SCHEMA = """
CREATE TABLE IF NOT EXISTS packs (
    workspace TEXT NOT NULL,
    pack_id TEXT NOT NULL,
    asked REAL NOT NULL,
    asked_by TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    recipe BLOB NOT NULL,
    PRIMARY KEY (workspace, pack_id, asked_by)
);
"""
UNLISTED = ""  # title of a recipe that can be found, but that is not among the recent ones
_PUT = "INSERT OR REPLACE INTO packs VALUES (?, ?, ?, ?, ?, ?, ?)"
_DROP_OLD = "DELETE FROM packs WHERE asked < ?"
_HAS_OLD = "SELECT 1 FROM packs WHERE asked < ? LIMIT 1"
_DROP_MANY = """
DELETE FROM packs WHERE workspace = ?1 AND rowid NOT IN
(SELECT rowid FROM packs WHERE workspace = ?1 ORDER BY asked DESC LIMIT ?2)
"""
_FIND = "SELECT * FROM packs WHERE workspace = ? AND pack_id = ? AND asked >= ? ORDER BY asked DESC LIMIT 1"
# SQLite takes the columns that are not grouped from the row with the maximum.
_RECENT = """
SELECT workspace, pack_id, max(asked), asked_by, kind, title, recipe FROM packs
WHERE workspace = ? AND asked >= ? AND title != '' GROUP BY title, kind, asked_by ORDER BY max(asked) DESC LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class RecipeRow:
    """The recipe of one pack, with its title, the time of the request (seconds since 1970) and the asker.

    `workspace` contains the paths of the workspace's folders, one per line. `asked_by` is the name of the agent that
    requested the pack; it is empty for the user of the editor.
    """

    workspace: str
    pack_id: str
    asked: float
    asked_by: str
    kind: str
    title: str
    recipe: bytes


class RecipeBook:
    """The recipes in a folder. Thread-safe; problems with the file raise no errors."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time, seal: Seal | None = UNSEALED) -> None:
        """Keep the recipes in `folder`. If `seal` is None, keep them only in memory until `use_seal` sets one."""
        close_to_others(folder)
        self._folder = folder
        self._seal = seal
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: deque[RecipeRow] = deque(maxlen=MAX_PACKS)

    def use_seal(self, seal: Seal | None) -> None:
        """Use a file with this seal from now on, or no file if `seal` is None.

        If the seal encrypts, delete the unsealed file.
        """
        with self._lock:
            self._seal = seal
        if seal is not None and seal.fingerprint and (self._folder / FILE_NAME).exists():
            delete_unused(self._folder / FILE_NAME)

    @property
    def is_locked(self) -> bool:
        """Whether the recipes are kept only in memory, because the key of the file is unknown."""
        return self._seal is None

    def note(self, row: RecipeRow) -> None:
        """Add a recipe, to be written later. Returns immediately."""
        with self._lock:
            self._waiting.append(row)

    def write(self, wait: float = BUSY_TIMEOUT) -> None:
        """Write the added recipes; if the file stays locked for `wait` seconds, keep them for the next call."""
        with self._lock:
            if self._waiting and self._with_file(self._write, wait):
                self._waiting.clear()

    def find(self, workspace: str, pack_id: str) -> RecipeRow | None:
        """Return the recipe of a pack, or None if it is unknown or too old."""
        rows = self._rows(_FIND, (workspace, pack_id, self._oldest()))
        return rows[0] if rows else None

    def recent(self, workspace: str, limit: int) -> list[RecipeRow]:
        """Return the recipes of a workspace, latest first.

        Of several recipes with the same title, kind and asker, only the latest is returned; those without a title are
        left out.
        """
        return self._rows(_RECENT, (workspace, self._oldest(), limit))

    def forget(self, workspace: str) -> None:
        """Delete the recipes of a workspace."""
        with self._lock:
            self._waiting = deque((row for row in self._waiting if row.workspace != workspace), MAX_PACKS)
        self._use(lambda database: _delete(database, [workspace]))

    def forget_folder(self, folder: str) -> None:
        """Delete the recipes of every workspace that has this folder, alone or among others."""

        def delete(database: sqlite3.Connection) -> None:
            known = [str(name) for (name,) in database.execute("SELECT DISTINCT workspace FROM packs")]
            _delete(database, [name for name in known if folder in name.split("\n")])

        self.write(READ_TIMEOUT)
        self._use(delete)

    def expire(self) -> None:
        """Delete the recipes that are too old, in all workspaces."""
        self._use(lambda _: None)

    def _rows(self, query: str, values: tuple[object, ...]) -> list[RecipeRow]:
        self.write(READ_TIMEOUT)
        found: list[RecipeRow] = []
        self._use(lambda database: found.extend(RecipeRow(*row) for row in database.execute(query, values)))
        return found

    def _use(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Run `work` on the file, if it exists, and delete old rows."""

        def use(database: sqlite3.Connection) -> None:
            work(database)
            # Only lock the file for writing if there is something to delete.
            expired = self._expired()
            if database.execute(_HAS_OLD, (expired,)).fetchone():
                with database:
                    database.execute(_DROP_OLD, (expired,))

        self._with_file(use, READ_TIMEOUT, create=False)

    def _with_file(self, work: Callable[[sqlite3.Connection], None], wait: float, *, create: bool = True) -> bool:
        """Run `work` on the file; return whether this succeeded."""
        if self._seal is None:
            return False
        file = self._folder / f"{sealed_name('packs', self._seal)}-{VERSION}.sqlite3"
        return (create or file.exists()) and use_database(file, _SCHEMA, work, wait, self._seal)

    def _write(self, database: sqlite3.Connection) -> None:
        with database:
            database.executemany(_PUT, map(astuple, self._waiting))
            database.execute(_DROP_OLD, (self._expired(),))
            for workspace in {row.workspace for row in self._waiting}:
                database.execute(_DROP_MANY, (workspace, MAX_PACKS))

    def _oldest(self) -> float:
        """Return the earliest time of rows that can still be found."""
        return self._clock() - KEPT_SECONDS

    def _expired(self) -> float:
        """Return the earliest time of rows that are kept; older rows are deleted."""
        return confirmed_time(self._folder, self._clock()) - KEPT_SECONDS


def _delete(database: sqlite3.Connection, workspaces: Iterable[str]) -> None:
    with database:
        database.executemany("DELETE FROM packs WHERE workspace = ?", [(workspace,) for workspace in workspaces])
