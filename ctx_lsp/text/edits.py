"""Edits of a text by byte ranges. Where the ranges come from (lines, UTF-16 columns) is not known here."""

from collections.abc import Iterable
from dataclasses import dataclass

from ctx_lsp.text.source import SourceText

_CONTINUATION_MASK, _CONTINUATION = 0b1100_0000, 0b1000_0000  # the bytes 10xxxxxx, which never begin a character


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `text` (valid UTF-8) in place of the bytes `start` to `end`."""

    start: int
    end: int
    text: bytes


def apply_edits(source: SourceText, edits: Iterable[Edit]) -> SourceText:
    """Apply `edits` one after the other, each to the result of the one before.

    No range is an error: offsets beyond the text mean its end, an end before its start means the start, and an offset
    inside a character means the character's first byte, so that the result is always valid UTF-8.
    """
    data = bytearray(source.data)
    for edit in edits:
        start = _boundary(data, edit.start)
        data[start : _boundary(data, edit.end)] = edit.text
    return SourceText(bytes(data), source.language)


def _boundary(data: bytearray, offset: int) -> int:
    """`offset` brought inside `data` and back to the start of the character it falls into."""
    offset = min(max(offset, 0), len(data))
    while 0 < offset < len(data) and data[offset] & _CONTINUATION_MASK == _CONTINUATION:
        offset -= 1
    return offset
