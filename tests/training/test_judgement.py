"""Ranking and calibration of chances."""

import math

import numpy as np
import pytest

from ctx_lsp.training.figures.judgement import auroc, calibration_error, share


@pytest.mark.parametrize(
    ("positives", "negatives", "expected"),
    [([0.9, 0.8], [0.1, 0.2], 1.0), ([0.1], [0.9], 0.0), ([0.5], [0.5], 0.5), ([0.9, 0.3], [0.5, 0.3], 0.625)],
)
def test_auroc_counts_pairs(positives: list[float], negatives: list[float], expected: float) -> None:
    assert auroc(np.array(positives), np.array(negatives)) == expected


def test_nothing_is_ranked_without_pairs() -> None:
    assert math.isnan(auroc(np.array([]), np.array([0.5])))
    assert math.isnan(share(np.array([], dtype=bool)))


def test_chances_that_come_true_as_often_as_they_say_have_no_error() -> None:
    chances = np.array([0.25] * 4 + [1.0])
    assert calibration_error(chances, np.array([1, 0, 0, 0, 1])) == 0.0
    assert calibration_error(chances, np.array([1, 1, 1, 1, 0])) == pytest.approx(0.8)


def test_errors_of_different_bins_do_not_cancel() -> None:
    assert calibration_error(np.array([0.05, 0.95]), np.array([1, 0])) == pytest.approx(0.95)
    assert calibration_error(np.array([0.52, 0.58]), np.array([1, 0])) == pytest.approx(0.05)
