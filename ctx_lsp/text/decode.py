"""Decodes bytes and strings to source text. Callers decide which files to read."""

import codecs
import re

from ctx_lsp.text.source import SourceText

SNIFF_BYTES = 8192  # a NUL byte in these means "binary"; git looks about as far

_BOMS = (  # the longer marks first: that of UTF-32 LE begins with that of UTF-16 LE
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def decode(data: bytes) -> SourceText | None:
    """Decode the bytes of a file; None for a binary file.

    A byte-order mark decides for UTF-16 or UTF-32. Otherwise a NUL byte in the first 8 KiB makes the file binary. The
    rest is UTF-8 if valid, else Windows-1252 if valid, else Latin-1, which fits anything. Byte-order marks are dropped;
    line ends stay as they are.
    """
    marked = _decode_marked(data)
    if marked is not None:
        return marked
    if _has_nul(data):
        return None
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return SourceText(_decode_legacy(data).encode())
    return SourceText(data)


def is_binary(head: bytes) -> bool:
    """Return whether the first `SNIFF_BYTES` of a file show that it is binary. If not, `decode` decides."""
    return _has_nul(head) and not head.startswith(tuple(bom for bom, _ in _BOMS))


def from_str(text: str) -> SourceText:
    """Make source text of a string from an editor. A lone surrogate becomes U+FFFD; nothing else changes."""
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
