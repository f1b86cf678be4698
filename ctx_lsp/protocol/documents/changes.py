"""Applies LSP content changes to texts, and checks document versions."""

import logging
from collections.abc import Iterable

from ctx_lsp.protocol.convert import PositionConverter
from ctx_lsp.protocol.lsp import types
from ctx_lsp.text.decode import from_str
from ctx_lsp.text.edits import EditedText, TextPosition
from ctx_lsp.text.source import SourceText

log = logging.getLogger(__name__)


UNVERSIONED = -(2**31)
"""Number of a change without a version, which some clients send; no editor counts from the lowest possible number."""


class DocumentVersion:
    """The version number of an open document. As in other servers, a wrong number only causes a warning.

    Each change refers to the text that the previous change produced, and messages arrive in the order in which they
    were sent. Ignoring a change because of its number would therefore misplace every later change. If a number does not
    increase, the change is applied and a warning is logged, once for each document.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._warned = False

    @property
    def number(self) -> int:
        """The version number that came with the last change."""
        return self._number

    def record(self, uri: str, number: int, may_stay: bool = False) -> None:
        """Record the version number of a change. If `may_stay` is true, the number may equal the previous one."""
        if number == UNVERSIONED:
            return
        if number < self._number + (not may_stay) and not self._warned:
            self._warned = True
            log.warning("version %d of %s after version %d: the change was applied", number, uri, self._number)
        self._number = number


def log_unknown(key: str | None, uri: str) -> None:
    """Log a warning about a change to a document that is not open.

    `key` is None for a URI with an ignored scheme; the message then has only the level DEBUG.
    """
    log.log(logging.WARNING if key else logging.DEBUG, "didChange for a document that is not open: %s", uri)


def text_of(text: str, language: str = "") -> SourceText:
    """Convert a string from the client to a source text. `language` is "" if it is to be detected."""
    return SourceText(from_str(text).data, language)


def with_changes(
    positions: PositionConverter, source: SourceText, changes: Iterable[types.TextDocumentContentChangeEvent]
) -> SourceText:
    """Return `source` with `changes` applied in order. Each change applies to the result of the previous one."""
    edited = EditedText(source.data)

    def place(position: types.Position) -> TextPosition:
        return position.line, positions.column(edited.line(position.line), position.character)

    for change in changes:
        text = from_str(change.text).data
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            edited = EditedText(text)
        else:
            edited.replace(place(change.range.start), place(change.range.end), text)
    return SourceText(edited.data, source.language)
