"""Splits a range of text into slices of limited size: at tree nodes, paragraphs or lines, otherwise at any character.

Symbols are ignored here; `chunks` handles them.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping

from ctx_lsp.syntax.parser import Node

MAX_DEPTH = 60  # depth limit of the walk down the tree; text further down is cut at paragraphs and lines

Slice = tuple[int, int]

Splits = Mapping[tuple[int, int, int], list[Slice]]
"""Slices of ranges, keyed by the start and the end of the range, and the limit."""

_LINE = re.compile(rb"[^\n]*\n?")
_BLANK_LINES = re.compile(rb"\n[ \t\r\f]*\n")
_CONTINUATION = 0b1100_0000  # the top two bits of a UTF-8 byte; 0b10 marks a byte inside a character


class TreeSplitter:
    """A splitter that cuts ranges of one parsed text at the boundaries of tree nodes.

    `known` holds the slices of ranges that need not be cut again; `splits` also holds those that were cut.
    """

    def __init__(self, root: Node, data: bytes, known: Splits | None = None) -> None:
        self._root = root
        self._data = data
        self._known = known or {}
        self.splits: dict[tuple[int, int, int], list[Slice]] = {}
        # node id -> (children with their starts and ends, starts of the children)
        self._children: dict[int, tuple[list[tuple[Node, int, int]], list[int]]] = {}

    def split(self, start: int, end: int, limit: int) -> list[Slice]:
        """Cover `start`–`end` with slices of at most `limit` bytes, using whole statements where they fit.

        Slices are adjacent, so every byte is in a slice. Small neighbours are not joined.
        """
        if end - start <= limit:
            return [(start, end)]
        slices = self._known.get((start, end, limit))
        if slices is None:
            node = self._root.descendant_for_byte_range(start, max(start, end - 1)) or self._root
            slices = []
            self._cover(node, start, end, limit, 0, slices)
        self.splits[start, end, limit] = slices
        return slices

    def _cover(self, node: Node, start: int, end: int, limit: int, depth: int, slices: list[Slice]) -> None:
        at = start
        for child, child_start, child_end in self._overlapping(node, start, end) if depth < MAX_DEPTH else ():
            covered_start, covered_end = max(child_start, at), min(child_end, end)
            if covered_end - covered_start > limit:
                if covered_start > at:
                    slices += paragraphs(self._data, at, covered_start, limit)
                self._cover(child, covered_start, covered_end, limit, depth + 1, slices)
            elif covered_end > at:
                slices += paragraphs(self._data, at, covered_end, limit)
            at = max(at, covered_end)
        if at < end:
            slices += paragraphs(self._data, at, end, limit)

    def _overlapping(self, node: Node, start: int, end: int) -> list[tuple[Node, int, int]]:
        """Return the children of `node` that overlap the range, each with its start and end."""
        known = self._children.get(node.id)
        if known is None:
            children = [(child, *child.byte_range) for child in node.children]
            known = self._children[node.id] = (children, [child_start for _, child_start, _ in children])
        children, starts = known
        first = max(0, bisect_right(starts, start) - 1)
        return children[first : bisect_left(starts, end)]


def join(slices: list[Slice], limit: int) -> list[Slice]:
    """Join adjacent slices as long as the result has at most `limit` bytes."""
    joined: list[Slice] = []
    for start, end in slices:
        if joined and joined[-1][1] == start and end - joined[-1][0] <= limit:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def paragraphs(data: bytes, start: int, end: int, limit: int) -> list[Slice]:
    """Cover `start`–`end` with paragraphs; a paragraph of more than `limit` bytes is cut at line ends."""
    slices: list[Slice] = []
    left = start
    for match in _BLANK_LINES.finditer(data, start, end):
        slices += lines(data, left, match.end(), limit)
        left = match.end()
    slices += lines(data, left, end, limit)
    return slices


def lines(data: bytes, start: int, end: int, limit: int) -> list[Slice]:
    """Cover `start`–`end` with slices of whole lines, as few as `limit` allows; a line that is too long is cut."""
    if end - start <= limit:
        return [(start, end)] if start < end else []
    slices: list[Slice] = []
    for match in _LINE.finditer(data, start, end):
        left, right = match.span()
        while right - left > limit:
            cut = _cut(data, left, limit)
            slices.append((left, cut))
            left = cut
        if left < right:
            slices.append((left, right))
    return join(slices, limit)


def _cut(data: bytes, start: int, limit: int) -> int:
    """Return where to cut a long line: after the last space or comma within `limit`, or else at `limit`.

    A space or comma in the first half of `limit` is ignored. No character of several bytes is cut in two.
    """
    end = start + limit
    at = max(data.rfind(b" ", start, end), data.rfind(b",", start, end)) + 1
    if at > start + limit // 2:
        return at
    return character_start(data, end)


def character_start(data: bytes, offset: int) -> int:
    """Return the start of the character that contains byte `offset`; the end of the text is returned unchanged."""
    while offset < len(data) and data[offset] & _CONTINUATION == 0b1000_0000:
        offset -= 1
    return offset
