"""Tracks how deeply evaluations that depend on each other are nested, and counts those that were cut short.

The callers cache the values themselves: bases of types in `scope`, values of symbols in `types`.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


@dataclass(slots=True)
class Cuts:
    """Counts of evaluations that were cut short. The result of such an evaluation depends on the evaluation order.

    `values` counts cycles in which the value of a symbol depends on itself. `limits` counts all other cuts: evaluations
    that were nested too deeply, and types whose bases depend on themselves.
    """

    values: int = 0
    limits: int = 0


@dataclass(slots=True)
class NestedEvaluations(Generic[K]):
    """The evaluations in progress, outermost first, and the height of each finished one.

    The height of an evaluation is the number of nested levels that it needs, its own included, if no value is cached.
    """

    limit: int
    pending: dict[K, int] = field(default_factory=dict)  # keyed by evaluation, its height so far
    _heights: dict[K, int] = field(default_factory=dict)

    @property
    def is_full(self) -> bool:
        """Whether another evaluation would exceed the limit."""
        return len(self.pending) >= self.limit

    def enter(self, key: K) -> None:
        """Begin the evaluation of `key` inside the current one."""
        self.pending[key] = 1

    def leave(self, key: K) -> None:
        """End the evaluation of `key`, which must be the current one."""
        self._heights[key] = self.pending.pop(key)
        self._rest_on(self._heights[key])

    def reuse(self, key: K) -> bool:
        """Record that the current evaluation reads the cached value of `key`.

        Return whether evaluating `key` here would have exceeded the limit. If callers count the value as cut short
        in this case, their counts do not depend on which values are cached.
        """
        height = self._heights[key]
        self._rest_on(height)
        return len(self.pending) + height > self.limit

    def _rest_on(self, height: int) -> None:
        """Raise the height of the current evaluation above `height`, the height of an evaluation that it needs."""
        if self.pending:
            current = next(reversed(self.pending))
            self.pending[current] = max(self.pending[current], height + 1)
