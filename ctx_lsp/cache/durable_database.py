"""A small SQLite file that must not be lost, to which any number of processes write.

`in_transaction` returns once everything is on disk, and keeps a damaged file beside the new one. `small_database` opens
files that may be lost.
"""

import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from ctx_lsp.base.private_files import make_private
from ctx_lsp.cache.blob_files import close_files, files_of, folder_lock, is_busy, pragma

PAUSE = 0.005  # seconds until a file that another process creates or recovers is tried again
SET_ASIDE = ".damaged"  # suffix of a damaged file that must not be lost

_LOST = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class StorageError(Exception):
    """Error raised for a file that cannot be read or written. The message is a sentence for the user."""


def in_transaction(file: Path, schema: str, work: Callable[[sqlite3.Connection], Result], wait: float) -> Result:
    """Run `work` in one transaction on the file, which is created with `schema` if necessary; return its result.

    What was written is on disk when this returns; if it raises an error or the process is killed, nothing was written.
    `work` may run more than once, because a file that another process uses is tried again for `wait` seconds. Raises
    `StorageError`.
    """
    deadline, is_damaged = time.monotonic() + wait, False
    while True:
        try:
            make_private(file.parent)
            return _transact(file, schema, work, wait)
        except sqlite3.Error as error:
            if is_busy(error) and time.monotonic() < deadline:
                time.sleep(PAUSE)
            elif is_damaged or not _is_lost(error) or not _set_aside(file):
                raise StorageError(f"{file} cannot be used: {error}") from error
            else:
                is_damaged = True  # a second time, it is not the file
        except OSError as error:
            raise StorageError(f"{file} cannot be used: {error}") from error


def empty_log(file: Path, wait: float) -> None:
    """Empty the write-ahead log of a file, which may hold deleted rows. Does nothing if other processes are busy."""
    with closing(sqlite3.connect(file, timeout=wait)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def delete_damaged(file: Path, before: float) -> None:
    """Delete what was set aside of a damaged file, if it was written to last before a time. Raises OSError."""
    for part in files_of(file.with_name(file.name + SET_ASIDE)):
        if part.exists() and part.stat().st_mtime < before:
            part.unlink(missing_ok=True)


def _transact(file: Path, schema: str, work: Callable[[sqlite3.Connection], Result], wait: float) -> Result:
    with closing(sqlite3.connect(file, timeout=wait, isolation_level=None)) as database:
        close_files(file)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA secure_delete = ON")
        if pragma(database, "user_version") == 0:
            database.executescript(f"BEGIN IMMEDIATE; {schema} PRAGMA user_version = 1; COMMIT;")
        database.execute("BEGIN IMMEDIATE")  # at once, because a lock taken after a read fails instead of waiting
        result = work(database)
        database.execute("COMMIT")
        return result


def _is_lost(error: sqlite3.Error) -> bool:
    """Return whether the file is damaged. Unlike `is_damage`, this excludes errors in a statement."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _LOST


def _set_aside(file: Path) -> bool:
    """Rename a damaged file, in place of an earlier one; return whether it is out of the way."""
    try:
        with folder_lock(file.parent) as alone:
            if not alone:
                return False
            if _is_damaged(file):  # another process may have set it aside in the meantime
                for part, aside in zip(files_of(file), files_of(file.with_name(file.name + SET_ASIDE)), strict=True):
                    if part.exists():
                        part.replace(aside)
                log.error("%s was damaged; it was renamed to end in %s", file, SET_ASIDE)
    except (OSError, sqlite3.Error):
        return False
    return True


def _is_damaged(file: Path) -> bool:
    with closing(sqlite3.connect(file)) as database:
        try:
            return bool(database.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",))
        except sqlite3.Error as error:
            return _is_lost(error)
