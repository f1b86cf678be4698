"""The editor's open notebooks: cells that come, go, move and change. How they make one text is in `text.notebook`."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field

from lsprotocol import types

from ctx_lsp.protocol.convert import Columns
from ctx_lsp.protocol.documents.changes import Version, applied, text_of
from ctx_lsp.protocol.documents.document_names import Name, Names, text_key
from ctx_lsp.protocol.documents.open_texts import OpenTexts
from ctx_lsp.text.notebook import PROSE, RAW, Cell, Notebook, notebook_language
from ctx_lsp.text.source import SourceText

NOTEBOOK_KEY = "notebook "  # before a key: the same file may be open as JSON

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _CellText:
    """The text document of a cell; `language` in lower case."""

    version: Version
    source: SourceText
    language: str


@dataclass(slots=True)
class _Notebook:
    uri: str
    path: str | None
    version: Version
    metadata: object
    cells: list[types.NotebookCell]
    texts: dict[str, _CellText] = field(default_factory=dict)


class Notebooks:
    """Open notebooks by key. Notebooks of read-only and unknown schemes are ignored."""

    def __init__(self, texts: OpenTexts, columns: Columns) -> None:
        self._texts = texts
        self._columns = columns
        self._open: dict[str, _Notebook] = {}

    def opened(self, item: types.NotebookDocument, texts: Iterable[types.TextDocumentItem]) -> None:
        """The editor's cells now count, whatever is on disk."""
        key = _key(item.uri)
        if key is None:
            return
        if key in self._open:
            log.warning("opened again without having been closed: %s", item.uri)
        path = self._texts.names().path_of(item.uri)
        notebook = _Notebook(item.uri, path, Version(item.version), item.metadata, list(item.cells))
        self._open[key] = notebook
        _open_cells(notebook, texts)
        self._put(key)

    def changed(
        self, identifier: types.VersionedNotebookDocumentIdentifier, change: types.NotebookDocumentChangeEvent
    ) -> None:
        """Apply a change of the metadata, of the list of cells and of their texts, in this order."""
        key = _key(identifier.uri)
        notebook = self._open.get(key) if key else None
        if key is None or notebook is None:
            log.log(
                logging.WARNING if key else logging.DEBUG,
                "didChange for a document that is not open: %s",
                identifier.uri,
            )
            return
        # The protocol lets a change of nothing but texts keep the version of the notebook.
        notebook.version.take(identifier.uri, identifier.version, may_stay=True)
        if change.metadata is not None:
            notebook.metadata = change.metadata
        if change.cells is not None:
            if change.cells.structure is not None:
                _restructure(notebook, change.cells.structure)
            kinds = {cell.document: cell for cell in change.cells.data or ()}
            notebook.cells = [kinds.get(cell.document, cell) for cell in notebook.cells]
            for content in change.cells.text_content or ():
                self._edit(notebook, content)
        self._put(key)

    def closed(self, uri: str) -> None:
        """The file on disk counts again."""
        key = _key(uri)
        if key is not None and self._open.pop(key, None) is not None:
            self._texts.drop(key)

    def put_again(self, key: str, names: Names) -> None:
        """Offer an open notebook again, if `key` is one: it may lie in another root now."""
        notebook = self._open.get(key)
        if notebook is not None:
            notebook.path = names.path_of(notebook.uri)
            self._put(key)

    def _edit(self, notebook: _Notebook, content: types.NotebookDocumentCellContentChanges) -> None:
        text = notebook.texts.get(content.document.uri)
        if text is None:
            log.warning("change of a cell that is not open: %s", content.document.uri)
            return
        text.version.take(content.document.uri, content.document.version)
        text.source = applied(self._columns, text.source, content.changes)

    def _put(self, key: str) -> None:
        open_notebook = self._open[key]
        notebook = _content(open_notebook)
        cells = tuple(cell.document for cell in open_notebook.cells)
        name = Name(open_notebook.uri, open_notebook.path, notebook, cells, placed=False)
        self._texts.put(key, name, notebook.source)


def _key(uri: str) -> str | None:
    key = text_key(uri)
    return None if key is None else NOTEBOOK_KEY + key


def _open_cells(notebook: _Notebook, items: Iterable[types.TextDocumentItem]) -> None:
    for item in items:
        notebook.texts[item.uri] = _CellText(Version(item.version), text_of(item.text), item.language_id.lower())


def _restructure(notebook: _Notebook, structure: types.NotebookDocumentCellChangeStructure) -> None:
    array = structure.array
    notebook.cells[array.start : array.start + array.delete_count] = array.cells or ()
    for closed in structure.did_close or ():
        notebook.texts.pop(closed.uri, None)
    _open_cells(notebook, structure.did_open or ())


def _content(notebook: _Notebook) -> Notebook:
    """The cells as they are now; one whose text has not been sent is empty."""
    cells = []
    for cell in notebook.cells:
        text = notebook.texts.get(cell.document)
        language = text.language if text and cell.kind == types.NotebookCellKind.Code else PROSE
        cells.append(Cell(text.source.data.decode() if text else "", language))
    code = (cell.language for cell in cells if cell.language not in (PROSE, RAW))
    return Notebook(notebook_language(notebook.metadata, code), tuple(cells))
