"""SQL statements that read, write and drop the rows of persistent stores.

Each function takes a connection and raises `sqlite3.Error`. `blob_store` calls them and handles errors.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Sequence

from ctx_lsp.cache.blob_files import pragma

KEYS_PER_QUERY = 500  # SQLite's oldest builds allow 999 parameters
CHOSEN_AT_ONCE = 100_000  # rows selected for dropping at once; each selection reads all rows
PAGES_AT_ONCE = 1_000  # pages returned to the system in one transaction, which takes about ten milliseconds

Known = tuple[bytes, bytes, int]  # key, value, and the day of the last request
BlobRow = tuple[bytes, bytes, int, int]  # key, value, checksum, day


def new_row(key: bytes, value: bytes, day: int) -> BlobRow:
    """Build a row that was last requested on `day`."""
    return key, value, _checksum(key, value), day


def read(database: sqlite3.Connection, keys: Sequence[bytes]) -> list[Known]:
    """Return the rows with these `keys`, leaving out missing and damaged rows."""
    found: list[Known] = []
    for start in range(0, len(keys), KEYS_PER_QUERY):
        part = keys[start : start + KEYS_PER_QUERY]
        places = ",".join("?" * len(part))
        query = f"SELECT key, value, checksum, used FROM blobs WHERE key IN ({places})"  # noqa: S608  # only `?`
        rows = database.execute(query, part)
        found.extend((key, value, used) for key, value, checksum, used in rows if _intact(key, value, checksum))
    return found


def write(database: sqlite3.Connection, rows: Iterable[BlobRow], used: Iterable[tuple[bytes, int]]) -> bool:
    """Store rows, and set the day of last request for each key in `used`.

    Returns True, so that `BlobStore` can tell success from failure.
    """
    database.executemany("UPDATE blobs SET used = ? WHERE key = ?", ((day, key) for key, day in used))
    database.executemany("INSERT OR REPLACE INTO blobs (key, value, checksum, used) VALUES (?, ?, ?, ?)", rows)
    return True


def used_bytes(database: sqlite3.Connection) -> int:
    """Return the size of the file without its free pages."""
    pages = pragma(database, "page_count") - pragma(database, "freelist_count")
    return pages * pragma(database, "page_size")


def surplus(database: sqlite3.Connection, max_bytes: int) -> list[int]:
    """Return the ids of the least recently used rows, which are to be dropped; [] if the file has at most `max_bytes`.

    Dropping these rows may not suffice, so call this again afterwards.
    """
    size = used_bytes(database)
    if size <= max_bytes:
        return []
    rows = int(database.execute("SELECT count(*) FROM blobs").fetchone()[0])
    number = max(1, rows // 100, rows - int(rows * max_bytes / size))  # at least 1%, to outpace concurrent writers
    oldest = "SELECT rowid FROM blobs ORDER BY used, rowid LIMIT ?"
    return _rowids(database.execute(oldest, (min(number, CHOSEN_AT_ONCE),)))


def unused_since(database: sqlite3.Connection, day: int) -> list[int]:
    """Return the ids of some rows last requested before `day`; empty if there are no such rows."""
    return _rowids(database.execute("SELECT rowid FROM blobs WHERE used < ? LIMIT ?", (day, CHOSEN_AT_ONCE)))


def drop(database: sqlite3.Connection, rowids: Iterable[int]) -> bool:
    """Drop the rows with these ids. Returns True, so that `BlobStore` can tell success from failure."""
    database.executemany("DELETE FROM blobs WHERE rowid = ?", ((rowid,) for rowid in rowids))
    return True


def release_free_pages(database: sqlite3.Connection) -> bool:
    """Give some free pages back to the system; return whether this worked and more free pages are left."""
    before = pragma(database, "freelist_count")
    database.executescript(f"PRAGMA incremental_vacuum({PAGES_AT_ONCE})")  # `execute` would return only one page
    return 0 < pragma(database, "freelist_count") < before


def truncate_log(database: sqlite3.Connection) -> None:
    """Give the space of the write-ahead log back to the system, unless a process is reading or writing."""
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _rowids(rows: Iterable[tuple[int]]) -> list[int]:
    return [rowid for (rowid,) in rows]


def _checksum(key: bytes, value: bytes) -> int:
    return zlib.crc32(value, zlib.crc32(key))


def _intact(key: object, value: object, checksum: object) -> bool:
    """Return whether a row is unchanged since it was written; damage can even turn bytes into text or a number."""
    return type(key) is bytes and type(value) is bytes and checksum == _checksum(key, value)
