"""Conversion between LSP positions and byte offsets, in the texts of the index revision that a request uses.

A notebook is indexed as one text that joins all its cells, whereas clients use positions within a single cell.
"""

from collections.abc import Sequence

from ctx_lsp.protocol.documents.document_names import DocumentName, DocumentNames, DocumentTarget
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.pointing import SymbolOrPositionParams
from ctx_lsp.protocol.routes import Call
from ctx_lsp.text.notebook import NOTEBOOK_SUFFIX, CellLines, Notebook
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Analysis, Node

_NOTHING = SourceText(b"")
_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))
_KIND_OF_ITEM = {
    "Requirement": types.SymbolKind.Interface,
    "Story": types.SymbolKind.Event,
    "Criterion": types.SymbolKind.Event,
    "Decision": types.SymbolKind.Object,
    "Change": types.SymbolKind.String,
    "Issue": types.SymbolKind.Object,
}  # kinds that LSP does not have


def symbol_kind(node: Node) -> types.SymbolKind:
    """Return the kind that editors show for a symbol."""
    return _KIND_OF_ITEM.get(node.kind) or types.SymbolKind[node.kind]


def document_target(names: DocumentNames, uri: str) -> DocumentTarget:
    """Return the document or cell that a URI refers to. Raises `RequestError` for a URI outside the workspace."""
    place = names.find(uri)
    if place is None:
        raise invalid_params(f"{uri} is not in a workspace folder, nor an open document")
    return place


def paths_of(names: DocumentNames, uris: Sequence[str]) -> list[str]:
    """Return the workspace paths of URIs. Raises `RequestError` for a URI outside the workspace."""
    return [document_target(names, uri).path for uri in uris]


def indexed(call: Call[Analysis], uri: str) -> DocumentTarget | None:
    """Return the document or cell that a URI refers to, or None if it is not indexed or is a whole notebook."""
    place = call.names.find(uri)
    known = place is not None and place.has_positions and call.captured.source(place.path) is not None
    return place if known else None


def offset_at(call: Call[Analysis], place: DocumentTarget, position: types.Position) -> int:
    """Return the byte offset of a position.

    Raises `RequestError` if the document is not in the index or is a whole notebook.
    """
    source = call.captured.source(place.path)
    if source is None:
        raise invalid_params(f"{place.path} is not in the index")
    if place.cell is not None:
        return _offset_in_cell(call, place.cell, source, position)
    if not place.has_positions:
        raise invalid_params("a notebook has no positions; use one of its cells")
    return call.session.positions.offset(source, position)


def symbol_of(call: Call[Analysis], params: SymbolOrPositionParams) -> str:
    """Return the symbol that is given by name or by position.

    Raises `RequestError` if neither is given, or if there is no symbol at the position.
    """
    if params.symbol is not None:
        return params.symbol
    if params.text_document is None or params.position is None:
        raise invalid_params("either symbol, or textDocument with position, is required")
    return symbol_at(call, params.text_document, params.position)


def symbol_at(call: Call[Analysis], document: types.TextDocumentIdentifier, position: types.Position) -> str:
    """Return the symbol at a position. Raises `RequestError` if there is none."""
    place = document_target(call.names, document.uri)
    symbol = call.captured.symbol_at(place.path, offset_at(call, place, position))
    if symbol is None:
        raise invalid_params("there is no symbol at this position")
    return symbol


def _offset_in_cell(call: Call[Analysis], cell: CellLines, source: SourceText, position: types.Position) -> int:
    if position.line >= cell.count:
        return source.line_range(cell.first + cell.count - 1)[1]
    inside = types.Position(cell.first + position.line, len(cell.prefix) + position.character)
    return call.session.positions.offset(source, inside)


def location(call: Call[Analysis], path: str, start: int, end: int) -> tuple[str, types.Range]:
    """Return the URI and range for two byte offsets in a file.

    For an open notebook, the URI is that of the cell in which the range begins, and the range is cut off at the end of
    that cell. For a closed notebook, the range is the top of the file, because the notebook's cells have no URIs and
    their lines are not lines of the file.
    """
    source = call.captured.source(path) or _NOTHING
    name = call.names.indexed.get(path)
    span = call.session.positions.range(source, start, end)
    if name is not None and name.notebook is not None and name.cells:
        return _in_cell(call, name, name.notebook, source, span)
    is_notebook = path.endswith(NOTEBOOK_SUFFIX) and source.language
    return call.names.uri_of(path), _TOP if is_notebook else span


def _in_cell(
    call: Call[Analysis], name: DocumentName, notebook: Notebook, source: SourceText, span: types.Range
) -> tuple[str, types.Range]:
    number = notebook.cell_at(span.start.line)
    cell = notebook.lines[number]
    last = cell.first + cell.count - 1
    end = call.session.positions.position(source, source.line_range(last)[1]) if span.end.line > last else span.end

    def inside(position: types.Position) -> types.Position:
        if position.line < cell.first:  # on the lines that introduce the cell
            return types.Position(0, 0)
        return types.Position(position.line - cell.first, max(0, position.character - len(cell.prefix)))

    return name.cells[number], types.Range(inside(span.start), inside(end))


def begins_in(call: Call[Analysis], place: DocumentTarget, node: Node) -> bool:
    """Return whether a symbol begins in the cell of `place`. Always true if `place` is not a cell."""
    source = call.captured.source(node.path)
    if place.cell is None or source is None:
        return True
    return 0 <= source.line_at(node.start) - place.cell.first < place.cell.count


def symbol_tags(node: Node) -> list[types.SymbolTag] | None:
    """Return the LSP tags of a symbol, or None if it has none."""
    return [types.SymbolTag.Deprecated] if node.deprecated else None
