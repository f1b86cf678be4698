"""Reads the history of a folder from the cache, and from Git where the cache lacks commits.

`records` defines the bytes in the cache; `text.git_log` reads Git. A later call reads only the new commits if they
follow the known ones in a single line. Otherwise (after a change of branch or a merge), the log is rebuilt.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.history.log import HistoryLog
from ctx_lsp.history.records import decode_commits, encode_commits, segment_key, segments
from ctx_lsp.text.git import GitError, GitTimeout, resolve_revision
from ctx_lsp.text.git_log import LoggedCommit, commit_names, commits_on_top, logged_commits

MAX_COMMITS = 20_000  # commits of a log; more would only take more time
SLACK = 1_000  # further commits that may be added before the log is built anew
BATCH = 500  # commits read in one call of Git


def read_history(
    folder: Path, known: HistoryLog | None, open_store: Callable[[], BlobStore], token: CancelToken
) -> HistoryLog | None:
    """Return the log up to the current commit of `folder`: `known`, extended by the new commits, or a new log.

    `open_store` opens the cache, which is used only to build a new log. Returns None once `token` is cancelled. Raises
    `GitError` if the folder has no commits.
    """
    tip = resolve_revision(folder, "HEAD")
    if known is not None and (known.tip == tip or _added(folder, known, tip, token)):
        return None if token.cancelled else known
    with closing(open_store()) as store:
        log = HistoryLog()
        for segment in segments(commit_names(folder, tip, MAX_COMMITS)[::-1]):
            key = segment_key(segment)
            stored = store.get_many([key]).get(key)
            commits = decode_commits(stored, segment) if stored is not None else None
            if commits is None:
                commits = _read(folder, segment, token)
                if token.cancelled:
                    return None
                if encoded := encode_commits(commits):
                    store.put_many([(key, encoded)])
            _add(log, commits)
    log.tip = tip
    return log


def _added(folder: Path, log: HistoryLog, tip: str, token: CancelToken) -> bool:
    """Add the commits that follow the tip of `log`, up to the commit `tip`, and return True.

    If they do not form a single line, or if the log would become too long, add nothing and return False. If `token` is
    cancelled in the meantime, add nothing and return True.
    """
    try:
        names = commits_on_top(folder, tip, log.tip)
    except GitTimeout:
        raise
    except GitError:  # the commit `log.tip` no longer exists
        return False
    if names is None or len(log) + len(names) > MAX_COMMITS + SLACK:
        return False
    commits = _read(folder, names[::-1], token)
    if not token.cancelled:  # else some are missing, and no later call would add them
        _add(log, commits)
        log.tip = tip
    return True


def _add(log: HistoryLog, commits: Iterable[LoggedCommit]) -> None:
    for commit in commits:
        log.add(commit)


def _read(folder: Path, names: Sequence[str], token: CancelToken) -> list[LoggedCommit]:
    found: list[LoggedCommit] = []
    for start in range(0, len(names), BATCH):
        if token.cancelled:
            break
        found += logged_commits(folder, names[start : start + BATCH])
    return found
