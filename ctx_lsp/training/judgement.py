"""How well chances agree with what came of them: ranking, calibration, and what a threshold lets through."""

import numpy as np

BINS = 10


def auroc(positives: np.ndarray, negatives: np.ndarray) -> float:
    """The share of pairs in which the positive has the higher chance, ties counting half; NaN without pairs."""
    differences = positives[:, None] - negatives[None]
    return float(np.mean((differences > 0) + 0.5 * (differences == 0))) if differences.size else float("nan")


def calibration_error(chances: np.ndarray, labels: np.ndarray) -> float:
    """The mean distance between chance and share of a yes, over bins of equal width weighted by their contents."""
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    gaps = (abs(float((chances - labels)[bins == one].sum())) for one in range(BINS))
    return sum(gaps) / max(1, len(chances))


def share(of: np.ndarray) -> float:
    """The share of a yes; NaN of nothing."""
    return float(of.mean()) if of.size else float("nan")
