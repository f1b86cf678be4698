"""Import cycles between files, from the dependency graph. Off the hot path: only computed when asked for."""

from importlib import import_module

from ctx_lsp.index.entry import path_of
from ctx_lsp.index.graph import Graph


def import_cycles(graph: Graph) -> tuple[tuple[str, ...], ...]:
    """Groups of files that import each other, directly or through others; each sorted, the largest group first."""
    nx = import_module("networkx")  # takes as long to load as numpy, and few questions need it
    imports = nx.DiGraph()
    for path, edges in graph.by_file.items():
        targets = {path_of(edge.target) for edge in edges.edges if edge.kind == "imports"}
        imports.add_edges_from((path, target) for target in targets - {path})
    groups = (tuple(sorted(group)) for group in nx.strongly_connected_components(imports) if len(group) > 1)
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))
