"""Import cycles between files of the dependency graph. They are computed on request only."""

from collections.abc import Sequence
from importlib import import_module

from ctx_lsp.graph.edges import Graph
from ctx_lsp.graph.entry import path_of

_IMPORTING = frozenset({"imports", "re-exports"})


def import_cycles(graph: Graph) -> tuple[tuple[str, ...], ...]:
    """Return groups of files that import each other, directly or indirectly; each sorted, the largest first."""
    nx = import_module("networkx")  # takes as long to load as numpy, and few questions need it
    imports = nx.DiGraph()
    for path in graph.by_file:
        imports.add_edges_from((path, target) for target in _imported(graph, path))
    groups = (tuple(sorted(group)) for group in nx.strongly_connected_components(imports) if len(group) > 1)
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))


def round_trip(graph: Graph, group: Sequence[str]) -> tuple[str, ...]:
    """Return a shortest import chain from the first file of a cyclic group back to that file, which is at both ends."""
    start, inside = group[0], frozenset(group)
    before: dict[str, str] = {}
    frontier = [start]
    while start not in before and frontier:
        found: dict[str, str] = {}
        for path in frontier:
            found |= {target: path for target in sorted(_imported(graph, path) & inside) if target not in found}
        frontier = sorted(found.keys() - before.keys())
        before = found | before
    way = [start]
    while len(way) == 1 or way[-1] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def _imported(graph: Graph, path: str) -> set[str]:
    """The other files that the imports of a file lead to."""
    return {path_of(edge.target) for edge in graph.by_file[path].edges if edge.kind in _IMPORTING} - {path}
