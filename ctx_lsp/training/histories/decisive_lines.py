"""The decisive lines of tasks: their line numbers in a checkout, and the share of them that passages contain."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ctx_lsp.evaluation.line_metrics import wanted_lines
from ctx_lsp.evaluation.tasks import Task, read_tasks
from ctx_lsp.packing.answer.relevance import PassageKey
from ctx_lsp.workspace import Analysis

Numbers = tuple[int, ...]
"""The numbers (from 0) of all lines in a file whose text is that of one decisive line."""


def tasks_by_repository(files: Iterable[Path]) -> dict[str, list[Task]]:
    """Read the tasks that have decisive lines, and group them by repository. Raises `TaskError`."""
    tasks: dict[str, list[Task]] = {}
    for task in (task for file in files for task in read_tasks(file)):
        if wanted_lines(task.relevant):
            tasks.setdefault(task.repo, []).append(task)
    return tasks


def decisive_lines(analysis: Analysis, task: Task) -> dict[str, list[Numbers]]:
    """Return the line numbers of each decisive line of a task, keyed by path.

    A line that the checkout does not contain has no numbers.
    """
    found: dict[str, list[Numbers]] = {}
    for path, lines in wanted_lines(task.relevant).items():
        source = analysis.source(path)
        texts = source.stripped_lines() if source else []
        found[path] = [tuple(number for number, text in enumerate(texts) if text == line) for line in sorted(lines)]
    return found


def shares(places: Sequence[PassageKey], wanted: Mapping[str, Sequence[Numbers]]) -> list[float]:
    """Return each passage's share of the decisive lines. A repeated line's weight is split equally among its places."""
    total = sum(map(len, wanted.values()))
    return [
        sum(1 / len(numbers) for numbers in wanted.get(path, ()) for number in numbers if one.start <= number < one.end)
        / total
        for path, one in places
    ]


def reach(places: Sequence[PassageKey], wanted: Mapping[str, Sequence[Numbers]]) -> float:
    """Return the share of the decisive lines that are contained in at least one passage."""
    held = {(path, number) for path, one in places for number in range(one.start, one.end)}
    lines = [(path, numbers) for path, many in wanted.items() for numbers in many]
    return sum(any((path, number) in held for number in numbers) for path, numbers in lines) / len(lines)
