"""Resolves the references of one file to edges of the dependency graph.

The result is a pure function of the file's facts and of its recorded lookups in the workspace tables. `scope` and
`inference` resolve names.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from ctx_lsp.graph.edges import Edge, EdgeKind, FileEdges, file_edges
from ctx_lsp.graph.entry import Definition, FileEntry, path_of
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.graph.lookups import NO_USER, Lookups
from ctx_lsp.graph.resolution.bindings import DEFAULT, RatedDefinitions
from ctx_lsp.graph.resolution.conventions import documented, tests_by_name
from ctx_lsp.graph.resolution.inference import Inference
from ctx_lsp.graph.resolution.registration import fixture_uses, registrations
from ctx_lsp.graph.resolution.reuse import NOTHING_KNOWN, Known, ResolvedFile, Reusable, Use
from ctx_lsp.graph.resolution.satisfaction import satisfaction_edges
from ctx_lsp.graph.resolution.scope import INHERITED, Scope
from ctx_lsp.graph.resolution.visibility import visibility_of
from ctx_lsp.graph.tables import head_of
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.model import Reference, ReferenceKind
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, MEMBER_KINDS

EDGE_KIND: Mapping[ReferenceKind, EdgeKind] = {
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
"""The kind of edge for each kind of reference in code. References in documents always give `documents` edges."""

_OF_TYPES = frozenset({"type", "inherits", "implements"})
"""Kinds of references that refer to a type, even if a function has the same name."""


class Occurrence(NamedTuple):
    """A reference and the definitions that it may refer to, highest confidence first; empty if none are known."""

    reference: Reference
    found: RatedDefinitions


def occurrences(lookups: Lookups) -> Iterator[Occurrence]:
    """Yield each reference in the file of `lookups`, in text order, with its possible meanings."""
    entry = lookups.own
    return _occurrences(entry, _scope(lookups), {}, {})


def resolve_file(lookups: Lookups) -> FileEdges:
    """Return the edges that start in the file of `lookups`."""
    return _resolve(lookups, None)[0]


def resolve_edited(lookups: Lookups, before: Reusable | None) -> ResolvedFile:
    """Resolve the file of `lookups` to the same edges as `resolve_file`, reusing the results in `before`.

    `reuse` decides which results of an earlier text these are. Without any, or if an evaluation meets a limit, the
    whole file is resolved.
    """
    recorded = lookups.recorded()
    edges, meanings, fixed, met_limit = _resolve(recorded, before)
    if before is not None and met_limit:
        return resolve_edited(lookups, None)
    known, reuses = (before.known, before.reuses) if before else (NOTHING_KNOWN, 0)
    looked_up = {
        user: recorded.looked_up.get(user, set()) | known.looked_up.get(user, frozenset())
        for user in (recorded.looked_up.keys() | known.looked_up.keys()) - {NO_USER}
    }
    return ResolvedFile(edges, lookups.own, Known(meanings, looked_up), fixed, met_limit, reuses)


def _resolve(
    lookups: Lookups, before: Reusable | None
) -> tuple[FileEdges, dict[Use, RatedDefinitions], tuple[Edge, ...], bool]:
    """Return the edges, the reusable meanings, the edges that follow from the outline, and whether a limit was met."""
    entry = lookups.own
    scope = _scope(lookups)
    reusable: dict[Use, RatedDefinitions] = {}
    found = tuple(_occurrences(entry, scope, before.known.meanings if before else {}, reusable))
    lookups.user = NO_USER
    fixed = before.fixed if before else None
    if fixed is None:
        fixed = tuple(_fixed_edges(entry, scope))
    edges = [*_reference_edges(entry, found), *fixed, *registrations(entry, found, scope.bare)]
    if entry.role == "test":
        edges += [*_test_edges(edges), *tests_by_name(lookups)]
    scope.scopes.clear()  # break the cycle: the scopes refer to one another, and to entries of this revision
    return file_edges(edges), reusable, fixed, scope.cuts.limits > 0


def _fixed_edges(entry: FileEntry, scope: Scope) -> Iterator[Edge]:
    """Yield the edges that follow from the outline of a file and from its lookups."""
    yield from _import_edges(scope)
    yield from _override_edges(entry, scope)
    yield from satisfaction_edges(entry, scope)
    yield from fixture_uses(scope.lookups)


def _scope(lookups: Lookups) -> Scope:
    own = lookups.own
    return Scope(own.path, head_of(own), lookups)


def _occurrences(
    entry: FileEntry, scope: Scope, known: Mapping[Use, RatedDefinitions], reusable: dict[Use, RatedDefinitions]
) -> Iterator[Occurrence]:
    """Yield the occurrences of a file. Meanings are taken from `known`, or evaluated in text order.

    Those that do not depend on this order are added to `reusable`.
    """
    meaning = _meanings(entry, scope)
    meanings: dict[Use, RatedDefinitions] = {}
    for reference in entry.facts.references:
        use = (reference.receiver, reference.name, reference.symbol, reference.kind in _OF_TYPES)
        found = meanings.get(use)
        if found is None:
            found = known.get(use)
            cuts = scope.cuts.values
            if found is None:
                scope.lookups.user = reference.symbol
                found = meaning(reference)
            meanings[use] = found
            if cuts == scope.cuts.values:
                reusable[use] = found
        if reference.kind == "inherits" and scope.visibility.headers:  # in Python a base can be any expression
            found = tuple(hit for hit in found if hit[0].kind in CONTAINER_KINDS)
        yield Occurrence(reference, found)


def _meanings(entry: FileEntry, scope: Scope) -> Callable[[Reference], RatedDefinitions]:
    """Return a function that resolves the references of a file."""
    if language(entry.language).category == "prose":
        return partial(documented, scope.lookups)
    inference = Inference(scope)
    for nesting in (scope.nesting, inference.nesting):
        scope.lookups.attribute_inside(nesting.pending)

    def meaning(reference: Reference) -> RatedDefinitions:
        around = entry.definitions[reference.symbol] if reference.symbol >= 0 else None
        if reference.receiver:
            found = inference.member(reference.receiver, reference.name, around)
        else:
            found = scope.bare(reference.name, around)
        if reference.kind not in _OF_TYPES:
            return found
        types = tuple(hit for hit in found if hit[0].kind in CONTAINER_KINDS)
        return types if types or visibility_of(entry.language).separate_type_names else found

    return meaning


def _reference_edges(entry: FileEntry, found: Iterable[Occurrence]) -> Iterator[Edge]:
    is_document = language(entry.language).category == "prose"
    for reference, meanings in found:
        source = entry.definitions[reference.symbol].id if reference.symbol >= 0 else entry.path
        for definition, sure in meanings:
            if definition.id != source:
                kind = "documents" if is_document else EDGE_KIND[reference.kind]
                yield Edge(source, definition.id, kind, sure)


def _import_edges(scope: Scope) -> Iterator[Edge]:
    file = scope.path.rpartition("/")[2]
    is_front = file in scope.visibility.front_files  # other files are meant to import these names from this file
    for imported in scope.head.imports:
        found = [(definition.path, definition.id, sure) for definition, sure in scope.bindings.imported(imported)]
        if imported.name in ("", "*") or (imported.name == DEFAULT and not found):
            found += [(path, path, 1.0) for path in scope.bindings.module_paths(imported)]
        for path, target, sure in found:
            if target != scope.path:
                yield Edge(scope.path, target, "imports", sure)
                if imported.reexport or (is_front and imported.name and path != scope.path):
                    yield Edge(scope.path, target, "re-exports", sure)


def _override_edges(entry: FileEntry, scope: Scope) -> Iterator[Edge]:
    """Yield edges from each member of a type to the members that it overrides: the nearest one for each base."""
    for definition in entry.definitions:
        holder = entry.by_qualname.get(definition.qualname.rpartition(".")[0])
        if holder is None or definition.kind not in MEMBER_KINDS - {"Constructor"}:
            continue
        for base in scope.bases(holder):
            for above, sure in scope.in_type(base, definition.name):
                if definition.kind != "Field" or above.kind != "Field" or _is_promise(base, holder):
                    yield Edge(definition.id, above.id, "overrides", min(sure, INHERITED))


def _is_promise(base: Definition, holder: Definition) -> bool:
    """Return whether `base` is an interface that requires its fields from the class `holder`."""
    return base.kind == "Interface" and holder.kind != "Interface"


def _test_edges(edges: list[Edge]) -> Iterator[Edge]:
    """Yield `tests` edges to all source code that a test calls, imports or uses as a type."""
    for edge in edges:
        if edge.kind in ("calls", "imports", "uses-type") and file_role(path_of(edge.target)) == "source":
            yield Edge(edge.source, edge.target, "tests", edge.confidence)
