"""The tree of how a pack's pieces hang together: each main result, and below it what it depends on in the pack.

Which branches fit the pack is decided in `fill`; how they are written, in the formats.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from ctx_lsp.index.graph import EdgeKind
from ctx_lsp.packing.model import Branch, PackEdge, PackItem

MAX_DEPTH = 3
# Edges that say what runs what and what is a kind of what; reads of fields and names of types would hide them.
_TELLING: frozenset[EdgeKind] = frozenset({
    "calls", "inherits", "implements", "overrides", "decorates", "registers", "tests",
})  # fmt: skip


def tree_of(items: Sequence[PackItem], edges: Sequence[PackEdge]) -> tuple[Branch, ...]:
    """The branches from top to bottom, each symbol once; main results that nothing hangs on are left out."""
    order = {one.item.symbol: place for place, one in enumerate(items) if one.item.symbol}
    below: dict[str, list[PackEdge]] = {}
    telling = (edge for edge in edges if edge.kind in _TELLING)
    for edge in sorted(telling, key=lambda edge: (order[edge.target], -edge.confidence, edge.kind)):
        below.setdefault(edge.source, []).append(edge)
    roots = [one.item.symbol for one in items if one.role == "primary" and one.item.symbol in below]
    reached = {edge.target for edges in below.values() for edge in edges}
    seen: set[str] = set()

    def grow(symbol: str, kind: EdgeKind | Literal[""], depth: int) -> Iterator[Branch]:
        seen.add(symbol)
        yield Branch(depth, kind, symbol)
        for edge in below.get(symbol, ()) if depth < MAX_DEPTH else ():
            if edge.target not in seen:
                yield from grow(edge.target, edge.kind, depth + 1)

    found: list[Branch] = []
    for root in sorted(filter(None, roots), key=lambda root: root in reached):  # what nothing else leads to comes first
        if root not in seen and len(grown := tuple(grow(root, "", 0))) > 1:
            found += grown
    return tuple(found)
