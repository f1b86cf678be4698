"""Changes of a text as the protocol counts them, and the version numbers that come with them."""

import logging
from collections.abc import Iterable

from lsprotocol import types

from ctx_lsp.protocol.convert import Columns
from ctx_lsp.text.decode import from_str
from ctx_lsp.text.edits import EditedText, TextPosition
from ctx_lsp.text.source import SourceText

log = logging.getLogger(__name__)


class Version:
    """The version of an open document. Numbers are only watched, as other servers do.

    Changes are relative to the text before them, and messages arrive in the order in which they were sent. To leave one
    out for its number would displace every change behind it; so a number that does not rise is told to the log, once
    for each document, and the change counts.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._told = False

    def take(self, uri: str, number: int, may_stay: bool = False) -> None:
        """Note the number that a change comes with; `may_stay`: it need not rise."""
        if number < self._number + (not may_stay) and not self._told:
            self._told = True
            log.warning("version %d of %s after version %d: counted all the same", number, uri, self._number)
        self._number = number


def log_unknown(key: str | None, uri: str) -> None:
    """Log a change of a document that is not open; it is no surprise where the scheme is of no interest (no key)."""
    log.log(logging.WARNING if key else logging.DEBUG, "didChange for a document that is not open: %s", uri)


def text_of(text: str, language: str = "") -> SourceText:
    """The source text of what the client sent."""
    return SourceText(from_str(text).data, language)


def applied(
    columns: Columns, source: SourceText, changes: Iterable[types.TextDocumentContentChangeEvent]
) -> SourceText:
    """Apply `changes` one after the other: the positions of each refer to the result of the one before."""
    edited = EditedText(source.data)

    def place(position: types.Position) -> TextPosition:
        return position.line, columns.column(edited.line(position.line), position.character)

    for change in changes:
        text = from_str(change.text).data
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            edited = EditedText(text)
        else:
            edited.replace(place(change.range.start), place(change.range.end), text)
    return SourceText(edited.data, source.language)
