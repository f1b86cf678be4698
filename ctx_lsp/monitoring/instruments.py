"""Counters and histograms with labels, in the form that Prometheus expects. The product's own metrics are in `monitor`.

Recording a value takes about a microsecond, so metrics are always recorded, even if nothing exports them.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

Labels = tuple[str, ...]
"""The values of a metric's labels, in the order of its label names."""


@dataclass(frozen=True, slots=True)
class MetricInfo:
    """The name of a metric, its description, and the names of its labels."""

    name: str
    description: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Distribution:
    """The values observed for one set of labels.

    `counts` has one item for each bound of the histogram: the number of values up to that bound and above the previous
    one. A last item counts the values above all bounds.
    """

    counts: tuple[int, ...]
    total: float

    @property
    def n(self) -> int:
        """The number of observed values."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The mean of the observed values; 0 if there are none."""
        return self.total / self.n if self.n else 0.0


class CounterMetric:
    """Sums that only grow, one for each set of labels. Thread-safe."""

    def __init__(self, info: MetricInfo) -> None:
        self.info = info
        self._lock = Lock()
        self._sums: dict[Labels, float] = {}

    def add(self, *labels: str, amount: float = 1) -> None:
        """Add `amount` to the sum for `labels`."""
        with self._lock:
            self._sums[labels] = self._sums.get(labels, 0) + amount

    def values(self) -> dict[Labels, float]:
        """Return a copy of the sums, sorted by labels."""
        with self._lock:
            return dict(sorted(self._sums.items()))


class HistogramMetric:
    """The distribution of observed values for each set of labels. Thread-safe."""

    def __init__(self, info: MetricInfo, bounds: Sequence[float]) -> None:
        """Create an empty histogram. `bounds` are the upper bounds of its buckets, ascending and inclusive."""
        self.info = info
        self.bounds = tuple(bounds)
        self._lock = Lock()
        self._counts: dict[Labels, list[int]] = {}
        self._totals: dict[Labels, float] = {}

    def observe(self, *labels: str, value: float) -> None:
        """Record one observed value for `labels`."""
        bucket = bisect_left(self.bounds, value)
        with self._lock:
            counts = self._counts.get(labels)
            if counts is None:
                counts = self._counts[labels] = [0] * (len(self.bounds) + 1)
            counts[bucket] += 1
            self._totals[labels] = self._totals.get(labels, 0.0) + value

    def values(self) -> Mapping[Labels, Distribution]:
        """Return the distributions of the observed values, sorted by labels."""
        with self._lock:
            return {
                labels: Distribution(tuple(counts), self._totals[labels])
                for labels, counts in sorted(self._counts.items())
            }
