"""From one file's references to its edges in the dependency graph.

A pure function of the file's facts and of what it looks up in the workspace's definitions; the look-ups are returned,
so that the host knows when to do it again. What a name can mean is decided in `scope`.
"""

from collections.abc import Iterator

from ctx_lsp.index.bindings import Found
from ctx_lsp.index.definitions import Definitions, LookupKey, Lookups
from ctx_lsp.index.entry import FileEntry, path_of
from ctx_lsp.index.graph import Edge, EdgeKind, FileEdges, file_edges
from ctx_lsp.index.scope import Scope
from ctx_lsp.syntax.model import Reference, ReferenceKind

_EDGE_KIND: dict[ReferenceKind, EdgeKind] = {
    "call": "calls",
    "type": "uses-type",
    "inherits": "inherits",
    "implements": "implements",
    "decorates": "decorates",
    "read": "reads",
}


def resolve_file(entry: FileEntry, definitions: Definitions) -> tuple[FileEdges, frozenset[LookupKey]]:
    """The edges that start in a file, and every look-up that they rest on."""
    lookups = Lookups(definitions)
    scope = Scope(entry, lookups)
    edges = [*_reference_edges(scope), *_import_edges(scope), *_override_edges(scope)]
    if entry.role == "test":
        edges += list(_test_edges(edges, lookups))
    return file_edges(edges), frozenset(lookups.keys)


def _reference_edges(scope: Scope) -> Iterator[Edge]:
    meanings: dict[tuple[str, str, int], Found] = {}
    for reference in scope.entry.facts.references:
        key = (reference.receiver, reference.name, reference.symbol)
        if key not in meanings:
            meanings[key] = _meaning(scope, reference)
        source = _node(scope.entry, reference.symbol)
        for definition, sure in meanings[key]:
            if definition.id != source:
                yield Edge(source, definition.id, _EDGE_KIND[reference.kind], sure)


def _meaning(scope: Scope, reference: Reference) -> Found:
    if reference.receiver:
        return scope.member(reference.receiver, reference.name, reference.symbol)
    return scope.bare(reference.name, reference.symbol)


def _import_edges(scope: Scope) -> Iterator[Edge]:
    for imported in scope.entry.facts.outline.imports:
        for definition, sure in scope.bindings.imported(imported):
            yield Edge(scope.entry.path, definition.id, "imports", sure)
        if not imported.name or imported.name == "*":
            for path in scope.bindings.module_paths(imported):
                if path != scope.entry.path:
                    yield Edge(scope.entry.path, path, "imports", 1.0)


def _override_edges(scope: Scope) -> Iterator[Edge]:
    for definition in scope.entry.definitions:
        if definition.kind not in ("Method", "Property") or definition.container == definition.path:
            continue
        holder = scope.entry.by_qualname.get(definition.qualname.rpartition(".")[0])
        if holder is None:
            continue
        for overridden, sure in scope.in_type(holder, definition.name, own=False):
            yield Edge(definition.id, overridden.id, "overrides", sure)


def _test_edges(edges: list[Edge], lookups: Lookups) -> Iterator[Edge]:
    """A test tests whatever source it calls, imports or names."""
    for edge in edges:
        target = lookups.file(path_of(edge.target))
        if target is not None and target.role == "source" and edge.kind in ("calls", "imports", "uses-type"):
            yield Edge(edge.source, edge.target, "tests", edge.confidence)


def _node(entry: FileEntry, symbol: int) -> str:
    return entry.definitions[symbol].id if symbol >= 0 else entry.path
