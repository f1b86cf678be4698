"""Standard requests served from the index: hover, workspace symbols, document symbols."""

from lsprotocol import types

from ctx_lsp.analysis import Analysis
from ctx_lsp.protocol.handlers.places import location, offset_at
from ctx_lsp.protocol.names import Place
from ctx_lsp.protocol.routes import Call
from ctx_lsp.retrieval.model import Item

MAX_SYMBOLS = 200  # as many as an editor's picker shows; it asks again with every letter


def hover(call: Call[Analysis], params: types.HoverParams) -> types.Hover | None:
    """`textDocument/hover`: a card for the symbol at a position; nothing for a file that is not indexed."""
    place = _indexed(call, params.text_document.uri)
    card = call.captured.hover(place.path, offset_at(call, place, params.position), call.token) if place else None
    if card is None:
        return None
    markdown = call.session.support.markdown_hover
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, card))


def workspace_symbol(call: Call[Analysis], params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
    """`workspace/symbol`: symbols by name."""
    items = call.captured.workspace_symbols(params.query, MAX_SYMBOLS, call.token)
    return [_information(call, item) for item in items]


def document_symbol(
    call: Call[Analysis], params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    """`textDocument/documentSymbol`: the outline of a file, as a tree where the client can show one."""
    place = _indexed(call, params.text_document.uri)
    if place is None:
        return []
    outline = call.captured.document_symbols(place.path)
    if not call.session.support.symbol_tree:
        return [_information(call, item) for item, _ in outline if _is_in(call, place, item)]
    roots: list[types.DocumentSymbol] = []
    made: dict[int, types.DocumentSymbol] = {}
    for number, (item, parent) in enumerate(outline):
        call.token.check()
        if not _is_in(call, place, item):
            continue
        symbol = made[number] = _document_symbol(call, item)
        siblings = made[parent].children if parent in made else roots
        siblings.append(symbol)  # type: ignore[union-attr]  # every symbol is made with a list of children
    return roots


def _indexed(call: Call[Analysis], uri: str) -> Place | None:
    """What a URI names, if there is a text of it in the index in which positions mean something."""
    place = call.names.find(uri)
    known = place is not None and place.placed and call.captured.source(place.path) is not None
    return place if known else None


def _is_in(call: Call[Analysis], place: Place, item: Item) -> bool:
    """Whether a symbol begins in the cell that was asked about, if it was a cell."""
    source = call.captured.source(item.path)
    if place.cell is None or source is None:
        return True
    return 0 <= source.line_at(item.start) - place.cell.first < place.cell.count


def _information(call: Call[Analysis], item: Item) -> types.SymbolInformation:
    container, _, name = _qualname(item).rpartition(".")
    uri, span = location(call, item.path, item.start, item.end)
    return types.SymbolInformation(
        location=types.Location(uri, span), name=name, kind=_kind(item), container_name=container or item.path
    )


def _document_symbol(call: Call[Analysis], item: Item) -> types.DocumentSymbol:
    start, end = call.captured.name_range(item.symbol or "")
    return types.DocumentSymbol(
        name=_qualname(item).rpartition(".")[2],
        kind=_kind(item),
        range=location(call, item.path, item.start, item.end)[1],
        selection_range=location(call, item.path, start, end)[1],
        detail=item.signature,
        children=[],
    )


def _qualname(item: Item) -> str:
    return (item.symbol or item.path).rpartition("::")[2]


def _kind(item: Item) -> types.SymbolKind:
    return types.SymbolKind[item.kind]
