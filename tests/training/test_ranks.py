"""Reciprocal ranks on held-out pairs."""

import numpy as np
import pytest

from ctx_lsp.training.embedder.ranks import FEWEST, reciprocal_ranks, summary, validation_sets
from ctx_lsp.training.pairs.pairs_reader import Example


def test_the_rank_of_the_diagonal_counts_down_to_the_tenth() -> None:
    scores = np.zeros((12, 12))
    scores[0, 0] = 1.0  # first
    scores[1, [1, 5, 6]] = [1.0, 2.0, 3.0]  # third
    scores[2] = np.arange(12) + 1.0  # tenth: nine stand above
    scores[3] = np.arange(12) + 1.0  # ninth
    assert reciprocal_ranks(scores)[:4] == pytest.approx([1.0, 1 / 3, 1 / 10, 1 / 9])


def test_a_tie_counts_against_the_answer() -> None:
    assert reciprocal_ranks(np.ones((2, 2))).tolist() == [0.5, 0.5]


def test_small_languages_are_left_out_and_equal_texts_are_one_candidate() -> None:
    def pairs(language: str, texts: int) -> list[Example]:
        return [Example(f"q{n}", f"t{n % texts}", "x", language, "p", "doc", "validation") for n in range(2 * FEWEST)]

    sets = validation_sets(pairs("go", 2 * FEWEST) + pairs("lua", FEWEST - 1) + pairs("c", FEWEST), 150, seed=0)
    assert {language: len(chosen) for language, chosen in sets.items()} == {"c": FEWEST, "go": 150}
    assert len({pair.text for pair in sets["go"]}) == 150
    assert len(validation_sets(pairs("lua", FEWEST - 1), 150, seed=0, fewest=9)["lua"]) == FEWEST - 1


def test_no_question_and_no_definition_comes_twice() -> None:
    def pairs(query: str, text: str) -> list[Example]:
        numbers = range(2 * FEWEST)
        return [Example(query.format(n), text.format(n), "x", "go", "p", "commit", "validation") for n in numbers]

    assert validation_sets(pairs("same", "a.go f{}\nx"), 150, seed=0) == {}
    assert validation_sets(pairs("q{}", "a.go f\nversion {}"), 150, seed=0) == {}
    assert len(validation_sets(pairs("q{}", "a.go f{}\nx"), 150, seed=0)["go"]) == 150


def test_the_mean_is_over_languages() -> None:
    assert summary({"c": 0.5, "go": 1.0}) == "MRR@10 0.7500 c 0.500 go 1.000"
