"""Who calls whom, and which type is below which, one step at a time, as editors unfold it.

An item is a graph node: a symbol, or a file for the code outside every symbol.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ctx_lsp.analysis.mentions import Mention, mentions, naming
from ctx_lsp.analysis.navigation import SUBTYPE_EDGES, Pointed, is_type, naming_files
from ctx_lsp.analysis.nodes import Node, family, node_of, same
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.index.entry import Definition
from ctx_lsp.index.resolution.visibility import TYPE_KINDS
from ctx_lsp.index.snapshot import Snapshot

_CALLING = frozenset({"call", "raises"})  # to raise an exception is to make it


@dataclass(frozen=True, slots=True)
class Calls:
    """The one at the other end of some calls, and their places in the file `path`, which is the caller's."""

    other: Node
    path: str
    places: tuple[tuple[int, int], ...]


def callables(snapshot: Snapshot, pointed: Pointed) -> tuple[Node, ...]:
    """The symbols that a name means, to ask about their calls."""
    return _nodes(snapshot, pointed.nodes)


def types(snapshot: Snapshot, pointed: Pointed) -> tuple[Node, ...]:
    """The types that a name means, to ask what is above and below them."""
    found = (snapshot.definition(node) for node in pointed.nodes)
    return _nodes(snapshot, (definition.id for definition in found if definition and is_type(definition)))


def incoming_calls(snapshot: Snapshot, node: str, token: CancelToken) -> tuple[Calls, ...]:
    """Who calls `node`, by path and place; none where it is gone by now. Raises `Cancelled`."""
    wanted = _called(snapshot, node)
    found: list[Calls] = []
    for path in naming_files(snapshot, wanted) if wanted else ():
        token.check()
        entry = snapshot.files[path]
        callers: dict[int, list[Mention]] = {}
        for mention in naming(snapshot, path, wanted, imports=False):
            if mention.kind in _CALLING:
                callers.setdefault(mention.symbol, []).append(mention)
        for symbol, calls in sorted(callers.items()):
            caller = node_of(snapshot, entry.definitions[symbol].id if symbol >= 0 else path)
            if caller is not None:
                found.append(Calls(caller, path, _places(calls)))
    return tuple(found)


def outgoing_calls(snapshot: Snapshot, node: str, token: CancelToken) -> tuple[Calls, ...]:
    """Whom `node` calls in the workspace, in the order of the first call; none where it is gone. Raises `Cancelled`."""
    token.check()
    one = node_of(snapshot, node)
    if one is None:
        return ()
    symbols = (*same(snapshot, node), *_constructors(snapshot, node))
    inside = {-1} if node == one.path else {symbol.index for symbol in symbols}
    targets: dict[str, list[Mention]] = {}
    calls = mentions(snapshot, one.path, lambda reference: reference.kind in _CALLING and reference.symbol in inside)
    for call in calls:
        for target in sorted(call.surest):
            targets.setdefault(target, []).append(call)
    found = ((node_of(snapshot, target), made) for target, made in targets.items())
    return tuple(Calls(other, one.path, _places(made)) for other, made in found if other)


def supertypes(snapshot: Snapshot, node: str) -> tuple[Node, ...]:
    """The types of the workspace that a type names as its bases or interfaces."""
    edges = (edge for one in same(snapshot, node) for edge in snapshot.graph.outgoing(one.id))
    return _nodes(snapshot, (edge.target for edge in edges if edge.kind in SUBTYPE_EDGES))


def subtypes(snapshot: Snapshot, node: str) -> tuple[Node, ...]:
    """The types of the workspace that name a type as their base or interface."""
    edges = (edge for one in same(snapshot, node) for edge in snapshot.graph.incoming(one.id))
    return _nodes(snapshot, (edge.source for edge in edges if edge.kind in SUBTYPE_EDGES))


def _called(snapshot: Snapshot, node: str) -> frozenset[str]:
    """What a call of `node` can mean: to call a type is to call its constructor."""
    definition = snapshot.definition(node)
    if definition is None:
        return frozenset()
    nodes = {node}
    if definition.kind == "Constructor":
        nodes.add(definition.container)
    nodes |= {one.id for one in _constructors(snapshot, node)}
    return family(snapshot, frozenset(nodes))


def _constructors(snapshot: Snapshot, node: str) -> list[Definition]:
    definition = snapshot.definition(node)
    if definition is None or definition.kind not in TYPE_KINDS:
        return []
    entry = snapshot.files[definition.path]
    members = (entry.definitions[index] for index in entry.children.get(definition.index, ()))
    return [member for member in members if member.kind == "Constructor"]


def _places(mentions: Iterable[Mention]) -> tuple[tuple[int, int], ...]:
    return tuple((mention.start, mention.end) for mention in mentions)


def _nodes(snapshot: Snapshot, nodes: Iterable[str]) -> tuple[Node, ...]:
    found = (node_of(snapshot, node) for node in sorted(set(nodes)))
    return tuple(one for one in found if one is not None and one.kind != "File")
