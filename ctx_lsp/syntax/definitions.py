"""Definitions and their places as data, and the search for the one around an offset. How they are found is not here."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from ctx_lsp.syntax.model import SymbolKind

TYPE_KINDS: frozenset[str] = frozenset({"Class", "Interface", "Struct", "Enum", "Object"})
CONTAINER_KINDS = TYPE_KINDS | {"Namespace", "Module"}
VALUE_KINDS: frozenset[str] = frozenset({"Variable", "Constant", "Field", "EnumMember"})  # no body of their own
CALLABLE_KINDS: frozenset[str] = frozenset({"Function", "Method", "Constructor", "Property", "Operator", "Event"})


@dataclass(frozen=True, slots=True)
class Range:
    """A piece of the text: half-open, in bytes."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition and its place among the others.

    `start`–`end` is the definition with everything that wraps it; `body` is where its body begins (`end` where it has
    none); `lead` is where the comments and decorators directly above it begin (`start` where there are none). `parent`
    indexes the list of definitions (-1: none). `through_receiver` marks a field that is set inside a constructor.
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


@dataclass(frozen=True, slots=True)
class Scope:
    """A block whose definitions belong to a type that is named by it: `impl Type { … }`.

    `owner` indexes the definitions (-1: it is not in the file); the other fields are as in `Definition`.
    """

    lead: int
    end: int
    body: int
    owner: int


@dataclass(frozen=True, slots=True)
class Definitions:
    """The definitions in order of their start, the scopes, and the ranges that other modules ask for, all sorted.

    `docstrings` holds the documentation string at the head of a body, by index of the definition; `owner_starts` where
    the names stand of the types that definitions and scopes say they belong to.
    """

    items: tuple[Definition, ...]
    scopes: tuple[Scope, ...]
    comments: tuple[Range, ...]
    decorators: tuple[Range, ...]
    locals: tuple[Range, ...]
    docstrings: Mapping[int, Range]
    owner_starts: frozenset[int]


class Enclosing:
    """Finds the innermost definition around an offset. Fields set inside a constructor do not count as around."""

    def __init__(self, definitions: Definitions) -> None:
        ranges = [(one.lead, one.end, index) for index, one in enumerate(definitions.items) if not one.through_receiver]
        ranges += [(scope.lead, scope.end, scope.owner) for scope in definitions.scopes]
        self._starts = [0]
        self._owners = [-1]
        open_ranges: list[tuple[int, int]] = []  # (end, the owner to return to)
        owner = -1
        for start, end, index in sorted(ranges, key=lambda one: (one[0], -one[1], one[2])):
            while open_ranges and open_ranges[-1][0] <= start:
                owner = self._close(open_ranges)
            open_ranges.append((end, owner))
            owner = index if index >= 0 else owner
            self._mark(start, owner)
        while open_ranges:
            self._close(open_ranges)

    def at(self, offset: int) -> int:
        """The index of the innermost definition around `offset`; -1 where there is none."""
        return self._owners[bisect_right(self._starts, offset) - 1]

    def _close(self, open_ranges: list[tuple[int, int]]) -> int:
        end, owner = open_ranges.pop()
        self._mark(end, owner)
        return owner

    def _mark(self, offset: int, owner: int) -> None:
        self._starts.append(offset)
        self._owners.append(owner)
