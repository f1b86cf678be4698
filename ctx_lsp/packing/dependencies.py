"""References from a definition to other definitions, on which both expansion and completeness are based.

The references are read from the graph and followed for one step only. For a function, all references in its text count.
For a type, only the references in its own declaration and in the declarations of its members count, because a pack
shows only these lines of a type.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ctx_lsp.graph.edges import Edge, EdgeKind
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS

# Edge kinds, most informative first: those in declarations, then uses. Several edges to a target are merged into the
# most informative one.
_ORDER: tuple[EdgeKind, ...] = (
    "inherits", "implements", "overrides", "decorates", "uses-type", "calls", "raises", "catches", "reads", "writes",
    "satisfies", "specifies", "supersedes", "mentions",
)  # fmt: skip
_PRECEDENCE: Mapping[EdgeKind, int] = {kind: place for place, kind in enumerate(_ORDER)}
_IMPLEMENTING: frozenset[EdgeKind] = frozenset({"inherits", "implements"})
_OVERRIDING: frozenset[EdgeKind] = frozenset({"implements", "overrides"})
MAX_IMPLEMENTATIONS = 3  # further implementations add little to understanding an interface
MAX_SUBTYPES = 20  # maximum number of types searched for overriding members
SURE = 0.5  # confidence of a guess by name with a single candidate; below it, the target is ambiguous
_DECLARING: frozenset[EdgeKind] = frozenset({"inherits", "implements", "decorates"})


class Dependency(NamedTuple):
    """The definition `target` at the other end of an edge from or to a given definition.

    Most edges are references from the given definition to `target`; `declared` is true if such a reference is in the
    declaration of the given definition rather than in its body. The results of `implementations` are edges from
    `target` to the given definition.
    """

    target: Definition
    kind: EdgeKind
    confidence: float
    declared: bool


def uses(snapshot: Snapshot, definition: Definition) -> list[Dependency]:
    """Return the references from a definition to other definitions, one for each target, sorted by target id.

    References to the definition's own members are left out.
    """
    entry = snapshot.files[definition.path]
    found: dict[str, Dependency] = {}
    for edge, declared in _edges(snapshot, entry, definition):
        known = found.get(edge.target)
        target = known.target if known else snapshot.definition(edge.target)
        if target is not None:
            use = Dependency(target, edge.kind, edge.confidence, declared)
            found[edge.target] = _merged(known, use) if known else use
    return [found[target] for target in sorted(found)]


def members(snapshot: Snapshot, definition: Definition) -> Iterator[str]:
    """Yield the ids of the direct members of a definition."""
    entry = snapshot.files[definition.path]
    return (entry.definitions[member].id for member in entry.children.get(definition.index, ()))


def implementations(snapshot: Snapshot, definition: Definition) -> list[Dependency]:
    """Return up to `MAX_IMPLEMENTATIONS` definitions that implement or override a definition, highest confidence first.

    Those in tests come last, because doubles say little about an interface. The definitions are the overrides of a
    method, the implementations of an interface, or the subtypes that override members of any other type.
    """
    if definition.kind not in CONTAINER_KINDS:
        return _users(snapshot, definition, _OVERRIDING)[:MAX_IMPLEMENTATIONS]
    types = _users(snapshot, definition, _IMPLEMENTING)
    if definition.kind != "Interface":
        types = [one for one in types[:MAX_SUBTYPES] if _overrides_member(snapshot, one.target, definition)]
    return types[:MAX_IMPLEMENTATIONS]


def _users(snapshot: Snapshot, definition: Definition, kinds: frozenset[EdgeKind]) -> list[Dependency]:
    """Return the definitions that have an edge of the given `kinds` to a definition, highest confidence first.

    Those in tests come last.
    """
    edges = sorted(
        (edge for edge in snapshot.graph.incoming(definition.id) if edge.kind in kinds),
        key=lambda edge: (-edge.confidence, edge.source),
    )
    found = ((edge, snapshot.definition(edge.source)) for edge in edges)
    uses = (Dependency(source, edge.kind, edge.confidence, declared=False) for edge, source in found if source)
    surest: dict[str, Dependency] = {}
    for use in uses:
        surest.setdefault(use.target.id, use)
    return sorted(surest.values(), key=lambda use: snapshot.is_test(use.target.id))


def _overrides_member(snapshot: Snapshot, subtype: Definition, base: Definition) -> bool:
    edges = (
        edge
        for member in members(snapshot, subtype)
        for edge in snapshot.graph.outgoing(member)
        if edge.kind in _OVERRIDING
    )
    return any(edge.target.startswith(f"{base.id}.") for edge in edges)


def _edges(snapshot: Snapshot, entry: FileEntry, definition: Definition) -> Iterator[tuple[Edge, bool]]:
    """Yield the edges from a definition and its members to other definitions, and whether each is in a declaration.

    Edges from the bodies of a type's members are left out.
    """
    is_type, member = definition.kind in CONTAINER_KINDS, f"{definition.id}."
    edges = snapshot.graph.by_file.get(entry.path)
    by_source = edges.by_source if edges else {}
    waiting = [definition.index] if edges else []
    while waiting:
        index = waiting.pop()
        for edge in by_source.get(entry.definitions[index].id, ()):
            if edge.kind not in _PRECEDENCE or edge.target == definition.id or edge.target.startswith(member):
                continue
            declared = _is_declared(entry, index, edge)
            if declared or not is_type or index == definition.index:
                yield edge, declared
        waiting.extend(entry.children.get(index, ()))


def _is_declared(entry: FileEntry, index: int, edge: Edge) -> bool:
    if edge.kind in _DECLARING:
        return True
    if edge.kind != "uses-type":
        return False
    written = entry.facts.outline.symbols[index].type_names
    if not written:
        return False
    name = edge.target.rpartition("::")[2].rpartition(".")[2]
    return name in [one.replace("::", ".").rpartition(".")[2] for one in written]


def _merged(one: Dependency, other: Dependency) -> Dependency:
    kind = one.kind if _PRECEDENCE[one.kind] <= _PRECEDENCE[other.kind] else other.kind
    return Dependency(one.target, kind, max(one.confidence, other.confidence), one.declared or other.declared)
