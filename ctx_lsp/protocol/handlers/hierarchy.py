"""Handlers of requests for call and type hierarchies. The `data` of an item is its symbol id."""

from collections.abc import Iterable

from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.handlers.locations import location, symbol_kind, symbol_tags
from ctx_lsp.protocol.handlers.navigation import name_at
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis, CallSites, Node, qualname_of

Item = types.CallHierarchyItem | types.TypeHierarchyItem


def prepare_calls(
    call: Call[Analysis], params: types.CallHierarchyPrepareParams
) -> list[types.CallHierarchyItem] | None:
    """Handle `textDocument/prepareCallHierarchy`: return the callables that the name at a position can mean.

    The result is None if there is no known name at the position.
    """
    found = name_at(call, params.text_document, params.position)
    return [_call_item(call, node) for node in call.captured.relations.callables(found[1])] if found else None


def incoming_calls(
    call: Call[Analysis], params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall]:
    """Handle `callHierarchy/incomingCalls`: return the callers of an item, with the ranges of the calls."""
    found = call.captured.relations.incoming_calls(_node(params.item), call.token)
    return [types.CallHierarchyIncomingCall(_end_of(call, one), _ranges(call, one)) for one in found]


def outgoing_calls(
    call: Call[Analysis], params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall]:
    """Handle `callHierarchy/outgoingCalls`: return the symbols that an item calls, with the ranges of the calls."""
    found = call.captured.relations.outgoing_calls(_node(params.item), call.token)
    return [types.CallHierarchyOutgoingCall(_end_of(call, one), _ranges(call, one)) for one in found]


def prepare_types(
    call: Call[Analysis], params: types.TypeHierarchyPrepareParams
) -> list[types.TypeHierarchyItem] | None:
    """Handle `textDocument/prepareTypeHierarchy`: return the types that the name at a position can mean, or None."""
    found = name_at(call, params.text_document, params.position)
    nodes = call.captured.relations.types(found[1]) if found else ()
    return _type_items(call, nodes) or None


def supertypes(call: Call[Analysis], params: types.TypeHierarchySupertypesParams) -> list[types.TypeHierarchyItem]:
    """Handle `typeHierarchy/supertypes`: return the direct supertypes of an item."""
    return _type_items(call, call.captured.relations.supertypes(_node(params.item)))


def subtypes(call: Call[Analysis], params: types.TypeHierarchySubtypesParams) -> list[types.TypeHierarchyItem]:
    """Handle `typeHierarchy/subtypes`: return the direct subtypes of an item."""
    return _type_items(call, call.captured.relations.subtypes(_node(params.item)))


def _node(item: Item) -> str:
    if not isinstance(item.data, str):
        raise invalid_params("item.data must come from an item of this server")
    return item.data


def _ranges(call: Call[Analysis], calls: CallSites) -> list[types.Range]:
    return [location(call, calls.path, start, end)[1] for start, end in calls.places]


def _end_of(call: Call[Analysis], calls: CallSites) -> types.CallHierarchyItem:
    """Return the item for the caller or callee in `calls`.

    If the calls name another symbol instead of the callee, the item's detail says which one.
    """
    item = _call_item(call, calls.other)
    if calls.through is not None:
        item.detail = f"{item.detail}, through {qualname_of(calls.through)}"
    return item


def _call_item(call: Call[Analysis], node: Node) -> types.CallHierarchyItem:
    uri, whole = location(call, node.path, node.start, node.end)
    return types.CallHierarchyItem(
        name=node.name,
        kind=symbol_kind(node),
        uri=uri,
        range=whole,
        selection_range=location(call, node.path, node.name_start, node.name_end)[1],
        tags=symbol_tags(node),
        detail=node.container,
        data=node.symbol,
    )


def _type_items(call: Call[Analysis], nodes: Iterable[Node]) -> list[types.TypeHierarchyItem]:
    items = (_call_item(call, node) for node in nodes)
    return [
        types.TypeHierarchyItem(
            name=item.name,
            kind=item.kind,
            uri=item.uri,
            range=item.range,
            selection_range=item.selection_range,
            tags=item.tags,
            detail=item.detail,
            data=item.data,
        )
        for item in items
    ]
