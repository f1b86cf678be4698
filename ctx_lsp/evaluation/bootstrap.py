"""Confidence intervals (95%) of means, computed with the bootstrap.

These are percentile intervals (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). To compare
two settings, pass the differences between them, one value for each task; this makes the comparison a paired test
(Sakai, Evaluating Evaluation Metrics Based on the Bootstrap, SIGIR 2006). Tasks from one repository are similar to each
other. The cluster bootstrap (Davison and Hinkley, Bootstrap Methods and their Application, 1997, section 3.8) therefore
draws whole repositories instead of tasks. Its intervals are wider, and they also hold for other repositories.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 2_000  # with this many, the bounds of an interval vary by a few per cent of its width between seeds
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
    """Return the mean of `values`, which must not be empty, and its confidence interval.

    `clusters` names the cluster of each value. If it is given, clusters are drawn instead of values.
    """
    sums, counts = _grouped(np.asarray(values, dtype=np.float64), clusters)
    drawn = np.random.default_rng(SEED).integers(len(sums), size=(RESAMPLES, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, [TAIL, 1.0 - TAIL])
    return Estimate(float(sums.sum() / counts.sum()), float(low), float(high))


def estimate_clustered(values: Sequence[float], clusters: Sequence[str]) -> Estimate | None:
    """Return the mean and its cluster-bootstrap interval; None if there are fewer than `CLUSTERS` clusters."""
    return estimate(values, clusters) if len(set(clusters)) >= CLUSTERS else None


def estimate_ratio(values: Sequence[float], others: Sequence[float]) -> Estimate | None:
    """Return the mean of `values` divided by the mean of `others`, and the confidence interval of this ratio.

    Both sequences contain one value for each task, in the same order. Returns None if the mean of `others` is 0 in any
    bootstrap sample.
    """
    pairs = np.asarray([values, others], dtype=np.float64)
    drawn = np.random.default_rng(SEED).integers(len(values), size=(RESAMPLES, len(values)))
    (over, under), (drawn_over, drawn_under) = pairs.sum(axis=1), pairs[:, drawn].sum(axis=2)
    if not drawn_under.all():
        return None
    low, high = np.quantile(drawn_over / drawn_under, [TAIL, 1.0 - TAIL])
    return Estimate(float(over / under), float(low), float(high))


def _grouped(values: np.ndarray, clusters: Sequence[str] | None) -> tuple[np.ndarray, np.ndarray]:
    """Return the sum and the count of the values in each cluster; without `clusters`, each value is its own cluster."""
    if clusters is None:
        return values, np.ones_like(values)
    _, number = np.unique(np.asarray(clusters), return_inverse=True)
    return np.bincount(number, weights=values), np.bincount(number).astype(np.float64)
