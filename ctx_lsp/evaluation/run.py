"""Runs tasks against an analysis and reports mean scores by category. Reading tasks is in `tasks`."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from time import perf_counter

from ctx_lsp.analysis import Analysis
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.metrics import K, Result, Scores, score
from ctx_lsp.evaluation.tasks import Task
from ctx_lsp.retrieval.model import Filter, Item
from ctx_lsp.text.lines import line_numbers


@dataclass(frozen=True, slots=True)
class TaskReport:
    """How one task went; `ms` is the time its search took."""

    id: str
    category: str
    scores: Scores
    ms: float


@dataclass(frozen=True, slots=True)
class Group:
    """Means over the tasks of one category; `ms` is the median."""

    category: str
    tasks: int
    scores: Scores
    ms: float


@dataclass(frozen=True, slots=True)
class Report:
    """The total, the categories in the order of their names, and every task in the order given."""

    total: Group
    categories: tuple[Group, ...]
    tasks: tuple[TaskReport, ...]


def evaluate(
    analysis: Analysis,
    tasks: Sequence[Task],
    token: CancelToken,
    locate: Callable[[str], str] = str,
    done: Callable[[], None] = lambda: None,
) -> Report:
    """Search for each task's query and score the first 10 results; `tasks` is not empty.

    `locate` turns a workspace path into the path that the tasks use; `done` is called after each task.
    """
    reports = []
    for task in tasks:
        start = perf_counter()
        answer = analysis.search(task.query, K, Filter(), "auto", token)
        ms = 1000 * (perf_counter() - start)
        results = [_result(analysis, item, locate) for item in answer.items]
        reports.append(TaskReport(task.id, task.category, score(task.relevant, results), ms))
        done()
    return report(reports)


def report(tasks: Sequence[TaskReport]) -> Report:
    """Sum up the reports of single tasks."""
    by_category: dict[str, list[TaskReport]] = defaultdict(list)
    for task in tasks:
        by_category[task.category].append(task)
    groups = tuple(_group(category, by_category[category]) for category in sorted(by_category))
    return Report(_group("total", tasks), groups, tuple(tasks))


def _group(category: str, tasks: Sequence[TaskReport]) -> Group:
    scores = Scores(
        ndcg=fmean(task.scores.ndcg for task in tasks),
        precision=fmean(task.scores.precision for task in tasks),
        recall=fmean(task.scores.recall for task in tasks),
        reciprocal_rank=fmean(task.scores.reciprocal_rank for task in tasks),
    )
    return Group(category, len(tasks), scores, median(task.ms for task in tasks))


def _result(analysis: Analysis, item: Item, locate: Callable[[str], str]) -> Result:
    first, last = line_numbers(analysis.source(item.path), item.start, item.end)
    return Result(locate(item.path), first, last, item.symbol)
