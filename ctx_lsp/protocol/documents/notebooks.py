"""Notebooks that are open in the editor, and edits to their cells. `text.notebook` joins the cells into one text."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field

from ctx_lsp.protocol.convert import PositionConverter
from ctx_lsp.protocol.documents.changes import DocumentVersion, log_unknown, text_of, with_changes
from ctx_lsp.protocol.documents.document_names import DocumentName, text_key
from ctx_lsp.protocol.documents.open_texts import OpenText, OpenTexts
from ctx_lsp.protocol.lsp import types
from ctx_lsp.text.notebook import PROSE, RAW, Cell, Notebook, notebook_language
from ctx_lsp.text.source import SourceText

NOTEBOOK_KEY = "notebook "  # prefix of a notebook's key, because the same file may also be open as JSON

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _CellText:
    """The text document of a cell. `language` is in lower case."""

    version: DocumentVersion
    source: SourceText
    language: str


@dataclass(slots=True)
class OpenNotebook(OpenText):
    """An open notebook. `cells` holds its cells in order, and `texts` holds their texts, keyed by cell URI."""

    uri: str
    path: str | None
    version: DocumentVersion
    metadata: object
    cells: list[types.NotebookCell]
    texts: dict[str, _CellText] = field(default_factory=dict)

    def content(self) -> tuple[DocumentName, SourceText]:
        """Return the notebook's name, which includes its cells, and the joined text of the cells."""
        notebook = _content(self)
        cells = tuple(cell.document for cell in self.cells)
        return DocumentName(self.uri, self.path, notebook, cells, has_positions=False), notebook.source


class Notebooks:
    """The editor's open notebooks and edits to them. Notebooks with read-only or unknown URI schemes are ignored."""

    def __init__(self, texts: OpenTexts, positions: PositionConverter) -> None:
        self._texts = texts
        self._positions = positions
        self._lost: set[str] = set()  # keys of open notebooks whose present cells are unknown

    def opened(self, item: types.NotebookDocument, texts: Iterable[types.TextDocumentItem]) -> None:
        """Start using the editor's cells of a notebook instead of the file on disk."""
        key = _key(item.uri)
        if key is None:
            return
        if self._texts.find(key, OpenNotebook) is not None:
            log.warning("didOpen for a document that is already open: %s", item.uri)
        self._lost.discard(key)
        path = self._texts.path_of(item.uri)
        notebook = OpenNotebook(item.uri, path, DocumentVersion(item.version), item.metadata, list(item.cells))
        _open_cells(notebook, texts)
        self._texts.put(key, notebook)

    def changed(
        self, identifier: types.VersionedNotebookDocumentIdentifier, change: types.NotebookDocumentChangeEvent
    ) -> None:
        """Apply a change to a notebook's metadata, then to its list of cells, and then to the texts of the cells."""
        key = _key(identifier.uri)
        notebook = self._texts.find(key, OpenNotebook)
        if key in self._lost:
            return
        if key is None or notebook is None:
            log_unknown(key, identifier.uri)
            return
        # The protocol allows a change that affects only cell texts to keep the notebook's version.
        notebook.version.record(identifier.uri, identifier.version, may_stay=True)
        if change.metadata is not None:
            notebook.metadata = change.metadata
        if change.cells is not None:
            if change.cells.structure is not None:
                _restructure(notebook, change.cells.structure)
            kinds = {cell.document: cell for cell in change.cells.data or ()}
            notebook.cells = [kinds.get(cell.document, cell) for cell in notebook.cells]
            for content in change.cells.text_content or ():
                self._edit(notebook, content)
        self._texts.put(key, notebook)

    def lose(self, uri: str) -> None:
        """After an unreadable change, use the file on disk until the notebook is opened again.

        Later changes cannot restore the notebook: each contains only the differences from the previous state.
        """
        key = _key(uri)
        if key is not None and self._texts.find(key, OpenNotebook) is not None:
            log.warning("the cells of %s are unknown, so the file on disk is used until it is opened again", uri)
            self._lost.add(key)
            self._texts.drop(key)

    def closed(self, uri: str) -> None:
        """Drop the cells of a closed notebook, and use the file on disk again if there is one."""
        self._lost.discard(_key(uri) or "")
        self._texts.drop(_key(uri))

    def _edit(self, notebook: OpenNotebook, content: types.NotebookDocumentCellContentChanges) -> None:
        text = notebook.texts.get(content.document.uri)
        if text is None:
            log.warning("didChange for a cell that is not open: %s", content.document.uri)
            return
        text.version.record(content.document.uri, content.document.version)
        text.source = with_changes(self._positions, text.source, content.changes)


def _key(uri: str) -> str | None:
    key = text_key(uri)
    return None if key is None else NOTEBOOK_KEY + key


def _open_cells(notebook: OpenNotebook, items: Iterable[types.TextDocumentItem]) -> None:
    for item in items:
        notebook.texts[item.uri] = _CellText(
            DocumentVersion(item.version), text_of(item.text), item.language_id.lower()
        )


def _restructure(notebook: OpenNotebook, structure: types.NotebookDocumentCellChangeStructure) -> None:
    array = structure.array
    notebook.cells[array.start : array.start + array.delete_count] = array.cells or ()
    for closed in structure.did_close or ():
        notebook.texts.pop(closed.uri, None)
    _open_cells(notebook, structure.did_open or ())


def _content(notebook: OpenNotebook) -> Notebook:
    """Build the notebook from its current cells. A cell whose text the client has not sent is empty."""
    cells = []
    for cell in notebook.cells:
        text = notebook.texts.get(cell.document)
        language = text.language if text and cell.kind == types.NotebookCellKind.Code else PROSE
        cells.append(Cell(text.source.data.decode() if text else "", language))
    code = (cell.language for cell in cells if cell.language not in (PROSE, RAW))
    return Notebook(notebook_language(notebook.metadata, code), tuple(cells))
