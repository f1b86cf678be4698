"""The dependency graph: typed edges between symbols and files, each with a confidence, stored file by file.

A node is a symbol id, or the path of a file, which denotes the file's top level. Containment is not stored as edges,
because the outline already nests its symbols. The edges are computed in `resolution.resolve`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Literal, NamedTuple

from ctx_lsp.graph.entry import path_of

EdgeKind = Literal[
    "imports", "calls", "inherits", "implements", "overrides", "decorates", "uses-type", "reads", "writes", "raises",
    "catches", "tests", "re-exports", "registers", "documents",
    "specifies", "satisfies", "mentions", "supersedes",
]  # fmt: skip


class Edge(NamedTuple):
    """A dependency of `source` on `target`; `confidence` (above 0, at most 1) says how certain the dependency is."""

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
        """Edges keyed by source node."""
        return _grouped(self.edges, attrgetter("source"))

    @cached_property
    def by_target(self) -> dict[str, tuple[Edge, ...]]:
        """Edges keyed by target node."""
        return _grouped(self.edges, attrgetter("target"))

    @cached_property
    def target_paths(self) -> frozenset[str]:
        """Paths of the files that the edges lead to."""
        return frozenset(path_of(edge.target) for edge in self.edges)


@dataclass(frozen=True)
class Graph:
    """All edges of one revision of the index."""

    by_file: Mapping[str, FileEdges]
    dependants: Mapping[str, Collection[str]]  # path → files with an edge into it, unordered
    users_by_node: Mapping[str, Mapping[str, int]]  # node → files with edges to it → number of these edges

    def outgoing(self, node: str) -> tuple[Edge, ...]:
        """Return the edges that start at `node`, sorted."""
        edges = self.by_file.get(path_of(node))
        return edges.by_source.get(node, ()) if edges else ()

    def incoming(self, node: str) -> tuple[Edge, ...]:
        """Return the edges that lead to `node`, sorted."""
        return self.incoming_of((node,))

    def incoming_of(self, nodes: Sequence[str]) -> tuple[Edge, ...]:
        """Return the edges that lead to any of `nodes`, ordered by source file, then in the order of `nodes`."""
        files = sorted({path for node in nodes for path in self.users_by_node.get(node, ())})
        return tuple(edge for path in files for node in nodes for edge in self.by_file[path].by_target.get(node, ()))

    def users(self, node: str, enough: int) -> int:
        """Count the edges that lead to `node`, stopping at `enough`."""
        found = 0
        for edges in self.users_by_node.get(node, {}).values():
            found += edges
            if found >= enough:
                return enough
        return found

    @cached_property
    def most_dependants(self) -> int:
        """The highest number of files that depend on any one file."""
        return max(map(len, self.dependants.values()), default=0)

    def edge_count(self) -> int:
        """Return the number of edges."""
        return sum(len(edges.edges) for edges in self.by_file.values())


def file_edges(edges: Iterable[Edge]) -> FileEdges:
    """Build the edges of one file, keeping only the most certain edge for each source, target and kind."""
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
