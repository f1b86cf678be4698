"""Import cycles between the files of the dependency graph, computed only on request."""

from collections.abc import Sequence
from importlib import import_module

from ctx_lsp.graph.edges import Graph
from ctx_lsp.graph.entry import path_of

_IMPORTING = frozenset({"imports", "re-exports"})


def import_cycles(graph: Graph) -> tuple[tuple[str, ...], ...]:
    """Return the groups of files that import each other directly or indirectly, largest first; each group is sorted."""
    nx = import_module("networkx")  # slow to load, like numpy, and few requests need it
    imports = nx.DiGraph()
    for path in graph.by_file:
        imports.add_edges_from((path, target) for target in _imported(graph, path))
    groups = (tuple(sorted(group)) for group in nx.strongly_connected_components(imports) if len(group) > 1)
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))


def round_trip(graph: Graph, group: Sequence[str]) -> tuple[str, ...]:
    """Return a shortest import chain that starts and ends at the first file of a cyclic group."""
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
    """Return the other files that the file at `path` imports."""
    return {path_of(edge.target) for edge in graph.by_file[path] if edge.kind in _IMPORTING} - {path}
