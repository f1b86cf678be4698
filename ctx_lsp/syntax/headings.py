"""Prose by sections: Markdown and reStructuredText headings. Nothing else of their markup is read."""

import re
from itertools import pairwise

from ctx_lsp.syntax.split import Slice, paragraphs

_FENCE = re.compile(rb"[ \t]*(```|~~~)")
_MARKED = re.compile(rb"#{1,6}[ \t]+\S")  # # Heading
_UNDERLINE = re.compile(rb"(={3,}|-{3,}|~{3,}|\^{3,}|\*{3,}|\+{3,})[ \t]*\r?\n?\Z")
_TEXT_LINE = re.compile(rb"[^\s|>#\-*+=].*", re.DOTALL)  # what may stand above an underline
_LINE = re.compile(rb"[^\n]*\n?")


def sections(data: bytes, limit: int) -> list[Slice]:
    """Cover the text by its sections; one over `limit` bytes is cut at paragraphs, then at lines."""
    borders = [0, *_headings(data), len(data)]
    slices: list[Slice] = []
    for start, end in pairwise(borders):
        slices += [(start, end)] if end - start <= limit else paragraphs(data, start, end, limit)
    return [one for one in slices if one[0] < one[1]]


def _headings(data: bytes) -> list[int]:
    """Where headings begin, those inside fenced code left out."""
    found: list[int] = []
    fence = b""
    above = (0, b"")
    for match in _LINE.finditer(data):
        line = match[0]
        opened = _FENCE.match(line)
        if opened and fence in (b"", opened[1]):
            fence = b"" if fence else opened[1]
        elif not fence:
            if _MARKED.match(line):
                found.append(match.start())
            elif _UNDERLINE.match(line) and _TEXT_LINE.match(above[1]):
                found.append(above[0])
        above = (match.start(), line)
    return [start for start in dict.fromkeys(found) if start > 0]
