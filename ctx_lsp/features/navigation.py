"""Navigation: finds what the name at a position refers to, and its definitions, references and implementations.

Answers are positions in texts. `reach` and `neighbourhood` find dependants without positions; `hierarchy` finds calls.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.mentions import (
    Mention,
    RatedMeanings,
    imported_at,
    mentions,
    mentions_of,
    module_mentions,
    surest,
)
from ctx_lsp.features.nodes import same_entity, with_same_entities
from ctx_lsp.features.symbols import enclosing
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import Definition, path_of
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, SPACE_KINDS, VALUE_KINDS

MAX_PLACES = 10_000  # limit for one answer; an editor takes seconds to show so many

SUBTYPE_EDGES: frozenset[EdgeKind] = frozenset({"inherits", "implements"})
_OVERRIDE_EDGES: frozenset[EdgeKind] = frozenset({"overrides"})
_VALUE_KINDS = VALUE_KINDS | {"EnumMember"}


class DefinitionLocation(NamedTuple):
    """A range of bytes in a file; `name_start`–`name_end` is the range of a definition's name."""

    path: str
    start: int
    end: int
    name_start: int
    name_end: int


@dataclass(frozen=True, slots=True)
class NameAtPosition:
    """A reference or the name of a definition, with its possible meanings. Positions are byte offsets."""

    start: int
    end: int
    meanings: RatedMeanings

    @property
    def nodes(self) -> frozenset[str]:
        """The meanings with the highest confidence."""
        return surest(self.meanings)


class Highlight(NamedTuple):
    """A range in a file that names a symbol; `writes` is true for definitions and assignments."""

    start: int
    end: int
    writes: bool


def name_at(snapshot: Snapshot, path: str, offset: int) -> NameAtPosition | None:
    """Return the name at a position; None if there is no name that refers to something in the workspace."""
    entry = snapshot.files.get(path)
    if entry is None:
        return None
    for index, span in enumerate(entry.facts.spans):
        if span.name_start <= offset <= span.name_end:
            return NameAtPosition(span.name_start, span.name_end, ((entry.definitions[index].id, 1.0),))
    touching = entry.facts.references.touching(offset)
    if touching:  # checked first, because imported names are slow to find
        here = mentions(snapshot, path, touching) or module_mentions(snapshot, path, touching)
    else:
        here = imported_at(snapshot, path, offset)
    mention = _touching(here, offset)
    return NameAtPosition(mention.start, mention.end, mention.meanings) if mention else None


def symbol_at(snapshot: Snapshot, path: str, offset: int) -> Definition | None:
    """Return the symbol that the name at a position refers to, else the innermost definition around the position."""
    name = name_at(snapshot, path, offset)
    for node, _ in name.meanings if name else ():
        definition = snapshot.definition(node)
        if definition is not None:
            return definition
    return enclosing(snapshot, path, offset)


def definitions(snapshot: Snapshot, name: NameAtPosition) -> tuple[DefinitionLocation, ...]:
    """Return the definitions that a name may refer to, highest confidence first."""
    return tuple(_place(snapshot, node) for node, _ in name.meanings)


def type_definitions(snapshot: Snapshot, name: NameAtPosition) -> tuple[DefinitionLocation, ...]:
    """Return the definitions of a name's types: the named type itself, or the types declared for the named value."""
    types: dict[str, None] = {}
    for node in sorted(name.nodes):
        definition = snapshot.definition(node)
        if definition is None:
            continue
        if definition.kind in CONTAINER_KINDS:
            types[node] = None
        elif definition.kind in _VALUE_KINDS:
            types |= dict.fromkeys(_written_types(snapshot, definition))
    return tuple(_place(snapshot, node) for node in types)


def references(
    snapshot: Snapshot, name: NameAtPosition, declarations: bool, token: CancelToken
) -> tuple[DefinitionLocation, ...]:
    """Return the ranges that name the same symbol as `name`, sorted by path and position.

    The symbol's definitions are included if `declarations` is set. A range counts only if no other meaning of its name
    has a higher confidence. At most `MAX_PLACES` ranges are returned. Raises `Cancelled`.
    """
    wanted = with_same_entities(snapshot, name.nodes)
    found: set[tuple[str, int, int]] = set()
    if declarations:
        own = (definition for node in wanted for definition in same_entity(snapshot, node))
        found |= {(one.path, *_name_range(snapshot, one)) for one in own}
    for path in naming_files(snapshot, wanted):
        token.check()
        found |= {(path, one.start, one.end) for one in mentions_of(snapshot, path, wanted, imports=True)}
        if len(found) > MAX_PLACES:
            break
    return tuple(DefinitionLocation(path, start, end, start, end) for path, start, end in sorted(found)[:MAX_PLACES])


def highlights(snapshot: Snapshot, path: str, name: NameAtPosition) -> tuple[Highlight, ...]:
    """Return the ranges in a file that name the same symbol as `name`, in text order."""
    wanted = with_same_entities(snapshot, name.nodes)
    entry = snapshot.files[path]
    defined = (definition for definition in entry.definitions if definition.id in wanted)
    found = {Highlight(*_name_range(snapshot, one), writes=True) for one in defined}
    found |= {
        Highlight(one.start, one.end, one.kind == "write") for one in mentions_of(snapshot, path, wanted, imports=True)
    }
    return tuple(sorted(found))


def implementations(snapshot: Snapshot, name: NameAtPosition, token: CancelToken) -> tuple[DefinitionLocation, ...]:
    """Return the direct and indirect subtypes of a type, or overrides of a method, sorted by path and position.

    Raises `Cancelled`.
    """
    found: set[str] = set()
    for node in name.nodes:
        definition = snapshot.definition(node)
        if definition is not None:
            kinds = SUBTYPE_EDGES if definition.kind in CONTAINER_KINDS else _OVERRIDE_EDGES
            found |= _below(snapshot, node, kinds, token)
    return tuple(sorted(_place(snapshot, node) for node in found))


def naming_files(snapshot: Snapshot, nodes: frozenset[str]) -> list[str]:
    """Return the files that may name one of `nodes`: those with an edge to the node, and the node's own file.

    The node's own file is included because recursive calls have no edge.
    """
    own = {path_of(node) for node in nodes}
    graph = snapshot.graph
    others = {path for one in own for path in graph.dependants.get(one, ())}
    return sorted(own | {path for path in others if not nodes.isdisjoint(graph.by_file[path].by_target)})


def is_type(definition: Definition) -> bool:
    """Return whether a symbol is a type that can have subtypes."""
    return definition.kind in CONTAINER_KINDS - SPACE_KINDS


def _touching(mentions: Iterable[Mention], offset: int) -> Mention | None:
    """Return the mention at a position, or the later one if the position is between two adjacent mentions."""
    touching = [one for one in mentions if one.start <= offset <= one.end]
    return max(touching, key=lambda one: one.start, default=None)


def _below(snapshot: Snapshot, top: str, kinds: frozenset[EdgeKind], token: CancelToken) -> set[str]:
    """Return the nodes from which edges of `kinds` lead to `top`, directly or indirectly."""
    found = {definition.id for definition in same_entity(snapshot, top)} | {top}
    waiting, first = list(found), frozenset(found)
    while waiting:
        token.check()
        sources = {edge.source for edge in snapshot.graph.incoming(waiting.pop()) if edge.kind in kinds}
        waiting += sources - found
        found |= sources
    return {node for node in found - first if snapshot.definition(node) is not None}


def _written_types(snapshot: Snapshot, definition: Definition) -> Iterator[str]:
    """Yield the nodes of the types in a value's declaration."""
    facts = snapshot.files[definition.path].facts
    span, own = facts.spans[definition.index], facts.references.in_symbols({definition.index})
    declared = (one for one in own if one.kind == "type" and one.start < span.body)
    for mention in mentions(snapshot, definition.path, declared):
        yield from sorted(mention.surest)


def _place(snapshot: Snapshot, node: str) -> DefinitionLocation:
    definition = snapshot.definition(node)
    if definition is None:
        return DefinitionLocation(path_of(node), 0, 0, 0, 0)
    span = snapshot.files[definition.path].facts.spans[definition.index]
    return DefinitionLocation(definition.path, span.start, span.end, span.name_start, span.name_end)


def _name_range(snapshot: Snapshot, definition: Definition) -> tuple[int, int]:
    span = snapshot.files[definition.path].facts.spans[definition.index]
    return span.name_start, span.name_end
