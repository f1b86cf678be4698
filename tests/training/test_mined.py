"""Mined questions: their files, and how two orders are joined."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from ctx_lsp.training.mined import Question, evenly, groups, read_mined, reciprocal_rank, write_mined, z_scores


def question(answer: int) -> Question:
    return Question("how", "go", (4, 0, 2), (3.0, 2.0, 1.0), answer, "validation")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_mined(tmp_path / "new", ["a", "b\n"], [question(0), question(-1)])
    assert read_mined(tmp_path / "new") == (["a", "b\n"], [question(0), question(-1)])


def test_z_scores_are_of_each_row() -> None:
    scores = z_scores(np.array([[1.0, 3.0], [5.0, 5.0]]))
    assert scores.tolist() == [[-1.0, 1.0], [0.0, 0.0]]


@pytest.mark.parametrize(("weight", "rank"), [(0.0, 2), (0.3, 2), (0.9, 1), (1.0, 1)])
def test_the_weight_moves_the_order_from_the_one_to_the_other(weight: float, rank: int) -> None:
    assert reciprocal_rank(question(1), [0.0, 9.0, 0.0], weight) == 1 / rank


def test_an_answer_that_was_not_found_counts_nothing() -> None:
    assert reciprocal_rank(question(-1), [0.0, 1.0, 2.0], 0.5) == 0.0


def test_a_group_is_the_answer_and_other_texts_and_every_question_comes_once_an_epoch() -> None:
    questions = [Question(f"q{n}", "go", tuple(range(n, n + 6)), (0.0,) * 6, n % 3 - 1, "train") for n in range(9)]
    found = list(islice(groups(questions, 4, seed=1), 12))
    assert sorted(query for query, _ in found[:6]) == ["q1", "q2", "q4", "q5", "q7", "q8"]
    for query, texts in found:
        question = questions[int(query[1:])]
        assert texts[0] == question.texts[question.answer]
        assert len(set(texts)) == 4 and set(texts) <= set(question.texts)
    assert found == list(islice(groups(questions, 4, seed=1), 12))


def test_questions_with_too_few_texts_make_no_group() -> None:
    assert list(groups([question(0)], 4, seed=0)) == []


@pytest.mark.parametrize(("most", "places"), [(3, [0, 3, 6]), (4, [0, 2, 4, 6]), (9, list(range(8)))])
def test_questions_are_taken_at_even_distances(most: int, places: list[int]) -> None:
    assert [one.answer for one in evenly([question(n) for n in range(8)], most)] == places
