"""Alternative wordings of the tasks' questions, read from JSON lines. `rephrasing` runs them.

Each line is for one task; unknown fields are ignored. The keys of `phrasings` name the forms of the wordings. Any names
may be used, and not every task needs every form:

    {"id": "cache-1", "query": "where are stale entries dropped?", "phrasings": {
        "request": "Find the code that drops stale entries.", "noun": "removal of stale entries"}}

`query` is optional and repeats the task's question; a difference shows that the phrasings were written for other tasks.
`repo` is needed only if tasks of several repositories have the same id.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ctx_lsp.evaluation.tasks import Task, TaskError, decode_lines

Phrasings = Mapping[Task, Mapping[str, str]]
"""The alternative wordings of each task, keyed by form."""


class PhrasingsLine(msgspec.Struct, frozen=True):
    """A line of a phrasings file: a task's id, its wordings keyed by form, and perhaps its question and repository."""

    id: str
    phrasings: dict[str, str]
    query: str | None = None
    repo: str | None = None

    def __post_init__(self) -> None:
        """Raise `ValueError` for a blank wording."""
        for form, query in self.phrasings.items():
            if not query.strip():
                raise ValueError(f"expected a text in `phrasings.{form}`")


@dataclass(frozen=True, slots=True)
class MatchedPhrasings:
    """The phrasings of each task that has any, and the ids in the file that match no task."""

    by_task: Phrasings
    unknown: tuple[str, ...]


def read_phrasings(file: Path, tasks: Sequence[Task]) -> MatchedPhrasings:
    """Read the phrasings of `tasks` from a JSON-lines file.

    Raises `TaskError` if the format is wrong or the phrasings are for other tasks, and `OSError` if reading fails.
    """
    return parse_phrasings(file.read_bytes().splitlines(), str(file), tasks)


def parse_phrasings(lines: Sequence[bytes], name: str, tasks: Sequence[Task]) -> MatchedPhrasings:
    """Parse the phrasings of `tasks` from JSON lines.

    Raises `TaskError` if the format is wrong or the phrasings are for other tasks. Its message refers to the source of
    the lines as `name`.
    """
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
    """Return the error in `line` (an ambiguous id, another question, or a second line for a task), or None."""
    task, *others = candidates
    if others:
        return f"tasks of several repositories have the id {line.id!r}; add `repo`"
    if line.query not in (None, task.query):
        return f"the file is for other tasks: {line.id!r} asks {line.query!r} here, and {task.query!r} in the tasks"
    return f"a second line for the task {line.id!r}" if task in known else None
