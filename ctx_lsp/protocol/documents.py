"""The texts of the editor's open documents, and telling the workspace about them. Saved files are the workspace's.

The text is kept here and not by pygls, which splits lines at form feeds and so misplaces edits.
"""

import logging
from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types

from ctx_lsp.analysis import Workspace
from ctx_lsp.protocol.convert import Columns, uri_to_path
from ctx_lsp.text.decode import from_str
from ctx_lsp.text.edits import Edit, apply_edits
from ctx_lsp.text.source import SourceText

log = logging.getLogger(__name__)


class Documents:
    """Open documents by path. Those outside every root, or of other schemes than `file:`, are no workspace files."""

    def __init__(self, workspace: Workspace, columns: Columns) -> None:
        self._workspace = workspace
        self._columns = columns
        self._texts: dict[Path, SourceText] = {}

    def opened(self, document: types.TextDocumentItem) -> None:
        """The editor's text now counts, whatever is on disk."""
        if (file := uri_to_path(document.uri)) is not None:
            self._put(file, from_str(document.text))

    def changed(self, uri: str, changes: Iterable[types.TextDocumentContentChangeEvent]) -> None:
        """Apply `changes` one after the other: the positions of each refer to the result of the one before."""
        file = uri_to_path(uri)
        source = self._texts.get(file) if file else None
        if file is None or source is None:
            log.warning("a change of a document that is not open: %s", uri)
            return
        for change in changes:
            source = self._applied(source, change)
        self._put(file, source)

    def closed(self, uri: str) -> None:
        """The file on disk counts again."""
        file = uri_to_path(uri)
        if file is not None and self._texts.pop(file, None) is not None:
            path = self._workspace.workspace_path(file)
            if path is not None:
                self._workspace.close_document(path)

    def roots_changed(self) -> None:
        """Offer every open document again, because it may lie in another root now."""
        for file, source in self._texts.items():
            self._put(file, source)

    def _put(self, file: Path, source: SourceText) -> None:
        self._texts[file] = source
        path = self._workspace.workspace_path(file)
        if path is not None:
            self._workspace.set_document(path, source)

    def _applied(self, source: SourceText, change: types.TextDocumentContentChangeEvent) -> SourceText:
        text = from_str(change.text).data
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            return SourceText(text)
        start = self._columns.offset(source, change.range.start)
        end = self._columns.offset(source, change.range.end)
        return apply_edits(source, (Edit(start, end, text),))
