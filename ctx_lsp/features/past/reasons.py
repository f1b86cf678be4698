"""The recent activity of a file, and the commit that last changed a line."""

from collections.abc import Collection
from dataclasses import dataclass

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timestamps import date_text
from ctx_lsp.features.changes import line_edits
from ctx_lsp.history.histories import Histories, Located
from ctx_lsp.history.log import PastCommit
from ctx_lsp.packing.formats.plain_text import plain
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.git import GitError, committed_texts
from ctx_lsp.text.git_log import commits_alone, line_commit

PERIOD = 90  # days before today in which changes are counted
MAX_SUBJECT = 120  # characters of the subject of a commit


@dataclass(frozen=True, slots=True)
class FileActivity:
    """The number of commits to a file in the last `PERIOD` days, and the author of its latest commit."""

    changes: int
    last_author: str


def often(changes: int, *, is_more: bool = False) -> str:
    """Describe how often something changed in the last `PERIOD` days; `is_more` means at least `changes` times."""
    if not changes and not is_more:
        return f"not changed in {PERIOD} days"
    return f"changed {changes:,}{'+' if is_more else ''} × in {PERIOD} days"


def file_activity(histories: Histories, path: str, day: int) -> FileActivity | None:
    """Return the activity of a file up to `day` (in days since 1970); None if no commit touched it."""
    touches = histories.touches(path)
    if not touches:
        return None
    recent = sum(day - PERIOD < one.commit.day <= day for one in touches)
    return FileActivity(recent, touches[0].commit.author)


def line_reason(
    snapshot: Snapshot, histories: Histories, path: str, line: int, token: CancelToken
) -> PastCommit | None:
    """Return the commit that last changed a line of the current text; None if the line is not committed.

    Lines are counted from 0. Runs `git blame` for one line, which takes from ten milliseconds to a second, depending on
    the file's history. Raises `Cancelled`.
    """
    located, entry = histories.locate(path), snapshot.files.get(path)
    if located is None or entry is None:
        return None
    folder, tip = located.root.directory, located.history.tip
    try:
        committed = committed_texts(folder, tip, [located.path])
    except GitError:
        return None
    token.check()
    if located.path not in committed:
        return None
    before = _committed_line(committed[located.path], entry.source.data, line)
    token.check()
    name = line_commit(folder, tip, located.path, before) if before is not None else None
    return next(iter(commits_named(located, [name] if name else ())), None)


def commits_named(located: Located, names: Collection[str]) -> list[PastCommit]:
    """Return the commits with these hashes, which have changed lines of a file, newest first.

    The history of files leaves out merges and very large commits, so these are read with git. If git fails, they are
    missing from the result.
    """
    known = [one.commit for one in located.history.touches(located.path) if one.commit.name in names]
    others = set(names).difference(one.name for one in known)
    try:
        found = commits_alone(located.root.directory, sorted(others)) if others else []
    except GitError:
        return known
    more = [PastCommit(one.name, one.author, one.time, one.subject) for one in found]
    return sorted((*known, *more), key=lambda one: -one.time) if more else known


def sentence_about_line(commit: PastCommit) -> str:
    """Return a sentence about the commit that last changed a line, in Markdown."""
    return f"Last changed: {plain(commit.subject, MAX_SUBJECT)} ({plain(commit.author)}, {date_text(commit.time)})"


def _committed_line(committed: bytes, current: bytes, line: int) -> int | None:
    """Return the number that a line of the current text has in the committed text; None if it is new or changed."""
    before, now = committed.splitlines(), current.splitlines()
    if line >= len(now):
        return None
    moved = 0
    for _, end_before, start, end in line_edits(before, now):
        if line < start:
            break
        if line < end:
            return None
        moved = end_before - end
    return line + moved
