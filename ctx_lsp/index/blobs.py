"""A persistent store of values by content key: one SQLite file that any number of processes may use at once.

A cache and nothing more: keys are digests of all that a value follows from, each row carries a checksum, and whatever
goes wrong costs time, never an answer. A damaged file, or one of another format, is made anew; one that cannot be
opened or written leaves `warning`. What the values are is known to `store` (vectors) and `records` (what follows from
files).
"""

import logging
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

log = logging.getLogger(__name__)

FORMAT = 2  # of the file; in its name as well, so that other versions of the program keep theirs
LOCK_NAME = "opening.lock"  # beside the stores, empty
BUSY_SECONDS = 1.0  # how long to wait for another process; its transactions take milliseconds
ENTRANCE_SECONDS = 5.0  # how long to wait until nobody else opens or deletes a store; that takes milliseconds too
KEYS_PER_QUERY = 500  # SQLite allows 999 parameters in its oldest builds
DAY = 86_400
PRUNE_SHARE = 0.8  # a store that is too large is cut to so much of its limit, so that it is not cut at every start

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

Result = TypeVar("Result")
Known = tuple[bytes, bytes, int]  # key, value, and the day it was last asked for


def today() -> int:
    """The day as a number."""
    return int(time.time()) // DAY


class BlobStore:
    """Values that outlive the process. Thread-safe; no method raises because of the file."""

    def __init__(self, file: Path | None, subject: str = "", day: Callable[[], int] = today) -> None:
        """`file` is made if need be (None: keep nothing); `subject` is written into it and says what it is about."""
        self._file = file
        self._subject = subject
        self._day = day
        self._lock = threading.Lock()
        self._database: sqlite3.Connection | None = None
        self.warning = ""  # why values are not kept; empty while they are
        if file is not None:
            self._open(file)

    def use_file(self, file: Path | None) -> None:
        """Keep values in another file from now on (None: nothing)."""
        self.close()
        with self._lock:
            self._file, self.warning = file, ""
            if file is not None:
                self._open(file)

    @property
    def location(self) -> str:
        """The folder; empty where nothing is kept."""
        return str(self._file.parent) if self._file else ""

    def get_many(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The values of those of `keys` that are known; damaged ones are not."""
        found: list[Known] = self._run(lambda database: _read(database, keys), [])
        day = self._day()
        stale = [(day, key) for key, _, used in found if used != day]
        if stale:  # apart from reading, which goes on when nobody may write
            self._run(lambda database: _touch(database, stale), None)
        return {key: value for key, value, _ in found}

    def put_many(self, items: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep values, all or none; those of known keys are replaced."""
        day = self._day()
        rows = [(key, value, _checksum(key, value), day) for key, value in items]
        if self._run(lambda database: _write(database, rows), False):
            self.warning = ""

    def items(self) -> Iterator[tuple[bytes, bytes]]:
        """Every key and value; damaged ones are left out."""
        keys: list[bytes] = self._run(_keys, [])
        for start in range(0, len(keys), KEYS_PER_QUERY):
            yield from self.get_many(keys[start : start + KEYS_PER_QUERY]).items()

    def size_bytes(self) -> int:
        """Size of the file, space for reuse not counted."""
        return self._run(_used_bytes, 0)

    def prune(self, max_bytes: int) -> None:
        """Drop the values that were not asked for the longest, until the file has at most `max_bytes`."""
        self._run(lambda database: _prune(database, max_bytes), None)

    def drop_before(self, day: int) -> None:
        """Drop the values that were last asked for before `day`."""
        self._run(lambda database: _drop_before(database, day), None)

    def clear(self) -> None:
        """Drop everything."""
        self.prune(0)

    def close(self) -> None:
        """Close the file; nothing is kept from now on."""
        with self._lock:
            if self._database is not None:
                self._database.close()
                self._database = None

    def _run(self, work: Callable[[sqlite3.Connection], Result], otherwise: Result) -> Result:
        """Do `work` in a transaction; where the file does not allow it, say so and return `otherwise`."""
        with self._lock:
            if self._database is None or self._file is None:
                return otherwise
            try:
                with self._database:
                    result = work(self._database)
            except sqlite3.Error as error:
                self._handle(error, self._file)
                return otherwise
            return result

    def _open(self, file: Path) -> None:
        try:
            make_private(file.parent)
            with _entrance(file.parent):
                self._database = _connect(file, self._subject)
        except (OSError, sqlite3.Error) as error:
            self._handle(error, file)

    def _handle(self, error: Exception, file: Path) -> None:
        """Mend what can be mended, leave a warning of the rest."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the upper bits tell more about the same code
        if code in DAMAGE or isinstance(error, _OtherFormatError):
            self._rebuild(file)
        else:
            self._warn(str(error))

    def _rebuild(self, file: Path) -> None:
        """Start again with an empty file."""
        log.info("making %s anew", file)
        if self._database is not None:
            self._database.close()
            self._database = None
        try:
            with _entrance(file.parent):
                delete(file)
                self._database = _connect(file, self._subject)
        except (OSError, sqlite3.Error) as error:
            self._warn(str(error))

    def _warn(self, problem: str) -> None:
        warning = f"nothing is kept in {self._file}: {problem}"
        if warning != self.warning:
            log.warning("%s", warning)
        self.warning = warning


class _OtherFormatError(sqlite3.DatabaseError):
    """The file was written by a program that has other ideas of it."""


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
        with _entrance(file.parent) as alone:
            if not alone or _is_open(file):
                return False
            delete(file)
    except (OSError, sqlite3.Error):
        return False
    return True


@contextmanager
def _entrance(folder: Path) -> Iterator[bool]:
    """Hold the place at which the stores of a folder are opened and deleted, one at a time; whether it could be had.

    A file that is deleted while SQLite opens it leaves its users with different ideas of the files beside it. The lock
    is SQLite's own, so that it works on every system and ends with its process.
    """
    try:
        database = sqlite3.connect(folder / LOCK_NAME, timeout=ENTRANCE_SECONDS, isolation_level=None)
    except sqlite3.Error:
        yield False
        return
    try:
        yield _locked(database)
    finally:
        database.close()


def _locked(database: sqlite3.Connection) -> bool:
    try:
        database.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:  # somebody takes long, or nobody may write here: then nobody may delete either
        return False
    return True


def _is_open(file: Path) -> bool:
    """Whether somebody has the store open: only who is alone with it may leave the write-ahead log."""
    database = sqlite3.connect(file, timeout=0)
    try:
        return bool(database.execute("PRAGMA journal_mode = DELETE").fetchone() != ("delete",))
    except sqlite3.Error as error:
        return error.sqlite_errorcode & 0xFF not in DAMAGE
    finally:
        database.close()


@dataclass(frozen=True, slots=True)
class About:
    """What a store's file says it is about, and the day on which something in it was last asked for (0: nothing)."""

    subject: str
    used: int


def about(file: Path) -> About | None:
    """What a file says of itself; None where it is no store of this format or cannot be read. Makes no file."""
    try:
        with _entrance(file.parent), closing(_connect_existing(file)) as database:
            row = database.execute("SELECT subject, (SELECT max(used) FROM blobs) FROM about").fetchone()
    except sqlite3.Error:
        return None
    return About(str(row[0]), int(row[1] or 0)) if row else None


def _connect_existing(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS)


def _checksum(key: bytes, value: bytes) -> int:
    return zlib.crc32(value, zlib.crc32(key))


def _intact(key: object, value: object, checksum: object) -> bool:
    """Whether a row is as it was written. Damage can also make bytes a text or a number."""
    return type(key) is bytes and type(value) is bytes and checksum == _checksum(key, value)


def _connect(file: Path, subject: str) -> sqlite3.Connection:
    database = sqlite3.connect(file, timeout=BUSY_SECONDS, check_same_thread=False)
    try:
        if _pragma(database, "user_version") not in (0, FORMAT):
            raise _OtherFormatError(f"{file} has another format")
        database.execute("PRAGMA auto_vacuum = INCREMENTAL")  # counts only before there is a table
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        if _pragma(database, "user_version") == 0:
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


def _read(database: sqlite3.Connection, keys: Sequence[bytes]) -> list[Known]:
    """Those of `keys` that are known, damaged rows left out."""
    found: list[Known] = []
    for start in range(0, len(keys), KEYS_PER_QUERY):
        part = keys[start : start + KEYS_PER_QUERY]
        places = ",".join("?" * len(part))
        query = f"SELECT key, value, checksum, used FROM blobs WHERE key IN ({places})"  # noqa: S608  # only `?`
        rows = database.execute(query, part)
        found.extend((key, value, used) for key, value, checksum, used in rows if _intact(key, value, checksum))
    return found


def _keys(database: sqlite3.Connection) -> list[bytes]:
    return [key for (key,) in database.execute("SELECT key FROM blobs ORDER BY rowid")]


def _touch(database: sqlite3.Connection, used: Sequence[tuple[int, bytes]]) -> None:
    database.executemany("UPDATE blobs SET used = ? WHERE key = ?", used)


def _write(database: sqlite3.Connection, rows: Sequence[tuple[bytes, bytes, int, int]]) -> bool:
    database.executemany("INSERT OR REPLACE INTO blobs (key, value, checksum, used) VALUES (?, ?, ?, ?)", rows)
    return True


def _pragma(database: sqlite3.Connection, name: str) -> int:
    return int(database.execute(f"PRAGMA {name}").fetchone()[0])


def _used_bytes(database: sqlite3.Connection) -> int:
    pages = _pragma(database, "page_count") - _pragma(database, "freelist_count")
    return pages * _pragma(database, "page_size")


def _prune(database: sqlite3.Connection, max_bytes: int) -> None:
    rows = int(database.execute("SELECT count(*) FROM blobs").fetchone()[0])
    while rows and (size := _used_bytes(database)) > max_bytes:
        surplus = max(1, rows - int(rows * max_bytes / size))
        oldest = "SELECT rowid FROM blobs ORDER BY used, rowid LIMIT ?"
        database.execute(f"DELETE FROM blobs WHERE rowid IN ({oldest})", (surplus,))  # noqa: S608  # a constant
        rows -= surplus
    _give_back(database)


def _drop_before(database: sqlite3.Connection, day: int) -> None:
    database.execute("DELETE FROM blobs WHERE used < ?", (day,))
    _give_back(database)


def _give_back(database: sqlite3.Connection) -> None:
    """Return free space to the system."""
    database.commit()
    database.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
