"""Token savings of packs compared with whole files, by day, week and command. `cache.savings_book` stores the sums."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from ctx_lsp.cache.blob_store import DAY, today
from ctx_lsp.cache.savings_book import DaySums, SavingsBook
from ctx_lsp.packing.model import (
    ChangeSubject,
    FilesSubject,
    Pack,
    PackSubject,
    QuestionSubject,
    SymbolSubject,
)  # fmt: skip
from ctx_lsp.sealing.seal import UNSEALED
from ctx_lsp.settings import CacheSettings
from ctx_lsp.workspace.cache_location import cache_location

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class DaySavings:
    """The token savings of the packs of one day, or of one week.

    `date` is YYYY-MM-DD in UTC: the day, or the Monday of the week. `used` counts the tokens of the packs, and
    `baseline` counts the tokens of the packed files in full. `savings` is the share of the baseline that was saved, and
    is negative if the packs cost more than the files.
    """

    date: str
    packs: int
    used: int
    baseline: int
    savings: float


@dataclass(frozen=True, slots=True)
class CommandSavings:
    """The token savings of the packs made by one command; `command` is empty if the command is not known."""

    command: str
    packs: int
    used: int
    baseline: int
    savings: float


@dataclass(frozen=True, slots=True)
class Savings:
    """The savings by day, week and command, and in total.

    Days and weeks are listed latest first; those without packs are left out. Every week is counted from its Monday,
    even if the period starts later. `kept` is true if the savings are stored on disk.
    """

    days: tuple[DaySavings, ...]
    weeks: tuple[DaySavings, ...]
    commands: tuple[CommandSavings, ...]
    packs: int
    used: int
    baseline: int
    savings: float
    kept: bool


def command_of(subject: PackSubject) -> str:
    """Return the name of the command that builds packs about a subject of this type."""
    match subject:
        case QuestionSubject():
            return "ctx-lsp.query"
        case SymbolSubject():
            return "ctx-lsp.contextAt"
        case FilesSubject():
            return "ctx-lsp.contextForFiles"
        case ChangeSubject():
            return "ctx-lsp.contextForDiff"


def savings_in(book: SavingsBook, days: int, *, kept: bool) -> Savings:
    """Return the savings in `book` for the last `days` days: by day, week and command, and in total.

    The first week is counted from its Monday, even if the last `days` days start later. `kept` says whether the savings
    are stored on disk.
    """
    sums = book.last(days_of_whole_weeks(days))
    first = today() - days + 1
    counted = [one for one in sums if one.day >= first]
    total = DaySums(0)
    for one in counted:
        total = total.plus(one)
    by_command = _grouped(counted, lambda one: one.command)
    return Savings(
        days=_dated(_grouped(counted, lambda one: one.day)),
        weeks=_dated(_grouped(sums, lambda one: _monday(one.day))),
        commands=tuple(
            CommandSavings(name, one.packs, one.used, one.baseline, _share(one))
            for name, one in sorted(by_command.items())
        ),
        packs=total.packs,
        used=total.used,
        baseline=total.baseline,
        savings=_share(total),
        kept=kept,
    )


def days_of_whole_weeks(days: int) -> int:
    """Extend a period of the last `days` days so that it begins on a Monday, and return its new length in days."""
    first = today() - days + 1
    return days + first - _monday(first)


def kept_savings(settings: CacheSettings, days: int) -> Savings:
    """Return the stored savings for the last `days` days, like `savings_in`. No workspace needs to be open."""
    book, kept = _book(settings)
    return savings_in(book, days, kept=kept)


def note_pack(settings: CacheSettings, subject: PackSubject, pack: Pack) -> None:
    """Store the savings of a pack that was built without a server."""
    if pack.items:
        book, _ = _book(settings)
        book.note(pack.tokens.used, pack.tokens.baseline, command_of(subject))
        book.write()


def _book(settings: CacheSettings) -> tuple[SavingsBook, bool]:
    """Open the savings book; return it, and whether its sums are stored on disk."""
    location = cache_location(settings)
    return SavingsBook(location.folder, seal=location.seal or UNSEALED), location.folder is not None


def _grouped(sums: Iterable[DaySums], group: Callable[[DaySums], K]) -> dict[K, DaySums]:
    """Add up the sums of each group, in the order in which the groups first occur."""
    found: dict[K, DaySums] = {}
    for one in sums:
        found[group(one)] = found.get(group(one), DaySums(0)).plus(one)
    return found


def _dated(groups: Mapping[int, DaySums]) -> tuple[DaySavings, ...]:
    return tuple(DaySavings(_date(day), one.packs, one.used, one.baseline, _share(one)) for day, one in groups.items())


def _share(sums: DaySums) -> float:
    return 1.0 - sums.used / sums.baseline if sums.baseline else 0.0


def _monday(day: int) -> int:
    """Return the Monday of a day's week. Both are numbers of days since 1970-01-01, which was a Thursday."""
    return day - (day + 3) % 7


def _date(day: int) -> str:
    return datetime.fromtimestamp(day * DAY, UTC).date().isoformat()
