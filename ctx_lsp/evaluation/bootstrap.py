"""Confidence intervals (95%) of means, computed with the bootstrap.

These are percentile intervals (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). For a
difference between two settings, each value is the difference for one task, which makes this a paired test (Sakai,
Evaluating Evaluation Metrics Based on the Bootstrap, SIGIR 2006). Tasks from one repository are similar. The cluster
bootstrap (Davison and Hinkley, Bootstrap Methods and their Application, 1997, section 3.8) draws repositories instead
of tasks; its interval is wider and also covers means over other repositories. The values may be of any kind.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 2_000  # the ends of an interval then vary by a few per cent of its width from seed to seed
SEED = 20_060_806  # fixed: the same scores always give the same interval
TAIL = 0.025  # share of the means that is cut off at each end
CLUSTERS = 5  # fewer clusters give too few different samples for a 95% interval


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, or a ratio of two means, and the bounds of its confidence interval."""

    mean: float
    low: float
    high: float


def estimate(values: Sequence[float], clusters: Sequence[str] | None = None) -> Estimate:
    """Return the mean of `values`, which must not be empty, and its interval.

    `clusters` names the cluster of each value; if it is given, clusters are drawn instead of values.
    """
    sums, counts = _grouped(np.asarray(values, dtype=np.float64), clusters)
    drawn = np.random.default_rng(SEED).integers(len(sums), size=(RESAMPLES, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, [TAIL, 1.0 - TAIL])
    return Estimate(float(sums.sum() / counts.sum()), float(low), float(high))


def estimate_clustered(values: Sequence[float], clusters: Sequence[str]) -> Estimate | None:
    """Return the estimate that draws whole clusters; None if there are fewer than `CLUSTERS` of them."""
    return estimate(values, clusters) if len(set(clusters)) >= CLUSTERS else None


def estimate_ratio(values: Sequence[float], others: Sequence[float]) -> Estimate | None:
    """Return the ratio of the means of two metrics over the same tasks, and its interval.

    Returns None if the mean of `others` is 0 in any sample.
    """
    pairs = np.asarray([values, others], dtype=np.float64)
    drawn = np.random.default_rng(SEED).integers(len(values), size=(RESAMPLES, len(values)))
    (over, under), (drawn_over, drawn_under) = pairs.sum(axis=1), pairs[:, drawn].sum(axis=2)
    if not drawn_under.all():
        return None
    low, high = np.quantile(drawn_over / drawn_under, [TAIL, 1.0 - TAIL])
    return Estimate(float(over / under), float(low), float(high))


def _grouped(values: np.ndarray, clusters: Sequence[str] | None) -> tuple[np.ndarray, np.ndarray]:
    """Return the sum and count of the values in each cluster; without clusters, each value is its own cluster."""
    if clusters is None:
        return values, np.ones_like(values)
    _, number = np.unique(np.asarray(clusters), return_inverse=True)
    return np.bincount(number, weights=values), np.bincount(number).astype(np.float64)
