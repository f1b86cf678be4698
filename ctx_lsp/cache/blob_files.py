"""Creates, opens and deletes the files of persistent stores, even while other processes do the same.

`blob_store` works on an open file; the SQL statements for its rows are in `blob_rows`.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.base.private_files import close_to_others
from ctx_lsp.sealing.seal import UNSEALED, Seal

FORMAT = 2  # file format; it is part of the file's name, so that other versions of the program use other files
LOCK_NAME = "opening.lock"  # an empty file beside the stores
SUBJECT = b"subject"  # the key of a store's subject, if the store is sealed
LOCK_TIMEOUT = 5.0  # seconds to wait for other processes if the caller has time; their work takes milliseconds

# Rows are stored in the order of insertion, so that dropping rows of the same age frees whole pages.
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

# SQLite's primary result codes for a damaged file, as opposed to one in use.
DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT}
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
FULL = sqlite3.SQLITE_FULL


class OtherFormatError(sqlite3.DatabaseError):
    """Error raised for a file in the format of another version of the program."""


class UnreadableError(sqlite3.DatabaseError):
    """Error for a file whose damaged schema makes SQLite's message undecodable."""


@contextmanager
def readable_errors() -> Iterator[None]:
    """Replace any UnicodeDecodeError that leaves the `with` block with an `UnreadableError`.

    Python raises a UnicodeDecodeError if it cannot decode the message of an SQLite error.
    """
    try:
        yield
    except UnicodeDecodeError as error:
        raise UnreadableError(str(error)) from error


def is_damage(error: Exception) -> bool:
    """Return whether an error means that the file must be replaced with a new one."""
    return isinstance(error, OtherFormatError | UnreadableError) or _code(error) in DAMAGE


def is_busy(error: Exception) -> bool:
    """Return whether another process has locked the file, in which case a later attempt may succeed."""
    return _code(error) in BUSY


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte is the primary code


def files_of(file: Path) -> list[Path]:
    """Return the paths of a store's files: the database, SQLite's write-ahead log and its shared-memory file."""
    return [file.with_name(file.name + suffix) for suffix in ("", "-wal", "-shm")]


def close_files(file: Path) -> None:
    """Make the files of a store inaccessible to other users.

    Call this before the first write, because SQLite gives new log files the permissions of the database file.
    """
    for part in files_of(file):
        close_to_others(part)


def delete(file: Path) -> None:
    """Delete the files of a store. Raises OSError."""
    for part in files_of(file):
        part.unlink(missing_ok=True)


def delete_unused(file: Path) -> bool:
    """Delete a store that no process has open. Returns False if it is open or cannot be deleted."""
    try:
        with folder_lock(file.parent) as alone:
            if not alone or _is_open(file):
                return False
            delete(file)
    except (OSError, sqlite3.Error):
        return False
    return True


@contextmanager
def folder_lock(folder: Path, wait: float = LOCK_TIMEOUT) -> Iterator[bool]:
    """Hold the lock for opening and deleting stores in a folder; yield whether the lock could be acquired.

    The lock cannot be acquired in a folder that is not writable. Raises `sqlite3.Error` (see `is_busy`) if another
    process holds the lock for `wait` seconds. Without the lock, a store could be deleted while another process opens
    it, and two processes could then use different log files for one database. The lock is an SQLite lock, so it works
    on every system and is released when the process ends.
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
    """Return whether any process has the store open.

    To find out, this tries to switch off write-ahead logging, which fails while the store is open.
    """
    with closing(sqlite3.connect(file, timeout=0)) as database:
        try:
            with readable_errors():
                return bool(database.execute("PRAGMA journal_mode = DELETE").fetchone() != ("delete",))
        except sqlite3.Error as error:  # on a full disk, the log can only fail to be copied once nobody else has it
            return not is_damage(error) and _code(error) != FULL


@dataclass(frozen=True, slots=True)
class StoreHeader:
    """The header of a store.

    `subject` describes what the store is for, such as the path of a root. `used` is the last day on which any row was
    requested; it is 0 if there are no rows.
    """

    subject: str
    used: int


def store_header(file: Path, seal: Seal = UNSEALED) -> StoreHeader | None:
    """Read a store's header; return None if the store is missing, unreadable, in another format or has another seal."""
    try:
        with readable_errors(), ExitStack() as stack:
            with folder_lock(file.parent):
                database = stack.enter_context(closing(_connect_existing(file)))
                row = database.execute("SELECT subject FROM about").fetchone()
            # Read outside the lock, because this scans the whole file; an open file is never deleted.
            (used,) = database.execute("SELECT max(used) FROM blobs").fetchone()
    except sqlite3.Error:
        return None
    subject = _opened_subject(row, seal)
    return None if subject is None else StoreHeader(subject, int(used or 0))


def _connect_existing(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=LOCK_TIMEOUT)


@readable_errors()
def connect(file: Path, subject: str, wait: float, seal: Seal = UNSEALED) -> sqlite3.Connection:
    """Open a store, creating it if necessary. Call this while holding `folder_lock`.

    An existing store for the same subject is only read, so that it can be opened while another process writes. Raises
    `sqlite3.Error`, or UnicodeDecodeError in the case that `readable_errors` describes.
    """
    database = sqlite3.connect(file, timeout=wait, check_same_thread=False)
    close_files(file)
    try:
        version = pragma(database, "user_version")
        if version not in (0, FORMAT):
            raise OtherFormatError(f"{file} has another format")
        if version == 0:
            database.execute("PRAGMA auto_vacuum = INCREMENTAL")  # only effective before the first table exists
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        if version == 0:
            with database:
                database.executescript(SCHEMA)
        with database:
            if _opened_subject(database.execute("SELECT subject FROM about").fetchone(), seal) != subject:
                database.execute("DELETE FROM about")
                database.execute("INSERT INTO about (subject) VALUES (?)", (_sealed_subject(subject, seal),))
        database.execute("SELECT key, value, checksum, used FROM blobs LIMIT 1").fetchall()
    except (sqlite3.Error, UnicodeDecodeError):
        database.close()
        raise
    return database


def _sealed_subject(subject: str, seal: Seal) -> str:
    """Return the stored form of a subject: hexadecimal digits if the seal encrypts, otherwise the subject itself."""
    return seal.seal(SUBJECT, os.fsencode(subject)).hex() if seal.fingerprint else subject


def _opened_subject(row: tuple[object] | None, seal: Seal) -> str | None:
    """Return the subject in a row; None if there is no row or it has another seal."""
    if row is None or not seal.fingerprint:
        return None if row is None else str(row[0])
    try:
        subject = seal.unseal(SUBJECT, bytes.fromhex(str(row[0])))
    except ValueError:
        return None
    return None if subject is None else os.fsdecode(subject)


def pragma(database: sqlite3.Connection, name: str) -> int:
    """Return the value of a numeric pragma."""
    return int(database.execute(f"PRAGMA {name}").fetchone()[0])
