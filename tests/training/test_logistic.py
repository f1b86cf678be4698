"""The fit of a logistic model finds the weights that made its examples."""

import numpy as np

from ctx_lsp.training.figures.logistic import fit, predict

TRUE = np.array([-1.0, 2.0, -0.5])


def examples(count: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(7)
    rows = random.normal(size=(count, len(TRUE) - 1))
    return rows, random.random(count) < predict(TRUE, rows)


def test_the_weights_behind_the_examples_are_found() -> None:
    rows, labels = examples(20_000)
    assert np.allclose(fit(rows, labels, np.ones(len(rows))), TRUE, atol=0.1)


def test_an_example_of_weight_two_counts_like_two_examples() -> None:
    rows, labels = examples(100)
    twice = np.repeat(np.arange(100), 1 + np.arange(100) % 2)
    weighted = fit(rows, labels, 1.0 + np.arange(100) % 2)
    assert np.allclose(weighted, fit(rows[twice], labels[twice], np.ones(len(twice))))


def test_a_figure_that_is_always_zero_has_no_weight() -> None:
    rows, labels = examples(100)
    with_zeros = np.column_stack([rows, np.zeros(100)])
    assert fit(with_zeros, labels, np.ones(100))[-1] == 0.0


def test_examples_that_a_figure_separates_give_finite_weights() -> None:
    rows = np.array([[0.0], [1.0]])
    model = fit(rows, np.array([0.0, 1.0]), np.ones(2))
    assert np.isfinite(model).all()
    low, high = predict(model, rows)
    assert low < 0.1
    assert high > 0.9
