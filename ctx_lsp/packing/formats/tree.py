"""The tree of a pack: the main results, and below each of them the packed symbols that it calls, extends or registers.

`packing.packer` decides how many lines of the tree fit, and the formats render them.
"""

from collections.abc import Iterator, Sequence

from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.packing.dependencies import members
from ctx_lsp.packing.model import PackItem, TreeLine
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_DEPTH = 3
# The kinds of edges shown in the tree. Reads of fields and uses of types would hide these more important edges.
_TREE_EDGES: frozenset[EdgeKind] = frozenset({
    "calls", "inherits", "implements", "overrides", "decorates", "registers", "tests",
})  # fmt: skip


def tree_of(snapshot: Snapshot, items: Sequence[PackItem]) -> tuple[TreeLine, ...]:
    """Return the lines of the tree from top to bottom.

    Each symbol appears only once, as near to a main result as possible. Main results without anything below them are
    left out.
    """
    order = {one.item.symbol: place for place, one in enumerate(items) if one.item.symbol}
    below = {symbol: _below(snapshot, symbol, order) for symbol in order}
    reached = {target for targets in below.values() for target in targets}
    main = [one.item.symbol for one in items if one.role == "primary" and one.item.symbol]
    roots = sorted(main, key=lambda symbol: (symbol in reached, order[symbol]))  # unreached results first
    lines: list[TreeLine] = []
    seen: set[str] = set()
    for root in roots:
        if root not in seen and len(found := tuple(_walk(root, below, seen))) > 1:
            lines += found
            seen.update(line.symbol for line in found)
    return tuple(lines)


def _below(snapshot: Snapshot, symbol: str, order: dict[str, int]) -> dict[str, EdgeKind]:
    """Return the packed symbols to which `symbol` has edges, in pack order, each mapped to the kind of an edge to it.

    The edges of members that are not packed count as edges of `symbol`.
    """
    found: dict[str, EdgeKind] = {}
    waiting = [symbol]
    while waiting:
        node = waiting.pop()
        for edge in snapshot.graph.outgoing(node):
            if edge.kind in _TREE_EDGES and edge.target in order and edge.target != symbol:
                found.setdefault(edge.target, edge.kind)
        definition = snapshot.definition(node)
        if definition is not None:
            waiting.extend(member for member in members(snapshot, definition) if member not in order)
    return {target: found[target] for target in sorted(found, key=order.__getitem__)}


def _walk(root: str, below: dict[str, dict[str, EdgeKind]], seen: set[str]) -> Iterator[TreeLine]:
    """Yield the line of a root and the lines of the symbols below it, each at the smallest depth possible.

    Symbols in `seen`, and those more than `MAX_DEPTH` levels below the root, are left out.
    """
    children: dict[str, list[str]] = {}
    placed = {root}
    level = [root]
    for _ in range(MAX_DEPTH):
        following = []
        for parent in level:
            for target in below[parent]:
                if target not in placed and target not in seen:
                    placed.add(target)
                    children.setdefault(parent, []).append(target)
                    following.append(target)
        level = following
    waiting: list[TreeLine] = [TreeLine(0, "", root)]
    while waiting:
        line = waiting.pop()
        yield line
        waiting += [
            TreeLine(line.depth + 1, below[line.symbol][target], target)
            for target in reversed(children.get(line.symbol, ()))
        ]
