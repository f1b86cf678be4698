"""Metrics that compare predicted probabilities with outcomes: separation, calibration, and effects of thresholds."""

from collections.abc import Mapping
from typing import get_args

import numpy as np
from scipy.stats import rankdata

from ctx_lsp.retrieval.answerable import NO_MATCH
from ctx_lsp.training.figures.observations import ENOUGH, Kind, Sample

BINS = 10
THRESHOLDS = tuple(number / 100 for number in range(50, 100, 5))

Chances = Mapping[str, np.ndarray]
"""The values of each probability for the questions in a sample, keyed by the name of the probability."""


def auroc(positives: np.ndarray, negatives: np.ndarray) -> float:
    """Return the share of pairs in which the positive has the higher value; ties count half.

    Returns NaN if there are no pairs.
    """
    if not (positives.size and negatives.size):
        return float("nan")
    ranks = rankdata(np.concatenate([positives, negatives]))
    return float((ranks[: len(positives)].mean() - (len(positives) + 1) / 2) / len(negatives))


def calibration_error(chances: np.ndarray, labels: np.ndarray) -> float:
    """Return the expected calibration error: how far the probabilities are from the shares of positives.

    The probabilities are divided into bins of equal width. The result is the mean of the bins' errors, weighted by the
    bins' sizes.
    """
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    gaps = (abs(float((chances - labels)[bins == one].sum())) for one in range(BINS))
    return sum(gaps) / max(1, len(chances))


def share(of: np.ndarray) -> float:
    """Return the share of true values; NaN if `of` is empty."""
    return float(of.mean()) if of.size else float("nan")


def judged(sample: Sample, chances: Chances) -> list[str]:
    """Return lines of text that describe the quality of the probabilities."""
    kinds: dict[Kind, np.ndarray] = {kind: sample.kinds == kind for kind in get_args(Kind)}
    own, asked = kinds["own"], kinds["own"] | kinds["like"]
    lines = []
    for name, values in chances.items():
        like, absent = (auroc(values[own], values[kinds[kind]]) for kind in ("like", "absent"))
        reached, read = (_halves(values[own], shares[own]) for shares in (sample.reach, sample.read))
        error = calibration_error(values[asked], sample.labels[name][asked])
        lines.append(
            f"{name:<10} AUROC own/like {like:.3f}, own/absent {absent:.3f}, reached/not {reached:.3f},"
            f" read/not {read:.3f}; calibration error {error:.3f}"
        )
    unanswered = chances["answerable"] < NO_MATCH
    called = ", ".join(f"{share(unanswered[rows]):.1%} of {kind}" for kind, rows in kinds.items())
    return [*lines, f"no match (below {NO_MATCH}): {called}", *_ready(sample, chances["shown"])]


def _halves(chances: np.ndarray, shares: np.ndarray) -> float:
    """Return the AUROC of `chances` for telling whether a question's share in `shares` is at least `ENOUGH`.

    `shares` holds a share of decisive lines for each question.
    """
    return auroc(chances[shares >= ENOUGH], chances[shares < ENOUGH])


def _ready(sample: Sample, chances: np.ndarray) -> list[str]:
    """Return a line of text for each threshold, describing the packs whose probability reaches the threshold.

    The line gives the share of these packs that show no decisive line, and the share of all complete packs whose
    probability reaches the threshold.
    """
    own, lines = sample.kinds == "own", []
    for threshold in THRESHOLDS:
        ready = own & sample.is_shown & (chances >= threshold)
        empty, full = share(sample.read[ready] == 0.0), share(ready[own & (sample.read == 1.0)])
        lines.append(
            f"ready from {threshold:.2f}: {empty:.1%} of {ready.sum()} show none, {full:.1%} of those that show all are"
        )
    return lines
