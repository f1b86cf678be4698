"""Call and type hierarchies, one level at a time, as editors expand them.

An item is a graph node: a symbol, or a file for code outside any symbol. Dynamic dispatch is taken into account: a call
to `Base.run` also counts as a call to each override of `run` that may run instead, and is then marked with `through`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.mentions import Mention, mentions, mentions_of
from ctx_lsp.features.navigation import SUBTYPE_EDGES, NameAtPosition, is_type, naming_files
from ctx_lsp.features.nodes import Node, node_of, same_entity, with_same_entities
from ctx_lsp.graph.entry import Definition
from ctx_lsp.snapshot.dynamic_dispatch import Dispatch
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS

_CALLING = frozenset({"call", "raises"})  # raising an exception constructs it


@dataclass(frozen=True, slots=True)
class CallSites:
    """One caller or callee, with the positions of the calls in the caller's file `path`.

    If the calls name another symbol instead of the callee, `through` is that symbol.
    """

    other: Node
    path: str
    places: tuple[tuple[int, int], ...]
    through: str | None = None


def callables(snapshot: Snapshot, name: NameAtPosition) -> tuple[Node, ...]:
    """Return the symbols that a name refers to, as roots of a call hierarchy."""
    return _nodes(snapshot, name.nodes)


def types(snapshot: Snapshot, name: NameAtPosition) -> tuple[Node, ...]:
    """Return the types that a name refers to, as roots of a type hierarchy."""
    found = (snapshot.definition(node) for node in name.nodes)
    return _nodes(snapshot, (definition.id for definition in found if definition and is_type(definition)))


def incoming_calls(snapshot: Snapshot, node: str, token: CancelToken) -> tuple[CallSites, ...]:
    """Return the callers of `node`; empty if the node no longer exists. Raises `Cancelled`."""
    wanted = _called(snapshot, node)
    found = list(_calls(snapshot, wanted, token))
    dispatch = Dispatch(snapshot)
    through = {one: member for member in sorted(wanted) for one in dispatch.named_for(member) if one not in wanted}
    for named, member in through.items():
        definition = snapshot.definition(named)
        if definition is None:  # a constructor outside its type
            continue
        for calls in _calls(snapshot, with_same_entities(snapshot, frozenset({named})), token):
            if is_type(definition) or dispatch.reached(calls.other.symbol, definition, (member,)):
                found.append(replace(calls, through=named))
    return tuple(found)


def _calls(snapshot: Snapshot, wanted: frozenset[str], token: CancelToken) -> Iterator[CallSites]:
    """Yield the calls that name one of the nodes `wanted` in the code, grouped by caller."""
    for path in naming_files(snapshot, wanted) if wanted else ():
        token.check()
        entry = snapshot.files[path]
        callers: dict[int, list[Mention]] = {}
        for mention in mentions_of(snapshot, path, wanted, imports=False):
            if mention.kind in _CALLING:
                callers.setdefault(mention.symbol, []).append(mention)
        for symbol, calls in sorted(callers.items()):
            caller = node_of(snapshot, entry.definitions[symbol].id if symbol >= 0 else path)
            if caller is not None:
                yield CallSites(caller, path, _places(calls))


def outgoing_calls(snapshot: Snapshot, node: str, token: CancelToken) -> tuple[CallSites, ...]:
    """Return the callees of `node` in the workspace, in call order; empty if the node is gone. Raises `Cancelled`."""
    token.check()
    one = node_of(snapshot, node)
    if one is None:
        return ()
    symbols = (*same_entity(snapshot, node), *_constructors(snapshot, node))
    inside = {-1} if node == one.path else {symbol.index for symbol in symbols}
    targets: dict[str, list[Mention]] = {}
    around = snapshot.files[one.path].facts.references.in_symbols(inside)
    calls = mentions(snapshot, one.path, (reference for reference in around if reference.kind in _CALLING))
    for call in calls:
        for target in sorted(call.surest):
            targets.setdefault(target, []).append(call)
    dispatch = Dispatch(snapshot)
    found = ((node_of(snapshot, target), made, None) for target, made in targets.items())
    below = (
        (node_of(snapshot, member), made, target)
        for target, made in targets.items()
        for member in _overriding_target(dispatch, one, target)
        if member not in targets
    )
    return tuple(
        CallSites(other, one.path, _places(made), through) for other, made, through in chain(found, below) if other
    )


def _overriding_target(dispatch: Dispatch, caller: Node, target: str) -> list[str]:
    """Return the overrides of `target` that may run when `caller` calls `target`."""
    definition = dispatch.snapshot.definition(target)
    if definition is None:
        return []
    members = dispatch.possible_overrides(target)
    return [one for one in members if dispatch.reached(caller.symbol, definition, (one,))]


def supertypes(snapshot: Snapshot, node: str) -> tuple[Node, ...]:
    """Return the workspace types that the type `node` names as its bases or interfaces."""
    edges = (edge for one in same_entity(snapshot, node) for edge in snapshot.graph.outgoing(one.id))
    return _nodes(snapshot, (edge.target for edge in edges if edge.kind in SUBTYPE_EDGES))


def subtypes(snapshot: Snapshot, node: str) -> tuple[Node, ...]:
    """Return the workspace types that name the type `node` as a base or interface."""
    edges = (edge for one in same_entity(snapshot, node) for edge in snapshot.graph.incoming(one.id))
    return _nodes(snapshot, (edge.source for edge in edges if edge.kind in SUBTYPE_EDGES))


def _called(snapshot: Snapshot, node: str) -> frozenset[str]:
    """Return the nodes that code may name to call `node`; calling a type also calls its constructor."""
    definition = snapshot.definition(node)
    if definition is None:
        return frozenset()
    nodes = {node}
    if definition.kind == "Constructor":
        nodes.add(definition.container)
    nodes |= {one.id for one in _constructors(snapshot, node)}
    return with_same_entities(snapshot, frozenset(nodes))


def _constructors(snapshot: Snapshot, node: str) -> list[Definition]:
    definition = snapshot.definition(node)
    if definition is None or definition.kind not in CONTAINER_KINDS:
        return []
    entry = snapshot.files[definition.path]
    members = (entry.definitions[index] for index in entry.children.get(definition.index, ()))
    return [member for member in members if member.kind == "Constructor"]


def _places(mentions: Iterable[Mention]) -> tuple[tuple[int, int], ...]:
    return tuple((mention.start, mention.end) for mention in mentions)


def _nodes(snapshot: Snapshot, nodes: Iterable[str]) -> tuple[Node, ...]:
    found = (node_of(snapshot, node) for node in sorted(set(nodes)))
    return tuple(one for one in found if one is not None and one.kind != "File")
