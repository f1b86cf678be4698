"""Keeps which definitions the commits of each folder changed (`features.past.definition_history`).

The first request after a start reads the differences of up to `MAX_COMMITS` commits from Git. Later ones read only
those of new commits. Nothing is read before a request. A request that is cancelled, or for which Git takes too long,
leaves what it has read to the next one.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.changes import entry_of
from ctx_lsp.features.past.definition_history import DefinitionHistory, Owners, followed, owners_of
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.history.histories import Histories, Located
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.git import GitError, GitTimeout, content_name, read_texts, time_limit, tree_below
from ctx_lsp.text.git_edits import CommitEdits, CommitLine, commit_edits, first_parents

MAX_COMMITS = 1_500  # newest first parents of a folder whose differences are read
MAX_BYTES = 50_000_000  # of differences
TIME_LIMIT = 10.0  # seconds that one request may read
RETRY_PAUSE = 60.0  # seconds without another attempt after Git failed at a commit
WAIT = 0.05  # seconds between the checks for cancellation while another request reads
TEXTS = 100  # committed texts read by one call of Git

NONE = DefinitionHistory()
LATE = DefinitionHistory(is_late=True)

log = logging.getLogger(__name__)


class _Known(NamedTuple):
    """A definition history, and the commit up to which it reaches."""

    tip: str
    history: DefinitionHistory


@dataclass(frozen=True, slots=True)
class _Begun:
    """The edits that were read so far, from `tip` backwards.

    `base` is the last commit of the history that is already known, before which reading ends, or "" if none is known.
    """

    tip: str
    base: str
    edits: list[CommitEdits] = field(default_factory=list)


class _Failure(NamedTuple):
    """A failure of Git to read the history up to `tip`.

    `answer` is returned until the time `until` (as `monotonic` gives it), when Git is tried again.
    """

    tip: str
    until: float
    answer: DefinitionHistory


class DefinitionHistories:
    """A thread-safe cache of the definition histories of the workspace's folders."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._folders: dict[Path, _Folder] = {}

    def of_file(self, snapshot: Snapshot, histories: Histories, path: str, token: CancelToken) -> DefinitionHistory:
        """Return the definition history of the folder that contains a file.

        The history is empty if it cannot be read, or if not all files are indexed yet. If Git takes longer than
        `TIME_LIMIT` seconds, it is empty and `is_late` is set. After a failure, the same answer is given for
        `RETRY_PAUSE` seconds. Raises `Cancelled`.
        """
        located = histories.locate(path)
        if located is None or not snapshot.is_complete:
            return NONE
        with self._lock:
            current = {root.directory for root in histories.roots.all}
            self._folders = {one: folder for one, folder in self._folders.items() if one in current}
            folder = self._folders.setdefault(located.root.directory, _Folder())
        return folder.history(snapshot, located, token)


class _Folder:
    """The definition history of one folder. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: _Known | None = None
        self._begun = _Begun("", "")
        self._failure = _Failure("", 0, NONE)

    def history(self, snapshot: Snapshot, located: Located, token: CancelToken) -> DefinitionHistory:
        """Return the history up to the checked-out commit; empty if it cannot be read. Raises `Cancelled`."""
        while not self._lock.acquire(timeout=WAIT):
            token.check()
        tip = located.history.tip
        try:
            if self._known is None or self._known.tip != tip:
                if self._failure.tip == tip and monotonic() < self._failure.until:
                    return self._failure.answer
                with time_limit(TIME_LIMIT):
                    self._known = self._read(snapshot, located, token)
                self._begun = _Begun("", "")
        except GitError as error:
            log.info("the edits of the commits of %s cannot be read: %s", located.root.directory, error)
            self._failure = _Failure(tip, monotonic() + RETRY_PAUSE, LATE if isinstance(error, GitTimeout) else NONE)
            return self._failure.answer
        else:
            return self._known.history
        finally:
            self._lock.release()

    def _read(self, snapshot: Snapshot, located: Located, token: CancelToken) -> _Known:
        """Read the history up to the checked-out commit. Raises `GitError`, `Cancelled`.

        If the known history can be extended, read only the commits after it.
        """
        folder, tip = located.root.directory, located.history.tip
        known = self._known
        line = _line_after(folder, tip, known.tip) if known and _are_all_there(known.history, snapshot) else []
        older = known if line else None
        line = line or first_parents(folder, tip, MAX_COMMITS)  # also after a commit was amended, or a name has gone
        base = older.tip if older else ""
        if (self._begun.tip, self._begun.base) != (tip, base):
            self._begun = _Begun(tip, base)
        edits = self._begun.edits
        try:
            for one in commit_edits(folder, line[len(edits) :], MAX_BYTES, token):
                edits.append(one)  # one by one, because the next may fail
        except GitTimeout:
            raise
        except GitError:  # as in `commit_edits`, the history ends before contents that are missing
            if not edits:
                raise
        found = followed(_owners_at(snapshot, located, edits, token), edits)
        return _Known(tip, DefinitionHistory((*found, *(older.history.commits if older else ()))[:MAX_COMMITS]))


def _are_all_there(history: DefinitionHistory, snapshot: Snapshot) -> bool:
    """Return whether all definitions in the history still exist.

    If one was renamed or removed, its commits may belong to a definition with another name.
    """
    symbols = {symbol for commit in history.commits for symbol in commit.symbols}
    return all(snapshot.definition(symbol) is not None for symbol in symbols)


def _line_after(folder: Path, tip: str, known: str) -> list[CommitLine]:
    """Return `tip` and its first-parent ancestors down to the commit `known`, which is left out, newest first.

    Returns an empty list if `known` is not such an ancestor, or if there are too many commits after it. Raises
    `GitTimeout`.
    """
    try:
        line = first_parents(folder, tip, MAX_COMMITS, known)
    except GitTimeout:
        raise
    except GitError:  # the commit no longer exists
        return []
    return line if line and line[-1].parent == known else []


def _owners_at(
    snapshot: Snapshot, located: Located, edits: list[CommitEdits], token: CancelToken
) -> Callable[[str], Owners | None]:
    """Return a function that finds the owner of each line of a file in the checked-out commit.

    The function takes a path relative to the folder. It returns None for a file that `edits` do not edit or that is not
    code. Raises `GitError`, `Cancelled`.
    """
    folder, prefix = located.root.directory, located.root.prefix
    committed = tree_below(folder, located.history.tip).texts
    found: dict[str, Owners] = {}
    changed: list[str] = []  # since the commit
    for path in dict.fromkeys(file.path for one in edits for file in one.files):
        token.check()
        entry = snapshot.files.get(f"{prefix}{path}")
        if entry is None or path not in committed or file_role(entry.path) not in ("source", "test"):
            continue
        if _is_committed(entry, committed[path]):
            found[path] = owners_of(entry)
        else:
            changed.append(path)
    for start in range(0, len(changed), TEXTS):
        paths = changed[start : start + TEXTS]
        texts = dict(read_texts(folder, (committed[path] for path in paths)))
        for path in paths:
            token.check()
            text = texts.get(committed[path])
            entry = entry_of(f"{prefix}{path}", text) if text is not None else None
            if entry is not None:
                found[path] = owners_of(entry)
    return found.get


def _is_committed(entry: FileEntry, name: str) -> bool:
    """Return whether a file has the committed content whose hash is `name`, perhaps with CRLF as its line ending."""
    data = entry.source.data
    if content_name(data, name) == name:
        return True
    return b"\r\n" in data and content_name(data.replace(b"\r\n", b"\n"), name) == name
