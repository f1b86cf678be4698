"""A tree of a file's definitions as text ranges, from which chunks are built. `chunks` sets the size limits."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, DATA_KINDS


@dataclass(slots=True)
class ChunkUnit:
    """A definition, a declaration of several names (`a, b = 1, 2`) or a scope, with the units inside it.

    `symbols` holds the indices of the definitions. For a scope, it holds the index of the type to which the scope
    belongs, if that type is in the file. A plain unit has no body: a constant, a field, or a signature in an interface.
    """

    start: int
    end: int
    body: int
    symbols: list[int]
    is_scope: bool
    is_plain: bool
    is_type: bool
    children: list["ChunkUnit"] = field(default_factory=list)

    @property
    def size(self) -> int:
        """The length in bytes."""
        return self.end - self.start

    @property
    def has_members(self) -> bool:
        """Whether the unit contains a unit that has a body."""
        return bool(self.children) and any(not child.is_plain or child.has_members for child in self.children)

    @property
    def is_container(self) -> bool:
        """Whether the unit consists of members: a type, a namespace, a scope, or an object with functions."""
        return self.is_scope or self.is_type or (self.is_plain and self.has_members)


def nested_units(definitions: Definitions) -> list[ChunkUnit]:
    """Return the outermost units in source order, with the other units nested inside them."""
    root = ChunkUnit(0, 0, 0, [], is_scope=True, is_plain=False, is_type=False)
    stack: list[ChunkUnit] = []
    for unit in sorted(_flat(definitions), key=lambda one: (one.start, -one.end, one.symbols)):
        while stack and stack[-1].end <= unit.start:
            stack.pop()
        if stack and (stack[-1].end < unit.end or _is_same_declaration(stack[-1], unit)):
            stack[-1].end = max(stack[-1].end, unit.end)
            stack[-1].symbols += unit.symbols
            continue
        (stack[-1] if stack else root).children.append(unit)
        stack.append(unit)
    return root.children


def _is_same_declaration(outer: ChunkUnit, inner: ChunkUnit) -> bool:
    return outer.is_plain and inner.is_plain and not outer.is_scope


def _flat(definitions: Definitions) -> Iterator[ChunkUnit]:
    for index, one in enumerate(definitions.items):
        if not one.through_receiver:
            yield ChunkUnit(
                one.lead,
                one.end,
                one.body,
                [index],
                is_scope=False,
                is_plain=one.kind in DATA_KINDS or one.body == one.end,
                is_type=one.kind in CONTAINER_KINDS,
            )
    for scope in definitions.scopes:
        owner = [scope.owner] if scope.owner >= 0 else []
        yield ChunkUnit(scope.lead, scope.end, scope.body, owner, is_scope=True, is_plain=False, is_type=False)
