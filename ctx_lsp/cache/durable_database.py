"""A small SQLite file for data that must not be lost. Any number of processes may write to it.

A write returns only when all changes are on disk. A damaged file is renamed, and a new one replaces it. For data that
may be lost, see `small_database`.
"""

import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import Literal, TypeVar

from ctx_lsp.base.private_files import make_private
from ctx_lsp.cache.blob_files import (
    UnreadableError,
    close_files,
    files_of,
    folder_lock,
    is_busy,
    pragma,
    readable_errors,
)

PAUSE = 0.005  # seconds until a file that another process creates or recovers is tried again
SET_ASIDE = ".damaged"  # in the name of a damaged file that must not be lost, before the time

_LOST = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class StorageError(Exception):
    """Error raised for a file that cannot be read or written. The message is a sentence for the user."""


class DurableDatabase:
    """An SQLite file that the first transaction creates. Thread-safe. All methods but `close` raise `StorageError`.

    For each version of the tables, `versions` contains the statements that upgrade them from the previous version. All
    upgrades run in one transaction, so that only one of several processes runs them.

    If `stays_open` is true, one idle connection stays open from the first write until `close`. Otherwise, the end of a
    transaction usually closes the last connection. SQLite then empties and deletes the write-ahead log, which takes
    longer than the transaction itself.
    """

    def __init__(self, file: Path, versions: Sequence[Sequence[str]], *, stays_open: bool = False) -> None:
        self.file = file
        self._versions = versions
        self._stays_open = stays_open
        self._idle: tuple[sqlite3.Connection, int] | None = None  # with the file's inode
        self._lock = Lock()

    def exists(self) -> bool:
        """Return whether the file exists. Check this before `read` if a missing file must not be created."""
        try:
            return self.file.exists()
        except OSError as error:
            raise self._error(error) from error

    def read(self, work: Callable[[sqlite3.Connection], Result], wait: float) -> Result:
        """Run `work`, which must only read, in one transaction and return its result. Does not wait for writers.

        While another process creates or recovers the file, this waits for up to `wait` seconds.
        """
        return self._run("DEFERRED", work, wait)

    def write(self, work: Callable[[sqlite3.Connection], Result], wait: float) -> Result:
        """Run `work` in one transaction and return its result. All changes are on disk when this returns.

        If `work` raises an error or the process is killed, nothing is written. If another process uses the file, this
        tries again for `wait` seconds, so `work` may run more than once.
        """
        result = self._run("IMMEDIATE", work, wait)  # a lock taken after a read would fail instead of waiting
        if self._stays_open:
            self._keep_open()
        return result

    def empty_log(self, wait: float) -> bool:
        """Empty the write-ahead log, which may contain deleted rows; return False if other processes use the file."""
        try:
            with readable_errors(), closing(sqlite3.connect(self.file, timeout=wait)) as database:
                busy, *_ = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            if is_busy(error):
                return False
            raise self._error(error) from error
        return not busy

    def delete_damaged(self, before: float) -> None:
        """Delete the renamed damaged files that were last written before a time (in seconds since 1970)."""
        try:
            for part in self.file.parent.glob(f"{self.file.name}{SET_ASIDE}*"):
                if part.stat().st_mtime < before:
                    part.unlink(missing_ok=True)
        except OSError as error:
            raise self._error(error) from error

    def close(self) -> None:
        """Close the idle connection. The next write opens another one."""
        with self._lock:
            idle, self._idle = self._idle, None
        if idle is not None:
            with suppress(sqlite3.Error):
                idle[0].close()

    def _run(
        self, begin: Literal["DEFERRED", "IMMEDIATE"], work: Callable[[sqlite3.Connection], Result], wait: float
    ) -> Result:
        deadline, is_damaged = time.monotonic() + wait, False
        while True:
            try:
                make_private(self.file.parent)
                return self._transact(begin, work, wait)
            except sqlite3.Error as error:
                if is_busy(error) and time.monotonic() < deadline:
                    time.sleep(PAUSE)
                    continue
                self.close()
                if is_damaged or not _is_lost(error) or not _set_aside(self.file):
                    raise self._error(error) from error
                is_damaged = True  # a second time, it is not the file
            except OSError as error:
                raise self._error(error) from error

    @readable_errors()
    def _transact(self, begin: str, work: Callable[[sqlite3.Connection], Result], wait: float) -> Result:
        with closing(sqlite3.connect(self.file, timeout=wait, isolation_level=None)) as database:
            close_files(self.file)
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA secure_delete = ON")
            version = pragma(database, "user_version")
            if version > len(self._versions):
                raise StorageError(f"{self.file} was written by a later version of ctx-lsp")
            if version < len(self._versions):
                self._update(database)
            database.execute(f"BEGIN {begin}")
            result = work(database)
            database.execute("COMMIT")
            return result

    def _update(self, database: sqlite3.Connection) -> None:
        database.execute("BEGIN IMMEDIATE")
        for statements in self._versions[int(pragma(database, "user_version")) :]:
            for statement in statements:
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {len(self._versions)}")
        database.execute("COMMIT")

    def _keep_open(self) -> None:
        """Open the idle connection, or reopen it if the file has been replaced.

        Errors are ignored, because they only make the next write slower.
        """
        with suppress(sqlite3.Error, OSError):
            inode = self.file.stat().st_ino
            if self._idle is not None and self._idle[1] == inode:
                return
            self.close()
            database = sqlite3.connect(self.file, check_same_thread=False)
            try:
                pragma(database, "user_version")  # a connection uses the log from its first read on
            except sqlite3.Error:
                database.close()
                raise
            with self._lock:
                if self._idle is None:
                    self._idle = database, inode
                    return
            database.close()  # another thread was first

    def _error(self, error: Exception) -> StorageError:
        return StorageError(f"{self.file} cannot be used: {error}")


def _is_lost(error: sqlite3.Error) -> bool:
    """Return whether an error means that the file is damaged. Unlike `is_damage`, this excludes errors in SQL.

    If Python cannot decode a stored text, the file does not count as damaged. The error is then an
    `sqlite3.OperationalError` without a code.
    """
    return isinstance(error, UnreadableError) or getattr(error, "sqlite_errorcode", 0) & 0xFF in _LOST


def _set_aside(file: Path) -> bool:
    """Rename a damaged file by adding the time to its name; return False if that fails."""
    try:
        with folder_lock(file.parent) as alone:
            if not alone:
                return False
            if _is_damaged(file):  # another process may have set it aside in the meantime
                aside = file.with_name(f"{file.name}{SET_ASIDE}-{time.time_ns()}")
                # The log first: a new file beside the log of the damaged one would take over its rows.
                for part, kept in reversed(list(zip(files_of(file), files_of(aside), strict=True))):
                    if part.exists():
                        part.rename(kept)
                log.error("%s was damaged; it was renamed to %s", file, aside.name)
    except (OSError, sqlite3.Error):
        return False
    return True


def _is_damaged(file: Path) -> bool:
    with closing(sqlite3.connect(file)) as database:
        try:
            with readable_errors():
                return bool(database.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",))
        except sqlite3.Error as error:
            return _is_lost(error)
