"""What packs cost and saved, day by day, in a file of the cache folder that any number of processes write to.

Nothing but sums of numbers is kept, for a bounded number of days. Unlike all else in the cache it cannot be made again,
and unlike that nothing rests on it: a damaged file is made anew, and where none can be written the sums last as long as
the process.
"""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.cache.blob_files import delete, is_damage, make_private
from ctx_lsp.cache.blob_store import SHORT_WAIT, today

FILE_NAME = "savings-1.sqlite3"
MAX_DAYS = 400  # that are kept: a year and a month

# A power cut may damage a file that is written without waiting for the disk; then it is made anew.
_OPENING = """
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS days (day INTEGER PRIMARY KEY, packs INTEGER, used INTEGER, baseline INTEGER);
"""
_ADD = """
INSERT INTO days VALUES (:day, :packs, :used, :baseline) ON CONFLICT (day)
DO UPDATE SET packs = packs + :packs, used = used + :used, baseline = baseline + :baseline
"""


@dataclass(frozen=True, slots=True)
class DaySums:
    """Sums over the packs of one `day` (since 1970), in tokens: what they cost, and what whole files would have."""

    day: int
    packs: int = 0
    used: int = 0
    baseline: int = 0

    def plus(self, other: "DaySums") -> "DaySums":
        """The sums of both."""
        return DaySums(self.day, self.packs + other.packs, self.used + other.used, self.baseline + other.baseline)


class SavingsBook:
    """The sums. Thread-safe; no method raises because of the file."""

    def __init__(self, folder: Path | None, day: Callable[[], int] = today) -> None:
        """`folder` is made if need be (None: keep nothing beyond the process)."""
        self._folder = folder
        self._day = day
        self._lock = threading.Lock()
        self._owed: dict[int, DaySums] = {}  # not written yet, by day

    def use_folder(self, folder: Path | None) -> None:
        """Keep the book in another folder from now on."""
        with self._lock:
            self._folder = folder

    def note(self, used: int, baseline: int) -> None:
        """A pack was given. Returns at once; nothing is written."""
        day = self._day()
        with self._lock:
            self._owed[day] = self._owed.get(day, DaySums(day)).plus(DaySums(day, 1, used, baseline))

    def write(self) -> None:
        """Write what was noted, if that can be done now."""
        with self._lock:
            if self._folder is not None and self._owed and self._with_file(self._write):
                self._owed.clear()

    def last(self, days: int) -> list[DaySums]:
        """The sums of the last `days` days, today's included, the latest first; days without packs are left out."""
        first = self._day() - days + 1
        with self._lock:
            sums = {day: owed for day, owed in self._owed.items() if day >= first}
            kept: list[DaySums] = []
            if self._folder is not None and (self._folder / FILE_NAME).exists():
                self._with_file(lambda database: kept.extend(_read(database, first)))
        for one in kept:
            sums[one.day] = one.plus(sums.get(one.day, DaySums(one.day)))
        return [sums[day] for day in sorted(sums, reverse=True)]

    def _write(self, database: sqlite3.Connection) -> None:
        with database:
            for one in self._owed.values():
                values = {"day": one.day, "packs": one.packs, "used": one.used, "baseline": one.baseline}
                database.execute(_ADD, values)
            database.execute("DELETE FROM days WHERE day <= ?", (self._day() - MAX_DAYS,))

    def _with_file(self, work: Callable[[sqlite3.Connection], None]) -> bool:
        """Do `work` on the open file; on a new one where it is damaged. False where that cannot be done now."""
        assert self._folder is not None
        file = self._folder / FILE_NAME
        try:
            make_private(self._folder)
            try:
                _do(file, work)
            except sqlite3.Error as error:
                if not is_damage(error):
                    raise
                delete(file)
                _do(file, work)
        except (OSError, sqlite3.Error):
            return False
        return True


def _do(file: Path, work: Callable[[sqlite3.Connection], None]) -> None:
    with closing(sqlite3.connect(file, timeout=SHORT_WAIT)) as database:
        database.executescript(_OPENING)
        work(database)


def _read(database: sqlite3.Connection, first: int) -> list[DaySums]:
    rows = database.execute("SELECT day, packs, used, baseline FROM days WHERE day >= ?", (first,))
    return [DaySums(*map(int, row)) for row in rows]
