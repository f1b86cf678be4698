"""Co-change: which files change together, with support and confidence.

Commits of more than `MAX_FILES` files do not count. A commit counts half for every `HALF_LIFE` days between it and the
newest commit, so the answer follows from the commits alone, not from today's date.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from math import log2

from ctx_lsp.history.log import DAY, History

MAX_FILES = 30  # files of a commit that counts; larger ones join several matters
HALF_LIFE = 365  # days
PRIOR = 1.0  # commits that are assumed to have touched the file alone, so that a single commit is no certainty


@dataclass(frozen=True, slots=True)
class CoChange:
    """A file that changes with another one.

    It changed in `together` of the last `changes` commits of the other file. `confidence` is the same share with
    decayed commits, of which small ones count more; it serves to sort partners.
    """

    path: str
    together: int
    changes: int
    confidence: float

    def moved(self, prefix: str) -> "CoChange":
        """Return the partner with `prefix` in front of its path."""
        return replace(self, path=prefix + self.path) if prefix else self


def partners(history: History, path: str) -> list[CoChange]:
    """Return the files that changed together with the file at `path`, most confident first."""
    number = history.number(path)
    return [] if number is None else _partners(history, number)


def _partners(history: History, number: int) -> list[CoChange]:
    gained: dict[int, float] = defaultdict(float)
    together: dict[int, int] = defaultdict(int)
    total, changes = PRIOR, 0
    for index in history.indices(number):
        touched = history.touched(index)
        if len(touched) > MAX_FILES:
            continue
        weight = decay(history, index)
        total += weight
        changes += 1
        for other in touched:
            gained[other] += weight / log2(1 + len(touched))
            together[other] += 1
    found = (
        CoChange(name, together[other], changes, gain / total)
        for other, gain in gained.items()
        if other != number and (name := history.path(other)) is not None
    )
    return sorted(found, key=lambda one: (-one.confidence, one.path))


def decay(history: History, index: int) -> float:
    """Return the weight of a commit by its age at the newest commit."""
    age = max(0, history.newest - history.commit(index).time) / DAY
    return float(0.5 ** (age / HALF_LIFE))
