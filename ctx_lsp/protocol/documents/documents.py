"""The editor's open text documents. Notebooks are in `notebooks`, saved files are the workspace's.

The text is kept here and not by pygls, which splits lines at form feeds and so misplaces edits.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass

from lsprotocol import types

from ctx_lsp.protocol.convert import Columns
from ctx_lsp.protocol.documents.changes import Version, applied, text_of
from ctx_lsp.protocol.documents.document_names import Name, Names, text_key
from ctx_lsp.protocol.documents.open_texts import OpenTexts
from ctx_lsp.protocol.documents.uris import unsaved_path
from ctx_lsp.text.notebook import NOTEBOOK_SUFFIX, readable
from ctx_lsp.text.source import SourceText

NO_LANGUAGE = frozenset({"", "plaintext"})  # the editor does not know either; the name or a `#!` line may tell

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Document:
    uri: str
    path: str | None
    version: Version
    source: SourceText


class Documents:
    """Open documents by key. Documents of read-only and unknown schemes are ignored."""

    def __init__(self, texts: OpenTexts, columns: Columns) -> None:
        self._texts = texts
        self._columns = columns
        self._open: dict[str, _Document] = {}

    def opened(self, item: types.TextDocumentItem) -> None:
        """The editor's text now counts, whatever is on disk.

        A document that is open already has lost its close on the way; a newer text is better than none.
        """
        key = text_key(item.uri)
        if key is None:
            return
        if key in self._open:
            log.warning("opened again without having been closed: %s", item.uri)
        # A file's language follows from its name and text, open or not. A buffer without a file has only this.
        hint = item.language_id if unsaved_path(item.uri) and item.language_id not in NO_LANGUAGE else ""
        path = self._texts.names().path_of(item.uri)
        self._open[key] = _Document(item.uri, path, Version(item.version), text_of(item.text, hint))
        self._put(key)

    def changed(
        self, identifier: types.VersionedTextDocumentIdentifier, changes: Iterable[types.TextDocumentContentChangeEvent]
    ) -> None:
        """Apply `changes`. Those of a document that is not open are lost: nobody knows what text they are of."""
        key = text_key(identifier.uri)
        document = self._open.get(key) if key else None
        if key is None or document is None:
            log.log(
                logging.WARNING if key else logging.DEBUG,
                "didChange for a document that is not open: %s",
                identifier.uri,
            )
            return
        document.version.take(identifier.uri, identifier.version)
        document.source = applied(self._columns, document.source, changes)
        self._put(key)

    def closed(self, uri: str) -> None:
        """The file on disk counts again; a buffer without a file is gone."""
        key = text_key(uri)
        if key is not None and self._open.pop(key, None) is not None:
            self._texts.drop(key)

    def put_again(self, key: str, names: Names) -> None:
        """Offer an open document again, if `key` is one: it may lie in another root now."""
        document = self._open.get(key)
        if document is not None:
            document.path = names.path_of(document.uri)
            self._put(key)

    def _put(self, key: str) -> None:
        document = self._open[key]
        path, source = document.path, document.source
        is_notebook = path is not None and path.endswith(NOTEBOOK_SUFFIX)
        if path is not None and is_notebook:  # opened as JSON: in the index are its cells
            source = readable(path, source)
        self._texts.put(key, Name(document.uri, path, placed=not is_notebook), source)
