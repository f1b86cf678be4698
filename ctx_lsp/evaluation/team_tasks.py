"""Questions with known answers that a team keeps in its repository, and the mean scores that a run must reach.

`tasks` reads the file and `run` runs the tasks; this module writes tasks and judges runs.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ctx_lsp.evaluation.eval_summary import Report
from ctx_lsp.evaluation.metrics import qualified_parts
from ctx_lsp.evaluation.run import COMPLETENESS, PACK_FIGURES, SEARCH_FIGURES, TOKENS
from ctx_lsp.evaluation.tasks import TaskError, read_tasks
from ctx_lsp.features.changes import entry_of
from ctx_lsp.text.generated import TEAM_TASKS
from ctx_lsp.workspace import BadRequest, task_line, without_numbers

FILE = Path(TEAM_TASKS)
GATES = tuple(name for name in (*SEARCH_FIGURES, *PACK_FIGURES) if name not in (COMPLETENESS, TOKENS))


@dataclass(frozen=True, slots=True)
class Requirement:
    """The minimum mean of the metric `figure`, which must be one of `GATES`."""

    figure: str
    least: float


def keep_task(root: Path, question: str, answers: Sequence[str]) -> Path:
    """Append a task to the task file of the repository at `root`, and return that file.

    An answer is the path of a file below `root`, or a symbol `PATH::NAME`. Raises `TaskError` if an answer does not
    exist or is ambiguous, if the task file already contains the question, or if the question seems to contain a secret.
    Raises `OSError` if the task file cannot be read or written.
    """
    relevant: list[dict[str, Any]] = []
    for target in (_target(root, answer) for answer in answers):
        if target not in relevant:
            relevant.append(target)
    file = root / FILE
    if file.exists() and any(task.query == question for task in read_tasks(file)):
        raise TaskError(f"{FILE.as_posix()} has this question already")
    try:
        line = task_line(question, relevant)
    except BadRequest as error:
        raise TaskError(str(error)) from error
    file.parent.mkdir(exist_ok=True)
    kept = file.read_text("utf-8") if file.exists() else ""
    with file.open("a", encoding="utf-8") as stream:
        stream.write("\n" if kept and not kept.endswith("\n") else "")
        stream.write(line + "\n")
    return file


def _target(root: Path, answer: str) -> dict[str, Any]:
    written, _, name = answer.partition("::")
    path = _path_below(root, written)
    if not name:
        return {"path": path}
    entry = entry_of(path, (root / path).read_bytes())
    if entry is None:
        raise TaskError(f"there is no symbol {name} in {path}")
    definition = entry.definitions[_index_of(name, [one.qualname for one in entry.definitions], path)]
    line = entry.source.line_at(entry.facts.spans[definition.index].start) + 1
    return {"symbol": without_numbers(definition.qualname), "locations": [{"path": path, "line": line}]}


def _index_of(name: str, qualnames: Sequence[str], path: str) -> int:
    """Return the index in `qualnames` of the name `name`, or else of the only name that ends with `name`.

    The names of second and later definitions of a symbol contain numbers; the definition without a number is preferred.
    Raises `TaskError` if no symbol or several symbols match. The message names the file `path`.
    """
    if name in qualnames:
        return qualnames.index(name)
    parts = qualified_parts(name)
    matches: dict[str, int] = {}
    for index, qualname in enumerate(qualnames):
        if qualified_parts(qualname)[-len(parts) :] == parts:
            plain = without_numbers(qualname)
            if plain == qualname or plain not in matches:
                matches[plain] = index
    found = [plain for plain in matches if qualified_parts(plain) == parts] or [*matches]
    if not found:
        raise TaskError(f"there is no symbol {name} in {path}")
    if len(found) > 1:
        raise TaskError(f"{path} has several symbols {name}: {', '.join(found)}; name one")
    return matches[found[0]]


def _path_below(root: Path, written: str) -> str:
    """Return the path of the file `written`, relative to `root` and spelled as in search results.

    Raises `TaskError` if there is no such file.
    """
    folder = root.absolute()
    file = Path(os.path.normpath(folder / written))  # a symbolic link keeps its own name, as in results
    if not file.is_relative_to(folder) or not file.is_file():
        raise TaskError(f"there is no file {written} in {root}")
    return file.relative_to(folder).as_posix()


def parse_requirement(text: str) -> Requirement:
    """Parse a requirement such as `recall=0.8`.

    Raises `ValueError` if the metric is not one of `GATES`, or the number is not between 0 and 1.
    """
    name, _, value = text.partition("=")
    if name not in GATES:
        raise ValueError(f"no figure named {name!r}; known are {', '.join(GATES)}")
    least = float(value) if value.replace(".", "", 1).isdigit() else -1.0
    if not 0 <= least <= 1:
        raise ValueError(f"{text!r} must have the form {name}=NUMBER, with a number from 0 to 1")
    return Requirement(name, least)


def unmet(report: Report, requirements: Sequence[Requirement]) -> list[str]:
    """Return a message for each requirement that a report does not meet, or whose metric no task has."""
    found = []
    for one in requirements:
        mean = report.total.figures.get(one.figure)
        if mean is None:
            found.append(f"no task has {one.figure}, but {one.least:g} is required")
        elif mean.mean < one.least:
            found.append(f"{one.figure} is {mean.mean:.3f}, but {one.least:g} is required")
    return found
