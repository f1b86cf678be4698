"""Trends: alternatives whose share of the files has clearly risen or fallen over the states of a folder.

A state is a sample of files at one time. `features.past.trends` reads the states from Git. An alternative whose
share changes little, or back and forth, has no trend.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import NamedTuple

from ctx_lsp.patterns.adoption import Adoption, Direction, Key

MIN_CHANGE = 0.15  # of the share of the files in the category
COMPARABLE = 0.5  # files of an earlier state, as a share of those now; a smaller state is that of a beginning
MIN_FILES = 4  # sampled files by which the use must have changed
MIN_DEVIATIONS = 2.0  # standard deviations of the difference, if nothing but chance had changed
RETURN = 0.05  # of the share; more of it in the other direction is back and forth

Trends = Mapping[tuple[str, Key], Direction]
"""The direction of each alternative that has one, by family of languages and alternative."""


class SampledFile(NamedTuple):
    """A sampled file, with its language family and the alternatives that it uses."""

    family: str
    keys: frozenset[Key]


State = Sequence[SampledFile]


@dataclass(frozen=True)
class _Counts:
    files: Counter[str]
    users: Counter[tuple[str, Key]]
    totals: Counter[tuple[str, str]]

    def share(self, family: str, key: Key) -> float:
        total = self.totals[family, key[0]]
        return self.users[family, key] / total if total else 0.0


def trends(states: Sequence[State]) -> Trends:
    """Return the direction of each alternative whose use has clearly risen or fallen.

    `states` must be sorted from newest to oldest. With fewer than two states, there are no trends.
    """
    if len(states) < 2:
        return {}
    now, *before = map(_counts, states)
    found: dict[tuple[str, Key], Direction] = {}
    for family, key in sorted({one for counts in (now, *before) for one in counts.users}):
        comparable = [counts for counts in before if counts.files[family] >= COMPARABLE * now.files[family]]
        shares = [counts.share(family, key) for counts in comparable]
        share = now.share(family, key)
        for counts in comparable:
            if not _differs(now, counts, family, key):
                continue
            if share > counts.share(family, key) and share >= max(shares) - RETURN:
                found[family, key] = "rising"
            elif share < counts.share(family, key) and share <= min(shares) + RETURN:
                found[family, key] = "declining"
    return found


def with_trends(adopted: Iterable[Adoption], known: Trends) -> tuple[Adoption, ...]:
    """Return copies of the `adopted` categories in which each alternative has its trend from `known`, or "" if none."""
    return tuple(
        replace(
            one,
            alternatives=tuple(
                replace(each, trend=known.get((one.language, (one.category, each.name)), ""))
                for each in one.alternatives
            ),
        )
        for one in adopted
    )


def _counts(state: State) -> _Counts:
    files = Counter(one.family for one in state)
    users = Counter((one.family, key) for one in state for key in one.keys)
    totals = Counter((one.family, category) for one in state for category in {category for category, _ in one.keys})
    return _Counts(files, users, totals)


def _differs(now: _Counts, then: _Counts, family: str, key: Key) -> bool:
    """Return whether the use of an alternative has changed clearly, and by more than chance can explain."""
    used_now, used_then = now.users[family, key], then.users[family, key]
    change = now.share(family, key) - then.share(family, key)
    if abs(used_now - used_then) < MIN_FILES or abs(change) < MIN_CHANGE or (used_now > used_then) != (change > 0):
        return False
    of_now, of_then = now.totals[family, key[0]], then.totals[family, key[0]]
    if not (of_now and of_then):
        return True  # the category has come or gone
    pooled = (used_now + used_then) / (of_now + of_then)
    deviation = sqrt(pooled * (1 - pooled) * (1 / of_now + 1 / of_then))
    return abs(change) >= MIN_DEVIATIONS * deviation
