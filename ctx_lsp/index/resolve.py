"""From one file's references to its edges in the dependency graph.

A pure function of the file's facts and of what it looks up in the workspace's tables, where the look-ups are recorded.
What a name can mean is decided in `scope`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ctx_lsp.index.bindings import Found
from ctx_lsp.index.entry import Definition, FileEntry, path_of
from ctx_lsp.index.graph import Edge, EdgeKind, FileEdges, file_edges
from ctx_lsp.index.inference import Inference
from ctx_lsp.index.roles import file_role
from ctx_lsp.index.scope import Scope
from ctx_lsp.index.tables import Head, Lookups
from ctx_lsp.syntax.model import Reference, ReferenceKind

_EDGE_KIND: dict[ReferenceKind, EdgeKind] = {
    "call": "calls",
    "type": "uses-type",
    "inherits": "inherits",
    "implements": "implements",
    "decorates": "decorates",
    "read": "reads",
    "write": "writes",
    "raises": "raises",
    "catches": "catches",
}


class Occurrence(NamedTuple):
    """A reference and the definitions that it can mean, surest first; none: outside the workspace, or unknown."""

    reference: Reference
    found: Found


def occurrences(lookups: Lookups) -> Iterator[Occurrence]:
    """What each reference of the file whose look-ups are given can mean, in the order of the text."""
    entry = lookups.own
    return _occurrences(entry, _scope(lookups))


def resolve_file(lookups: Lookups) -> FileEdges:
    """The edges that start in the file whose look-ups are given."""
    entry = lookups.own
    scope = _scope(lookups)
    edges = [*_reference_edges(entry, scope), *_import_edges(scope), *_override_edges(entry, scope)]
    if entry.role == "test":
        edges += list(_test_edges(edges))
    return file_edges(edges)


def _scope(lookups: Lookups) -> Scope:
    own = lookups.own
    return Scope(own.path, Head(own.language, own.facts.outline.imports), lookups)


def _occurrences(entry: FileEntry, scope: Scope) -> Iterator[Occurrence]:
    inference = Inference(scope)
    meanings: dict[tuple[str, str, int], Found] = {}
    for reference in entry.facts.references:
        key = (reference.receiver, reference.name, reference.symbol)
        if key not in meanings:
            around = entry.definitions[reference.symbol] if reference.symbol >= 0 else None
            meanings[key] = _meaning(inference, reference, around)
        yield Occurrence(reference, meanings[key])


def _reference_edges(entry: FileEntry, scope: Scope) -> Iterator[Edge]:
    for reference, found in _occurrences(entry, scope):
        source = entry.definitions[reference.symbol].id if reference.symbol >= 0 else entry.path
        for definition, sure in found:
            if definition.id != source:
                yield Edge(source, definition.id, _EDGE_KIND[reference.kind], sure)


def _meaning(inference: Inference, reference: Reference, around: Definition | None) -> Found:
    if reference.receiver:
        return inference.member(reference.receiver, reference.name, around)
    return inference.scope.bare(reference.name, around)


def _import_edges(scope: Scope) -> Iterator[Edge]:
    for imported in scope.head.imports:
        for definition, sure in scope.bindings.imported(imported):
            yield Edge(scope.path, definition.id, "imports", sure)
        if not imported.name or imported.name == "*":
            for path in scope.bindings.module_paths(imported):
                if path != scope.path:
                    yield Edge(scope.path, path, "imports", 1.0)


def _override_edges(entry: FileEntry, scope: Scope) -> Iterator[Edge]:
    for definition in entry.definitions:
        if definition.kind not in ("Method", "Property") or definition.container == definition.path:
            continue
        holder = entry.by_qualname.get(definition.qualname.rpartition(".")[0])
        if holder is None:
            continue
        for overridden, sure in scope.in_type(holder, definition.name, own=False):
            yield Edge(definition.id, overridden.id, "overrides", sure)


def _test_edges(edges: list[Edge]) -> Iterator[Edge]:
    """A test tests whatever source it calls, imports or names."""
    for edge in edges:
        if edge.kind in ("calls", "imports", "uses-type") and file_role(path_of(edge.target)) == "source":
            yield Edge(edge.source, edge.target, "tests", edge.confidence)
