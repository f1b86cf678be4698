"""The rows of persistent stores: the statements that read, write and drop them.

Each takes a connection and raises `sqlite3.Error`. When they are run, and what follows from an error, is in
`blob_store`.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Sequence

from ctx_lsp.cache.blob_files import pragma

KEYS_PER_QUERY = 500  # SQLite allows 999 parameters in its oldest builds
CHOSEN_AT_ONCE = 100_000  # rows to be dropped that are looked for at a time, for which all are read
PAGES_AT_ONCE = 1_000  # returned to the system in one transaction: some ten milliseconds

Known = tuple[bytes, bytes, int]  # key, value, and the day it was last asked for
BlobRow = tuple[bytes, bytes, int, int]  # key, value, checksum, day


def new_row(key: bytes, value: bytes, day: int) -> BlobRow:
    """A row that was last asked for on `day`."""
    return key, value, _checksum(key, value), day


def read(database: sqlite3.Connection, keys: Sequence[bytes]) -> list[Known]:
    """Those of `keys` that are known, damaged rows left out."""
    found: list[Known] = []
    for start in range(0, len(keys), KEYS_PER_QUERY):
        part = keys[start : start + KEYS_PER_QUERY]
        places = ",".join("?" * len(part))
        query = f"SELECT key, value, checksum, used FROM blobs WHERE key IN ({places})"  # noqa: S608  # only `?`
        rows = database.execute(query, part)
        found.extend((key, value, used) for key, value, checksum, used in rows if _intact(key, value, checksum))
    return found


def write(database: sqlite3.Connection, rows: Iterable[BlobRow], used: Iterable[tuple[bytes, int]]) -> bool:
    """Keep rows, and the days on which others were `used`; True."""
    database.executemany("UPDATE blobs SET used = ? WHERE key = ?", ((day, key) for key, day in used))
    database.executemany("INSERT OR REPLACE INTO blobs (key, value, checksum, used) VALUES (?, ?, ?, ?)", rows)
    return True


def used_bytes(database: sqlite3.Connection) -> int:
    """Size of the file, space for reuse not counted."""
    pages = pragma(database, "page_count") - pragma(database, "freelist_count")
    return pages * pragma(database, "page_size")


def surplus(database: sqlite3.Connection, max_bytes: int) -> list[int]:
    """Some of the rows, longest unused first, that must go for the file to have at most `max_bytes`; none if it has."""
    size = used_bytes(database)
    if size <= max_bytes:
        return []
    rows = int(database.execute("SELECT count(*) FROM blobs").fetchone()[0])
    number = max(1, rows // 100, rows - int(rows * max_bytes / size))  # others may write meanwhile: go on ahead of them
    oldest = "SELECT rowid FROM blobs ORDER BY used, rowid LIMIT ?"
    return _rowids(database.execute(oldest, (min(number, CHOSEN_AT_ONCE),)))


def unused_since(database: sqlite3.Connection, day: int) -> list[int]:
    """Some of the rows that were last asked for before `day`; none where all were."""
    return _rowids(database.execute("SELECT rowid FROM blobs WHERE used < ? LIMIT ?", (day, CHOSEN_AT_ONCE)))


def drop(database: sqlite3.Connection, rowids: Iterable[int]) -> bool:
    """Drop rows; True."""
    database.executemany("DELETE FROM blobs WHERE rowid = ?", ((rowid,) for rowid in rowids))
    return True


def give_back(database: sqlite3.Connection) -> bool:
    """Return some free space to the system; whether there is more."""
    before = pragma(database, "freelist_count")
    database.executescript(f"PRAGMA incremental_vacuum({PAGES_AT_ONCE})")  # `execute` would return one page alone
    return 0 < pragma(database, "freelist_count") < before


def end_log(database: sqlite3.Connection) -> None:
    """Return the space of the write-ahead log to the system, if nobody reads or writes now."""
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _rowids(rows: Iterable[tuple[int]]) -> list[int]:
    return [rowid for (rowid,) in rows]


def _checksum(key: bytes, value: bytes) -> int:
    return zlib.crc32(value, zlib.crc32(key))


def _intact(key: object, value: object, checksum: object) -> bool:
    """Whether a row is as it was written. Damage can also make bytes a text or a number."""
    return type(key) is bytes and type(value) is bytes and checksum == _checksum(key, value)
