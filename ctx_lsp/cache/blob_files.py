"""The files of persistent stores: made, opened and deleted by any number of processes at once.

What a store does with an open file is in `blob_store`, the statements about its rows in `blob_rows`.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

FORMAT = 2  # of the file; in its name as well, so that other versions of the program keep theirs
LOCK_NAME = "opening.lock"  # beside the stores, empty
PATIENCE = 5.0  # seconds that somebody with time waits for other processes; what they do takes milliseconds

# Rows lie in the order in which they were put, so that dropping those of one time leaves whole pages free.
SCHEMA = f"""
CREATE TABLE IF NOT EXISTS blobs (
    key BLOB NOT NULL UNIQUE,
    value BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    used INTEGER NOT NULL -- the day it was last asked for
);
CREATE TABLE IF NOT EXISTS about (subject TEXT NOT NULL);
PRAGMA user_version = {FORMAT};
"""

# Primary result codes that say something about the file, not about who may use it now.
DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT}
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


class OtherFormatError(sqlite3.DatabaseError):
    """The file was written by a program that has other ideas of it."""


def is_damage(error: Exception) -> bool:
    """Whether only a new file helps."""
    return isinstance(error, OtherFormatError) or _code(error) in DAMAGE


def is_busy(error: Exception) -> bool:
    """Whether another process has the file to itself now, so that trying again later helps."""
    return _code(error) in BUSY


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF  # the upper bits tell more about the same code


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for the user alone. Raises OSError."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(mode=0o700, exist_ok=True)


def files_of(file: Path) -> list[Path]:
    """A store's file and those that SQLite keeps beside it."""
    return [file.with_name(file.name + suffix) for suffix in ("", "-wal", "-shm")]


def delete(file: Path) -> None:
    """Delete a store's file and those that SQLite keeps beside it. Raises OSError."""
    for one in files_of(file):
        one.unlink(missing_ok=True)


def delete_unused(file: Path) -> bool:
    """Delete a store that nobody has open; False where somebody has, or where it cannot be deleted."""
    try:
        with entrance(file.parent) as alone:
            if not alone or _is_open(file):
                return False
            delete(file)
    except (OSError, sqlite3.Error):
        return False
    return True


@contextmanager
def entrance(folder: Path, wait: float = PATIENCE) -> Iterator[bool]:
    """Hold the place at which the stores of a folder are opened and deleted, one at a time; whether it could be had.

    Where nobody may write it cannot. Raises `sqlite3.Error` (`is_busy`) where somebody else has it for `wait` seconds.
    A file that is deleted while SQLite opens it leaves its users with different ideas of the files beside it. The lock
    is SQLite's own, so that it works on every system and ends with its process.
    """
    try:
        database = sqlite3.connect(folder / LOCK_NAME, timeout=wait, isolation_level=None)
    except sqlite3.Error:
        yield False
        return
    with closing(database):
        yield _locked(database)


def _locked(database: sqlite3.Connection) -> bool:
    try:
        database.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if is_busy(error):
            raise
        return False
    return True


def _is_open(file: Path) -> bool:
    """Whether somebody has the store open: only who is alone with it may leave the write-ahead log."""
    with closing(sqlite3.connect(file, timeout=0)) as database:
        try:
            return bool(database.execute("PRAGMA journal_mode = DELETE").fetchone() != ("delete",))
        except sqlite3.Error as error:
            return not is_damage(error)


@dataclass(frozen=True, slots=True)
class About:
    """What a store's file says it is about, and the day on which something in it was last asked for (0: nothing)."""

    subject: str
    used: int


def about(file: Path) -> About | None:
    """What a file says of itself; None where it is no store of this format or cannot be read. Makes no file."""
    try:
        with ExitStack() as stack:
            with entrance(file.parent):
                database = stack.enter_context(closing(_connect_existing(file)))
                row = database.execute("SELECT subject FROM about").fetchone()
            # Outside, for it reads the whole file; nobody deletes what is open.
            (used,) = database.execute("SELECT max(used) FROM blobs").fetchone()
    except sqlite3.Error:
        return None
    return About(str(row[0]), int(used or 0)) if row else None


def _connect_existing(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE)


def connect(file: Path, subject: str, wait: float) -> sqlite3.Connection:
    """Open a store, made if need be; at the entrance. Raises `sqlite3.Error`.

    A store that is there already is only read, so that it can be opened while another process writes.
    """
    database = sqlite3.connect(file, timeout=wait, check_same_thread=False)
    try:
        version = pragma(database, "user_version")
        if version not in (0, FORMAT):
            raise OtherFormatError(f"{file} has another format")
        if version == 0:
            database.execute("PRAGMA auto_vacuum = INCREMENTAL")  # counts only before there is a table
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        if version == 0:
            with database:
                database.executescript(SCHEMA)
        with database:
            if database.execute("SELECT subject FROM about").fetchone() != (subject,):
                database.execute("DELETE FROM about")
                database.execute("INSERT INTO about (subject) VALUES (?)", (subject,))
        database.execute("SELECT key, value, checksum, used FROM blobs LIMIT 1").fetchall()
    except sqlite3.Error:
        database.close()
        raise
    return database


def pragma(database: sqlite3.Connection, name: str) -> int:
    """A number that SQLite tells of a file."""
    return int(database.execute(f"PRAGMA {name}").fetchone()[0])
