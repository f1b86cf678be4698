"""Sets of whole lines in a file, and their text.

A pack shows each symbol as a set of lines. The sets of one file are united, so no line appears twice. `levels` decides
which lines to show.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

from ctx_lsp.text.source import SourceText
from ctx_lsp.text.terminal import escaped, has_control_bytes

Lines = tuple[tuple[int, int], ...]
"""Half-open ranges of zero-based lines: ascending, non-empty, with gaps between them."""

NONE: Lines = ()
ELISION = "…"
LEFT_OUT = "… (seems to hold a secret: left out)"

MAX_ENCLOSING = 4  # block-opening lines shown around a passage

_BLANKS = re.compile(rb"[ \t]*")
_WHITE_SPACE = re.compile(rb"\s*")
_FIRST_INDENT = re.compile(rb"[\r\n]*([ \t]*)")
_LINE_ENDS = b"\r\n"
_NO_STATEMENT = b" \t\r\n"  # bytes at the beginning of lines that are blank or indented
_ASIDE = re.compile(rb"[ \t]*(?:#(?!\[)|//|/?\*|--|;)")  # comments and preprocessor lines, which open no block
# The end of a block that an earlier line of the same indentation opened.
_CLOSING = re.compile(rb"[ \t]*(?:[)\]]|\}\W*$)")


def holding(source: SourceText, start: int, end: int) -> Lines:
    """Return the lines that contain the bytes from `start` up to but not including `end`."""
    return ((source.line_at(start), source.line_at(max(start, end - 1)) + 1),)


def union(many: Iterable[Lines]) -> Lines:
    """Return the union of several sets of lines."""
    parts = list(chain.from_iterable(many))
    if len(parts) < 2:  # nothing to unite
        return tuple(parts)
    parts.sort()
    merged: list[tuple[int, int]] = []
    first, last = parts[0]
    for start, end in parts:
        if start > last:
            merged.append((first, last))
            first, last = start, end
        elif end > last:
            last = end
    merged.append((first, last))
    return tuple(merged)


def by_path(many: Iterable[tuple[str, Lines]]) -> dict[str, Lines]:
    """Unite the sets of lines that have the same path, and return them keyed by path."""
    parts: dict[str, list[Lines]] = {}
    for path, lines in many:
        parts.setdefault(path, []).append(lines)
    return {path: union(sets) for path, sets in parts.items()}


def covers(outer: Lines, inner: Lines) -> bool:
    """Return whether every line of `inner` is in `outer`."""
    parts = iter(outer)
    part = next(parts, None)
    for start, end in inner:
        while part is not None and part[1] < end:
            part = next(parts, None)
        if part is None or part[0] > start:
            return False
    return True


def without(lines: Lines, removed: Lines) -> Lines:
    """Return every line of `lines` that is not in `removed`."""
    if not removed:
        return lines
    found: list[tuple[int, int]] = []
    for start, end in lines:
        rest = start
        for first, last in removed:
            if last > rest and first < end:
                if first > rest:
                    found.append((rest, first))
                rest = last
        if rest < end:
            found.append((rest, end))
    return tuple(found)


def common(lines: Lines, others: Lines) -> Lines:
    """Return the lines that both sets have."""
    return without(lines, without(lines, others))


def meets(lines: Lines, others: Lines) -> bool:
    """Return whether the two sets have a line in common."""
    for start, end in lines:  # a generator would cost a call for each of them
        for first, last in others:
            if start < last and first < end:
                return True
    return False


def count(lines: Lines) -> int:
    """Return the number of lines in the set."""
    return sum(end - start for start, end in lines)


def byte_size(source: SourceText, lines: Lines) -> int:
    """Return the number of bytes in the lines, including line terminators."""
    size = 0
    for start, end in lines:  # a generator would cost a call for each of them
        size += _offset(source, end) - _offset(source, start)
    return size


def without_blank_gaps(source: SourceText, lines: Lines) -> Lines:
    """Return `lines` together with the gaps between them that contain only blank lines.

    An elision mark in place of such a gap would cost as many tokens as the blank lines.
    """
    gaps = tuple((a, b) for (_, a), (b, _) in pairwise(lines) if _is_blank(source, a, b))
    return union([lines, gaps]) if gaps else lines


def _is_blank(source: SourceText, start: int, end: int) -> bool:
    """Return whether all lines from `start` up to but not including `end` are blank."""
    first, last = source.line_starts[start], source.line_starts[end]
    found = _WHITE_SPACE.match(source.data, first, last)
    return found is not None and found.end() == last


def text_of(source: SourceText, lines: Lines, secret: Lines = NONE, *, numbered: bool = False) -> str:
    """Return the text of the lines, each terminated by a line feed, with an elision mark in place of each gap.

    The mark is a line `…`, indented like the omitted lines. If `numbered`, the mark names the line after the gap, as in
    `… L22`: a bare number would look like the number of omitted lines. If a gap contains `secret` lines, the mark says
    so. Secret lines directly before or after the set are marked too, so that a truncated definition is not mistaken for
    a complete one.
    """
    return "".join(parts_of(source, lines, secret, numbered=numbered))


def parts_of(
    source: SourceText, lines: Lines, secret: Lines = NONE, *, numbered: bool = False, rest: Lines = NONE,
    texts: dict[tuple[int, int], str] | None = None,
) -> list[str]:  # fmt: skip
    """Return the parts of `text_of`: the text of each range of lines, and the marks between, before and after them.

    `rest` is the range of lines after the last shown one that belong with the shown ones. A mark `…` at the end stands
    for them, unless a mark for secret lines stands there.

    `texts` is a cache for further calls with the same source. Texts are keyed by their range of lines, and marks by the
    reversed range of their gap.
    """
    pieces: list[str] = []
    known = {} if texts is None else texts
    for place, (start, end) in enumerate(lines):
        if place:
            gap = lines[place - 1][1], start
            if gap[::-1] not in known:
                mark = LEFT_OUT if meets((gap,), secret) else f"{ELISION} L{start + 1}" if numbered else ELISION
                known[gap[::-1]] = _marked(source, gap, mark)
            pieces.append(known[gap[::-1]])
        if (start, end) not in known:
            known[start, end] = _text(source, start, end)
        pieces.append(known[start, end])
    for hidden in secret if lines else ():
        if hidden[1] == lines[0][0]:
            pieces.insert(0, _marked(source, hidden, LEFT_OUT))
        elif hidden[0] == lines[-1][1]:
            pieces.append(_marked(source, hidden, LEFT_OUT))
            rest = NONE
    if rest:
        pieces.append(_marked(source, rest[0], ELISION))
    return pieces


def indent(source: SourceText, line: int) -> int:
    """Return how many spaces and tabs a line begins with, or -1 for a blank line."""
    return _indent(source.data, source.line_starts[line]) if line < source.line_count else -1


def indents(source: SourceText, first: int, end: int) -> list[int]:
    """Return the `indent` of each line from `first` up to but not including `end`."""
    pairs = [(line, line.lstrip(b" \t")) for line in _bytes(source, first, end).splitlines()]
    found = [len(line) - len(text) if text else -1 for line, text in pairs]
    return found if len(found) == end - first else [*found, -1]  # the empty line after the last line ending


def sizes(source: SourceText, first: int, end: int) -> list[int]:
    """Return the size of each line from `first` up to but not including `end`, in bytes, including line endings."""
    starts = [*source.line_starts[first : end + 1], len(source.data)][: end - first + 1]
    return [after - start for start, after in pairwise(starts)]


def _indent(data: bytes, start: int) -> int:
    blanks = _BLANKS.match(data, start)
    assert blanks is not None, "no blanks are blanks, too"
    end = blanks.end()
    return -1 if data[end : end + 1] in _LINE_ENDS else end - start


def enclosing(source: SourceText, places: Sequence[int], outer: int, *, is_block: bool) -> list[Lines]:
    """Return the lines that open the blocks around each line in `places`, at most the `MAX_ENCLOSING` innermost ones.

    Blocks are recognised by their indentation; those that begin before the line `outer` are ignored. `places` must be
    ascending. If `outer` opens a block itself (`is_block`), lines that are not indented more than `outer` are skipped,
    because they are labels, preprocessor lines or parts of strings.
    """
    found: list[Lines] = []
    least = indent(source, outer) if is_block else -1
    opened: list[tuple[int, int]] = []  # (indent, line)
    if all(indent(source, place) <= max(least, 0) for place in places):
        return [NONE] * len(places)
    line = outer if is_block else _line_before_without_indent(source, places[0], outer)
    for place in places:
        texts = _bytes(source, line, place).splitlines() if line < place else ()
        for text, depth in zip(texts, indents(source, line, place) if texts else (), strict=True):
            if depth >= 0 and (depth > least or line == outer) and not _ASIDE.match(text, depth):
                while opened and opened[-1][0] > depth:
                    opened.pop()
                if not opened or opened[-1][0] < depth:
                    opened.append((depth, line))
                elif not _CLOSING.match(text, depth):
                    opened[-1] = depth, line
            line += 1
        line = max(line, place)
        depth = indent(source, place)
        around = [number for own, number in opened if own < depth][-MAX_ENCLOSING:]
        found.append(union(((number, number + 1),) for number in around))
    return found


def _line_before_without_indent(source: SourceText, place: int, outer: int) -> int:
    """Return the last line before `place` that closes all blocks and may open one, or `outer` if there is none.

    No earlier line opens a block around `place`.
    """
    data, starts = source.data, source.line_starts
    for line in range(place - 1, outer, -1):
        if data[starts[line]] not in _NO_STATEMENT:
            text = _bytes(source, line, line + 1)
            if not _ASIDE.match(text) and not _CLOSING.match(text):
                return line
    return outer


def _marked(source: SourceText, gap: tuple[int, int], mark: str) -> str:
    found = _FIRST_INDENT.match(source.data, _offset(source, gap[0]), _offset(source, gap[1]))
    assert found is not None, "no blanks are blanks, too"
    return f"{found[1].decode()}{mark}\n"


def _text(source: SourceText, start: int, end: int) -> str:
    data = _bytes(source, start, end)
    text = data.decode("utf-8", "replace")
    if not has_control_bytes(data):
        return text if text.endswith("\n") else text + "\n"
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return escaped(text if text.endswith("\n") else text + "\n")


def _bytes(source: SourceText, start: int, end: int) -> bytes:
    return source.data[_offset(source, start) : _offset(source, end)]


def _offset(source: SourceText, line: int) -> int:
    starts = source.line_starts
    return starts[line] if line < len(starts) else len(source.data)
