"""Tables of several systems over the same tasks: quality, with paired intervals, then costs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

import click

from ctx_lsp.cli.printing import show_table
from ctx_lsp.evaluation.ablation import Difference, compare
from ctx_lsp.evaluation.bench.figures import spread
from ctx_lsp.evaluation.bootstrap import Estimate
from ctx_lsp.evaluation.eval_corpora import Corpus
from ctx_lsp.evaluation.metrics import score
from ctx_lsp.evaluation.run import NDCG, RECALL, TaskReport
from tests.side_by_side.process import Measured

HEADS = {NDCG: "NDCG", RECALL: "R"}
MEGABYTE = 1_000_000

Row = tuple[str, ...]
Grouped = dict[str, list[TaskReport]]


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder with its tasks, and the measurements of each system by name; ours is first."""

    corpus: Corpus
    measured: Mapping[str, Measured]


def show_quality(folders: Sequence[Folder], k: int) -> None:
    """Print a table for each figure: all tasks, then by category and by language; differences are ours less theirs."""
    ours, *others = _names(folders)
    groups = {name: _grouped(_reports(folders, name, k)) for name in (ours, *others)}
    for figure, head in HEADS.items():
        heads = ["", "tasks", ours]
        for other in others:
            heads += [other, "difference", "better", "worse"]
        first, *rest = (_quality_row(figure, group, groups) for group in groups[ours])
        rows = [first, _repository_row(figure, groups), *rest]
        click.echo(f"\n{head}@{k}; differences have the interval that holds 95 of 100 means of other such tasks.")
        show_table(heads, rows)


def show_costs(folders: Sequence[Folder]) -> None:
    """Print the costs of each system, over all folders."""
    names = _names(folders)
    by_name = {name: [folder.measured[name] for folder in folders] for name in names}
    found = {name: _costs(measured) for name, measured in by_name.items()}
    click.echo(f"\nOver {len(folders)} folders, each with a process of its own and an empty cache.")
    show_table(("", *names), [(label, *(found[name][label] for name in names)) for label in found[names[0]]])


def _costs(measured: Sequence[Measured]) -> dict[str, str]:
    """Figures as text by what they say; seconds count from the start of the process."""
    searchable = [one.searchable for one in measured]
    embedded = [one.embedded for one in measured]
    question = spread([ms for one in measured for ms in one.ms])
    peak = [one.peak / MEGABYTE for one in measured]
    return {
        "until it answers: median, sum (s)": f"{median(searchable):.1f}, {sum(searchable):.0f}",
        "until it answers from vectors too (s)": f"{median(embedded):.1f}, {sum(embedded):.0f}",
        "processor, questions included: sum (s)": f"{sum(one.processor for one in measured):.0f}",
        "a question: p50, p95 (ms)": f"{question.p50:.1f}, {question.p95:.1f}",
        "memory, all processes: median peak, highest (MB)": f"{median(peak):.0f}, {max(peak):.0f}",
        "memory after the last question: median (MB)": f"{median(one.resident / MEGABYTE for one in measured):.0f}",
        "wanted files that it has not indexed": str(sum(len(one.missing) for one in measured)),
    }


def _names(folders: Sequence[Folder]) -> list[str]:
    return list(folders[0].measured)


def _reports(folders: Sequence[Folder], system: str, k: int) -> Iterator[TaskReport]:
    """A system's report on each task, in the order of the folders and their tasks."""
    for folder in folders:
        corpus = folder.corpus
        for task, answer in zip(corpus.tasks, folder.measured[system].answers, strict=True):
            found = score(task.relevant, [replace(one, path=corpus.locate(one.path)) for one in answer], k)
            figures = {NDCG: found.ndcg, RECALL: found.recall}
            yield TaskReport(task.repo, task.id, task.language, task.group, figures)


def _grouped(reports: Iterator[TaskReport]) -> Grouped:
    """All tasks, then those of each category, then those of each language."""
    tasks = list(reports)
    categories = {
        name: [task for task in tasks if task.category == name] for name in _sorted(t.category for t in tasks)
    }
    languages = {name: [task for task in tasks if task.language == name] for name in _sorted(t.language for t in tasks)}
    return {"all": tasks} | categories | languages


def _sorted(names: Iterator[str]) -> list[str]:
    return sorted({name for name in names if name})


def _quality_row(figure: str, group: str, groups: Mapping[str, Grouped]) -> Row:
    ours, *others = groups
    row = [group, str(len(groups[ours][group])), _mean(groups[ours][group], figure)]
    for other in others:
        found = _difference(figure, groups[other][group], groups[ours][group])
        row += [f"{found.before:.3f}", _change(found.change), f"{found.better:.0%}", f"{found.worse:.0%}"]
    return tuple(row)


def _repository_row(figure: str, groups: Mapping[str, Grouped]) -> Row:
    """The same differences over all tasks, but resampled by repository instead of by task."""
    ours, *others = groups
    row = ["  by repositories", "", ""]
    for other in others:
        clustered = _difference(figure, groups[other]["all"], groups[ours]["all"]).by_repository
        row += ["", _change(clustered) if clustered else "-", "", ""]
    return tuple(row)


def _difference(figure: str, theirs: list[TaskReport], ours: list[TaskReport]) -> Difference:
    found = compare(theirs, ours, ("theirs", "ours")).differences
    return next(one for one in found if one.figure == figure)


def _mean(tasks: list[TaskReport], figure: str) -> str:
    return f"{sum(task.figures[figure] for task in tasks) / len(tasks):.3f}"


def _change(one: Estimate) -> str:
    return f"{one.mean:+.3f} ({one.low:+.3f} to {one.high:+.3f})"
