"""Definitions and their positions, and the lookup of the innermost definition around an offset.

`outlines.matching` finds the definitions.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.syntax.model import SymbolKind


class Range(NamedTuple):
    """A half-open byte range of the text."""

    start: int
    end: int


class DefinitionSpan(NamedTuple):
    """A definition, its byte offsets and its parent.

    `start`–`end` is the definition with the nodes that wrap it. `body` is the start of the body (`end` if there is
    none). `lead` is the start of the comments and decorators directly above it (`start` if there are none). `parent` is
    the index of the parent definition (-1: none). `through_receiver` marks a field that is assigned inside a member.
    """

    kind: SymbolKind
    name: str
    qualname: str
    name_start: int
    name_end: int
    start: int
    end: int
    body: int
    lead: int
    parent: int
    through_receiver: bool


class MemberBlock(NamedTuple):
    """A block that names a type and holds definitions of its members: `impl Type { … }`.

    `owner` is the index of the type's definition (-1: not in the file); the other fields are as in `DefinitionSpan`.
    """

    lead: int
    end: int
    body: int
    owner: int


class Enclosing:
    """Lookup of the innermost range around an offset.

    `owners[i]` is the number of the innermost range around the bytes from `starts[i]` to `starts[i + 1]`, or -1. Both
    lists are public for callers that look up so many offsets that a call for each would be too slow.
    """

    def __init__(self, ranges: Iterable[tuple[int, int, int]]) -> None:
        """Build the lookup from ranges (start, negative end, number); number -1 means that of the enclosing range."""
        self.starts = [0]
        self.owners = [-1]
        open_ranges: list[tuple[int, int]] = []  # (end, the owner to return to)
        owner = -1
        for start, negative_end, index in sorted(ranges):
            while open_ranges and open_ranges[-1][0] <= start:
                owner = self._close(open_ranges)
            open_ranges.append((-negative_end, owner))
            owner = index if index >= 0 else owner
            self._mark(start, owner)
        while open_ranges:
            self._close(open_ranges)

    def at(self, offset: int) -> int:
        """Return the number of the innermost range around `offset`; -1 if there is none."""
        return self.owners[bisect_right(self.starts, offset) - 1]

    def _close(self, open_ranges: list[tuple[int, int]]) -> int:
        end, owner = open_ranges.pop()
        self._mark(end, owner)
        return owner

    def _mark(self, offset: int, owner: int) -> None:
        self.starts.append(offset)
        self.owners.append(owner)


def enclosing_definitions(items: Iterable[DefinitionSpan], scopes: Iterable[MemberBlock]) -> Enclosing:
    """Build a lookup of the innermost definition around an offset, which ignores fields assigned inside a member."""
    ranges = [(one.lead, -one.end, index) for index, one in enumerate(items) if not one.through_receiver]
    return Enclosing([*ranges, *((scope.lead, -scope.end, scope.owner) for scope in scopes)])


@dataclass(frozen=True, slots=True)
class Definitions:
    """The definitions in order of their start, the member blocks (`scopes`), and other ranges, all sorted.

    `docstrings` maps the index of a definition to the documentation string at the head of its body. `owner_starts`
    holds the offsets of the type names by which definitions and scopes name their owner.
    """

    items: tuple[DefinitionSpan, ...]
    scopes: tuple[MemberBlock, ...]
    enclosing: Enclosing
    comments: tuple[Range, ...]
    decorators: tuple[Range, ...]
    locals: tuple[Range, ...]
    docstrings: Mapping[int, Range]
    owner_starts: frozenset[int]
