"""Standard requests served from the index: hover, workspace symbols, document symbols."""

from lsprotocol import types

from ctx_lsp.analysis import Analysis
from ctx_lsp.protocol.convert import uri_to_path
from ctx_lsp.protocol.handlers.places import place_at, range_of
from ctx_lsp.protocol.routes import Call
from ctx_lsp.retrieval.model import Item

MAX_SYMBOLS = 200  # as many as an editor's picker shows; it asks again with every letter


def hover(call: Call[Analysis], params: types.HoverParams) -> types.Hover | None:
    """`textDocument/hover`: a card for the symbol at a position; nothing for a file that is not indexed."""
    path = _indexed(call, params.text_document.uri)
    card = call.captured.hover(path, place_at(call, path, params.position), call.token) if path else None
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
    path = _indexed(call, params.text_document.uri)
    outline = call.captured.document_symbols(path) if path else ()
    if not call.session.support.symbol_tree:
        return [_information(call, item) for item, _ in outline]
    roots: list[types.DocumentSymbol] = []
    made: list[types.DocumentSymbol] = []
    for item, parent in outline:
        call.token.check()
        symbol = _document_symbol(call, item)
        made.append(symbol)
        siblings = roots if parent < 0 else made[parent].children
        siblings.append(symbol)  # type: ignore[union-attr]  # every symbol is made with a list of children
    return roots


def _indexed(call: Call[Analysis], uri: str) -> str | None:
    file = uri_to_path(uri)
    path = call.session.workspace.workspace_path(file) if file else None
    return path if path is not None and call.captured.source(path) is not None else None


def _information(call: Call[Analysis], item: Item) -> types.SymbolInformation:
    container, _, name = _qualname(item).rpartition(".")
    location = types.Location(call.session.uri_of(item.path), range_of(call, item.path, item.start, item.end))
    return types.SymbolInformation(
        location=location, name=name, kind=_kind(item), container_name=container or item.path
    )


def _document_symbol(call: Call[Analysis], item: Item) -> types.DocumentSymbol:
    start, end = call.captured.name_range(item.symbol or "")
    return types.DocumentSymbol(
        name=_qualname(item).rpartition(".")[2],
        kind=_kind(item),
        range=range_of(call, item.path, item.start, item.end),
        selection_range=range_of(call, item.path, start, end),
        detail=item.signature,
        children=[],
    )


def _qualname(item: Item) -> str:
    return (item.symbol or item.path).rpartition("::")[2]


def _kind(item: Item) -> types.SymbolKind:
    return types.SymbolKind[item.kind]
