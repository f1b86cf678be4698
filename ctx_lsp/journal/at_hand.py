"""Chooses the entries of a task that are shown even if no question is asked, within a token budget.

The latest checkpoint comes first. The other entries are ordered by strength, which depends on the kind of an entry and
on how often questions recalled it, and halves with every week since the entry was made or last recalled.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ctx_lsp.journal.export import entry_text
from ctx_lsp.journal.model import Checkpoint, EntryKind, JournalEntry

MAX_TOKENS = 4_000
HALF_LIFE = 7 * 86_400  # seconds
SHORTENED = " …"
SHORTEST = 12  # characters to which a field is cut before it is left out

_WEIGHTS: Mapping[EntryKind, int] = {
    "openQuestion": 4, "decision": 4, "reflection": 3, "checkpoint": 2, "message": 1, "question": 1,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class AtHand:
    """The entries of a task that matter most at the moment: the latest checkpoint, if any, and the strongest others.

    The strongest entry comes first in `entries`. `tokens` is the total number of tokens of the checkpoint and the
    entries.
    """

    checkpoint: JournalEntry | None
    entries: tuple[JournalEntry, ...]
    tokens: int


def at_hand(
    entries: Sequence[JournalEntry], now: float, count: Callable[[str], int], budget: int = MAX_TOKENS
) -> AtHand:
    """Return the entries that fit into `budget` tokens. `count` returns the number of tokens in a text.

    A checkpoint that does not fit is shortened. Settled questions and earlier automatic checkpoints are left out.
    """
    latest = next((one for one in reversed(entries) if one.checkpoint), None)
    checkpoint = _shortened(latest, count, budget) if latest else None
    left = budget - (count(entry_text(checkpoint)) if checkpoint else 0)
    chosen: list[JournalEntry] = []
    for one in _strongest(entries, latest, now):
        cost = count(entry_text(one))
        if cost <= left:
            chosen.append(one)
            left -= cost
    return AtHand(checkpoint, tuple(chosen), budget - left)


def fitted(entries: Iterable[JournalEntry], count: Callable[[str], int], budget: int) -> list[JournalEntry]:
    """Return the entries that fit into `budget` tokens, in the given order.

    Each entry is first shortened, if possible, so that it takes at most half of the budget and no more than is left.
    An entry that still does not fit is left out.
    """
    chosen: list[JournalEntry] = []
    left = budget
    for one in entries:
        shorter = _shortened(one, count, min(left, budget // 2))
        cost = count(entry_text(shorter))
        if cost <= left:
            chosen.append(shorter)
            left -= cost
    return chosen


def _strongest(entries: Iterable[JournalEntry], latest: JournalEntry | None, now: float) -> list[JournalEntry]:
    held = (one for one in entries if one is not latest and not one.is_closed and not one.is_automatic)
    return sorted(held, key=lambda one: (-strength(one, now), -one.number))


def strength(entry: JournalEntry, now: float) -> float:
    """Return the strength of an entry at the time `now`; stronger entries are chosen first."""
    age = max(0.0, now - max(entry.at, entry.used))
    return float((_WEIGHTS[entry.kind] + entry.uses) * 0.5 ** (age / HALF_LIFE))


def _shortened(entry: JournalEntry, count: Callable[[str], int], budget: int) -> JournalEntry:
    """Return an entry with its longest texts cut until it fits into `budget` tokens, or is as short as it can be."""
    while count(entry_text(entry)) > budget:
        fields = entry.checkpoint.fields if entry.checkpoint else ()
        longest, text = max((("", entry.text), *fields), key=lambda field: len(field[1]))
        if len(text) <= SHORTEST:
            return replace(entry, checkpoint=Checkpoint(entry.checkpoint.cause)) if entry.checkpoint else entry
        shorter = text[: len(text) * 2 // 3].removesuffix(SHORTENED) + SHORTENED
        if entry.checkpoint and longest:
            entry = replace(entry, checkpoint=replace(entry.checkpoint, **{longest: shorter}))  # type: ignore[arg-type]  # its fields are text
        else:
            entry = replace(entry, text=shorter)
    return entry
