"""The fit of the ranking's weights: it finds the telling columns and gives no weight to noise."""

from collections import Counter

import numpy as np
import pytest

from ctx_lsp.retrieval.ranking.weights import QUESTION
from ctx_lsp.training.figures.fit_ranking import FITTED, GIVEN, describe, fit, scores
from ctx_lsp.training.figures.ranking_columns import COLUMNS, Question
from ctx_lsp.training.histories.repositories import split_of

GIVEN_COLUMNS = {COLUMNS.index(part) for part in GIVEN if QUESTION.of(part)}
LEXICAL, MEANING, NAME, GRAPH = (COLUMNS.index(part) for part in ("lexical", "meaning", "name", "graph"))


def made(count: int = 300, seed: int = 1) -> list[Question]:
    """Questions whose right candidate follows from two columns, one with three times the weight; two are noise."""
    rng = np.random.default_rng(seed)
    found = []
    for number in range(count):
        columns = np.zeros((12, len(COLUMNS)), np.float32)
        columns[:, [LEXICAL, MEANING, NAME, GRAPH]] = rng.random((12, 4))
        worth = 6 * columns[:, LEXICAL] + 18 * columns[:, MEANING] + rng.gumbel(size=12)
        shares = np.eye(12)[int(np.argmax(worth))]
        found.append(
            Question(f"repository {number % 10}", "commit", "?", columns, shares, np.arange(12), np.arange(12), 0.0)
        )
    return found


def test_weights_are_found_in_units_of_bm25() -> None:
    weights = fit(made(), FITTED, penalty=0.0)
    assert weights[LEXICAL] == pytest.approx(1.0)
    assert weights[MEANING] == pytest.approx(3.0, rel=0.2)


def test_the_penalty_removes_useless_parts() -> None:
    weights = fit(made(), FITTED, penalty=0.06)
    assert set(np.flatnonzero(weights)) == {LEXICAL, MEANING} | GIVEN_COLUMNS


def test_no_weight_is_negative() -> None:
    questions = made()
    for one in questions:
        one.columns[:, NAME] = one.shares * -1
    assert fit(questions, FITTED, penalty=0.0)[NAME] == 0.0


def test_parts_that_are_left_out_count_nothing() -> None:
    weights = fit(made(), ["lexical"], penalty=0.0)
    assert set(np.flatnonzero(weights)) == {LEXICAL} | GIVEN_COLUMNS


def test_further_candidates_of_a_file_stand_back() -> None:
    columns = np.zeros((3, len(COLUMNS)), np.float32)
    columns[:, LEXICAL] = [1.0, 0.9, 0.8]
    weights = np.zeros(len(COLUMNS))
    weights[LEXICAL] = 1.0
    one = Question("r", "commit", "?", columns, np.array([0.0, 0.0, 1.0]), np.array([0, 0, 1]), np.arange(3), 0.0)
    assert scores(one, weights, saturation=0.0).first == pytest.approx(1 / 3)
    assert scores(one, weights, saturation=0.2).first == pytest.approx(1 / 2)
    assert scores(one, weights, saturation=0.0).share == 1.0


def test_a_repository_falls_into_one_part_by_its_name() -> None:
    parts = Counter(split_of(f"owner/{number}") for number in range(1_000))
    assert 550 < parts["train"] < 650
    assert 150 < parts["choose"] < 250
    assert 150 < parts["test"] < 250


def test_changes_are_shown_with_their_interval() -> None:
    questions = made(40)
    better, worse = (
        [scores(one, np.eye(len(COLUMNS))[MEANING], 0.0) for one in questions],
        [scores(one, np.eye(len(COLUMNS))[NAME], 0.0) for one in questions],
    )
    from_documentation = describe("train", questions, worse, better)
    assert "40 questions of 10 repositories" in from_documentation
    assert "[+0." in from_documentation
