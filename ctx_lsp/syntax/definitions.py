"""Definitions with their positions, and a lookup of the innermost definition around an offset.

`outlines.matching` finds the definitions.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.syntax.model import SymbolKind


class Range(NamedTuple):
    """A half-open range of bytes in the text."""

    start: int
    end: int


class DefinitionSpan(NamedTuple):
    """A definition with its byte offsets and its parent.

    `start`–`end` is the range of the definition, including the nodes that wrap it. `body` is the start of its body, or
    `end` if it has no body. `lead` is the start of the comments and decorators directly above it, or `start` if there
    are none. `parent` is the index of the parent definition, or -1. `through_receiver` is set for a field that is
    assigned inside a member, as in `self.x = …`.
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
    """A block that names a type and contains definitions of its members: `impl Type { … }`.

    `owner` is the index of the type's definition, or -1 if it is not in the file. The other fields are as in
    `DefinitionSpan`.
    """

    lead: int
    end: int
    body: int
    owner: int


class Enclosing:
    """A lookup of the innermost range around an offset.

    For bytes from `starts[i]` up to `starts[i + 1]`, `owners[i]` is the caller's number for the innermost range around
    them, or -1. Both lists are public, because some callers look up so many offsets that a call for each would be too
    slow.
    """

    def __init__(self, ranges: Iterable[tuple[int, int, int]]) -> None:
        """Build the lookup from ranges, each given as (start, -end, number) with a number of the caller's choice.

        A range with the number -1 gets the number of the range that encloses it.
        """
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
    """Build a lookup of the innermost definition around an offset. Fields assigned inside a member are ignored."""
    ranges = [(one.lead, -one.end, index) for index, one in enumerate(items) if not one.through_receiver]
    return Enclosing([*ranges, *((scope.lead, -scope.end, scope.owner) for scope in scopes)])


@dataclass(frozen=True, slots=True)
class Definitions:
    """The definitions of a file in source order, with its member blocks (`scopes`) and other sorted ranges.

    `docstrings` maps the index of a definition to the range of its documentation string. `owner_starts` holds the
    offsets of the type names by which definitions and scopes refer to their owner.
    """

    items: tuple[DefinitionSpan, ...]
    scopes: tuple[MemberBlock, ...]
    enclosing: Enclosing
    comments: tuple[Range, ...]
    decorators: tuple[Range, ...]
    locals: tuple[Range, ...]
    docstrings: Mapping[int, Range]
    owner_starts: frozenset[int]
