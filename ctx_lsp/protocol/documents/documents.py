"""The editor's open text documents and their edits. Notebooks are in `notebooks`, saved files are the workspace's.

The text is kept in `open_texts` and not by pygls, which splits lines at form feeds and so misplaces edits.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from lsprotocol import types

from ctx_lsp.protocol.convert import Columns
from ctx_lsp.protocol.documents.changes import Version, applied, log_unknown, text_of
from ctx_lsp.protocol.documents.document_names import Name, text_key
from ctx_lsp.protocol.documents.open_texts import OpenText, OpenTexts
from ctx_lsp.protocol.documents.uris import unsaved_path
from ctx_lsp.text.notebook import NOTEBOOK_SUFFIX, readable
from ctx_lsp.text.source import SourceText

NO_LANGUAGE = frozenset({"", "plaintext"})  # the editor does not know either; the name or a `#!` line may tell

log = logging.getLogger(__name__)


@dataclass(slots=True)
class OpenDocument(OpenText):
    """An open text document."""

    uri: str
    path: str | None
    version: Version
    source: SourceText

    def content(self) -> tuple[Name, SourceText]:
        """Its name and text. Of a notebook that is open as JSON, the index gets the cells."""
        if self.path is None or not self.path.endswith(NOTEBOOK_SUFFIX):
            return Name(self.uri, self.path), self.source
        return Name(self.uri, self.path, placed=False), readable(self.path, self.source)


class Documents:
    """Edits of open documents. Documents of read-only and unknown schemes are ignored."""

    def __init__(self, texts: OpenTexts, columns: Columns) -> None:
        self._texts = texts
        self._columns = columns

    def opened(self, item: types.TextDocumentItem) -> None:
        """The editor's text now counts, whatever is on disk.

        A document that is open already has lost its close on the way; a newer text is better than none.
        """
        key = text_key(item.uri)
        if key is None:
            return
        if self._texts.find(key, OpenDocument) is not None:
            log.warning("opened again without having been closed: %s", item.uri)
        # A file's language follows from its name and text, open or not. A buffer without a file has only this.
        hint = item.language_id if unsaved_path(item.uri) and item.language_id not in NO_LANGUAGE else ""
        path = self._texts.path_of(item.uri)
        self._texts.put(key, OpenDocument(item.uri, path, Version(item.version), text_of(item.text, hint)))

    def changed(
        self, identifier: types.VersionedTextDocumentIdentifier, changes: Iterable[types.TextDocumentContentChangeEvent]
    ) -> None:
        """Apply `changes`. Those of a document that is not open are lost: nobody knows what text they are of."""
        key = text_key(identifier.uri)
        document = self._texts.find(key, OpenDocument)
        if key is None or document is None:
            log_unknown(key, identifier.uri)
            return
        document.version.take(identifier.uri, identifier.version)
        document.source = applied(self._columns, document.source, changes)
        self._texts.put(key, document)

    def closed(self, uri: str) -> None:
        """The file on disk counts again; a buffer without a file is gone."""
        self._texts.drop(text_key(uri))
