"""Statistics of measured values: spreads (median, percentiles and maximum) and ratios."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Spread:
    """The median, the 95th and 99th percentiles and the maximum of `n` values, in the unit of the values."""

    p50: float
    p95: float
    p99: float
    highest: float
    n: int


def spread(values: Sequence[float]) -> Spread:
    """Summarise values as a spread. If there are no values, all fields are zero."""
    if not values:
        return Spread(0.0, 0.0, 0.0, 0.0, 0)
    cuts = quantiles(values, n=100, method="inclusive") if len(values) > 1 else [values[0]] * 99
    return Spread(median(values), cuts[94], cuts[98], max(values), len(values))


def ratio(value: float, other: float) -> float:
    """Return `value` divided by `other`; 0 if `other` is 0."""
    return value / other if other else 0.0


def by_stage(timings: Iterable[Mapping[str, float]]) -> dict[str, Spread]:
    """Summarise the time of each stage, in milliseconds, over the answers that report the stage; `total` comes last."""
    stages: dict[str, list[float]] = defaultdict(list)
    for timing in timings:
        for stage, ms in timing.items():
            stages[stage].append(ms)
    return {stage: spread(stages[stage]) for stage in sorted(stages, key=lambda stage: stage == "total")}
