"""Prose by headings: Markdown and reStructuredText, their levels and sections. Nothing else of their markup is read."""

import re
from itertools import pairwise
from typing import NamedTuple

from ctx_lsp.syntax.chunking.split import Slice, paragraphs

_FENCE = re.compile(rb"[ \t]*(```|~~~)")
_MARKED = re.compile(rb"(#{1,6})[ \t]+(?=\S)")  # # Heading
_UNDERLINE = re.compile(rb"(={3,}|-{3,}|~{3,}|\^{3,}|\*{3,}|\+{3,}|\"{3,})[ \t]*\r?\n?\Z")
_TEXT_LINE = re.compile(rb"[^\s|>#\-*+=].*", re.DOTALL)  # what may stand above an underline
_LINE = re.compile(rb"[^\n]*\n?")
_FRONT_MATTER = re.compile(rb"\A---[ \t]*\r?\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")
_LEVELS_OF_MARKDOWN = {b"=": 1, b"-": 2}


class Heading(NamedTuple):
    """A heading: where its line begins, the range of its title, where its section's text begins; outer levels first."""

    start: int
    name_start: int
    name_end: int
    body: int
    level: int


def sections(data: bytes, limit: int, found: list[Heading]) -> list[Slice]:
    """Cover the text by its sections; one over `limit` bytes is cut at paragraphs, then at lines."""
    borders = [0, *(one.start for one in found if one.start > 0), len(data)]
    slices: list[Slice] = []
    for start, end in pairwise(borders):
        slices += [(start, end)] if end - start <= limit else paragraphs(data, start, end, limit)
    return [one for one in slices if one[0] < one[1]]


def headings(data: bytes, *, is_markdown: bool) -> list[Heading]:
    """The headings in the order of the text, those inside fenced code left out.

    In Markdown an underline has a level of its own, and code stands in fences; elsewhere the underline that comes first
    is the outermost.
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
    """A marked line without what may close it: `## Heading ##`."""
    return line.rstrip(b"\r\n").rstrip(b" \t").rstrip(b"#").rstrip(b" \t")
