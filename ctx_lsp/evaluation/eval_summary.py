"""Mean metrics with confidence intervals, over all tasks and by category, language and repository.

The `run` module runs the tasks.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ctx_lsp.evaluation.bench.figures import Spread, spread
from ctx_lsp.evaluation.bootstrap import Estimate, estimate, estimate_clustered
from ctx_lsp.evaluation.run import PACK_FIGURES, SEARCH_FIGURES, TIMES, TaskReport


@dataclass(frozen=True, slots=True)
class Group:
    """The mean of each metric over a group of tasks, and the times of the answers in milliseconds."""

    name: str
    tasks: int
    figures: Mapping[str, Estimate]
    times: Mapping[str, Spread]


@dataclass(frozen=True, slots=True)
class Report:
    """The results for one setting: in total, for groups of tasks, and for each task.

    Groups are sorted by name; `tasks` keeps the original order. `by_repository` contains the same means as `total`, but
    with confidence intervals bootstrapped over repositories; it is empty if there are too few repositories.
    """

    total: Group
    by_repository: Mapping[str, Estimate]
    categories: tuple[Group, ...]
    languages: tuple[Group, ...]
    repositories: tuple[Group, ...]
    tasks: tuple[TaskReport, ...]


def report(tasks: Sequence[TaskReport]) -> Report:
    """Summarise the reports of individual tasks; `tasks` must not be empty."""
    return Report(
        total=_group("total", tasks),
        by_repository=_clustered(tasks),
        categories=_groups(tasks, lambda task: task.category),
        languages=_groups(tasks, lambda task: task.language),
        repositories=_groups(tasks, lambda task: task.repo),
        tasks=tuple(tasks),
    )


def column(tasks: Sequence[TaskReport], figure: str) -> list[float]:
    """Return the values of one metric; tasks without this metric are skipped."""
    return [task.figures[figure] for task in tasks if figure in task.figures]


def _groups(tasks: Sequence[TaskReport], name_of: Callable[[TaskReport], str]) -> tuple[Group, ...]:
    by_name: dict[str, list[TaskReport]] = defaultdict(list)
    for task in tasks:
        by_name[name_of(task)].append(task)
    return tuple(_group(name, by_name[name]) for name in sorted(by_name))


def _group(name: str, tasks: Sequence[TaskReport]) -> Group:
    figures = {figure: estimate(column(tasks, figure)) for figure in _measured(tasks)}
    times = {time: spread(column(tasks, time)) for time in TIMES if column(tasks, time)}
    return Group(name, len(tasks), figures, times)


def _clustered(tasks: Sequence[TaskReport]) -> dict[str, Estimate]:
    found = {
        figure: estimate_clustered(column(tasks, figure), [task.repo for task in tasks if figure in task.figures])
        for figure in _measured(tasks)
    }
    return {figure: one for figure, one in found.items() if one}


def _measured(tasks: Sequence[TaskReport]) -> list[str]:
    return [figure for figure in (*SEARCH_FIGURES, *PACK_FIGURES) if column(tasks, figure)]
