"""Rephrased tasks: overlaps checked by hand, and a small workspace asked in several wordings."""

import pytest

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.evaluation.rephrasing import (
    OVERLAP,
    PhrasingReport,
    evaluate_phrasings,
    overlap,
    rephrasing_report,
)
from ctx_lsp.evaluation.run import MRR, NDCG, PRECISION, RECALL, EvalPlan, Setting, TaskReport
from ctx_lsp.evaluation.tasks import Location, Target, Task
from ctx_lsp.workspace import CHANNELS, Analysis

PLAN = EvalPlan(budget=0)
TOTAL = Task("total", "total price", (Target(symbol="total", locations=(Location("src/shop.py"),)),))
MAIL = Task("mail", "send_mail", (Target(path="src/mail.py"),))
PHRASINGS = {
    TOTAL: {"same": "total price", "other": "send_mail"},
    MAIL: {"same": "send_mail", "nothing": "zebra crossing"},
}


def asked(analysis: Analysis, plan: EvalPlan = PLAN) -> list[PhrasingReport]:
    return evaluate_phrasings(analysis, PHRASINGS, plan, CancelToken(), lambda path: f"src/{path}")


def made(form: str, task: str, ndcgs: tuple[float, float], shared: float = 1.0, repo: str = "r") -> PhrasingReport:
    """A report of one phrasing, with the score of the original and its own."""
    before, after = (dict.fromkeys((NDCG, PRECISION, RECALL, MRR), ndcg) for ndcg in ndcgs)
    return PhrasingReport(
        form, "q", TaskReport(repo, task, "", "c", before), TaskReport(repo, task, "", "c", after | {OVERLAP: shared})
    )


@pytest.mark.parametrize(
    ("original", "rephrased", "expected"),
    [
        ("abcd", "dcba", 1.0),
        ("abcd", "abxy", 0.5),
        ("abcdE", "Eabcd", 0.75),  # beyond the first four nothing counts, on either side
        ("ab", "xaby", 1.0),
        ("abcd", "a", 0.25),
        ("abcd", "", 0.0),
        ("", "abcd", 0.0),
        ("", "", 1.0),
    ],
)
def test_overlap_is_the_share_of_the_first_original_results(original: str, rephrased: str, expected: float) -> None:
    assert overlap(original, rephrased, 4) == expected


def test_each_wording_is_asked_and_compared_with_the_original(analysis: Analysis) -> None:
    found = {(report.original.id, report.form): report for report in asked(analysis)}
    figures = {
        key: (report.original.figures[NDCG], report.rephrased.figures[NDCG], report.rephrased.figures[OVERLAP])
        for key, report in found.items()
    }
    assert figures == {
        ("total", "same"): (1.0, 1.0, 1.0),
        ("total", "other"): (1.0, 0.0, 0.0),
        ("mail", "same"): (1.0, 1.0, 1.0),
        ("mail", "nothing"): (1.0, 0.0, 0.0),
    }
    assert found["mail", "nothing"].query == "zebra crossing"


def test_the_setting_of_the_plan_is_searched_with(analysis: Analysis) -> None:
    nothing = EvalPlan((Setting("no channels", CHANNELS),), budget=0)
    for report in asked(analysis, nothing):
        assert (report.original.figures[NDCG], report.rephrased.figures[NDCG]) == (0.0, 0.0)
        assert report.rephrased.figures[OVERLAP] == 1.0, "neither wording finds anything"


def test_a_cancelled_run_ends(analysis: Analysis) -> None:
    cancelled = CancelToken()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        evaluate_phrasings(analysis, PHRASINGS, PLAN, cancelled)


def test_each_task_is_counted_once_it_is_done(analysis: Analysis) -> None:
    done: list[None] = []
    evaluate_phrasings(analysis, PHRASINGS, PLAN, CancelToken(), done=lambda: done.append(None))
    assert len(done) == len(PHRASINGS)


def test_a_form_is_summed_up_over_the_tasks_that_have_it() -> None:
    found = rephrasing_report(
        [
            made("question", "1", (1.0, 0.5), 0.25),
            made("question", "2", (0.5, 0.5), 0.75),
            made("noun", "2", (0.5, 1.0), 1.0),
        ]
    )
    noun, question = found.forms
    assert [(form.form, form.tasks, form.overlap.mean) for form in found.forms] == [
        ("noun", 1, 1.0),
        ("question", 2, 0.5),
    ]
    assert (noun.differences[0].before, noun.differences[0].after) == (0.5, 1.0)
    ndcg = question.differences[0]
    assert (ndcg.figure, ndcg.before, ndcg.after, ndcg.change.mean) == (NDCG, 0.75, 0.5, -0.25)
    assert (ndcg.better, ndcg.worse) == (0.0, 0.5)


def test_the_total_has_each_task_once_with_the_mean_of_its_phrasings() -> None:
    forms = ("a", "b", "c")
    reports = [made(form, "1", (1.0, 0.0), 0.0) for form in forms] + [made("a", "2", (1.0, 1.0), 1.0)]
    total = rephrasing_report(reports).total
    ndcg = total.differences[0]
    assert (total.tasks, total.overlap.mean) == (2, 0.5), "not a quarter, the mean of all phrasings"
    assert (ndcg.tasks, ndcg.before, ndcg.after) == (2, 1.0, 0.5)
    assert (ndcg.change.low, ndcg.change.high) == (-1.0, 0.0), "two tasks say little, however often they are rephrased"


def test_with_several_repositories_there_is_an_interval_over_those() -> None:
    reports = [made("a", task, (1.0, float(repo in "xyz")), repo=repo) for repo in "uvwxyz" for task in "123"]
    change = rephrasing_report(reports).forms[0].differences[0]
    assert change.by_repository is not None
    assert change.by_repository.high - change.by_repository.low > change.change.high - change.change.low
