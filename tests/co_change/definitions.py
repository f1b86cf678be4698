"""Tasks about definitions that change together, from commits whose texts before and after are compared.

Each task is asked of an index that ends before all tasks of the repository, of the history before that as the product
follows it, and of the compared commits between that and the task.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.definition_diff import edited_definitions
from ctx_lsp.features.past.definition_history import DefinitionCommit, DefinitionHistory, Owners, followed, owners_of
from ctx_lsp.features.past.definition_partners import WEIGHTS, ChangeEvidence, evidence_of, surroundings_of
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.history.co_change import MAX_FILES
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.git import read_texts
from ctx_lsp.text.git_edits import commit_edits, first_parents
from ctx_lsp.text.git_log import LoggedCommit, TouchedFile, touched_contents
from ctx_lsp.workspace.past.definition_histories import MAX_BYTES as MAX_DIFFERENCES
from ctx_lsp.workspace.past.definition_histories import MAX_COMMITS
from tests.co_change.tasks import CODE, MAX_ANSWERS, Past

WINDOW = 60  # newest commits of code whose texts are compared: the tasks, and the commits between these
MAX_TASKS = 25  # newest of them that are tasks
BATCH = 50
MAX_BYTES = 300_000  # of a compared text
MAX_SIZE = 6_000_000  # bytes of all compared texts, after which the window ends


class WindowCommit(NamedTuple):
    """A commit: its name, its time in seconds since 1970, and the existing definitions that it changed."""

    name: str
    time: int
    symbols: tuple[str, ...]


class Candidate(NamedTuple):
    """A definition that may have changed together with a given one: the evidence, and whether it did."""

    evidence: ChangeEvidence
    is_wanted: bool


class DefinitionTask(NamedTuple):
    """The candidates for each definition of a commit, sorted by symbol, and how many others the commit changed."""

    commit: str
    others: int
    candidates: tuple[tuple[Candidate, ...], ...]


def window_of(folder: Path, commits: Sequence[LoggedCommit]) -> tuple[WindowCommit, ...]:
    """Return the newest commits of code, oldest first, with the definitions that they changed."""
    wanted = [one for one in commits if 1 < len(one.files) <= MAX_FILES and any(map(_is_code, one.files))][-WINDOW:]
    compared: list[LoggedCommit] = []
    by_path: dict[str, list[tuple[str, bytes, bytes]]] = defaultdict(list)
    size = 0
    for end in range(len(wanted), 0, -BATCH):
        batch = wanted[max(0, end - BATCH) : end]
        touched = touched_contents(folder, [one.name for one in batch])
        texts = dict(read_texts(folder, (name for files in touched.values() for one in files for name in one[1:])))
        for commit in reversed(batch):
            if size > MAX_SIZE:
                break
            compared.append(commit)
            for file, before, after in touched.get(commit.name, ()):
                if _is_code(file) and before in texts and after in texts and len(texts[after]) <= MAX_BYTES:
                    by_path[file.path].append((commit.name, texts[before], texts[after]))
                    size += len(texts[after])
    found: dict[str, list[str]] = defaultdict(list)
    for path, steps in by_path.items():  # file by file, because consecutive commits share a text
        for name, old, new in steps:
            found[name] += [node.symbol for node in edited_definitions(path, old, new)]
    return tuple(WindowCommit(one.name, one.time, tuple(found[one.name])) for one in reversed(compared))


def _is_code(file: TouchedFile) -> bool:
    kind, path, _ = file
    return kind in "MR" and file_role(path) in CODE


def tasks_in(window: Sequence[WindowCommit]) -> list[int]:
    """Return the positions of the newest commits of a window that changed several definitions."""
    found = [number for number, one in enumerate(window) if 1 < len(one.symbols) <= MAX_ANSWERS]
    return found[-MAX_TASKS:]


def history_before(folder: Path, commit: str, snapshot: Snapshot) -> tuple[DefinitionCommit, ...]:
    """Return the commits that changed definitions, up to the commit of the snapshot, newest first."""

    def owners(path: str) -> Owners | None:
        entry = snapshot.files.get(path)
        return owners_of(entry) if entry is not None and entry.role in CODE else None

    line = first_parents(folder, commit, MAX_COMMITS)
    return tuple(followed(owners, commit_edits(folder, line, MAX_DIFFERENCES, CancelToken())))


def definition_task(
    snapshot: Snapshot,
    task: Past,
    before: Sequence[DefinitionCommit],
    recent: Sequence[WindowCommit],
    now: WindowCommit,
) -> DefinitionTask:
    """Return a task; `recent` holds the commits between those of the history `before` and the task, oldest first."""
    commits = (DefinitionCommit(one.time, one.symbols) for one in reversed(recent) if one.symbols)
    history = DefinitionHistory((*commits, *before))
    changed = tuple(dict.fromkeys(now.symbols))
    found: list[tuple[Candidate, ...]] = []
    for given in changed:
        evidence = evidence_of(history, surroundings_of(snapshot, task.histories, given), given)
        found.append(tuple(Candidate(evidence[symbol], symbol in changed) for symbol in sorted(evidence)))
    return DefinitionTask(now.name, len(changed) - 1, tuple(found))


_NO_WEIGHT = ChangeEvidence()
_HISTORY = ("together", "together_lately", "beside")

ORDERS = {
    "definitions": WEIGHTS,
    "definitions, history alone": _NO_WEIGHT._replace(**{name: getattr(WEIGHTS, name) for name in _HISTORY}),
    "definitions, graph alone": _NO_WEIGHT._replace(edge=1.0),
    "definitions, without their history": WEIGHTS._replace(**dict.fromkeys((*_HISTORY, "often_by_edge"), 0.0)),
    **{f"definitions, without {name}": WEIGHTS._replace(**{name: 0.0}) for name in ChangeEvidence._fields},
}
"""The weights of the evidence in each order."""


def recalls(task: DefinitionTask, weights: ChangeEvidence, at: int = 5) -> Iterator[float]:
    """Yield, for each given definition, the share of the others among the first `at` candidates."""
    for candidates in task.candidates:
        best = sorted(candidates, key=lambda one: -one.evidence.score(weights))[:at]
        yield sum(one.is_wanted for one in best) / task.others
