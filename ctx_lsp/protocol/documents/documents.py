"""Text documents that are open in the editor, and edits to them. Notebooks are in `notebooks`.

Saved files are read by the workspace. Texts are kept in `open_texts` instead of by pygls, which splits lines at form
feeds and therefore misplaces edits.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from ctx_lsp.protocol.convert import PositionConverter
from ctx_lsp.protocol.documents.changes import DocumentVersion, log_unknown, text_of, with_changes
from ctx_lsp.protocol.documents.document_names import DocumentName, text_key
from ctx_lsp.protocol.documents.open_texts import OpenText, OpenTexts
from ctx_lsp.protocol.documents.uris import unsaved_path
from ctx_lsp.protocol.lsp import types
from ctx_lsp.text.notebook import NOTEBOOK_SUFFIX, readable
from ctx_lsp.text.source import SourceText

NO_LANGUAGE = frozenset({"", "plaintext"})  # unknown to the editor; the file name or a `#!` line may show it

log = logging.getLogger(__name__)


@dataclass(slots=True)
class OpenDocument(OpenText):
    """An open text document."""

    uri: str
    path: str | None
    version: DocumentVersion
    source: SourceText

    def content(self) -> tuple[DocumentName, SourceText]:
        """Return the document's name and the text to index.

        For a notebook that is open as JSON, the text to index is the joined text of its cells.
        """
        if self.path is None or not self.path.endswith(NOTEBOOK_SUFFIX):
            return DocumentName(self.uri, self.path), self.source
        return DocumentName(self.uri, self.path, has_positions=False), readable(self.path, self.source)


class Documents:
    """The editor's open documents and edits to them. Documents with read-only or unknown URI schemes are ignored."""

    def __init__(self, texts: OpenTexts, positions: PositionConverter) -> None:
        self._texts = texts
        self._positions = positions
        self._lost: dict[str, OpenDocument] = {}  # open documents whose present text is unknown

    def opened(self, item: types.TextDocumentItem) -> None:
        """Start using the editor's text of a document instead of the file on disk.

        If the document is already open, because its `didClose` was lost, the new text replaces the old one.
        """
        key = text_key(item.uri)
        if key is None:
            return
        if self._texts.find(key, OpenDocument) is not None:
            log.warning("didOpen for a document that is already open: %s", item.uri)
        self._lost.pop(key, None)
        # The language of a file is detected from its name and text. For a buffer without a file, use the editor's.
        hint = item.language_id if unsaved_path(item.uri) and item.language_id not in NO_LANGUAGE else ""
        path = self._texts.path_of(item.uri)
        self._texts.put(key, OpenDocument(item.uri, path, DocumentVersion(item.version), text_of(item.text, hint)))

    def changed(
        self, identifier: types.VersionedTextDocumentIdentifier, changes: Iterable[types.TextDocumentContentChangeEvent]
    ) -> None:
        """Apply `changes` to a document.

        Changes to a document that is not open are ignored. If the text of an open document is unknown (see `lose`),
        changes are ignored until they contain the whole text.
        """
        key = text_key(identifier.uri)
        if key in self._lost:
            self._found(key, identifier, tuple(changes))
            return
        document = self._texts.find(key, OpenDocument)
        if key is None or document is None:
            log_unknown(key, identifier.uri)
            return
        document.version.record(identifier.uri, identifier.version)
        document.source = with_changes(self._positions, document.source, changes)
        self._texts.put(key, document)

    def lose(self, uri: str) -> None:
        """After an unreadable change, use the file on disk until a later change contains the document's whole text."""
        key = text_key(uri)
        document = self._texts.find(key, OpenDocument)
        if key is not None and document is not None:
            log.warning("the text of %s is unknown, so the file on disk is used until the editor sends all of it", uri)
            self._lost[key] = document
            self._texts.drop(key)

    def _found(
        self,
        key: str,
        identifier: types.VersionedTextDocumentIdentifier,
        changes: tuple[types.TextDocumentContentChangeEvent, ...],
    ) -> None:
        """Use the editor's text of a lost document again if `changes` contain the whole text."""
        whole = (isinstance(one, types.TextDocumentContentChangeWholeDocument) for one in changes)
        if any(whole):
            document = self._lost.pop(key)
            document.path = self._texts.path_of(document.uri)
            self._texts.put(key, document)
            self.changed(identifier, changes)

    def closed(self, uri: str) -> None:
        """Drop the text of a closed document, and use the file on disk again if there is one."""
        self._lost.pop(text_key(uri) or "", None)
        self._texts.drop(text_key(uri))
