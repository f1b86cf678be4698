"""Resolves the references of one file to edges of the dependency graph.

The result is a pure function of the file's facts and of its recorded lookups in the workspace tables. `scope` and
`inference` resolve names.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from ctx_lsp.graph.edges import Edge, EdgeKind, FileEdges, file_edges
from ctx_lsp.graph.entry import Definition, FileEntry, path_of
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.graph.lookups import NO_USER, Lookups
from ctx_lsp.graph.resolution.bindings import DEFAULT, RatedDefinitions
from ctx_lsp.graph.resolution.conventions import documented, tests_by_name
from ctx_lsp.graph.resolution.field_names import called
from ctx_lsp.graph.resolution.inference import Inference
from ctx_lsp.graph.resolution.items import is_item_reference, items_named, mention_kind, superseding_edges
from ctx_lsp.graph.resolution.nested_types import nested_type
from ctx_lsp.graph.resolution.registration import fixture_uses, registrations
from ctx_lsp.graph.resolution.reuse import NOTHING_KNOWN, Known, ResolvedFile, Reusable, Use, changed_references
from ctx_lsp.graph.resolution.satisfaction import satisfaction_edges
from ctx_lsp.graph.resolution.scope import INHERITED, Scope
from ctx_lsp.graph.resolution.visibility import visibility_of
from ctx_lsp.graph.tables import head_of
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.reference import Reference, ReferenceKind
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, FUNCTION_KINDS, MEMBER_KINDS, VARIABLE_KINDS

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
    "mentions": "mentions",
    "satisfies": "satisfies",
    "supersedes": "supersedes",
    "superseded-by": "mentions",
}
"""The kind of edge for each kind of reference in code. References to code in documents give
`documents` edges, or `specifies` edges from items."""

_OF_TYPES = frozenset({"type", "inherits", "implements"})
"""Kinds of references that refer to a type, even if a function has the same name."""


class Occurrence(NamedTuple):
    """A reference and the definitions that it may refer to, each with a confidence; empty if none are known."""

    reference: Reference
    found: RatedDefinitions


def occurrences(lookups: Lookups) -> Iterator[Occurrence]:
    """Yield each reference in the file of `lookups`, in text order, with the definitions that it may refer to."""
    entry = lookups.own
    return _occurrences(entry, entry.facts.references, _scope(lookups), {}, {})


def resolve_file(lookups: Lookups) -> FileEdges:
    """Return the edges that start in the file of `lookups`."""
    return _resolve(lookups, None).edges


def resolve_edited(lookups: Lookups, before: Reusable | None) -> ResolvedFile:
    """Resolve the file of `lookups` to the same edges as `resolve_file`, reusing the results in `before`.

    `before` comes from `reuse`, which selects the results of an earlier text that still hold. If `before` is None or an
    evaluation reaches a limit, the whole file is resolved.
    """
    recorded = lookups.recorded()
    resolved = _resolve_changed(recorded, before) if before else None
    if resolved is None:
        resolved = _resolve(recorded, before)
    if before is not None and resolved.met_limit:
        return resolve_edited(lookups, None)
    known = before.known if before else NOTHING_KNOWN
    looked_up = dict(known.looked_up)  # of all definitions of the file, most of which have not been resolved again
    looked_up.update((user, keys | looked_up.get(user, frozenset())) for user, keys in recorded.looked_up.items())
    looked_up.pop(NO_USER, None)
    return resolved._replace(known=Known(resolved.known.meanings, looked_up))


def _resolve(lookups: Lookups, before: Reusable | None) -> ResolvedFile:
    """Resolve all references of a file, with the meanings in `before`. The result does not contain the lookups."""
    entry = lookups.own
    scope = _scope(lookups)
    reusable: dict[Use, RatedDefinitions] = {}
    known = before.known.meanings if before else {}
    found = tuple(_occurrences(entry, entry.facts.references, scope, known, reusable))
    lookups.user = NO_USER
    fixed = before.fixed if before else None
    if fixed is None:
        fixed = tuple(_fixed_edges(entry, scope))
    names = [one for one in found if not is_item_reference(one.reference)]
    starts = [one.reference.start for one in names]

    def starting_in(start: int, end: int) -> list[Occurrence]:
        first = bisect_left(starts, start)
        return names[first : bisect_left(starts, end, first)]

    registered = tuple(registrations(entry, starting_in, scope.bare))
    counts = Counter(_reference_edges(entry, found))
    edges = _all_edges(lookups, [*counts, *fixed, *registered])
    scope.scopes.clear()  # break the reference cycle of the scopes, which keeps entries of this revision alive
    reuses = before.reuses if before else 0
    return ResolvedFile(edges, entry, Known(reusable, {}), fixed, registered, counts, scope.cuts.limits > 0, reuses)


def _resolve_changed(lookups: Lookups, before: Reusable) -> ResolvedFile | None:
    """Resolve only the references that differ from those of the last text; None if others may be affected."""
    entry, last = lookups.own, before.last
    changed = changed_references(last.entry.facts, entry.facts) if last else None
    if last is None or changed is None:
        return None
    scope = _scope(lookups)
    meanings = dict(before.known.meanings)
    gone = Counter(_reference_edges(last.entry, _occurrences(last.entry, changed.removed, scope, meanings, meanings)))
    if len(meanings) > len(before.known.meanings):  # a reference that is gone was evaluated again
        return None
    come = Counter(_reference_edges(entry, _occurrences(entry, changed.added, scope, meanings, meanings)))
    lookups.user = NO_USER

    def starting_in(start: int, end: int) -> list[Occurrence]:
        inside = [one for one in entry.facts.references.starting_in(start, end) if not is_item_reference(one)]
        return list(_occurrences(entry, inside, scope, meanings, meanings))

    registered = tuple(registrations(entry, starting_in, scope.bare))
    scope.scopes.clear()
    if scope.cuts.values or scope.cuts.limits:
        return None
    counts = last.counts.copy()
    counts.subtract(gone)
    counts.update(come)
    for edge in gone:
        if not counts[edge]:
            del counts[edge]
    edges = last.edges
    if counts.keys() != last.counts.keys() or registered != last.registered:
        edges = _all_edges(lookups, [*counts, *last.fixed, *registered])
    return ResolvedFile(edges, entry, Known(meanings, {}), last.fixed, registered, counts, False, before.reuses)


def _all_edges(lookups: Lookups, edges: list[Edge]) -> FileEdges:
    """Return the edges of a file, from those of its references, outline and registrations."""
    if lookups.own.role == "test":
        edges += [*_test_edges(edges), *tests_by_name(lookups)]
    return file_edges(edges)


def _fixed_edges(entry: FileEntry, scope: Scope) -> Iterator[Edge]:
    """Yield the edges derived from a file's outline, not from single references: imports, overrides and so on."""
    yield from _import_edges(scope)
    yield from _override_edges(entry, scope)
    yield from satisfaction_edges(entry, scope)
    yield from fixture_uses(scope.lookups)
    yield from superseding_edges(scope.lookups)


def _scope(lookups: Lookups) -> Scope:
    own = lookups.own
    return Scope(own.path, head_of(own), lookups)


def _occurrences(
    entry: FileEntry,
    references: Iterable[Reference],
    scope: Scope,
    known: Mapping[Use, RatedDefinitions],
    reusable: dict[Use, RatedDefinitions],
) -> Iterator[Occurrence]:
    """Yield the occurrences of `references` in a file, with meanings taken from `known` or evaluated in text order.

    Meanings that do not depend on this order are also stored in `reusable`.
    """
    named = _meanings(entry, scope)

    def meaning(reference: Reference) -> RatedDefinitions:
        return items_named(scope.lookups, reference) if is_item_reference(reference) else named(reference)

    meanings: dict[Use, RatedDefinitions] = {}

    def kept_meaning(reference: Reference, is_declared: bool) -> RatedDefinitions:
        use = (reference.receiver, reference.name, reference.symbol, reference.kind in _OF_TYPES, is_declared)
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
        return found

    setter_mark = scope.visibility.setter_mark

    def definitions(reference: Reference, is_declared: bool) -> RatedDefinitions:
        is_set = bool(setter_mark and reference.receiver) and reference.kind == "write"
        set_name = reference.name + setter_mark
        setters = kept_meaning(reference._replace(name=set_name), is_declared) if is_set else ()
        found = setters or kept_meaning(reference, is_declared)
        if reference.kind == "inherits" and scope.visibility.headers:  # in Python a base can be any expression
            found = tuple(hit for hit in found if hit[0].kind in CONTAINER_KINDS)
        if reference.kind == "call" and scope.visibility.separate_field_names:
            scope.lookups.user = reference.symbol
            found = tuple((called(scope, definition), sure) for definition, sure in found)
        return found

    results: dict[tuple[str, str, ReferenceKind, int, bool], RatedDefinitions] = {}
    for reference in references:  # functions use most names more than once
        name, receiver, kind, symbol, _, _ = reference
        is_declared = kind in _OF_TYPES and _is_declared(entry, reference)
        use = name, receiver, kind, symbol, is_declared
        result = results.get(use)
        if result is None:
            result = results[use] = definitions(reference, is_declared)
        yield Occurrence(reference, result)


def _meanings(entry: FileEntry, scope: Scope) -> Callable[[Reference], RatedDefinitions]:
    """Return a function that finds the definitions that a reference of the file may refer to."""
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
            found = nested_type(reference.name, around, scope.lookups) if _is_declared(entry, reference) else ()
            found = found or scope.bare(reference.name, around)
        if reference.kind not in _OF_TYPES:
            return found
        types = tuple(hit for hit in found if hit[0].kind in CONTAINER_KINDS)
        return types if types or visibility_of(entry.language).separate_type_names else found

    return meaning


def _is_declared(entry: FileEntry, reference: Reference) -> bool:
    """Return whether a reference is to a type in the declaration of the enclosing symbol, not in its body."""
    is_inside = reference.kind in _OF_TYPES and reference.symbol >= 0
    return is_inside and reference.start < entry.facts.spans[reference.symbol].body


def _reference_edges(entry: FileEntry, found: Iterable[Occurrence]) -> Iterator[Edge]:
    is_document = language(entry.language).category == "prose"
    for reference, meanings in found:
        if not meanings:
            continue
        around = entry.definitions[reference.symbol] if reference.symbol >= 0 else None
        source = around.id if around else entry.path
        for definition, sure in meanings:
            if definition.id != source:
                kind = EDGE_KIND[reference.kind]
                if kind == "writes" and _is_setter(definition, reference.name):
                    kind = "calls"
                if is_item_reference(reference):
                    kind = mention_kind(entry, reference, definition)
                elif is_document:
                    kind = "specifies" if around and around.item and around.kind != "Change" else "documents"
                yield Edge(source, definition.id, kind, sure)


def _is_setter(definition: Definition, name: str) -> bool:
    """Return whether a definition is the function that an assignment to `name` calls."""
    setter_mark = visibility_of(definition.language).setter_mark
    return bool(setter_mark) and definition.name == name + setter_mark


def _import_edges(scope: Scope) -> Iterator[Edge]:
    file = scope.path.rpartition("/")[2]
    is_front = file in scope.visibility.front_files  # such as `__init__.py`: it implicitly re-exports its imports
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
            for named, sure in scope.in_type(base, definition.name):
                above = called(scope, named) if definition.kind in FUNCTION_KINDS else named
                if _may_override(definition, above, base, holder, scope):
                    yield Edge(definition.id, above.id, "overrides", min(sure, INHERITED))


def _may_override(
    definition: Definition, above: Definition, base: Definition, holder: Definition, scope: Scope
) -> bool:
    """Return whether a member of `holder` can override `above`, the member of `base` with the same name."""
    is_field = definition.kind in VARIABLE_KINDS
    if scope.visibility.separate_field_names and is_field != (above.kind in VARIABLE_KINDS):
        is_accessor = is_field and base.kind == "Interface"  # the component of a record
        return is_accessor and scope.own_member(holder, definition.name) == definition
    return definition.kind != "Field" or above.kind != "Field" or _is_promise(base, holder)


def _is_promise(base: Definition, holder: Definition) -> bool:
    """Return whether `base` is an interface and `holder` is not, so that `holder` must provide the fields of `base`."""
    return base.kind == "Interface" and holder.kind != "Interface"


def _test_edges(edges: list[Edge]) -> Iterator[Edge]:
    """Yield `tests` edges to all source code that a test calls, imports or uses as a type."""
    for edge in edges:
        if edge.kind in ("calls", "imports", "uses-type") and file_role(path_of(edge.target)) == "source":
            yield Edge(edge.source, edge.target, "tests", edge.confidence)
