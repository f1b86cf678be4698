"""Keeps which definitions the commits of each folder changed (`features.past.definition_history`).

The first request after a start reads the differences of up to `MAX_COMMITS` commits from Git. Later ones read only
those of new commits. Nothing is read before a request.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.changes import entry_of
from ctx_lsp.features.past.definition_history import DefinitionHistory, Owners, followed, owners_of
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.history.histories import Histories, Located
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.git import GitError, committed_texts, content_name, tree_below
from ctx_lsp.text.git_edits import commit_edits, first_parents

MAX_COMMITS = 1_500  # newest first parents of a folder whose differences are read
MAX_BYTES = 50_000_000  # of differences
WAIT = 0.05  # seconds between the checks for cancellation while another request reads

NONE = DefinitionHistory()


class _Known(NamedTuple):
    tip: str
    history: DefinitionHistory


class DefinitionHistories:
    """A thread-safe cache of the definition histories of the workspace's folders."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: dict[Path, _Known] = {}

    def of_file(self, snapshot: Snapshot, histories: Histories, path: str, token: CancelToken) -> DefinitionHistory:
        """Return the definition history of the folder that contains a file; empty if it cannot be read.

        Raises `Cancelled`.
        """
        located = histories.locate(path)
        if located is None or not snapshot.is_complete:
            return NONE
        while not self._lock.acquire(timeout=WAIT):
            token.check()
        try:
            folder = located.root.directory
            known = self._known.get(folder)
            if known is None or known.tip != located.history.tip:
                known = self._known[folder] = _read(snapshot, located, known, token)
        except GitError:
            return NONE
        else:
            return known.history
        finally:
            self._lock.release()


def _read(snapshot: Snapshot, located: Located, known: _Known | None, token: CancelToken) -> _Known:
    """Read the definition history up to the checked-out commit, after `known`. Raises `GitError`, `Cancelled`."""
    folder, tip = located.root.directory, located.history.tip
    line = first_parents(folder, tip, MAX_COMMITS, known.tip) if known else []
    older = known.history.commits if known and line and line[-1].parent == known.tip else ()
    if not older:  # the first time, or after a commit was amended
        line = first_parents(folder, tip, MAX_COMMITS)
    found = []
    for commit in followed(_owners_at(snapshot, located), commit_edits(folder, line, MAX_BYTES)):
        token.check()
        found.append(commit)
    return _Known(tip, DefinitionHistory((*found, *older)[:MAX_COMMITS]))


def _owners_at(snapshot: Snapshot, located: Located) -> Callable[[str], Owners | None]:
    """Return a function from the path of a file of code, below the folder, to the owners of its committed lines."""
    folder, tip, prefix = located.root.directory, located.history.tip, located.root.prefix
    committed = tree_below(folder, tip).texts

    def owners(path: str) -> Owners | None:
        entry = snapshot.files.get(f"{prefix}{path}")
        if entry is None or path not in committed or file_role(entry.path) not in ("source", "test"):
            return None
        if content_name(entry.source.data, committed[path]) != committed[path]:  # it was edited since the commit
            text = committed_texts(folder, tip, [path]).get(path)
            entry = entry_of(entry.path, text) if text is not None else None
        return owners_of(entry) if entry is not None else None

    return owners
