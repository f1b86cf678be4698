"""Conversion between the client's positions and byte offsets.

This is the only module that deals with UTF-16. Paths and URIs are converted in `documents.uris`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ctx_lsp.protocol.lsp import types
from ctx_lsp.text.source import SourceText

Encoding = types.PositionEncodingKind


@dataclass(frozen=True, slots=True)
class PositionConverter:
    """Converter for the negotiated position encoding. Positions and offsets outside the text are clamped."""

    encoding: Encoding = Encoding.Utf16

    def offset(self, source: SourceText, position: types.Position) -> int:
        """Return the byte offset of `position`.

        A position past the end of a line or of the text is clamped to that end. A position inside a character (half a
        surrogate pair) gives the start of that character.
        """
        start, end = source.line_range(position.line)
        return start + self.column(source.data[start:end], position.character)

    def column(self, line: bytes, character: int) -> int:
        """Return the byte offset of the column `character` in `line`, which must not include its line ending."""
        if self.encoding == Encoding.Utf8 or line.isascii():
            return _whole_characters(line, character)
        text = line.decode()
        if self.encoding == Encoding.Utf32:
            return len(text[:character].encode())
        units = text.encode("utf-16-le")[: 2 * character]
        return len(units.decode("utf-16-le", "ignore").encode())

    def position(self, source: SourceText, offset: int) -> types.Position:
        """Return the position of the byte at `offset`. An offset inside a CRLF gives the end of the line's text."""
        line = source.line_at(offset)
        start, end = source.line_range(line)
        before = source.data[start : min(offset, end)]
        if self.encoding == Encoding.Utf8 or before.isascii():
            return types.Position(line, len(before))
        text = before.decode("utf-8", "ignore")
        units = len(text) if self.encoding == Encoding.Utf32 else len(text.encode("utf-16-le")) // 2
        return types.Position(line, units)

    def range(self, source: SourceText, start: int, end: int) -> types.Range:
        """Return the range between two byte offsets."""
        return types.Range(self.position(source, start), self.position(source, end))


def choose_encoding(offered: Sequence[str] | None) -> Encoding:
    """Choose the position encoding: UTF-8 if the client offers it, then UTF-16, then UTF-32.

    UTF-8 comes first because it needs no conversion. If the client offers none of them, the protocol's default, UTF-16,
    is used.
    """
    known = offered or ()
    for encoding in (Encoding.Utf8, Encoding.Utf16, Encoding.Utf32):
        if encoding.value in known:
            return encoding
    return Encoding.Utf16


def _whole_characters(line: bytes, length: int) -> int:
    """Return `length`, clamped to the line and rounded down to a character boundary."""
    length = min(length, len(line))
    while 0 < length < len(line) and line[length] & 0xC0 == 0x80:  # a UTF-8 continuation byte
        length -= 1
    return length
