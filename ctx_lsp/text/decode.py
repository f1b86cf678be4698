"""Decodes the bytes of files, and strings from editors, into source text."""

import codecs
import re

from ctx_lsp.text.source import SourceText

SNIFF_BYTES = 8192  # a file with a NUL byte among its first bytes is binary; git checks about as many bytes

_BOMS = (  # longer marks first: the UTF-32 LE mark begins with the UTF-16 LE mark
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def decode(data: bytes) -> SourceText | None:
    """Decode the bytes of a file; return None if the file is binary.

    A byte-order mark selects UTF-16 or UTF-32. A file without one is binary if its first 8 KiB contain a NUL byte. All
    other files are decoded as UTF-8, or as Windows-1252 if they are not valid UTF-8, or as Latin-1 if they are not
    valid Windows-1252 either. Byte-order marks are dropped, and line endings are left unchanged.
    """
    marked = _decode_marked(data)
    if marked is not None:
        return marked
    if _has_nul(data):
        return None
    data = data.removeprefix(codecs.BOM_UTF8)
    return SourceText(data if _is_utf8(data) else _decode_legacy(data).encode())


def is_guessed(data: bytes) -> bool:
    """Return whether the bytes of a text file do not show its encoding, so that `decode` may have guessed wrong."""
    return _decode_marked(data) is None and not _is_utf8(data)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def is_binary(head: bytes) -> bool:
    """Return whether the first `SNIFF_BYTES` bytes prove that a file is binary. Otherwise, `decode` decides."""
    return _has_nul(head) and not head.startswith(tuple(bom for bom, _ in _BOMS))


def from_str(text: str) -> SourceText:
    """Build source text from a string sent by an editor. Lone surrogates become U+FFFD."""
    return SourceText(_SURROGATES.sub("\ufffd", text).encode())


def _has_nul(data: bytes) -> bool:
    return b"\0" in data[:SNIFF_BYTES]


def _decode_marked(data: bytes) -> SourceText | None:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            try:
                return SourceText(data[len(bom) :].decode(encoding).encode())
            except UnicodeDecodeError:
                continue
    return None


def _decode_legacy(data: bytes) -> str:
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def encodable(text: str) -> str:
    """Return `text` with `?` in place of lone surrogates, which JSON can escape and file names contain."""
    return text.encode("utf-8", "replace").decode()
