"""Co-change: files that the same commits change, with support and confidence.

Commits of more than `MAX_FILES` files are ignored. A commit's weight halves with every `HALF_LIFE` days between it and
the newest commit, so the result depends on the commits alone, not on today's date.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from math import log2

from ctx_lsp.history.log import DAY, History

MAX_FILES = 30  # a commit of more files is ignored, because it mixes unrelated changes
HALF_LIFE = 365  # days
PRIOR = 1.0  # assumed commits of the file alone, so that a single common commit does not give full confidence


@dataclass(frozen=True, slots=True)
class CoChange:
    """A file that changes together with another file.

    `changes` is the number of commits that touched the other file, and `together` is how many of them touched this one
    too. `confidence` is like `together` / `changes`, but recent and small commits count more. `partners` sorts its
    results by `confidence`.
    """

    path: str
    together: int
    changes: int
    confidence: float

    def moved(self, prefix: str) -> "CoChange":
        """Return a copy with `prefix` put before the path."""
        return replace(self, path=prefix + self.path) if prefix else self


def partners(history: History, path: str) -> list[CoChange]:
    """Return the files that changed together with the file at `path`, by descending confidence."""
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
            gained[other] += weight * share_of_each(len(touched))
            together[other] += 1
    found = (
        CoChange(name, together[other], changes, gain / total)
        for other, gain in gained.items()
        if other != number and (name := history.path(other)) is not None
    )
    return sorted(found, key=lambda one: (-one.confidence, one.path))


def decay(history: History, index: int) -> float:
    """Return the weight of a commit (0 to 1), which falls with its age relative to the newest commit."""
    return weight_at(history.newest - history.commit(index).time)


def weight_at(age: float) -> float:
    """Return the weight (0 to 1) of a commit that is `age` seconds older than the newest one."""
    return float(0.5 ** (max(0.0, age) / DAY / HALF_LIFE))


def share_of_each(changed: int) -> float:
    """Return the weight of a commit that changed `changed` things as evidence about each of them.

    The weight is 1 if the commit changed only one thing, and falls as it changes more.
    """
    return 1 / log2(1 + changed)
