"""The dependency graph: typed edges with a confidence between symbols and files, kept file by file.

A node is a symbol id, or a path for a file's top level. `contains` is not stored: it is the outline's own nesting.
How edges are found is in `resolve`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from ctx_lsp.graph.entry import path_of

EdgeKind = Literal[
    "imports", "calls", "inherits", "implements", "overrides", "decorates", "uses-type", "reads", "writes", "raises",
    "catches", "tests", "re-exports", "registers", "documents",
]  # fmt: skip


class Edge(NamedTuple):
    """`source` depends on `target`; `confidence` (0–1] is how sure the resolution is."""

    source: str
    target: str
    kind: EdgeKind
    confidence: float


@dataclass(frozen=True)
class FileEdges:
    """The edges that start in one file, sorted and without duplicates."""

    edges: tuple[Edge, ...]

    @cached_property
    def by_source(self) -> dict[str, tuple[Edge, ...]]:
        """Edges by the node they start from."""
        return _grouped(self.edges, lambda edge: edge.source)

    @cached_property
    def by_target(self) -> dict[str, tuple[Edge, ...]]:
        """Edges by the node they lead to."""
        return _grouped(self.edges, lambda edge: edge.target)

    @cached_property
    def target_paths(self) -> frozenset[str]:
        """Paths of the files that the edges lead to."""
        return frozenset(path_of(edge.target) for edge in self.edges)


@dataclass(frozen=True)
class Graph:
    """All edges of one revision."""

    by_file: Mapping[str, FileEdges]
    dependants: Mapping[str, frozenset[str]]  # path → files with an edge into it
    users_by_node: Mapping[str, Mapping[str, int]]  # node → files with edges to it, and how many each has

    def outgoing(self, node: str) -> tuple[Edge, ...]:
        """What `node` depends on, sorted."""
        edges = self.by_file.get(path_of(node))
        return edges.by_source.get(node, ()) if edges else ()

    def incoming(self, node: str) -> tuple[Edge, ...]:
        """What depends on `node`, sorted."""
        return self.incoming_of((node,))

    def incoming_of(self, nodes: Sequence[str]) -> tuple[Edge, ...]:
        """What depends on some nodes of one file (at least one), by the file that it is in."""
        files = sorted({path for node in nodes for path in self.users_by_node.get(node, ())})
        return tuple(edge for path in files for node in nodes for edge in self.by_file[path].by_target.get(node, ()))

    def users(self, node: str, enough: int) -> int:
        """How many edges lead to `node`, `enough` if there are more."""
        found = 0
        for edges in self.users_by_node.get(node, {}).values():
            found += edges
            if found >= enough:
                return enough
        return found

    @cached_property
    def most_dependants(self) -> int:
        """How many files depend on the file that most depend on."""
        return max(map(len, self.dependants.values()), default=0)

    def edge_count(self) -> int:
        """Number of edges."""
        return sum(len(edges.edges) for edges in self.by_file.values())


def file_edges(edges: Iterable[Edge]) -> FileEdges:
    """Sort edges and keep the surest of those that say the same."""
    best: dict[tuple[str, str, EdgeKind], Edge] = {}
    for edge in edges:
        key = (edge.source, edge.target, edge.kind)
        if key not in best or best[key].confidence < edge.confidence:
            best[key] = edge
    return FileEdges(tuple(sorted(best.values())))


def _grouped(edges: Iterable[Edge], key: Callable[[Edge], str]) -> dict[str, tuple[Edge, ...]]:
    found: dict[str, list[Edge]] = {}
    for edge in edges:
        found.setdefault(key(edge), []).append(edge)
    return {node: tuple(group) for node, group in found.items()}
