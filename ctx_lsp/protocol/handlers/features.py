"""Handlers of standard requests that list or describe symbols: hover, workspace symbols and document symbols."""

from collections.abc import Iterable

from ctx_lsp.protocol.handlers.locations import begins_in, indexed, location, offset_at, symbol_kind, symbol_tags
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.search import SearchParams
from ctx_lsp.protocol.requests import DEFAULT_OPTIONS, pack_options, search_request
from ctx_lsp.protocol.routes import Awaited, Call
from ctx_lsp.retrieval.model import Item
from ctx_lsp.workspace import Analysis, Node

MAX_SYMBOLS = 200  # enough for an editor's picker, which sends a new request for every letter


def hover(call: Call[Analysis], params: types.HoverParams) -> types.Hover | Awaited | None:
    """Handle `textDocument/hover`: return a card for the symbol at a position, or None if there is nothing to show.

    The setting `history.hover` adds the commit that last changed the line. For a name that is imported from a package,
    the card begins with the name's definition in a published repository, or with the reason why there is none. The
    result is also None if hover cards are switched off.
    """
    place = indexed(call, params.text_document.uri) if call.settings.editor.hover else None
    if place is None:
        return None
    options, offset = pack_options(DEFAULT_OPTIONS, call.settings), offset_at(call, place, params.position)
    card = call.captured.hover(place.path, offset, options, call.token) or ""
    if call.settings.history.hover and place.cell is None:
        past = _reason(call, place.path, params.position.line), _past(call, place.path, offset)
        card = "\n\n".join(filter(None, (card, *past)))
    if not call.captured.relations.is_imported(place.path, offset):
        return _hover(call, card)

    def with_definition() -> types.Hover | None:
        found = call.captured.relations.definition_elsewhere(place.path, offset, call.token)
        return _hover(call, "\n\n".join(filter(None, (found.card if found else "", card))))

    return Awaited(with_definition)


def _hover(call: Call[Analysis], card: str) -> types.Hover | None:
    if not card:
        return None
    markdown = call.session.support.markdown_hover
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, card))


def _reason(call: Call[Analysis], path: str, line: int) -> str:
    """Return a paragraph with the commit that last changed a line; empty if the line is blank or not committed."""
    source = call.captured.source(path)
    if source is None or line >= source.line_count or not source.slice(*source.line_range(line)).strip():
        return ""
    return call.captured.past.line_sentence(path, line, call.token)


def _past(call: Call[Analysis], path: str, offset: int) -> str:
    """Return a sentence about the history of the symbol at a position; empty if there is no symbol or no history."""
    symbol = call.captured.symbol_at(path, offset)
    return call.captured.past.definition_sentence(symbol, call.token) if symbol else ""


def workspace_symbol(call: Call[Analysis], params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
    """Handle `workspace/symbol`: find symbols by name, or run a search if the query has several words."""
    items: Iterable[Item]
    if len(params.query.split()) > 1:
        request = search_request(SearchParams(params.query), call.settings)
        items = call.captured.search(request, call.token).items
    else:
        items = call.captured.workspace_symbols(params.query, MAX_SYMBOLS, call.token)
    nodes = (call.captured.relations.node(item.symbol) for item in items if item.symbol)
    return [_information(call, node) for node in nodes if node]


def document_symbol(
    call: Call[Analysis], params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    """Handle `textDocument/documentSymbol`: return the outline of a file, as a tree if the client supports trees."""
    place = indexed(call, params.text_document.uri)
    if place is None:
        return []
    outline = call.captured.document_symbols(place.path)
    if not call.session.support.symbol_tree:
        return [_information(call, node) for node, _ in outline if begins_in(call, place, node)]
    roots: list[types.DocumentSymbol] = []
    made: dict[int, types.DocumentSymbol] = {}
    for number, (node, parent) in enumerate(outline):
        call.token.check()
        if not begins_in(call, place, node):
            continue
        symbol = made[number] = _document_symbol(call, node)
        siblings = made[parent].children if parent in made else roots
        siblings.append(symbol)  # type: ignore[union-attr]  # every symbol is made with a list of children
    return roots


def _information(call: Call[Analysis], node: Node) -> types.SymbolInformation:
    uri, span = location(call, node.path, node.start, node.end)
    return types.SymbolInformation(
        location=types.Location(uri, span),
        name=node.name,
        kind=symbol_kind(node),
        tags=symbol_tags(node),
        container_name=node.container,
    )


def _document_symbol(call: Call[Analysis], node: Node) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=node.name,
        kind=symbol_kind(node),
        range=location(call, node.path, node.start, node.end)[1],
        selection_range=location(call, node.path, node.name_start, node.name_end)[1],
        detail=node.signature,
        tags=symbol_tags(node),
        children=[],
    )
