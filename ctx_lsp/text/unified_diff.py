"""Parses unified diffs from `git diff` and `diff -u`, applies them to texts and reverts them."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import merge

_HUNK = re.compile(rb"@@ -(?P<old>\d+)(?:,(?P<old_count>\d+))? \+(?P<new>\d+)(?:,(?P<new_count>\d+))? @@")
_ESCAPE = re.compile(rb'\\([0-3][0-7]{2}|[abtnvfr"\\])')
_ESCAPED = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}
_DEV_NULL = "/dev/null"
_RENAMED_FROM, _RENAMED_TO = b"rename from ", b"rename to "
_OLD, _NEW = b" -\r", b" +\r"  # first characters of lines in each text; editors strip the space before an empty line


class DiffError(ValueError):
    """Error raised for a text that is not a unified diff. The message says what was expected instead."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """A hunk of a diff. The `new` lines begin at line `start` of the newer text, counted from 0.

    The `new` lines replace the `old` lines. The lines do not include line endings.
    """

    start: int
    old: tuple[bytes, ...]
    new: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class FileDiff:
    """The changes to one file. Paths are written as in the diff, including the prefix `a/` or `b/`.

    `old_path` is "" for an added file, and `new_path` is "" for a deleted file. `is_move` is true if Git says that the
    file was renamed. There are no hunks if it was only renamed.
    """

    old_path: str
    new_path: str
    hunks: tuple[Hunk, ...]
    is_move: bool = False


def parse_diff(text: str) -> list[FileDiff]:
    """Parse a unified diff and return the files that were changed or renamed, skipping other text.

    Raises `DiffError` if the text is no unified diff, is a combined diff of a merge, or contains a malformed hunk.
    """
    lines = text.encode("utf-8", "replace").split(b"\n")
    found: list[FileDiff] = []
    place = 0
    is_renamed = False  # whether the last file in `found` was renamed, and its hunks are still to come
    while place < len(lines) - 1:
        if lines[place].startswith(b"--- ") and lines[place + 1].startswith(b"+++ "):
            old, new = _path(lines[place]), _path(lines[place + 1])
            hunks, place = _hunks(lines, place + 2)
            if is_renamed:
                found.pop()
            found.append(FileDiff(old, new, tuple(hunks), is_renamed))
            is_renamed = False
        elif lines[place].startswith(_RENAMED_FROM) and lines[place + 1].startswith(_RENAMED_TO):
            old, new = _written(lines[place][len(_RENAMED_FROM) :]), _written(lines[place + 1][len(_RENAMED_TO) :])
            found.append(FileDiff(f"a/{old}", f"b/{new}", (), is_move=True))
            is_renamed = True
            place += 2
        elif lines[place].startswith(b"diff "):
            is_renamed = False
            place += 1
        elif lines[place].startswith(b"@@@"):
            raise DiffError("a diff between two texts, not the combined one of a merge")
        else:
            place += 1
    if not found and text.strip() and not text.startswith("diff "):  # such as mode changes and binary files
        raise DiffError("no line that begins with '--- ' and one with '+++ ' after it")
    return found


def reverted(diff: FileDiff, content: bytes) -> bytes | None:
    """Revert a diff in `content`; return the old text, or None if `content` is not the result of the diff."""
    return _replaced(content, [(hunk.start, hunk.new, hunk.old) for hunk in diff.hunks])


def applied(diff: FileDiff, content: bytes) -> bytes | None:
    """Apply a diff to `content`; return the new text, or None if the diff was made from another text."""
    return _replaced(content, [(hunk.start, hunk.old, hunk.new) for hunk in diff.hunks])


def _replaced(content: bytes, parts: Sequence[tuple[int, Sequence[bytes], Sequence[bytes]]]) -> bytes | None:
    """Replace the old lines of each part with the new ones; return None if some old lines do not occur in `content`.

    Each part holds a line number, old lines and new lines. The search for the old lines starts at the end of the
    previous part. If they occur more than once, the match nearest to the line number is used.
    """
    lines = content.split(b"\n")
    places = _Places([line.rstrip(b"\r") for line in lines])
    result: list[bytes] = []
    done = 0
    for start, old, new in parts:
        place = places.nearest([line.rstrip(b"\r") for line in old], start, done)
        if place is None:
            return None
        result += [*lines[done:place], *new]
        done = place + len(old)
    return b"\n".join([*result, *lines[done:]])


@dataclass(frozen=True)
class _Places:
    """Finds the indices at which blocks of lines occur in `lines`."""

    lines: list[bytes]

    def nearest(self, block: list[bytes], start: int, first: int) -> int | None:
        """Return the index at which `block` occurs, or None if it does not occur at `first` or later.

        If `block` occurs more than once, return the index nearest to `start`.
        """
        if not block:  # only additions, without context lines
            return min(max(start, first), len(self.lines))
        if start >= first and self._is_at(start, block):  # the usual case: nothing is searched
            return start
        return next((place for place in self._candidates(block, start, first) if self._is_at(place, block)), None)

    def _is_at(self, place: int, block: list[bytes]) -> bool:
        return self.lines[place : place + len(block)] == block

    def _candidates(self, block: list[bytes], start: int, first: int) -> Iterator[int]:
        """Yield the indices, from `first` on, at which the rarest line of `block` fits, nearest to `start` first."""
        rarest = min(range(len(block)), key=lambda number: len(self._numbers.get(block[number], ())))
        numbers, wanted = self._numbers.get(block[rarest], []), start + rarest
        lowest = bisect_left(numbers, first + rarest)
        middle = max(lowest, bisect_left(numbers, wanted))
        before = (numbers[at] for at in range(middle - 1, lowest - 1, -1))
        after = (numbers[at] for at in range(middle, len(numbers)))
        for number in merge(before, after, key=lambda number: (abs(number - wanted), number)):
            yield number - rarest

    @cached_property
    def _numbers(self) -> dict[bytes, list[int]]:
        """The indices of equal lines, in order, keyed by the content of the lines."""
        found: dict[bytes, list[int]] = {}
        for number, line in enumerate(self.lines):
            found.setdefault(line, []).append(number)
        return found


def _hunks(lines: Sequence[bytes], place: int) -> tuple[list[Hunk], int]:
    found: list[Hunk] = []
    while place < len(lines) and (head := _HUNK.match(lines[place])):
        counts = [int(head[name]) if head[name] is not None else 1 for name in ("old_count", "new_count")]
        old: list[bytes] = []
        new: list[bytes] = []
        place += 1
        for mark, line in _body(lines, place, counts):
            place += 1
            if mark in _OLD:
                old.append(line)
            if mark in _NEW:
                new.append(line)
        while place < len(lines) and lines[place].startswith(b"\\"):  # "\ No newline at end of file"
            place += 1
        first = int(head["new"]) - bool(counts[1])  # an empty range names the line before it
        found.append(Hunk(max(0, first), tuple(old), tuple(new)))
    return found, place


def _body(lines: Sequence[bytes], place: int, counts: list[int]) -> Iterator[tuple[bytes, bytes]]:
    """Yield each line of the hunk whose lines begin at `place`, split into its first character and the rest.

    `counts` holds the numbers of old and new lines in the hunk. Raises `DiffError` for a line that cannot be in a hunk.
    """
    old, new = counts
    while (old or new) and place < len(lines):
        mark, line = lines[place][:1] or b" ", lines[place][1:]
        place += 1
        if mark not in b" +-\r\\":
            raise DiffError(f"a line of a hunk that begins with ' ', '+' or '-', not {lines[place - 1][:40]!r}")
        old -= mark in _OLD
        new -= mark in _NEW
        yield mark, line


def _path(line: bytes) -> str:
    path = _written(line[4:].partition(b"\t")[0])
    return "" if path == _DEV_NULL else path


def _written(name: bytes) -> str:
    return unquoted(name.rstrip(b"\r")).decode("utf-8", "replace")


def unquoted(name: bytes) -> bytes:
    """Return a file name without the quotes and escapes with which git writes unusual ones."""
    is_quoted = len(name) > 1 and name.startswith(b'"') and name.endswith(b'"')
    return _ESCAPE.sub(_unescaped, name[1:-1]) if is_quoted else name


def _unescaped(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return bytes([int(code, 8)]) if code[:1].isdigit() else _ESCAPED.get(code, code)
