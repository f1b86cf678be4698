"""Measures of rerankers on groups, and models measured as the product runs them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from ctx_lsp.retrieval.ranking.rerank import gains
from ctx_lsp.training.histories.questions import Kind
from ctx_lsp.training.histories.repositories import split_of
from ctx_lsp.training.reranker import evaluate
from ctx_lsp.training.reranker.evaluate import gain
from ctx_lsp.training.reranker.groups import ENDING, Group, write_groups
from ctx_lsp.training.reranker.measures import (
    among_sources,
    by_kind,
    reciprocal_rank,
    reciprocal_ranks,
    reranked_by_default,
    z_scores,
)
from tests.models.tiny_reranker import tiny_reranker

SCORES = (3.0, 2.9, 1.0)


def group(
    right: int, scores: tuple[float, ...] = SCORES, kind: Kind = "commit", repository: str = "me/it", **other: object
) -> Group:
    """A group whose right candidate is at index `right` and contains a marker."""
    shares = tuple(float(place == right) for place in range(len(scores)))
    texts = tuple("good" if place == right else "bad" for place in range(len(scores)))
    everything = (True,) * len(scores)
    made = Group(repository, kind, "which one", "question", texts, scores, shares, everything, everything)
    return Group(**({name: getattr(made, name) for name in made.__struct_fields__} | other))


@pytest.mark.parametrize(("weight", "rank"), [(0.0, 2), (0.04, 2), (0.5, 1), (1.0, 1)])
def test_the_weight_moves_the_order_from_the_one_to_the_other(weight: float, rank: int) -> None:
    assert reciprocal_rank(group(1), [0.0, 9.0, 0.0], weight) == 1 / rank


@pytest.mark.parametrize("weight", [0.1, 0.3, 0.7])
def test_the_order_is_that_of_the_product(weight: float) -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        scores, read = rng.random(9), rng.normal(size=9).tolist()
        one = group(int(rng.integers(9)), tuple(sorted(scores.tolist(), reverse=True)))
        products = np.array(one.scores) + gains(one.scores, read, weight)
        rank = 1 + int((products > products[one.shares.index(1.0)]).sum())
        assert reciprocal_rank(one, read, weight) == pytest.approx(1 / rank)


def test_only_definitions_count_and_ties_count_against_them() -> None:
    assert reciprocal_rank(group(-1), [1.0, 2.0, 3.0], 0.5) == 0.0
    assert reciprocal_rank(group(0, definitions=(False, True, True)), [1.0, 0.0, 0.0], 0.5) == 0.0
    assert reciprocal_rank(group(0), [0.0, 0.0, 0.0], 1.0) == pytest.approx(1 / 3)
    several = group(2, shares=(0.0, 0.2, 0.8))
    assert reciprocal_rank(several, [0.0, 0.0, 0.0], 0.0) == pytest.approx(1 / 2), "the first right one"


def test_z_scores_of_equal_scores_are_zeros() -> None:
    assert z_scores([1.0, 3.0]).tolist() == [-1.0, 1.0]
    assert z_scores([5.0, 5.0]).tolist() == [0.0, 0.0]


def test_kinds_that_nothing_has_are_left_out() -> None:
    groups = [group(0, kind="documentation"), group(1, kind="documentation")]
    assert list(by_kind(groups)) == [("documentation", [0, 1])]
    assert reciprocal_ranks(groups, [[0.0] * 3] * 2, 0.0).tolist() == [1.0, 0.5]


def test_other_roles_can_be_left_out() -> None:
    one = group(2, sources=(False, True, True))
    kept, read = among_sources(one, [0.1, 0.2, 0.3])
    assert (kept.texts, kept.scores, kept.shares) == (("bad", "good"), (2.9, 1.0), (0.0, 1.0))
    assert read == [0.2, 0.3]
    assert reciprocal_rank(one, [0.1, 0.2, 0.3], 0.0) == pytest.approx(1 / 3)
    assert reciprocal_rank(kept, read, 0.0) == pytest.approx(1 / 2)


def test_questions_are_read_where_the_first_scores_are_close() -> None:
    assert reranked_by_default(group(0))
    assert not reranked_by_default(group(0, (3.0, 1.0, 0.5)))
    assert not reranked_by_default(group(0, intent="symbol"))


def test_only_questions_that_are_read_gain() -> None:
    groups = [
        group(1, scores, repository=f"me/{number}") for number in range(6) for scores in (SCORES, (3.0, 1.0, 0.5))
    ]
    read = [[0.0, 1.0, 0.0]] * len(groups)
    assert gain(groups, read, 0.9, always=True) == "+0.5000 [+0.5000, +0.5000] with 100% read"
    assert gain(groups, read, 0.9, always=False) == "+0.2500 [+0.2500, +0.2500] with 50% read"
    assert gain(groups[:2], read[:2], 0.9, always=True) == "+0.5000 with 100% read"


def named(split: str) -> str:
    return next(name for name in (f"me/{number}" for number in range(100)) if split_of(name) == split)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Groups of one repository for each split, and a model that prefers right candidates."""
    for split in ("train", "choose", "test"):
        name = named(split)
        groups = [group(1 if split == "choose" else 2, repository=name)] * 3
        write_groups(tmp_path / f"{name.replace('/', '+')}{ENDING}", groups)
    tiny_reranker(tmp_path / "tiny", {"good": [1.0], "bad": [-1.0]})
    return tmp_path


def evaluated(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *options: str
) -> Sequence[str]:
    monkeypatch.setattr("sys.argv", ["evaluate_reranker", str(folder), str(folder / "tiny"), *options])
    evaluate.main()
    return capsys.readouterr().out.splitlines()


def test_a_model_is_measured_on_the_repositories_of_a_split(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    head, figures, always, among, asked, seconds = evaluated(folder, monkeypatch, capsys, "--weight", "0.9")
    assert head.endswith("tiny commit 3 questions of 1 repositories")
    assert "MRR 0: 0.5000" in figures
    assert figures.endswith(" 1: 1.0000")
    assert always == "    at 0.9: +0.5000 with 100% read"
    assert among == "    among sources: +0.5000 with 100% read"
    assert asked == "    as asked: +0.5000 with 100% read"
    assert "ms p95" in seconds
    assert "MRR 0: 0.3333" in evaluated(folder, monkeypatch, capsys, "--split", "test")[1]
