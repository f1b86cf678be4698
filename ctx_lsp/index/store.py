"""The persistent store of vectors: int8 rows by content key in one SQLite file, shared by all folders and processes.

A cache and nothing more: its keys are digests of the model and the text, each row carries a checksum, and whatever goes
wrong costs time, never an answer. A damaged file is made anew; one that cannot be opened or written leaves `warning`.
How rows are made and compared is in `vector_rows` and `vectors`.
"""

import logging
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from ctx_lsp.index.vector_rows import quantise

log = logging.getLogger(__name__)

FILE_NAME = "vectors-1.sqlite3"  # the number is the schema's: a changed one starts a new file, others keep theirs
BUSY_SECONDS = 1.0  # how long to wait for another process; its transactions take milliseconds
MAX_BYTES = 1 << 30  # two million vectors of 384
PRUNE_SHARE = 0.8  # a store that is too large is cut to so much of its limit, so that it is not cut at every start
KEYS_PER_QUERY = 500  # SQLite allows 999 parameters in its oldest builds
DAY = 86_400

# Rows lie in the order in which they were put, so that dropping those of one time leaves whole pages free.
SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (
    key BLOB NOT NULL UNIQUE,
    row BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    used INTEGER NOT NULL -- the day it was last asked for
)
"""

# Primary result codes that say something about the file, not about who may use it now.
DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT}

Result = TypeVar("Result")
Known = tuple[bytes, bytes, int]  # key, row, and the day it was last asked for


def open_store(folder: Path | None) -> "VectorStore":
    """Open the store in `folder`, made if need be; None: keep nothing. Never raises."""
    store = VectorStore(folder, today=lambda: int(time.time()) // DAY)
    if store.size_bytes() > MAX_BYTES:
        store.prune(int(MAX_BYTES * PRUNE_SHARE))
    return store


class VectorStore:
    """Vectors that outlive the process. Thread-safe; no method raises because of the file."""

    def __init__(self, folder: Path | None, today: Callable[[], int]) -> None:
        self._folder = folder
        self._today = today
        self._lock = threading.Lock()
        self._database: sqlite3.Connection | None = None
        self.warning = ""  # why vectors are not kept; empty while they are
        if folder is not None:
            self._open(folder / FILE_NAME)

    @property
    def location(self) -> str:
        """The folder; empty where nothing is kept."""
        return str(self._folder or "")

    def get_many(self, keys: Sequence[bytes]) -> dict[bytes, np.ndarray]:
        """The int8 rows of those of `keys` that are known."""
        found: list[Known] = self._run(lambda database: _read(database, keys), [])
        day = self._today()
        stale = [(day, key) for key, _, used in found if used != day]
        if stale:  # apart from reading, which goes on when nobody may write
            self._run(lambda database: _touch(database, stale), None)
        return {key: np.frombuffer(row, dtype=np.int8) for key, row, _ in found}

    def put_many(self, vectors: Iterable[tuple[bytes, np.ndarray]]) -> None:
        """Keep vectors, quantised; rows of known keys are replaced."""
        day = self._today()
        rows = [(key, row, _checksum(key, row), day) for key, vector in vectors for row in [quantise(vector).tobytes()]]
        if self._run(lambda database: _write(database, rows), False):
            self.warning = ""

    def size_bytes(self) -> int:
        """Size of the file, space for reuse not counted."""
        return self._run(_used_bytes, 0)

    def prune(self, max_bytes: int) -> None:
        """Drop the vectors that were not asked for the longest, until the file has at most `max_bytes`."""
        self._run(lambda database: _prune(database, max_bytes), None)

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
            if self._database is None or self._folder is None:
                return otherwise
            try:
                with self._database:
                    result = work(self._database)
            except sqlite3.Error as error:
                self._handle(error, self._folder / FILE_NAME)
                return otherwise
            return result

    def _open(self, file: Path) -> None:
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._database = _connect(file)
        except (OSError, sqlite3.Error) as error:
            self._handle(error, file)

    def _handle(self, error: Exception, file: Path) -> None:
        """Mend what can be mended, leave a warning of the rest."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the upper bits tell more about the same code
        if code in DAMAGE:
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
            for suffix in ("", "-wal", "-shm"):
                file.with_name(file.name + suffix).unlink(missing_ok=True)
            self._database = _connect(file)
        except (OSError, sqlite3.Error) as error:
            self._warn(str(error))

    def _warn(self, problem: str) -> None:
        warning = f"vectors are not kept in {self._folder}: {problem}"
        if warning != self.warning:
            log.warning("%s", warning)
        self.warning = warning


def _checksum(key: bytes, row: bytes) -> int:
    return zlib.crc32(row, zlib.crc32(key))


def _connect(file: Path) -> sqlite3.Connection:
    database = sqlite3.connect(file, timeout=BUSY_SECONDS, check_same_thread=False)
    try:
        database.execute("PRAGMA auto_vacuum = INCREMENTAL")  # counts only before there is a table
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        with database:
            database.execute(SCHEMA)
        database.execute("SELECT key, row, checksum, used FROM vectors LIMIT 1").fetchall()
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
        query = f"SELECT key, row, checksum, used FROM vectors WHERE key IN ({places})"  # noqa: S608  # only `?`
        rows = database.execute(query, part)
        found.extend((key, row, used) for key, row, checksum, used in rows if checksum == _checksum(key, row))
    return found


def _touch(database: sqlite3.Connection, used: Sequence[tuple[int, bytes]]) -> None:
    database.executemany("UPDATE vectors SET used = ? WHERE key = ?", used)


def _write(database: sqlite3.Connection, rows: Sequence[tuple[bytes, bytes, int, int]]) -> bool:
    database.executemany("INSERT OR REPLACE INTO vectors (key, row, checksum, used) VALUES (?, ?, ?, ?)", rows)
    return True


def _pragma(database: sqlite3.Connection, name: str) -> int:
    return int(database.execute(f"PRAGMA {name}").fetchone()[0])


def _used_bytes(database: sqlite3.Connection) -> int:
    pages = _pragma(database, "page_count") - _pragma(database, "freelist_count")
    return pages * _pragma(database, "page_size")


def _prune(database: sqlite3.Connection, max_bytes: int) -> None:
    rows = int(database.execute("SELECT count(*) FROM vectors").fetchone()[0])
    while rows and (size := _used_bytes(database)) > max_bytes:
        surplus = max(1, rows - int(rows * max_bytes / size))
        oldest = "SELECT rowid FROM vectors ORDER BY used, rowid LIMIT ?"
        database.execute(f"DELETE FROM vectors WHERE rowid IN ({oldest})", (surplus,))  # noqa: S608  # a constant
        rows -= surplus
    database.commit()
    database.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
