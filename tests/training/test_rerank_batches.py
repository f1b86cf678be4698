"""Training questions for rerankers: sampled candidates, and the chance of each to be the answer."""

import random
from itertools import islice

import pytest

from ctx_lsp.training.reranker.batches import drawn, lesson, lessons, usable
from ctx_lsp.training.reranker.groups import Group


def group(name: str, shares: tuple[float, ...], sources: tuple[bool, ...] = (True,) * 8) -> Group:
    texts = tuple(f"{name} {place}" for place in range(len(shares)))
    scores = tuple(float(len(shares) - place) for place in range(len(shares)))
    return Group("me/it", "commit", name, "question", texts, scores, shares, (True,) * len(shares), sources)


ONE = group("one", (0.0, 0.25, 0.0, 0.0, 0.75, 0.0, 0.0, 0.0))
MANY = group("many", (0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.0))
NONE = group("none", (0.0,) * 8)
SHORT = group("short", (1.0, 0.0), (True, True))


def test_groups_without_an_answer_or_enough_candidates_teach_nothing() -> None:
    assert usable([ONE, NONE, SHORT, MANY], 4) == [ONE, MANY]
    with pytest.raises(ValueError, match="at least 4 candidates"):
        next(lessons([NONE, SHORT], 4, 0.0, seed=0))


def test_every_group_comes_once_an_epoch_with_other_candidates() -> None:
    found = list(islice(lessons([ONE, MANY, NONE], 4, 0.0, seed=1), 40))
    assert all({one.query, other.query} == {"one", "many"} for one, other in zip(found[::2], found[1::2], strict=True))
    assert len({one.texts for one in found if one.query == "one"}) > 5
    assert found == list(islice(lessons([ONE, MANY, NONE], 4, 0.0, seed=1), 40))


def test_answers_are_drawn_first_but_leave_room_for_others() -> None:
    order = random.Random(0)  # noqa: S311  # equal seeds, equal draws
    for _ in range(20):
        places = drawn(ONE, 4, order)
        assert places == sorted(set(places))
        assert len(places) == 4
        assert {1, 4} <= set(places)
    assert set(drawn(MANY, 4, order)) >= {0, 1, 7}, "of seven answers as many as are needed"
    assert drawn(MANY, 8, order) == list(range(8))


def test_without_a_teacher_the_chances_are_the_shares_of_the_sample() -> None:
    made = lesson(ONE, [1, 2, 4], teacher=0.0)
    assert made.texts == ("one 1", "one 2", "one 4")
    assert made.chances == pytest.approx((0.25, 0.0, 0.75))


def test_the_teacher_prefers_the_first_stage_order() -> None:
    made = lesson(ONE, [0, 1, 4, 7], teacher=1.0)
    assert sum(made.chances) == pytest.approx(1.0)
    assert list(made.chances) == sorted(made.chances, reverse=True)
    half = lesson(ONE, [0, 1, 4, 7], teacher=0.5)
    assert half.chances == pytest.approx(
        [(a + b) / 2 for a, b in zip(made.chances, (0.0, 0.25, 0.75, 0.0), strict=True)]
    )


def test_scores_are_scaled_over_the_whole_group() -> None:
    part, whole = lesson(ONE, [0, 4], 0.0), lesson(ONE, list(range(8)), 0.0)
    assert part.scores == (whole.scores[0], whole.scores[4])
    assert sum(whole.scores) == pytest.approx(0.0)


def test_other_roles_keep_the_chance_of_the_first_stage() -> None:
    mixed = group("mixed", (0.0, 0.0, 1.0, 0.0), (True, False, True, False))
    first_stage = lesson(mixed, [0, 1, 2, 3], teacher=1.0).chances
    made = lesson(mixed, [0, 1, 2, 3], teacher=0.0).chances
    assert made[0] == 0.0
    assert made[1] == pytest.approx(first_stage[1])
    assert made[3] == pytest.approx(first_stage[3])
    assert made[2] == pytest.approx(first_stage[0] + first_stage[2])
    assert sum(lesson(mixed, [0, 1, 2, 3], teacher=0.4).chances) == pytest.approx(1.0)
