"""Other wordings of tasks' questions, read from JSON lines and matched with the tasks. `rephrasing` asks them.

One task a line, unknown fields ignored. The forms have any names, and a task may lack some of them:

    {"id": "cache-1", "query": "where are stale entries dropped?", "phrasings": {
        "request": "Find the code that drops stale entries.", "noun": "removal of stale entries"}}

`query`, if there, repeats the task's question: a difference shows that the phrasings were written for other tasks.
`repo` is needed only where tasks of several repositories have the same id.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ctx_lsp.evaluation.tasks import Task, TaskError, decode_lines

Phrasings = Mapping[Task, Mapping[str, str]]
"""For each task its other wordings, by the names of their forms."""


class PhrasingsLine(msgspec.Struct, frozen=True):
    """One line of the file: the task by its id and perhaps its question, and its wordings by form."""

    id: str
    phrasings: dict[str, str]
    query: str | None = None
    repo: str | None = None

    def __post_init__(self) -> None:
        """Refuse a wording that asks nothing."""
        for form, query in self.phrasings.items():
            if not query.strip():
                raise ValueError(f"expected a text in `phrasings.{form}`")


@dataclass(frozen=True, slots=True)
class MatchedPhrasings:
    """The phrasings of the tasks that have at least one, and the ids in the file that no task has."""

    by_task: Phrasings
    unknown: tuple[str, ...]


def read_phrasings(file: Path, tasks: Sequence[Task]) -> MatchedPhrasings:
    """The phrasings of a JSON-lines file for these tasks; raises `TaskError` (format, other tasks) and `OSError`."""
    return parse_phrasings(file.read_bytes().splitlines(), str(file), tasks)


def parse_phrasings(lines: Sequence[bytes], name: str, tasks: Sequence[Task]) -> MatchedPhrasings:
    """The phrasings of JSON lines for these tasks; `name` stands for the source in errors."""
    by_id: dict[str, list[Task]] = defaultdict(list)
    for task in tasks:
        by_id[task.id].append(task)
    by_task: dict[Task, Mapping[str, str]] = {}
    unknown: list[str] = []
    for number, line in decode_lines(lines, name, PhrasingsLine):
        candidates = [task for task in by_id[line.id] if line.repo in (None, task.repo)]
        if not candidates:
            unknown.append(line.id)
            continue
        if problem := _problem(line, candidates, by_task):
            raise TaskError(f"{name}, line {number}: {problem}")
        by_task[candidates[0]] = line.phrasings
    return MatchedPhrasings({task: forms for task, forms in by_task.items() if forms}, tuple(unknown))


def _problem(line: PhrasingsLine, candidates: Sequence[Task], known: Phrasings) -> str | None:
    """Why the line does not belong to exactly one task that has no phrasings yet."""
    task, *others = candidates
    if others:
        return f"tasks of several repositories have the id {line.id!r}; add `repo`"
    if line.query not in (None, task.query):
        return f"the file is for other tasks: {line.id!r} asks {line.query!r} here, and {task.query!r} in the tasks"
    return f"a second line for the task {line.id!r}" if task in known else None
