"""Who calls whom, and which type is below which, one step at a time, as editors unfold it.

An item is a graph node: a symbol, or a file for the code outside every symbol.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ctx_lsp.analysis.mentions import Mention, View
from ctx_lsp.analysis.navigation import SUBTYPE_EDGES, Pointed, is_type, naming_files
from ctx_lsp.analysis.nodes import Node, node_of
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.index.entry import Definition
from ctx_lsp.index.visibility import TYPE_KINDS


@dataclass(frozen=True, slots=True)
class Calls:
    """The one at the other end of some calls, and their places in the file `path`, which is the caller's."""

    other: Node
    path: str
    places: tuple[tuple[int, int], ...]


def callables(view: View, pointed: Pointed) -> tuple[Node, ...]:
    """The symbols that a name means, to ask about their calls."""
    return _nodes(view, pointed.nodes)


def types(view: View, pointed: Pointed) -> tuple[Node, ...]:
    """The types that a name means, to ask what is above and below them."""
    found = (view.snapshot.definition(node) for node in pointed.nodes)
    return _nodes(view, (definition.id for definition in found if definition and is_type(definition)))


def incoming_calls(view: View, node: str, token: CancelToken) -> tuple[Calls, ...]:
    """Who calls `node`, by path and place; none where it is gone by now. Raises `Cancelled`."""
    wanted = _called(view, node)
    found: list[Calls] = []
    for path in naming_files(view.snapshot, wanted) if wanted else ():
        token.check()
        entry = view.snapshot.files[path]
        callers: dict[int, list[Mention]] = {}
        for mention in view.references(path):
            if mention.kind == "call" and not wanted.isdisjoint(mention.surest):
                callers.setdefault(mention.symbol, []).append(mention)
        for symbol, mentions in sorted(callers.items()):
            caller = node_of(view.snapshot, entry.definitions[symbol].id if symbol >= 0 else path)
            if caller is not None:
                found.append(Calls(caller, path, _places(mentions)))
    return tuple(found)


def outgoing_calls(view: View, node: str, token: CancelToken) -> tuple[Calls, ...]:
    """Whom `node` calls in the workspace, in the order of the first call; none where it is gone. Raises `Cancelled`."""
    token.check()
    one = node_of(view.snapshot, node)
    if one is None:
        return ()
    symbols = (*view.same(node), *_constructors(view, node))
    inside = {-1} if node == one.path else {symbol.index for symbol in symbols}
    targets: dict[str, list[Mention]] = {}
    for mention in view.references(one.path):
        if mention.kind == "call" and mention.symbol in inside:
            for target in sorted(mention.surest):
                targets.setdefault(target, []).append(mention)
    found = ((node_of(view.snapshot, target), mentions) for target, mentions in targets.items())
    return tuple(Calls(other, one.path, _places(mentions)) for other, mentions in found if other)


def supertypes(view: View, node: str) -> tuple[Node, ...]:
    """The types of the workspace that a type names as its bases or interfaces."""
    edges = (edge for one in view.same(node) for edge in view.snapshot.graph.outgoing(one.id))
    return _nodes(view, (edge.target for edge in edges if edge.kind in SUBTYPE_EDGES))


def subtypes(view: View, node: str) -> tuple[Node, ...]:
    """The types of the workspace that name a type as their base or interface."""
    edges = (edge for one in view.same(node) for edge in view.snapshot.graph.incoming(one.id))
    return _nodes(view, (edge.source for edge in edges if edge.kind in SUBTYPE_EDGES))


def _called(view: View, node: str) -> frozenset[str]:
    """What a call of `node` can mean: to call a type is to call its constructor."""
    definition = view.snapshot.definition(node)
    if definition is None:
        return frozenset()
    nodes = {node}
    if definition.kind == "Constructor":
        nodes.add(definition.container)
    nodes |= {one.id for one in _constructors(view, node)}
    return view.family(frozenset(nodes))


def _constructors(view: View, node: str) -> list[Definition]:
    definition = view.snapshot.definition(node)
    if definition is None or definition.kind not in TYPE_KINDS:
        return []
    entry = view.snapshot.files[definition.path]
    members = (entry.definitions[index] for index in entry.children.get(definition.index, ()))
    return [member for member in members if member.kind == "Constructor"]


def _places(mentions: Iterable[Mention]) -> tuple[tuple[int, int], ...]:
    return tuple((mention.start, mention.end) for mention in mentions)


def _nodes(view: View, nodes: Iterable[str]) -> tuple[Node, ...]:
    found = (node_of(view.snapshot, node) for node in sorted(set(nodes)))
    return tuple(one for one in found if one is not None and one.kind != "File")
