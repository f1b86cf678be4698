"""From a position to what is meant there, and from that to where it is defined, used and carried out.

Answers are places. Who depends on whom, without places, is in `reach` and `neighbourhood`; calls are in `hierarchy`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.mentions import Mention, RatedMeanings, imported_at, mentions, naming, surest
from ctx_lsp.features.nodes import family, same
from ctx_lsp.features.symbols import enclosing
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import Definition, path_of
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.model import Reference
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, SPACE_KINDS, VALUE_KINDS

MAX_PLACES = 10_000  # more than anybody looks through; an editor takes seconds to show them

SUBTYPE_EDGES: frozenset[EdgeKind] = frozenset({"inherits", "implements"})
_OVERRIDE_EDGES: frozenset[EdgeKind] = frozenset({"overrides"})
_VALUE_KINDS = VALUE_KINDS | {"EnumMember"}


class Spot(NamedTuple):
    """A range of bytes in a file; of a definition, `name_start`–`name_end` is its name."""

    path: str
    start: int
    end: int
    name_start: int
    name_end: int


@dataclass(frozen=True, slots=True)
class Pointed:
    """The name at a position (byte offsets) and what it can mean; it may be a definition's own name."""

    start: int
    end: int
    meanings: RatedMeanings

    @property
    def nodes(self) -> frozenset[str]:
        """The surest meanings."""
        return surest(self.meanings)


class Highlight(NamedTuple):
    """A place in one file where something is named; `writes` where it is defined or set there."""

    start: int
    end: int
    writes: bool


def pointed_at(snapshot: Snapshot, path: str, offset: int) -> Pointed | None:
    """The name at a position; None where there is none that could mean anything outside a function."""
    entry = snapshot.files.get(path)
    if entry is None:
        return None
    for index, span in enumerate(entry.facts.spans):
        if span.name_start <= offset <= span.name_end:
            return Pointed(span.name_start, span.name_end, ((entry.definitions[index].id, 1.0),))

    def is_here(reference: Reference) -> bool:
        return reference.start <= offset <= reference.end

    is_reference = any(map(is_here, entry.facts.references))  # then it is no name in an import, which is slow to tell
    here = mentions(snapshot, path, is_here) if is_reference else imported_at(snapshot, path, offset)
    mention = _touching(here, offset)
    return Pointed(mention.start, mention.end, mention.meanings) if mention else None


def symbol_at(snapshot: Snapshot, path: str, offset: int) -> Definition | None:
    """The symbol meant at a position: what the name under it means, else the innermost definition around it."""
    pointed = pointed_at(snapshot, path, offset)
    for node, _ in pointed.meanings if pointed else ():
        definition = snapshot.definition(node)
        if definition is not None:
            return definition
    return enclosing(snapshot, path, offset)


def definitions(snapshot: Snapshot, pointed: Pointed) -> tuple[Spot, ...]:
    """Where the meanings of a name are defined, surest first."""
    return tuple(_place(snapshot, node) for node, _ in pointed.meanings)


def type_definitions(snapshot: Snapshot, pointed: Pointed) -> tuple[Spot, ...]:
    """Where the types of what a name means are defined: a type is its own, a value's is the one written beside it."""
    types: dict[str, None] = {}
    for node in sorted(pointed.nodes):
        definition = snapshot.definition(node)
        if definition is None:
            continue
        if definition.kind in CONTAINER_KINDS:
            types[node] = None
        elif definition.kind in _VALUE_KINDS:
            types |= dict.fromkeys(_written_types(snapshot, definition))
    return tuple(_place(snapshot, node) for node in types)


def references(snapshot: Snapshot, pointed: Pointed, declarations: bool, token: CancelToken) -> tuple[Spot, ...]:
    """Where that which a name means is named, by path and place, its definitions among them where `declarations`.

    A place counts where no other meaning of its name is surer. At most `MAX_PLACES`. Raises `Cancelled`.
    """
    wanted = family(snapshot, pointed.nodes)
    found: set[tuple[str, int, int]] = set()
    if declarations:
        own = (definition for node in wanted for definition in same(snapshot, node))
        found |= {(one.path, *_name_range(snapshot, one)) for one in own}
    for path in naming_files(snapshot, wanted):
        token.check()
        found |= {(path, one.start, one.end) for one in naming(snapshot, path, wanted, imports=True)}
        if len(found) > MAX_PLACES:
            break
    return tuple(Spot(path, start, end, start, end) for path, start, end in sorted(found)[:MAX_PLACES])


def highlights(snapshot: Snapshot, path: str, pointed: Pointed) -> tuple[Highlight, ...]:
    """Where a file names what a name in it means, in the order of the text."""
    wanted = family(snapshot, pointed.nodes)
    entry = snapshot.files[path]
    defined = (definition for definition in entry.definitions if definition.id in wanted)
    found = {Highlight(*_name_range(snapshot, one), writes=True) for one in defined}
    found |= {
        Highlight(one.start, one.end, one.kind == "write") for one in naming(snapshot, path, wanted, imports=True)
    }
    return tuple(sorted(found))


def implementations(snapshot: Snapshot, pointed: Pointed, token: CancelToken) -> tuple[Spot, ...]:
    """The types below a type and the methods that override a method, directly or not, by path and place.

    Raises `Cancelled`.
    """
    found: set[str] = set()
    for node in pointed.nodes:
        definition = snapshot.definition(node)
        if definition is not None:
            kinds = SUBTYPE_EDGES if definition.kind in CONTAINER_KINDS else _OVERRIDE_EDGES
            found |= _below(snapshot, node, kinds, token)
    return tuple(sorted(_place(snapshot, node) for node in found))


def naming_files(snapshot: Snapshot, nodes: frozenset[str]) -> list[str]:
    """The files that may name one of `nodes`: those with an edge to it, and its own, where recursion leaves no edge."""
    own = {path_of(node) for node in nodes}
    graph = snapshot.graph
    others = {path for one in own for path in graph.dependants.get(one, ())}
    return sorted(own | {path for path in others if not nodes.isdisjoint(graph.by_file[path].by_target)})


def is_type(definition: Definition) -> bool:
    """Whether a symbol is a type that others can be below."""
    return definition.kind in CONTAINER_KINDS - SPACE_KINDS


def _touching(mentions: Iterable[Mention], offset: int) -> Mention | None:
    """The mention at a position; where two meet, the one that begins there."""
    touching = [one for one in mentions if one.start <= offset <= one.end]
    return max(touching, key=lambda one: one.start, default=None)


def _below(snapshot: Snapshot, top: str, kinds: frozenset[EdgeKind], token: CancelToken) -> set[str]:
    """The nodes from which edges of these kinds lead to `top`, directly or not."""
    found = {definition.id for definition in same(snapshot, top)} | {top}
    waiting, first = list(found), frozenset(found)
    while waiting:
        token.check()
        sources = {edge.source for edge in snapshot.graph.incoming(waiting.pop()) if edge.kind in kinds}
        waiting += sources - found
        found |= sources
    return {node for node in found - first if snapshot.definition(node) is not None}


def _written_types(snapshot: Snapshot, definition: Definition) -> Iterator[str]:
    """The nodes that the types in a value's declaration mean."""
    span = snapshot.files[definition.path].facts.spans[definition.index]

    def is_declared(reference: Reference) -> bool:
        return reference.kind == "type" and reference.symbol == definition.index and reference.start < span.body

    for mention in mentions(snapshot, definition.path, is_declared):
        yield from sorted(mention.surest)


def _place(snapshot: Snapshot, node: str) -> Spot:
    definition = snapshot.definition(node)
    if definition is None:
        return Spot(path_of(node), 0, 0, 0, 0)
    span = snapshot.files[definition.path].facts.spans[definition.index]
    return Spot(definition.path, span.start, span.end, span.name_start, span.name_end)


def _name_range(snapshot: Snapshot, definition: Definition) -> tuple[int, int]:
    span = snapshot.files[definition.path].facts.spans[definition.index]
    return span.name_start, span.name_end
