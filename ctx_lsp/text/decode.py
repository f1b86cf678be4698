"""From bytes or a string to source text. Which bytes are worth reading is decided elsewhere."""

import codecs
import re

from ctx_lsp.text.source import SourceText

SNIFF_BYTES = 8192  # where a NUL byte means "binary", about as far as git looks

_BOMS = (  # the longer first: UTF-32 LE begins with the mark of UTF-16 LE
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def decode(data: bytes) -> SourceText | None:
    """The text of a file's bytes, or None for a binary file.

    A file is UTF-16 or UTF-32 by its byte-order mark, else binary if a NUL byte stands in its first 8 KiB, else UTF-8,
    else Windows-1252, else Latin-1, which fits anything. Byte-order marks are dropped; line ends stay as they are.
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
    """Whether the first `SNIFF_BYTES` of a file tell already that it is no text; `decode` has the last word."""
    return _has_nul(head) and not head.startswith(tuple(bom for bom, _ in _BOMS))


def from_str(text: str) -> SourceText:
    """The source text of a string, as editors send it; a lone surrogate becomes U+FFFD, nothing else is changed."""
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
