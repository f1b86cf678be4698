"""The dependency graph: typed edges between symbols and files, each with a confidence, stored file by file.

A node is a symbol id, or the path of a file, which denotes the file's top level. Containment is not stored as edges,
because the outline already nests its symbols. The edges are computed in `resolution.resolve`.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from operator import attrgetter
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from ctx_lsp.base.number_columns import columns_fit, numbered, pack, row_count, unpack
from ctx_lsp.graph.entry import path_of

EdgeKind = Literal[
    "imports", "calls", "inherits", "implements", "overrides", "decorates", "uses-type", "reads", "writes", "raises",
    "catches", "tests", "re-exports", "registers", "documents",
    "specifies", "satisfies", "mentions", "supersedes",
]  # fmt: skip

_KINDS: tuple[EdgeKind, ...] = get_args(EdgeKind)
_KIND_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}


class Edge(NamedTuple):
    """A dependency of `source` on `target`; `confidence` (above 0, at most 1) says how certain the dependency is."""

    source: str
    target: str
    kind: EdgeKind
    confidence: float


_WIDTH = len(Edge._fields)


@dataclass(frozen=True)
class FileEdges:
    """The edges that start in one file, sorted and without duplicates, stored as columns.

    A large workspace has millions of edges, and a row takes a fifth of the memory of an `Edge`. `nodes` and
    `confidences` hold each value once. `columns` holds for each edge the numbers of its source, target, kind and
    confidence (see `base.number_columns`).
    """

    nodes: tuple[str, ...] = ()
    confidences: tuple[float, ...] = ()
    columns: bytes = b""

    @classmethod
    def of(cls, edges: Sequence[Edge]) -> "FileEdges":
        """Store `edges`, which must be sorted and without duplicates."""
        if not edges:
            return cls()
        sources, targets, kinds, confidences = zip(*edges, strict=True)
        nodes, numbers = numbered(chain(sources, targets)), numbered(confidences)
        columns = (
            map(nodes.__getitem__, sources),
            map(nodes.__getitem__, targets),
            map(_KIND_NUMBERS.__getitem__, kinds),
            map(numbers.__getitem__, confidences),
        )
        return cls(tuple(nodes), tuple(numbers), pack(columns, len(edges)))

    def __len__(self) -> int:
        return row_count(self.columns, _WIDTH)

    def __iter__(self) -> Iterator[Edge]:
        sources, targets, kinds, confidences = self._table.tolist()
        node, confidence = self.nodes.__getitem__, self.confidences.__getitem__
        columns = map(node, sources), map(node, targets), map(_KINDS.__getitem__, kinds), map(confidence, confidences)
        rows: Iterator[Any] = zip(*columns, strict=True)
        return map(partial(tuple.__new__, Edge), rows)  # `Edge._make` would take 40 % longer

    @property
    def _table(self) -> np.ndarray:
        return unpack(self.columns, _WIDTH)

    @cached_property
    def by_source(self) -> dict[str, tuple[Edge, ...]]:
        """Edges keyed by source node."""
        return _grouped(self, attrgetter("source"))

    @cached_property
    def by_target(self) -> dict[str, tuple[Edge, ...]]:
        """Edges keyed by target node."""
        return _grouped(self, attrgetter("target"))

    @property
    def targets(self) -> dict[str, int]:
        """The nodes that the edges lead to, each with the number of edges."""
        counts = Counter(self._table[1].tolist())
        return {self.nodes[number]: count for number, count in counts.items()}

    @property
    def target_paths(self) -> frozenset[str]:
        """Paths of the files that the edges lead to."""
        return frozenset(map(path_of, self.targets))

    def fits(self, path: str) -> bool:
        """Return whether the edges can start in the file at `path`; False also means that the columns are damaged."""
        node, kind, confidence = ((0, len(values) - 1) for values in (self.nodes, _KINDS, self.confidences))
        is_whole = columns_fit(self.columns, (node, node, kind, confidence))
        if not is_whole or not all(0 < sure <= 1 for sure in self.confidences):
            return False
        return all(path_of(self.nodes[number]) == path for number in set(self._table[0].tolist()))


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
        return sum(map(len, self.by_file.values()))


def file_edges(edges: Iterable[Edge]) -> FileEdges:
    """Build the edges of one file, keeping only the most certain edge for each source, target and kind."""
    best: dict[tuple[str, str, EdgeKind], Edge] = {}
    for edge in edges:
        key = (edge.source, edge.target, edge.kind)
        if key not in best or best[key].confidence < edge.confidence:
            best[key] = edge
    return FileEdges.of(sorted(best.values()))


def _grouped(edges: Iterable[Edge], key: Callable[[Edge], str]) -> dict[str, tuple[Edge, ...]]:
    found: dict[str, list[Edge]] = {}
    for edge in edges:
        found.setdefault(key(edge), []).append(edge)
    return {node: tuple(group) for node, group in found.items()}
