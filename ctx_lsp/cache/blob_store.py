"""A persistent store of values keyed by content: one SQLite file that any number of processes may use at once.

The store is only a cache. Keys are digests of everything that a value depends on, and each row carries a checksum. A
failure costs time but never changes an answer. A damaged file, or one in another format, is recreated. If a file cannot
be opened or written, `warning` says why. A locked file is tried again later. `vector_store` and `records` define the
values; `blob_files` creates and deletes files. A seal (`sealing`) may encrypt all data that is written.
"""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.private_files import make_private
from ctx_lsp.cache import blob_rows
from ctx_lsp.cache.blob_files import LOCK_TIMEOUT, connect, delete, folder_lock, is_busy, is_damage, readable_errors
from ctx_lsp.sealing.seal import UNSEALED, Seal

log = logging.getLogger(__name__)

BUSY_TIMEOUT = 0.05  # seconds to wait for other processes if requests wait for the caller
PAUSE = 0.5  # seconds until a locked file is tried again
MAX_OWED_BYTES = 1 << 24  # values waiting to be written: tens of thousands of vectors, written in 0.1 s
MAX_TOUCHED = 100_000  # maximum number of keys whose day of last use is waiting to be written
DROPPED_AT_ONCE = 2_000  # rows dropped in one transaction, which takes tens of milliseconds
WRITE_PAUSE = 0.01  # seconds between the transactions of a long series, so that other processes can use the file
NOT_CANCELLED = CancelToken()  # a token that is never cancelled
DAY = 86_400
PRUNE_SHARE = 0.8  # share of its limit to which an oversized store is cut, so that not every start has to cut it

Result = TypeVar("Result")


def today() -> int:
    """Return the current day as the number of days since 1970."""
    return int(time.time()) // DAY


class BlobStore:
    """A store of values that outlive the process. Thread-safe; problems with the file raise no errors."""

    def __init__(
        self,
        file: Path | None,
        subject: str = "",
        day: Callable[[], int] = today,
        wait: float = LOCK_TIMEOUT,
        seal: Seal = UNSEALED,
    ) -> None:
        """Open `file`, creating it if necessary, and write `subject` into it as a description.

        Nothing is stored if `file` is None. No call waits longer than `wait` seconds for other processes. `seal` may
        encrypt keys, values and the description.
        """
        self._seal = seal
        self._file = file
        self._subject = subject
        self._day = day
        self._wait = wait
        self._lock = threading.RLock()
        self._database: sqlite3.Connection | None = None
        self._late = False  # whether the file was locked and is still to be opened
        self._busy_until = 0.0  # the time at which to try a locked file again
        self._owed: dict[bytes, blob_rows.BlobRow] = {}  # rows that could not be written yet
        self._touched: dict[bytes, int] = {}  # days of use that could not be written yet
        self.warning = ""  # why values are not stored; empty if they are
        if file is not None:
            self._open(file)

    def use_file(self, file: Path | None, seal: Seal = UNSEALED) -> None:
        """Store values in `file` from now on, or nowhere if it is None."""
        with self._lock:
            self.close()
            self._file, self._seal, self.warning = file, seal, ""
            if file is not None:
                self._open(file)

    @property
    def location(self) -> str:
        """The folder of the file; empty if nothing is stored."""
        return str(self._file.parent) if self._file else ""

    def get_many(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the stored values of `keys`, leaving out missing and damaged ones. Does not wait for writers."""
        with self._lock:
            seal = self._seal
            asked = {seal.row_key(key): key for key in keys}
            found: list[blob_rows.Known] = self._run(lambda database: blob_rows.read(database, list(asked)), [])
            day = self._day()
            if len(self._touched) < MAX_TOUCHED:
                self._touched.update((row_key, day) for row_key, _, used in found if used != day)
            self._catch_up(0)
        opened = ((asked[row_key], seal.unseal(row_key, value)) for row_key, value, _ in found)
        return {key: value for key, value in opened if value is not None}

    def put_many(self, items: Iterable[tuple[bytes, bytes]]) -> bool:
        """Store all values or none, replacing existing ones. Returns whether the values are in the file.

        If the file is locked, up to `MAX_OWED_BYTES` of values are kept in memory and written by a later call.
        """
        day = self._day()
        with self._lock:
            if self._database is None and not self._late:
                return False
            keyed = ((self._seal.row_key(key), value) for key, value in items)
            self._owed.update(
                (row_key, blob_rows.new_row(row_key, self._seal.seal(row_key, value), day)) for row_key, value in keyed
            )
            kept = self._catch_up(self._wait)
            self._forget_surplus()
            return kept

    def size_bytes(self) -> int:
        """Return the size of the file without its free pages."""
        return self._run(blob_rows.used_bytes, 0)

    def prune(self, max_bytes: int, token: CancelToken = NOT_CANCELLED) -> None:
        """Drop the least recently used values until the file has at most `max_bytes`.

        Values are dropped in several transactions, and other processes can write in between. Once `token` is cancelled,
        the remaining values are kept.
        """
        self._drop_all(lambda database: blob_rows.surplus(database, max_bytes), token)

    def drop_before(self, day: int, token: CancelToken = NOT_CANCELLED) -> None:
        """Drop the values last requested before `day`. Concurrent writes and `token` work as in `prune`."""
        self._drop_all(lambda database: blob_rows.unused_since(database, day), token)

    def _drop_all(self, choose: Callable[[sqlite3.Connection], list[int]], token: CancelToken) -> None:
        none: list[int] = []
        while rowids := self._run(choose, none):
            if not self._drop(rowids, token):
                return
        while not token.cancelled and self._run(blob_rows.release_free_pages, False):
            time.sleep(WRITE_PAUSE)
        self._run(blob_rows.truncate_log, None)

    def _drop(self, rowids: Sequence[int], token: CancelToken) -> bool:
        """Drop rows in several transactions. Returns whether all rows were dropped."""
        for start in range(0, len(rowids), DROPPED_AT_ONCE):
            some = rowids[start : start + DROPPED_AT_ONCE]
            if token.cancelled or not self._run(partial(blob_rows.drop, rowids=some), False):
                return False
            time.sleep(WRITE_PAUSE)
        return True

    def close(self) -> None:
        """Write waiting values and close the file. Later calls store nothing."""
        with self._lock:
            self._busy_until = 0.0
            self._catch_up(self._wait)
            if self._owed:
                self._warn("it is locked by another process")
            self._owed.clear()
            self._touched.clear()
            self._late = False
            if self._database is not None:
                self._database.close()
                self._database = None

    def _catch_up(self, wait: float) -> bool:
        """Write all waiting rows and days of last request to the file. Returns whether everything is in the file."""
        if self._owed or self._touched:
            if self._is_busy():
                return False
            written = self._run(lambda database: self._write(database, wait), False)
            if not written and self._is_busy():
                return False
            self._owed.clear()
            self._touched.clear()
            if written:
                self.warning = ""
            return written
        return self._database is not None

    def _write(self, database: sqlite3.Connection, wait: float) -> bool:
        database.execute(f"PRAGMA busy_timeout = {int(wait * 1000)}")
        return blob_rows.write(database, self._owed.values(), self._touched.items())

    def _forget_surplus(self) -> None:
        """Drop waiting values beyond `MAX_OWED_BYTES`."""
        owed = sum(len(value) for _, value, _, _ in self._owed.values())
        while owed > MAX_OWED_BYTES:
            _, (_, value, _, _) = self._owed.popitem()
            owed -= len(value)
            self._warn("it is locked by another process")

    def _is_busy(self) -> bool:
        """Return whether the file was found to be locked by another process less than `PAUSE` seconds ago."""
        return time.monotonic() < self._busy_until

    def _run(self, work: Callable[[sqlite3.Connection], Result], otherwise: Result) -> Result:
        """Run `work` in a transaction and return its result; return `otherwise` if the file is unavailable."""
        with self._lock:
            if self._late and self._file is not None and not self._is_busy():
                self._open(self._file)
            if self._database is None or self._file is None:
                return otherwise
            try:
                with readable_errors(), self._database:
                    return work(self._database)
            except sqlite3.Error as error:
                self._handle(error, self._file)
                return otherwise

    def _open(self, file: Path, *, recreate: bool = False) -> None:
        self._late = False
        try:
            make_private(file.parent)
            with folder_lock(file.parent, self._wait):
                if recreate:
                    delete(file)
                self._database = connect(file, self._subject, self._wait, self._seal)
        except (OSError, sqlite3.Error) as error:
            if is_damage(error) and recreate:
                self._warn(str(error))
            else:
                self._handle(error, file)

    def _handle(self, error: Exception, file: Path) -> None:
        """Recreate a damaged file, postpone work on a locked one, and set a warning for other errors."""
        if is_damage(error):
            log.info("recreating %s", file)
            if self._database is not None:
                self._database.close()
                self._database = None
            self._open(file, recreate=True)
        elif is_busy(error):
            self._busy_until = time.monotonic() + PAUSE
            self._late = self._database is None
        else:
            self._warn(str(error))

    def _warn(self, problem: str) -> None:
        warning = f"nothing is kept in {self._file}: {problem}"
        if warning != self.warning:
            log.warning("%s", warning)
        self.warning = warning
