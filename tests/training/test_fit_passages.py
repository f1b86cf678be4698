"""The fit of passage weights finds the weights that made its examples."""

import numpy as np

from ctx_lsp.training.figures.fit_passages import Example, fit

TRUE = np.array([2.0, -1.0, 0.5])


def examples(count: int) -> list[Example]:
    random = np.random.default_rng(7)
    made: list[Example] = []
    for _ in range(count):
        rows = random.normal(size=(40, len(TRUE)))
        chances = np.exp(rows @ TRUE)
        made.append((rows, random.multinomial(5, chances / chances.sum()) / 5))
    return made


def test_the_weights_behind_the_examples_are_found() -> None:
    assert np.allclose(fit(examples(600)), TRUE, atol=0.1)


def test_equal_examples_give_equal_weights() -> None:
    assert fit(examples(20)).tolist() == fit(examples(20)).tolist()


def test_examples_without_decisive_lines_change_nothing() -> None:
    some = examples(20)
    silent = [(rows, np.zeros(len(rows))) for rows, _ in examples(3)]
    assert fit([*some, *silent], ridge=1.0).tolist() == fit(some, ridge=1.0).tolist()
