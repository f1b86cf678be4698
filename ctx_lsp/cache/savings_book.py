"""Stores how many tokens the packs of each command used and saved per day, in a file that many processes may write.

Only totals are stored, and only for the latest `MAX_DAYS` days on which packs were made. Unlike the rest of the cache,
they cannot be recomputed, but nothing depends on them. A damaged file is recreated. If no file can be written, the
totals are kept in memory only.
"""

import sqlite3
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from ctx_lsp.cache.blob_store import today
from ctx_lsp.cache.small_database import use_database
from ctx_lsp.sealing.seal import UNSEALED, Seal, sealed_name

VERSION = 1  # file format; it is part of the file's name
FILE_NAME = f"savings-{VERSION}.sqlite3"  # if it is not sealed
MAX_DAYS = 400  # days with packs that are kept; counted, so that a wrong clock deletes nothing

_SCHEMA = """
CREATE TABLE IF NOT EXISTS sums (
    day INTEGER, command TEXT, packs INTEGER, used INTEGER, baseline INTEGER, PRIMARY KEY (day, command)
);
"""
_ADD = """
INSERT INTO sums VALUES (:day, :command, :packs, :used, :baseline) ON CONFLICT (day, command)
DO UPDATE SET packs = packs + :packs, used = used + :used, baseline = baseline + :baseline
"""
_DROP_OLD = "DELETE FROM sums WHERE day NOT IN (SELECT DISTINCT day FROM sums ORDER BY day DESC LIMIT ?)"
# Earlier versions write totals without commands to a separate table, and may still be in use.
_OLDER = "SELECT day, '' AS command, packs, used, baseline FROM days"
_HAS_OLDER = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'days'"


@dataclass(frozen=True, slots=True)
class DaySums:
    """The totals for one `day`, given as the number of days since 1970.

    `packs` is the number of packs, and `used` is their total size in tokens. `baseline` is the size in tokens of the
    whole files that they quote from. `command` is the command that produced the packs; it is empty if the command is
    unknown or the totals cover all commands.
    """

    day: int
    packs: int = 0
    used: int = 0
    baseline: int = 0
    command: str = ""

    def plus(self, other: "DaySums") -> "DaySums":
        """Return the sum of these totals and `other`; the day and the command stay the same."""
        packs, used, baseline = self.packs + other.packs, self.used + other.used, self.baseline + other.baseline
        return DaySums(self.day, packs, used, baseline, self.command)


_Key = tuple[int, str]  # a day and a command


def _add(sums: dict[_Key, DaySums], more: DaySums) -> None:
    key = more.day, more.command
    sums[key] = sums[key].plus(more) if key in sums else more


class SavingsBook:
    """The daily totals, in memory and in a file. Thread-safe; problems with the file raise no errors."""

    def __init__(self, folder: Path | None, day: Callable[[], int] = today, seal: Seal = UNSEALED) -> None:
        """Keep the totals in `folder`, which is created if necessary, or only in memory if it is None."""
        self._folder = folder
        self._seal = seal
        self._day = day
        self._lock = threading.Lock()
        self._owed: dict[_Key, DaySums] = {}  # totals not written yet

    def use_folder(self, folder: Path | None, seal: Seal = UNSEALED) -> None:
        """Keep the totals in `folder` from now on, or only in memory if it is None."""
        with self._lock:
            self._folder, self._seal = folder, seal

    def note(self, used: int, baseline: int, command: str = "") -> None:
        """Count a pack that used `used` tokens instead of `baseline`. Writes nothing, so it returns immediately."""
        noted = DaySums(self._day(), 1, used, baseline, command)
        with self._lock:
            _add(self._owed, noted)

    def write(self) -> None:
        """Write the counted packs to the file, or keep them for the next call if that fails."""
        with self._lock:
            if self._owed and self._with_file(self._write):
                self._owed.clear()

    def last(self, days: int) -> list[DaySums]:
        """Return the totals for each command on each of the last `days` days including today, latest day first."""
        first = self._day() - days + 1
        with self._lock:
            sums = {key: owed for key, owed in self._owed.items() if owed.day >= first}
            kept: list[DaySums] = []
            if self._folder is not None and savings_file(self._folder, self._seal).exists():
                self._with_file(lambda database: kept.extend(_read(database, first)))
        for one in kept:
            _add(sums, one)
        return sorted(sums.values(), key=lambda one: (-one.day, one.command))

    def _write(self, database: sqlite3.Connection) -> None:
        with database:
            for sums in self._owed.values():
                database.execute(_ADD, asdict(sums))
            database.execute(_DROP_OLD, (MAX_DAYS,))

    def _with_file(self, work: Callable[[sqlite3.Connection], None]) -> bool:
        """Run `work` on the file; return whether this succeeded (False if there is no folder)."""
        if self._folder is None:
            return False
        return use_database(savings_file(self._folder, self._seal), _SCHEMA, work, seal=self._seal)


def savings_file(folder: Path, seal: Seal = UNSEALED) -> Path:
    """Return the path of the file with the totals in the cache `folder`."""
    return folder / f"{sealed_name('savings', seal)}-{VERSION}.sqlite3"


def _read(database: sqlite3.Connection, first: int) -> list[DaySums]:
    older = f" UNION ALL {_OLDER}" if database.execute(_HAS_OLDER).fetchone() else ""
    rows = database.execute(
        f"SELECT * FROM (SELECT day, command, packs, used, baseline FROM sums{older}) WHERE day >= ?",  # noqa: S608 - no input
        (first,),
    )
    return [DaySums(int(day), int(packs), int(used), int(baseline), str(command))
            for day, command, packs, used, baseline in rows]  # fmt: skip
