"""Figures from judged statements.

A false statement is caught if a claim in it is refuted, whichever part of it the claim is about. A true one with a
refuted claim is a false alarm. Precision is that of refuted statements; at 5 % it is what the same rates give where one
statement of twenty is false.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from tests.claims_truth.checker import Judged
from tests.claims_truth.model import EXISTENCE

RARE = 0.05
_Z = 1.96


@dataclass(frozen=True)
class Share:
    """A share of a number of cases."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """The share; 0 of nothing."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval."""
        if not self.whole:
            return 0.0, 1.0
        n, p = self.whole, self.value
        middle = (p + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
        half = _Z * sqrt(p * (1 - p) / n + _Z * _Z / (4 * n * n)) / (1 + _Z * _Z / n)
        return middle - half, middle + half

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.3f} [{low:.3f}, {high:.3f}] ({self.part:,} of {self.whole:,})"


def share(judged: Iterable[Judged], holds: Callable[[Judged], bool]) -> Share:
    """The share of some statements for which a condition holds."""
    every = [holds(one) for one in judged]
    return Share(sum(every), len(every))


@dataclass(frozen=True)
class Scores:
    """The figures of some statements."""

    judged: Sequence[Judged]

    @property
    def true(self) -> list[Judged]:
        """The true ones."""
        return [one for one in self.judged if one.placed.statement.is_true]

    @property
    def false(self) -> list[Judged]:
        """The false ones."""
        return [one for one in self.judged if not one.placed.statement.is_true]

    @property
    def precision(self) -> Share:
        """Of the refuted statements, the false ones."""
        return share((one for one in self.judged if one.is_refuted), lambda one: not one.placed.statement.is_true)

    @property
    def recall(self) -> Share:
        """Of the false statements, the refuted ones."""
        return share(self.false, lambda one: one.is_refuted)

    @property
    def existence(self) -> Share:
        """Recall where a name or a path does not exist."""
        gone = [one for one in self.false if one.placed.statement.fact.operator in EXISTENCE]
        return share(gone, lambda one: one.is_refuted)

    @property
    def alarms(self) -> Share:
        """Of the true statements, the refuted ones."""
        return share(self.true, lambda one: one.is_refuted)

    @property
    def found(self) -> Share:
        """Of all statements, those that were recognised as claims of their kind."""
        return share(self.judged, lambda one: one.is_found)

    @property
    def coverage(self) -> Share:
        """Of all statements, those with a verdict: a claim of their kind is not unknown, or one was refuted."""
        return share(self.judged, lambda one: one.is_settled or one.is_refuted)

    @property
    def rare_precision(self) -> float:
        """The precision if one statement of twenty was false."""
        caught, alarmed = RARE * self.recall.value, (1 - RARE) * self.alarms.value
        return caught / (caught + alarmed) if caught + alarmed else 0.0
