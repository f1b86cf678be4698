"""Compares the search results for a task's own wording with the results for other wordings of the same question.

`phrasings` reads the wordings; `run`, `ablation` and `bootstrap` provide scores, paired differences and intervals.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.ablation import Difference, compare
from ctx_lsp.evaluation.bootstrap import Estimate, estimate
from ctx_lsp.evaluation.eval_summary import column
from ctx_lsp.evaluation.phrasings import Phrasings
from ctx_lsp.evaluation.run import EvalPlan, Locate, TaskReport, search_report
from ctx_lsp.retrieval.model import Item
from ctx_lsp.workspace import Analysis, without

OVERLAP = "overlap"  # an additional search metric, which only rephrased tasks have
ORIGINAL, TOTAL = "original", "total"


@dataclass(frozen=True, slots=True)
class PhrasingReport:
    """The reports of one task in its own wording and in the wording `query`, both under the same setting."""

    form: str
    query: str
    original: TaskReport
    rephrased: TaskReport


@dataclass(frozen=True, slots=True)
class FormReport:
    """The results for one form of rephrasing, compared with the original wording.

    `overlap` is the mean overlap of the results, and `differences` holds the change in each metric.
    """

    form: str
    tasks: int
    overlap: Estimate
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class RephrasingReport:
    """The results for all forms together, for each form (sorted by name), and for each phrasing (in original order).

    The total counts each task once, with the means over its phrasings, because phrasings of one task are similar and
    intervals are computed over tasks.
    """

    total: FormReport
    forms: tuple[FormReport, ...]
    phrasings: tuple[PhrasingReport, ...]


def overlap(original: Sequence[Hashable], rephrased: Sequence[Hashable], k: int) -> float:
    """Return the share of the first `k` original results that are also among the first `k` rephrased results.

    Without original results, the overlap is 1 if the rephrased results are empty as well, else 0.
    """
    wanted, found = set(original[:k]), set(rephrased[:k])
    return len(wanted & found) / len(wanted) if wanted else float(not found)


def evaluate_phrasings(
    analysis: Analysis,
    phrasings: Phrasings,
    plan: EvalPlan,
    token: CancelToken,
    locate: Locate = str,
    done: Callable[[], None] = lambda: None,
) -> list[PhrasingReport]:
    """Search with every wording of each task's question, under the first setting of `plan`; no packs are built.

    `locate` converts a workspace path to the path that the tasks use; `done` is called after each task. Raises
    `ValueError` if the setting disables an unknown part of the ranking. Raises `Cancelled`.
    """
    tuned = replace(analysis, tuning=without(analysis.tuning, plan.full[0].without))

    def search(query: str) -> Sequence[Item]:
        return tuned.search(plan.search_request(query), token).items

    reports = []
    for task, forms in phrasings.items():
        expected = search(task.query)
        original = search_report(tuned, task, expected, plan, locate)
        for form, query in forms.items():
            items = search(query)
            scored = search_report(tuned, task, items, plan, locate)
            shared = overlap([_identity(item) for item in expected], [_identity(item) for item in items], plan.k)
            rephrased = replace(scored, figures={**scored.figures, OVERLAP: shared})
            reports.append(PhrasingReport(form, query, original, rephrased))
        done()
    return reports


def rephrasing_report(reports: Sequence[PhrasingReport]) -> RephrasingReport:
    """Summarise the reports of individual phrasings; `reports` must not be empty."""
    by_form: dict[str, list[PhrasingReport]] = defaultdict(list)
    for report in reports:
        by_form[report.form].append(report)
    originals = [report.original for report in reports]
    return RephrasingReport(
        total=_form(TOTAL, originals, _task_means([report.rephrased for report in reports])),
        forms=tuple(
            _form(form, originals, [report.rephrased for report in chosen]) for form, chosen in sorted(by_form.items())
        ),
        phrasings=tuple(reports),
    )


def _form(name: str, originals: Sequence[TaskReport], rephrased: Sequence[TaskReport]) -> FormReport:
    """Build the report on one form of rephrasing.

    `rephrased` contains one report per task. `originals` may contain reports of further tasks.
    """
    differences = compare(originals, rephrased, (ORIGINAL, name)).differences
    return FormReport(name, len(rephrased), estimate(column(rephrased, OVERLAP)), differences)


def _task_means(reports: Sequence[TaskReport]) -> list[TaskReport]:
    """Return one report per task, with the means over its phrasings; all phrasings must have the same metrics."""
    by_task: dict[str, list[TaskReport]] = defaultdict(list)
    for report in reports:
        by_task[report.key].append(report)
    return [
        replace(same[0], figures={name: fmean(column(same, name)) for name in same[0].figures})
        for same in by_task.values()
    ]


def _identity(item: Item) -> Hashable:
    """Return a key that identifies a result, regardless of the question."""
    return item.path, item.symbol, item.start, item.end
