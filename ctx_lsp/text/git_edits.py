"""Reads which lines each commit edited, following first parents.

A merge is compared with its first parent. So each commit is compared with the one that is read next, and a line can be
followed from commit to commit without reading a text. The module `git` runs the program.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.text.git import GitError, GitTimeout, first_output, run_git
from ctx_lsp.text.git_log import RENAMED, RENAMES_COMPARED
from ctx_lsp.text.unified_diff import unquoted

BATCH = 50  # commits compared by one call of git
_COMPARE = (
    *("-c", "core.bigFileThreshold=1m"),  # larger files count as binary, so that their differences are not written
    *("-c", "core.quotePath=false", "diff-tree", "--stdin"),
    *("-r", "-p", "-U0", "--relative", "--no-color", "--no-ext-diff", "--no-textconv", "--full-index"),
    *("--src-prefix=a/", "--dst-prefix=b/", RENAMED, RENAMES_COMPARED),
)
_HEADINGS = (
    *(b"index ", b"--- ", b"+++ ", b"similarity ", b"dissimilarity ", b"rename ", b"copy ", b"old mode", b"new mode"),
    *(b"new file", b"deleted file", b"Binary files"),
)


class LineEdit(NamedTuple):
    """A replacement of `removed` lines by `added` lines, which begin at the line `start` (from 0) of the new text."""

    start: int
    added: int
    removed: int


class EditedFile(NamedTuple):
    """The edits of a file, in text order. `former` is the path before a rename, otherwise empty."""

    path: str
    former: str
    edits: tuple[LineEdit, ...]


class CommitEdits(NamedTuple):
    """The files below a folder that a commit edited. `time` is the commit's date in seconds since 1970."""

    name: str
    time: int
    files: tuple[EditedFile, ...]


class CommitLine(NamedTuple):
    """A commit, its date in seconds since 1970, and its first parent."""

    name: str
    time: int
    parent: str


def first_parents(folder: Path, tip: str, count: int, known: str = "") -> list[CommitLine]:
    """Return at most `count` commits: `tip` and its first-parent ancestors, newest first. Raises `GitError`.

    A commit without parents is left out. If `known` is given, `known` and its ancestors are left out as well.
    """
    options = ("--first-parent", "--parents", "--timestamp", f"--max-count={count}")
    rows = run_git(folder, "rev-list", *options, tip, *([f"^{known}"] if known else [])).decode("ascii").splitlines()
    split = (row.split() for row in rows)
    return [CommitLine(name, int(time), parents[0]) for time, name, *parents in split if parents]


def commit_edits(
    folder: Path, commits: Sequence[CommitLine], max_bytes: int, token: CancelToken
) -> Iterator[CommitEdits]:
    """Yield the edits of `commits`, in their order.

    Ends early after `max_bytes` bytes of differences, and before the first commit whose contents are missing from a
    partial clone. Raises `GitError` if git fails or the contents of the very first commit are missing, and `Cancelled`
    before a batch of commits if `token` is cancelled.
    """
    left, start, width = max_bytes, 0, BATCH
    while start < len(commits) and left > 0:
        token.check()
        batch = commits[start : start + width]
        asked = "".join(f"{one.name} {one.parent}\n" for one in batch).encode("ascii")
        try:
            differences = first_output(folder, *_COMPARE, asked=asked, max_bytes=left)
        except GitTimeout:
            raise
        except GitError:
            if len(batch) > 1:
                width = len(batch) // 2  # to find the commit whose contents are missing
                continue
            if start:
                return
            raise
        left -= len(differences)
        lines = differences.split(b"\n")[:-1]  # the last one is empty or cut off
        found = dict(_parsed(lines, {one.name for one in batch}))
        if not left:  # the differences of the last commit may be cut off
            batch = batch[: max((number for number, one in enumerate(batch) if one.name in found), default=0)]
        for one in batch:
            yield CommitEdits(one.name, one.time, found.get(one.name, ()))
        start += len(batch)


def _parsed(lines: Sequence[bytes], names: set[str]) -> Iterator[tuple[str, tuple[EditedFile, ...]]]:
    """Yield the hash and the edited files of each commit in `lines`, the output of `git diff-tree --stdin -p`.

    `names` holds the hashes of the commits. A line that is one of them begins a commit.
    """
    name, files, number = "", [], 0
    while number < len(lines):
        line = lines[number]
        if line.startswith(b"diff --git "):
            file, number = _file(lines, number + 1)
            files += [file] if file else []
            continue
        if len(line) >= 40 and (found := line.decode("ascii", "replace")) in names:
            if name:
                yield name, tuple(files)
            name, files = found, []
        number += 1
    if name:
        yield name, tuple(files)


def _file(lines: Sequence[bytes], number: int) -> tuple[EditedFile | None, int]:
    """Parse the differences of one file, which begin at line `number`, and return the file.

    Also return the number of the line after the differences. The file is None if it was deleted, or if git shows none
    of its lines (a binary file, for example) and it was not renamed.
    """
    path = former = ""
    edits: list[LineEdit] = []
    while number < len(lines):
        line = lines[number]
        if line.startswith(b"@@ "):
            edit = _edit(line)
            edits.append(edit)
            number += 1 + edit.added + edit.removed
            while number < len(lines) and lines[number].startswith(b"\\"):  # no newline at the end of the file
                number += 1
            continue
        if line.startswith(b"diff --git ") or not line.startswith(_HEADINGS):
            break
        if line.startswith(b"+++ "):
            name = unquoted(line[4:].rstrip(b"\t"))
            path = name[2:].decode("utf-8", "replace") if name.startswith(b"b/") else ""
        elif line.startswith(b"rename to "):
            path = unquoted(line[10:]).decode("utf-8", "replace")
        elif line.startswith(b"rename from "):
            former = unquoted(line[12:]).decode("utf-8", "replace")
        number += 1
    return (EditedFile(path, former, tuple(edits)) if path else None), number


def _edit(line: bytes) -> LineEdit:
    """Parse the heading of an edit: `@@ -3,2 +3 @@`."""
    _, before, after, _ = line.split(b" ", 3)
    removed, (start, added) = _range(before)[1], _range(after)
    return LineEdit(start - 1 if added else start, added, removed)


def _range(text: bytes) -> tuple[int, int]:
    start, comma, count = text[1:].partition(b",")
    return int(start), int(count) if comma else 1
