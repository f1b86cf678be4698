"""Bootstrap intervals, compared with the normal approximation, and with whole clusters drawn."""

import numpy as np
import pytest

from ctx_lsp.evaluation.bootstrap import CLUSTERS, Estimate, estimate, estimate_clustered, estimate_ratio


def test_the_interval_of_many_values_is_that_of_the_normal_approximation() -> None:
    values = np.random.default_rng(1).normal(0.5, 0.2, 400)
    found = estimate(values.tolist())
    reach = 1.96 * values.std() / 20
    assert found.mean == pytest.approx(values.mean())
    assert found.low == pytest.approx(values.mean() - reach, abs=0.1 * reach)
    assert found.high == pytest.approx(values.mean() + reach, abs=0.1 * reach)


def test_nine_of_ten_intervals_hold_the_true_mean() -> None:
    random = np.random.default_rng(2)
    samples = [estimate(random.beta(2, 1, 60).tolist()) for _ in range(200)]
    held = sum(one.low <= 2 / 3 <= one.high for one in samples) / len(samples)
    assert 0.90 <= held <= 0.99


def test_equal_values_leave_no_room() -> None:
    assert estimate([0.25] * 7) == Estimate(0.25, 0.25, 0.25)
    assert estimate([3.0]) == Estimate(3.0, 3.0, 3.0)


def test_the_same_values_give_the_same_interval() -> None:
    assert estimate([0.0, 1.0, 0.5]) == estimate([0.0, 1.0, 0.5])


def test_where_a_cluster_is_of_one_kind_whole_clusters_widen_the_interval() -> None:
    values = [float(cluster % 2) for cluster in range(10) for _ in range(20)]
    clusters = [str(cluster) for cluster in range(10) for _ in range(20)]
    alone, together = estimate(values), estimate_clustered(values, clusters)
    assert together is not None
    assert alone.mean == together.mean == 0.5
    assert together.high - together.low > 3 * (alone.high - alone.low)


def test_the_mean_is_over_tasks_with_clusters_of_any_size() -> None:
    values = [1.0] * 16 + [0.0] * 4
    found = estimate_clustered(values, ["large"] * 16 + ["a", "b", "c", "d"])
    assert found is not None
    assert found.mean == pytest.approx(0.8)


def test_few_clusters_have_no_interval() -> None:
    names = [str(number) for number in range(CLUSTERS)]
    assert estimate_clustered([0.5] * CLUSTERS, names) is not None
    assert estimate_clustered([0.5] * CLUSTERS, names[1:] + names[1:2]) is None


def test_a_ratio_is_that_of_the_means_and_pairs_its_tasks() -> None:
    below = np.random.default_rng(3).uniform(0.1, 0.9, 300)
    exact = estimate_ratio((1.5 * below).tolist(), below.tolist())
    assert exact is not None
    assert [exact.mean, exact.low, exact.high] == pytest.approx([1.5, 1.5, 1.5])
    loose = estimate_ratio((1.5 * below[::-1]).tolist(), below.tolist())
    assert loose is not None
    assert loose.mean == pytest.approx(1.5)
    assert loose.low < 1.45
    assert loose.high > 1.55


def test_there_is_no_ratio_to_a_possible_zero() -> None:
    assert estimate_ratio([0.5, 0.5], [0.0, 0.0]) is None
    assert estimate_ratio([0.5, 0.5], [0.0, 1.0]) is None
