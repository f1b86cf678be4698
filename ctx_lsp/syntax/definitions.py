"""Definitions and their places as data, and the search for the one around an offset. How they are found is not here."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.syntax.model import SymbolKind


class Range(NamedTuple):
    """A piece of the text: half-open, in bytes."""

    start: int
    end: int


class DefinitionSpan(NamedTuple):
    """A definition and its place among the others.

    `start`–`end` is the definition with everything that wraps it; `body` is where its body begins (`end` where it has
    none); `lead` is where the comments and decorators directly above it begin (`start` where there are none). `parent`
    indexes the list of definitions (-1: none). `through_receiver` marks a field that is set inside a member.
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
    """A block whose definitions belong to a type that is named by it: `impl Type { … }`.

    `owner` indexes the definitions (-1: it is not in the file); the other fields are as in `DefinitionSpan`.
    """

    lead: int
    end: int
    body: int
    owner: int


class Enclosing:
    """Finds the innermost of some ranges around an offset.

    `owners[i]` is the number of the range around the bytes from `starts[i]` to `starts[i + 1]`, -1 where there is
    none: for whoever looks up so many offsets that a call for each is too much.
    """

    def __init__(self, ranges: Iterable[tuple[int, int, int]]) -> None:
        """Take each range as its start, its negative end, and its number (-1: that of the range around it)."""
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
        """The number of the innermost range around `offset`; -1 where there is none."""
        return self.owners[bisect_right(self.starts, offset) - 1]

    def _close(self, open_ranges: list[tuple[int, int]]) -> int:
        end, owner = open_ranges.pop()
        self._mark(end, owner)
        return owner

    def _mark(self, offset: int, owner: int) -> None:
        self.starts.append(offset)
        self.owners.append(owner)


def enclosing_definitions(items: Iterable[DefinitionSpan], scopes: Iterable[MemberBlock]) -> Enclosing:
    """Finds the definition around an offset. Fields set inside a member do not count as around."""
    ranges = [(one.lead, -one.end, index) for index, one in enumerate(items) if not one.through_receiver]
    return Enclosing([*ranges, *((scope.lead, -scope.end, scope.owner) for scope in scopes)])


@dataclass(frozen=True, slots=True)
class Definitions:
    """The definitions in order of their start, the scopes, and the ranges that other modules ask for, all sorted.

    `docstrings` holds the documentation string at the head of a body, by index of the definition; `owner_starts` where
    the names stand of the types that definitions and scopes say they belong to.
    """

    items: tuple[DefinitionSpan, ...]
    scopes: tuple[MemberBlock, ...]
    enclosing: Enclosing
    comments: tuple[Range, ...]
    decorators: tuple[Range, ...]
    locals: tuple[Range, ...]
    docstrings: Mapping[int, Range]
    owner_starts: frozenset[int]
