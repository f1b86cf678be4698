"""Tasks for `ctx-lsp eval` from packs: a question, and the symbols or files that answer it.

Nothing here writes files: the editor or the command line appends the line of a task to the repository's task file.
`evaluation` reads and runs the tasks.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ctx_lsp.base.digest import digest
from ctx_lsp.features.model import BadRequest
from ctx_lsp.features.symbols import resolve_symbol
from ctx_lsp.graph.entry import path_of, qualname_of, without_numbers
from ctx_lsp.text.generated import TEAM_TASKS
from ctx_lsp.text.secrets import secret_in
from ctx_lsp.text.side_files import read_side_file
from ctx_lsp.workspace.analysis import Analysis

MAX_BYTES = 16_000_000  # of a task file


@dataclass(frozen=True, slots=True)
class TeamTask:
    """A question with its answers (symbol ids, or paths of files), and its line for the task file at `path`.

    `path` is a workspace path. The line has no line break at its end.
    """

    path: str
    question: str
    answers: tuple[str, ...]
    line: str


def task_line(question: str, relevant: Sequence[Mapping[str, Any]]) -> str:
    """Return the line of a task, in the format that `evaluation.tasks` describes.

    Raises `BadRequest` if the question seems to contain a secret.
    """
    if kind := secret_in(question):
        raise BadRequest(
            f"the question seems to contain {kind}, which would be readable in the repository: ask again without it"
        )
    task = {"id": digest(question.encode()).hex()[:8], "query": question, "relevant": relevant}
    return json.dumps(task, ensure_ascii=False)


def team_task(analysis: Analysis, question: str, named: Sequence[str]) -> TeamTask:
    """Return the task for a question whose answers are the named symbols and the files with the named paths.

    Raises `BadRequest` if there are no answers, one of them does not exist, or they are in several workspace folders;
    if the question seems to contain a secret; and if the task file already has the question.
    """
    if not named:
        raise BadRequest("no piece is marked useful or missing: mark the code that answers the question, or name it")
    snapshot = analysis.snapshot
    resolved = (one if one in snapshot.files else resolve_symbol(snapshot, one).id for one in named)
    answers = tuple(dict.fromkeys(resolved))
    located = {answer: analysis.roots.locate(path_of(answer)) for answer in answers}
    roots = {place[0] for place in located.values() if place is not None}
    if len(roots) != 1 or None in located.values():
        raise BadRequest("the answers must be in files of one workspace folder")
    root = roots.pop()
    kept = read_side_file(root.directory, TEAM_TASKS, MAX_BYTES) or b""
    if question in _questions(kept):
        raise BadRequest(f"{root.prefix}{TEAM_TASKS} has this question already")
    relevant = [_target(analysis, answer, len(root.prefix)) for answer in answers]
    return TeamTask(root.prefix + TEAM_TASKS, question, answers, task_line(question, relevant))


def _questions(kept: bytes) -> set[str]:
    """Return the questions in a task file. Malformed lines are skipped here; `ctx-lsp eval` reports them."""
    found = set()
    for line in kept.splitlines():
        try:
            task = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(task, dict) and isinstance(task.get("query"), str):
            found.add(task["query"])
    return found


def _target(analysis: Analysis, answer: str, prefix: int) -> dict[str, Any]:
    definition = analysis.snapshot.definition(answer)
    path = path_of(answer)[prefix:]
    if definition is None:
        return {"path": path}
    entry = analysis.snapshot.files[definition.path]
    line = entry.source.line_at(entry.facts.spans[definition.index].start) + 1
    return {"symbol": without_numbers(qualname_of(answer)), "locations": [{"path": path, "line": line}]}
