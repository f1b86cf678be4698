"""Passages: runs of lines that a pack shows together.

A short definition is one passage. Long definitions and the text between definitions are cut into several passages,
preferably at blank lines and at lines with little indentation. No line is cut, however long. Licence notices at the
beginning of files are left out. `relevance` decides which passages answer a question.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.answer.line_kinds import import_lines
from ctx_lsp.packing.detail import lines
from ctx_lsp.syntax.symbol_kinds import VALUE_KINDS
from ctx_lsp.text.source import SourceText

WHOLE_LINES = 16  # a definition of at most this many lines is not cut
PASSAGE_LINES = 14  # longer runs are cut
SHORTEST_CUT = 6  # minimum number of lines on either side of a cut
JOINED_LINES = 3  # passages shorter than this are joined with a neighbour
PASSAGE_BYTES = 2_400  # runs of long lines, such as prose and SQL, are cut sooner

# Score of a cut: a bonus after a blank line, and penalties for each column of indentation and for each line by which
# the passage is longer or shorter than the ideal length.
_BLANK, _COLUMN, _DISTANCE = 10.0, 0.25, 0.3
_IDEAL_LINES = 10

_NOTICE = re.compile(
    rb"copyright|spdx-license|licen[sc]ed under|all rights reserved|permission is hereby", re.IGNORECASE
)
_COMMENT_LINE = re.compile(rb"(?:\xef\xbb\xbf)?[ \t]*(?://|#(?=[\s#!]|$)|--|;|%|<\?php|(/\*|<!--|\(\*|\{-))")
_COMMENT_END = re.compile(rb"\*/|-->|\*\)|-\}")
_HEAD_LINES = 80  # number of lines at the beginning of a file that are searched for a licence notice

VALUE_LIKE_KINDS = VALUE_KINDS | {"EnumMember", "Key"}


@dataclass(frozen=True, slots=True)
class Passage:
    """The lines of a file from `start` up to but not including `end`, counted from 0.

    Neither the first nor the last line is blank. `owner` is the index of the innermost definition that contains all of
    the lines, or -1.
    """

    start: int
    end: int
    owner: int


@dataclass(slots=True)
class _PassageBlock:
    """The lines of a definition or of the whole file, and the blocks of the definitions nested in it."""

    start: int
    end: int
    owner: int
    inner: list["_PassageBlock"]


def passages_of(entry: FileEntry, imports: Sequence[bool] | None = None) -> tuple[Passage, ...]:
    """Return the passages of a file, in order; `imports` is the result of `import_lines`, if the caller has it.

    Together, the passages cover every line, except blank lines and licence notices.
    """
    source, depths = entry.source, lines.indents(entry.source, 0, entry.source.line_count)
    found: list[Passage] = []
    notice, imports = notice_end(source), imports or import_lines(entry)
    for start, end, owner in _pieces(source, _nested(entry)):
        runs = [(start, end)] if owner >= 0 else _runs(imports, max(start, notice), end)
        for first, last in chain.from_iterable(_cut(source, depths, *run) for run in runs):
            before = found[-1] if found else None
            is_like = before and before.owner == owner and (owner >= 0 or imports[first] == imports[before.start])
            if before and is_like and _belong_together(source, before, first, last):
                found[-1] = Passage(before.start, last, owner)
            else:
                found.append(Passage(first, last, owner))
    return tuple(found)


def _runs(imports: Sequence[bool], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Split a run of lines into runs of import lines and runs of other lines."""
    for _, group in groupby(range(start, end), key=imports.__getitem__):
        numbers = list(group)
        yield numbers[0], numbers[-1] + 1


def _belong_together(source: SourceText, before: Passage, first: int, last: int) -> bool:
    """Return whether the lines from `first` up to `last` should be joined with the preceding passage."""
    is_short = min(last - first, before.end - before.start) < JOINED_LINES
    return is_short and last - before.start <= PASSAGE_LINES and _is_small(source, before.start, last)


def _is_small(source: SourceText, start: int, end: int) -> bool:
    return _offset(source, end) - _offset(source, start) <= PASSAGE_BYTES


def _offset(source: SourceText, line: int) -> int:
    return source.line_starts[line] if line < source.line_count else len(source.data)


def _nested(entry: FileEntry) -> _PassageBlock:
    """Build a tree of the definitions in a file, nested by position, and return the root, which is the file.

    Go methods are not nested in their type, because they are declared outside it.
    """
    file = _PassageBlock(0, entry.source.line_count, -1, [])
    around = [file]
    for start, end, index in sorted(_spans(entry), key=lambda one: (one[0], -one[1], one[2])):
        while len(around) > 1 and end > around[-1].end:
            around.pop()
        parent = around[-1]
        if parent.inner and start < parent.inner[-1].end:
            continue  # the definition begins on a line of the previous one, whose passage shows it
        block = _PassageBlock(start, end, index, [])
        parent.inner.append(block)
        around.append(block)
    return file


def _spans(entry: FileEntry) -> Iterator[tuple[int, int, int]]:
    for index, symbol in enumerate(entry.facts.outline.symbols):
        if symbol.kind not in VALUE_LIKE_KINDS:
            span = entry.facts.spans[index]
            ((start, end),) = lines.holding(entry.source, span.start, span.end)
            yield start, end, index


def _pieces(source: SourceText, block: _PassageBlock) -> Iterator[tuple[int, int, int]]:
    """Yield the runs of lines that have the same owner, in order; a short definition is one run with all its lines."""
    is_short = block.end - block.start <= WHOLE_LINES and _is_small(source, block.start, block.end)
    if block.owner >= 0 and is_short:
        yield block.start, block.end, block.owner
        return
    at = block.start
    for inner in block.inner:
        if at < inner.start:
            yield at, inner.start, block.owner
        yield from _pieces(source, inner)
        at = max(at, inner.end)
    if at < block.end:
        yield at, block.end, block.owner


def notice_end(source: SourceText) -> int:
    """Return the line after the licence notice at the beginning of a file, or 0 if there is no notice."""
    end, is_open, block = 0, False, 0
    for line in range(min(source.line_count, _HEAD_LINES)):
        first, last = source.line_range(line)
        opened = _COMMENT_LINE.match(source.data, first, last)
        if not is_open and not source.data[first:last].strip():
            block = last
            continue
        if not is_open and not opened:
            return end
        if is_open or (opened and opened[1]):
            is_open = not _COMMENT_END.search(source.data, first, last)
        if not is_open and _NOTICE.search(source.data, block, last):
            end = line + 1
    return end


def _cut(source: SourceText, depths: list[int], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a run of lines into parts that neither begin nor end with a blank line.

    `depths` holds the indentation of every line in the file, or -1 for a blank line.
    """
    start, end = _trimmed(depths, start, end)
    cuts = [start]
    while end - cuts[-1] > max(PASSAGE_LINES, WHOLE_LINES):
        cuts.append(_best_cut(depths, cuts[-1], end))
    for first, last in pairwise([*cuts, end]):
        for part in _small_parts(source, first, last):
            start, end = _trimmed(depths, *part)
            if start < end:
                yield start, end


def _small_parts(source: SourceText, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a run of lines into parts of at most `PASSAGE_BYTES`; a single line that is longer is a part of its own."""
    if _is_small(source, start, end):
        yield start, end
        return
    first = start
    for line in range(start + 1, end):
        if not _is_small(source, first, line + 1):
            yield first, line
            first = line
    yield first, end


def _trimmed(depths: list[int], start: int, end: int) -> tuple[int, int]:
    """Remove the blank lines at the start and end of a run of lines."""
    while start < end and depths[start] < 0:
        start += 1
    while start < end and depths[end - 1] < 0:
        end -= 1
    return start, end


def _best_cut(depths: list[int], start: int, end: int) -> int:
    """Return the line at which to end the part that begins at `start` and to begin the next part.

    Lines after a blank line, with little indentation, and about `_IDEAL_LINES` after `start` are preferred. `depths` is
    as in `_cut`, and `end` is the end of the run of lines.
    """
    best, highest = start, float("-inf")
    for line in range(start + SHORTEST_CUT, min(start + PASSAGE_LINES, end - SHORTEST_CUT) + 1):
        blank = _BLANK if depths[line - 1] < 0 else 0.0
        gain = blank - _COLUMN * max(0, depths[line]) - _DISTANCE * abs(line - start - _IDEAL_LINES)
        if gain > highest:
            best, highest = line, gain
    return best
