"""Tasks built from a git history: commit messages are the questions, and the changed definitions are the answers.

A question must be asked about the code of the commit's parent (see `run`). Commit messages were not written as search
queries, so these tasks do not share the bias of hand-written ones. Messages are imprecise, so scores are lower and
serve only to compare settings.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.messages import question
from ctx_lsp.features.definition_diff import edited_definitions, is_source
from ctx_lsp.features.nodes import Node
from ctx_lsp.text.git import Commit, FileChange, changes_between, history, read_texts, resolve_revision

MAX_FILES = 6  # source files that a commit may change; larger commits rarely have a single topic
MAX_PATHS = 20  # files of any kind, for the same reason
MAX_DEFINITIONS = 12
BATCH = 200  # commits read together


@dataclass(frozen=True, slots=True)
class HistoryTask:
    """A question, and the definitions that `commit` changed, as they were in the commit `parent`.

    There is always at least one changed definition.
    """

    commit: str
    parent: str
    query: str
    changed: tuple[Node, ...]


def history_tasks(repository: Path, count: int, token: CancelToken, revision: str = "HEAD") -> list[HistoryTask]:
    """Build up to `count` tasks from the history of `revision`, newest commit first.

    Merges and reverts are left out. So are commits that may have moved files, change too much at once, change no
    existing definition, or have a subject that says nothing about code. The same history always gives the same tasks.
    Raises `GitError` and `Cancelled`.
    """
    tip = resolve_revision(repository, revision)
    found: list[HistoryTask] = []
    for commit in _commits(repository, tip):
        if len(found) == count:
            break
        token.check()
        query = question(commit.message)
        changed = _changed(repository, commit) if query else ()
        if query and 0 < len(changed) <= MAX_DEFINITIONS:
            found.append(HistoryTask(commit.name, commit.parent, query, changed))
    return found


def _commits(repository: Path, tip: str) -> Iterator[Commit]:
    skip = 0
    while batch := history(repository, tip, BATCH, skip):
        yield from batch
        skip += BATCH


def _changed(repository: Path, commit: Commit) -> tuple[Node, ...]:
    """Return the definitions that a commit changed or removed.

    The result is empty if the commit changed many files or may have moved some.
    """
    changes = changes_between(repository, commit.parent, commit.name)
    sources = [change for change in changes if is_source(change.path)]
    if len(changes) > MAX_PATHS or len(sources) > MAX_FILES or {change.kind for change in sources} >= {"A", "D"}:
        return ()  # files removed in one place and added in another have most likely moved
    older = [change for change in sources if change.kind in "MD"]
    contents = dict(read_texts(repository, [name for change in older for name in (change.before, change.after)]))
    return tuple(node for change in older for node in _edited(change, contents))


def _edited(change: FileChange, contents: dict[str, bytes]) -> tuple[Node, ...]:
    if change.before not in contents:  # too large, or a submodule
        return ()
    return edited_definitions(change.path, contents[change.before], contents.get(change.after, b""))
