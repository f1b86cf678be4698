"""Ablation settings, and differences of runs small enough to check by hand."""

import pytest

from ctx_lsp.evaluation.ablation import Comparison, ablations, compare, parts_named, setting_without
from ctx_lsp.evaluation.run import MRR, NDCG, PRECISION, RECALL, TOKENS, Setting, TaskReport
from ctx_lsp.retrieval.ranking.weights import TUNING
from ctx_lsp.workspace import CHANNELS, PARTS, without

BASE = Setting("all parts")


def reports(*ndcgs: float, repo: str = "r", category: str = "c", tokens: float | None = None) -> list[TaskReport]:
    """Reports of the tasks 0, 1, … with these scores."""
    return [
        TaskReport(repo, str(number), "", category, dict.fromkeys((NDCG, PRECISION, RECALL, MRR), ndcg) | (
            {} if tokens is None else {TOKENS: tokens}
        ))
        for number, ndcg in enumerate(ndcgs)
    ]  # fmt: skip


def compared(before: list[TaskReport], after: list[TaskReport]) -> Comparison:
    return compare(before, after, ("before", "after"))


def test_the_difference_is_that_of_the_same_tasks() -> None:
    before, after = reports(0.0, 0.5, 1.0, 1.0), reports(0.5, 0.5, 0.75, 1.0)
    found = compared(before, list(reversed(after)))
    ndcg = found.differences[0]
    assert (found.tasks, ndcg.figure) == (4, NDCG)
    assert (ndcg.before, ndcg.after) == (0.625, 0.6875)
    assert ndcg.change.mean == pytest.approx(0.0625)
    assert ndcg.change.low < 0 < ndcg.change.high
    assert (ndcg.better, ndcg.worse) == (0.25, 0.25)


def test_a_paired_interval_is_narrower_than_two_separate_ones() -> None:
    before = [number / 40 for number in range(40)]
    found = compared(reports(*before), reports(*(score + 0.01 for score in before)))
    change = found.differences[0].change
    assert change.low == pytest.approx(0.01) == pytest.approx(change.high)


def test_tasks_that_one_of_the_runs_lacks_do_not_count() -> None:
    assert compared(reports(0.0, 1.0), reports(1.0)).tasks == 1
    with pytest.raises(ValueError, match="before and after have no task in common"):
        compared(reports(1.0, repo="a"), reports(1.0, repo="b"))


def test_figures_that_one_of_the_runs_lacks_are_not_compared() -> None:
    packed, bare = reports(1.0, tokens=300.0), reports(1.0)
    assert [one.figure for one in compared(packed, packed).differences] == [NDCG, PRECISION, RECALL, MRR, TOKENS]
    assert [one.figure for one in compared(packed, bare).differences] == [NDCG, PRECISION, RECALL, MRR]


def test_a_figure_is_compared_over_the_tasks_that_have_it() -> None:
    before = reports(1.0, 1.0, tokens=300.0) + reports(1.0, 1.0, repo="bare")
    after = reports(1.0, 1.0, tokens=200.0) + reports(1.0, 1.0, repo="bare", tokens=100.0)
    found = {one.figure: one for one in compared(before, after).differences}
    assert (found[NDCG].tasks, found[TOKENS].tasks) == (4, 2)
    assert (found[TOKENS].before, found[TOKENS].after, found[TOKENS].worse) == (300.0, 200.0, 1.0)


def test_categories_are_compared_apart() -> None:
    before = reports(0.0, repo="x", category="hard") + reports(1.0, repo="y", category="easy")
    after = reports(1.0, repo="x", category="hard") + reports(1.0, repo="y", category="easy")
    found = {one.category: one.differences[0].change.mean for one in compared(before, after).categories}
    assert found == {"easy": 0.0, "hard": 1.0}


def test_with_several_repositories_there_is_an_interval_over_those() -> None:
    before = [task for repo in "abcdef" for task in reports(0.0, 0.0, 0.0, repo=repo)]
    after = [task for repo in "abcdef" for task in reports(*[float(repo in "abc")] * 3, repo=repo)]
    change = compared(before, after).differences[0]
    assert change.by_repository is not None
    assert change.by_repository.high - change.by_repository.low > change.change.high - change.change.low


def test_every_part_is_left_out_once_and_then_whole_groups() -> None:
    found = ablations("all", BASE)
    assert [setting.without for setting in found[: len(PARTS)]] == [(part,) for part in PARTS]
    groups = {setting.name: set(PARTS) - set(setting.without) for setting in found[len(PARTS) :]}
    assert groups == {"channels alone": set(CHANNELS), "bm25 alone": {"bm25", "lexical"}}
    assert all(without(TUNING, setting.without) for setting in found)


def test_skipped_folders_are_not_counted_twice() -> None:
    base = setting_without(("dense",))
    assert base.name == "without dense"
    assert [setting.without for setting in ablations("dense, graph, graph", base)] == [("dense", "graph")]
    assert all("dense" in setting.without for setting in ablations("all", base))


@pytest.mark.parametrize("text", ["", ",", "nonsense", "dense,nonsense"])
def test_an_unknown_part_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(ValueError, match="is not a part of the ranking; the parts are bm25, "):
        parts_named(text)
