"""Finds the part of the dependency graph around a node, up to a given distance, in one direction or both."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.model import BadRequest, GraphEdge, GraphNode, Neighbourhood
from ctx_lsp.features.nodes import node_of
from ctx_lsp.features.reach import LeavesOut, leaves_out_nothing
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import path_of
from ctx_lsp.retrieval.gaps import gaps
from ctx_lsp.snapshot.dynamic_dispatch import Dispatch
from ctx_lsp.snapshot.snapshot import Snapshot

Direction = Literal["out", "in", "both"]

CONTAINS = "contains"  # nesting in the outline, which the graph does not store
KINDS = tuple(dict.fromkeys((CONTAINS, *get_args(EdgeKind))))
MAX_NODES = 2_000  # limit for one answer; no diagram can show more
MAX_EDGES = 20_000


def check_kinds(kinds: Sequence[str] | None) -> None:
    """Raise `BadRequest` if one of `kinds` is not an edge kind."""
    for kind in kinds or ():
        if kind not in KINDS:
            raise BadRequest(f"unknown kind of edge {kind!r}; known: {', '.join(KINDS)}")


def neighbourhood(
    snapshot: Snapshot,
    root: str,
    direction: Direction,
    kinds: Sequence[str] | None,
    depth: int,
    token: CancelToken,
    leaves_out: LeavesOut = leaves_out_nothing,
) -> Neighbourhood:
    """Find the nodes and edges up to `depth` edges away from `root`, a symbol id or a path.

    `kinds` lists the kinds of edges to follow; None means all but `contains`. Files for which `leaves_out` returns true
    are not shown or followed, except the file of the root. Raises `Cancelled`.
    """
    wanted = frozenset(kinds) if kinds is not None else frozenset(KINDS) - {CONTAINS}
    walk = _NeighbourhoodWalk(Dispatch(snapshot), direction, wanted, leaves_out, path_of(root), {root: 0})
    frontier = [root]
    for distance in range(1, depth + 1):
        frontier = walk.step(frontier, distance, token)
    nodes = (_node(snapshot, node, distance) for node, distance in walk.distances.items())
    edges = sorted(edge for edge in walk.edges if edge[0] in walk.distances and edge[1] in walk.distances)
    return Neighbourhood(
        root=root,
        revision=snapshot.revision,
        nodes=tuple(sorted((node for node in nodes if node), key=lambda node: (node.distance, node.symbol))),
        edges=tuple(GraphEdge(*edge[:4], edge[4] or None) for edge in edges[:MAX_EDGES]),
        warnings=(
            *gaps(snapshot, by_meaning=False),
            *_cut(walk.is_cut, MAX_NODES, "nodes"),
            *_cut(len(edges) > MAX_EDGES, MAX_EDGES, "edges"),
        ),
    )


_Edge = tuple[str, str, str, float, str]
"""The fields of a `GraphEdge`. `through` is "" instead of None, so that edges can be sorted."""


@dataclass
class _NeighbourhoodWalk:
    """The state of a walk through the graph: the nodes and edges found so far."""

    dispatch: Dispatch
    direction: Direction
    kinds: frozenset[str]
    leaves_out: LeavesOut
    own_path: str  # of the root, which was asked for
    distances: dict[str, int]
    edges: set[_Edge] = field(default_factory=set)
    is_cut: bool = False  # whether more nodes were found than the limit allows

    def step(self, frontier: Sequence[str], distance: int, token: CancelToken) -> list[str]:
        """Follow the edges of the nodes in `frontier`; return the nodes that are reached for the first time."""
        met: dict[str, float] = {}
        for node in frontier:
            token.check()
            for edge in self._edges(node):
                other = edge[1] if edge[0] == node else edge[0]
                if self._is_left_out(path_of(other)):
                    continue
                self.edges.add(edge)
                if other not in self.distances:
                    met[other] = max(edge[3], met.get(other, 0.0))
        room = MAX_NODES - len(self.distances)
        self.is_cut = self.is_cut or len(met) > room
        nearest = sorted(met, key=lambda node: (-met[node], node))[:room]
        self.distances |= dict.fromkeys(nearest, distance)
        return nearest

    def _is_left_out(self, path: str) -> bool:
        return path != self.own_path and self.leaves_out(path)

    def _edges(self, node: str) -> Iterator[_Edge]:
        outgoing = self.dispatch.snapshot.graph.outgoing(node)
        if self.direction != "in":
            yield from ((*edge, "") for edge in outgoing if edge.kind in self.kinds)
        if self.direction != "out":
            uses = self.dispatch.incoming(node)
            yield from ((*use[:4], use.through or "") for use in uses if use.kind in self.kinds)
        if CONTAINS in self.kinds:
            yield from self._nesting(node)

    def _nesting(self, node: str) -> Iterator[_Edge]:
        entry = self.dispatch.snapshot.files.get(path_of(node))
        definition = self.dispatch.snapshot.definition(node)
        if entry is None:
            return
        if self.direction != "in":
            children = entry.children.get(definition.index if definition else -1, ())
            yield from ((node, entry.definitions[child].id, CONTAINS, 1.0, "") for child in children)
        if self.direction != "out" and definition is not None:
            yield definition.container, node, CONTAINS, 1.0, ""


def _node(snapshot: Snapshot, node: str, distance: int) -> GraphNode | None:
    found = node_of(snapshot, node)
    if found is None:
        return None
    role = snapshot.files[found.path].role
    return GraphNode(found.symbol, found.path, found.start, found.end, found.kind, found.signature, role, distance)


def _cut(is_cut: bool, limit: int, what: str) -> tuple[str, ...]:
    return (f"more than {limit:,} {what}; this answer has the nearest, highest confidence first",) if is_cut else ()
