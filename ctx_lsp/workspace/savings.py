"""Token savings of packs compared with whole files, by day. `cache.savings_book` stores the daily sums."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from ctx_lsp.cache.blob_store import DAY
from ctx_lsp.cache.savings_book import DaySums, SavingsBook
from ctx_lsp.packing.model import (
    ChangeSubject,
    FilesSubject,
    Pack,
    PackSubject,
    QuestionSubject,
    SymbolSubject,
)  # fmt: skip
from ctx_lsp.settings import CacheSettings


@dataclass(frozen=True, slots=True)
class DaySavings:
    """The packs of one day: their cost, and the cost of the whole files that they show parts of.

    `date` is YYYY-MM-DD in UTC. `used` and `baseline` are in tokens. `savings` is the share of the baseline that was
    saved; it is negative if the packs cost more than their files.
    """

    date: str
    packs: int
    used: int
    baseline: int
    savings: float


@dataclass(frozen=True, slots=True)
class Savings:
    """The days with packs, latest first, and their totals; `kept` tells whether the sums outlive the process."""

    days: tuple[DaySavings, ...]
    packs: int
    used: int
    baseline: int
    savings: float
    kept: bool


def command_of(subject: PackSubject) -> str:
    """Return the command that makes packs for such a subject."""
    match subject:
        case QuestionSubject():
            return "ctx-lsp.query"
        case SymbolSubject():
            return "ctx-lsp.contextAt"
        case FilesSubject():
            return "ctx-lsp.contextForFiles"
        case ChangeSubject():
            return "ctx-lsp.contextForDiff"


def savings_of(days: Sequence[DaySums], *, kept: bool) -> Savings:
    """Return the savings of each day, and their totals."""
    total = DaySums(0)
    for one in days:
        total = total.plus(one)
    shown = tuple(DaySavings(_date(one.day), one.packs, one.used, one.baseline, _share(one)) for one in days)
    return Savings(shown, total.packs, total.used, total.baseline, _share(total), kept)


def kept_savings(settings: CacheSettings, days: int) -> Savings:
    """Return the stored savings of the last `days` days. No workspace needs to be open."""
    book = SavingsBook(settings.path if settings.enabled else None)
    return savings_of(book.last(days), kept=settings.enabled)


def note_pack(settings: CacheSettings, pack: Pack) -> None:
    """Store the savings of a pack made without a server."""
    if settings.enabled and pack.items:
        book = SavingsBook(settings.path)
        book.note(pack.tokens.used, pack.tokens.baseline)
        book.write()


def _share(sums: DaySums) -> float:
    return 1.0 - sums.used / sums.baseline if sums.baseline else 0.0


def _date(day: int) -> str:
    return datetime.fromtimestamp(day * DAY, UTC).date().isoformat()
