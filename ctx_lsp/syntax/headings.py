"""Headings, levels and sections of Markdown and reStructuredText. Other markup is not interpreted."""

import re
from itertools import pairwise
from typing import NamedTuple

from ctx_lsp.syntax.chunking.split import Slice, paragraphs

_FENCE = re.compile(rb"[ \t]*(```|~~~)")
_LINE_FEED = ord("\n")
_FENCE_MARK = re.compile(rb"```|~~~")
_MARKED = re.compile(rb"(#{1,6})[ \t]+(?=\S)")  # # Heading
_UNDERLINE = re.compile(rb"(={3,}|-{3,}|~{3,}|\^{3,}|\*{3,}|\+{3,}|\"{3,})[ \t]*\r?\n?\Z")
_TEXT_LINE = re.compile(rb"[^\s|>#\-*+=].*", re.DOTALL)  # a line that may be underlined
_LINE = re.compile(rb"[^\n]*\n?")
_FRONT_MATTER = re.compile(rb"\A---[ \t]*\r?\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")
_LEVELS_OF_MARKDOWN = {b"=": 1, b"-": 2}


class Heading(NamedTuple):
    """A heading with its byte offsets and its level.

    `start` is the start of its line, `name_start`–`name_end` is the range of its title, and `body` is the start of the
    text below it. A heading with a lower `level` encloses headings with higher levels.
    """

    start: int
    name_start: int
    name_end: int
    body: int
    level: int


def sections(data: bytes, limit: int, found: list[Heading]) -> list[Slice]:
    """Cover the text with its sections; a section of more than `limit` bytes is cut at paragraphs, then at lines."""
    borders = [0, *(one.start for one in found if one.start > 0), len(data)]
    slices: list[Slice] = []
    for start, end in pairwise(borders):
        slices += [(start, end)] if end - start <= limit else paragraphs(data, start, end, limit)
    return [one for one in slices if one[0] < one[1]]


def fenced(data: bytes) -> list[Slice]:
    """Return the ranges of fenced code in Markdown, each from the line of its first mark to its last mark.

    A fence that is not closed reaches to the end of the text.
    """
    found: list[Slice] = []
    start, mark = 0, b""  # of the open fence
    for match in _FENCE_MARK.finditer(data):
        line = match.start()
        while line and data[line - 1] in b" \t":
            line -= 1
        if line and data[line - 1] != _LINE_FEED:
            continue
        if not mark:
            start, mark = line, match[0]
        elif mark == match[0]:
            found.append((start, match.end()))
            mark = b""
    return [*found, (start, len(data))] if mark else found


def headings(data: bytes, *, is_markdown: bool) -> list[Heading]:
    """Return the headings in source order.

    In Markdown, each kind of underline has a fixed level, and fenced code is skipped. In other formats, the kinds of
    underline get their levels in the order in which they first occur, outermost level first.
    """
    found: list[Heading] = []
    levels = dict(_LEVELS_OF_MARKDOWN) if is_markdown else {}
    fence = b""
    above = (0, b"")
    front = _FRONT_MATTER.match(data)
    for match in _LINE.finditer(data, front.end() if front else 0):
        line = match[0]
        opened = _FENCE.match(line) if is_markdown else None
        if opened and fence in (b"", opened[1]):
            fence = b"" if fence else opened[1]
        elif not fence:
            marked = _MARKED.match(line)
            underline = _UNDERLINE.match(line)
            if marked:
                name_start = match.start() + marked.end()
                name_end = max(name_start + 1, match.start() + len(_unclosed(line)))
                found.append(Heading(match.start(), name_start, name_end, match.end(), len(marked[1])))
            elif underline and _TEXT_LINE.match(above[1]):
                level = levels.setdefault(line[:1], len(levels) + 1)
                end = above[0] + len(above[1].rstrip())
                found.append(Heading(above[0], above[0], end, match.end(), level))
        above = (match.start(), line)
    return found


def _unclosed(line: bytes) -> bytes:
    """Return a heading line without its closing marks: `## Heading` for `## Heading ##`."""
    return line.rstrip(b"\r\n").rstrip(b" \t").rstrip(b"#").rstrip(b" \t")
