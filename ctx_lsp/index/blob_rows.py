"""The rows of persistent stores: the statements that read, write and drop them.

Each takes a connection and raises `sqlite3.Error`. When they are run, and what follows from an error, is in `blobs`.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Sequence

from ctx_lsp.index.blob_files import pragma

KEYS_PER_QUERY = 500  # SQLite allows 999 parameters in its oldest builds

Known = tuple[bytes, bytes, int]  # key, value, and the day it was last asked for
Row = tuple[bytes, bytes, int, int]  # key, value, checksum, day


def new_row(key: bytes, value: bytes, day: int) -> Row:
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


def write(database: sqlite3.Connection, rows: Iterable[Row], used: Iterable[tuple[bytes, int]]) -> bool:
    """Keep rows, and the days on which others were `used`; True."""
    database.executemany("UPDATE blobs SET used = ? WHERE key = ?", ((day, key) for key, day in used))
    database.executemany("INSERT OR REPLACE INTO blobs (key, value, checksum, used) VALUES (?, ?, ?, ?)", rows)
    return True


def used_bytes(database: sqlite3.Connection) -> int:
    """Size of the file, space for reuse not counted."""
    pages = pragma(database, "page_count") - pragma(database, "freelist_count")
    return pages * pragma(database, "page_size")


def prune(database: sqlite3.Connection, max_bytes: int) -> None:
    """Drop what was not asked for the longest, until the file has at most `max_bytes`."""
    rows = int(database.execute("SELECT count(*) FROM blobs").fetchone()[0])
    while rows and (size := used_bytes(database)) > max_bytes:
        surplus = max(1, rows - int(rows * max_bytes / size))
        oldest = "SELECT rowid FROM blobs ORDER BY used, rowid LIMIT ?"
        database.execute(f"DELETE FROM blobs WHERE rowid IN ({oldest})", (surplus,))  # noqa: S608  # a constant
        rows -= surplus
    _give_back(database)


def drop_before(database: sqlite3.Connection, day: int) -> None:
    """Drop what was last asked for before `day`."""
    database.execute("DELETE FROM blobs WHERE used < ?", (day,))
    _give_back(database)


def _give_back(database: sqlite3.Connection) -> None:
    """Return free space to the system."""
    database.commit()
    database.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")


def _checksum(key: bytes, value: bytes) -> int:
    return zlib.crc32(value, zlib.crc32(key))


def _intact(key: object, value: object, checksum: object) -> bool:
    """Whether a row is as it was written. Damage can also make bytes a text or a number."""
    return type(key) is bytes and type(value) is bytes and checksum == _checksum(key, value)
