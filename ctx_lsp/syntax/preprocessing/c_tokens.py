"""Splits C and C++ files into tokens, after blanking out comments, preprocessor directives and contents of literals.

The blanked text is as long as the original text, so offsets stay valid. Tokens are not interpreted here.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ctx_lsp.base.late_expressions import compile_late

_NOT_CODE = compile_late(
    rb"(?P<comment>//[^\n]*+|/\*.*?(?:\*/|\Z))"
    rb"|(?P<raw>\b(?:u8|[uUL])?R\"(?P<delimiter>[^\s()\\\"]{0,16})\()"
    rb"|(?P<number>\b\d\w*+(?:'\w++)++)"  # with separators: `0xFFFF'FFFF`
    rb"|(?P<literal>\"(?:\\.|[^\"\\\n])*+\"?|'(?:\\.|[^'\\\n])*+'?)"
    rb"|^[ \t]*#[ \t]*(?P<directive>\w*)(?:\\\r?\n|[^\n/]|/(?!\*)|/\*.*?\*/)*+",
    re.DOTALL | re.MULTILINE,
)
_TOKEN = compile_late(rb"\w+|::|->|&&|[^\s\w]")
_BLANK = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))


class Directive(NamedTuple):
    """A preprocessor directive: the name after `#`, and the byte range of its line or lines."""

    name: bytes
    start: int
    end: int


class CCode(NamedTuple):
    """A text in which everything but code is blanked out, and the preprocessor directives of the original text."""

    code: bytes
    directives: tuple[Directive, ...]


class Token(NamedTuple):
    """A word or a punctuation mark."""

    text: bytes
    start: int
    end: int


def read_code(data: bytes) -> CCode:
    """Blank out comments, directives and the contents of literals in `data`, and list the directives."""
    code = bytearray(data)
    directives = []
    match = _NOT_CODE.search(data)
    while match:
        start, end = match.span()
        if match["raw"]:
            closing = b")" + match["delimiter"] + b'"'
            found = data.find(closing, end)
            start, end = match.start("delimiter") - 1, len(data) if found < 0 else found + len(closing)
        if match["directive"] is not None:
            directives.append(Directive(match["directive"], start, end))
        if not match["number"]:
            kept = 1 if match["raw"] or match["literal"] else 0
            blank(code, start + kept, max(start + kept, end - kept))
        match = _NOT_CODE.search(data, end)
    return CCode(bytes(code), tuple(directives))


def tokens(code: bytes) -> Iterator[Token]:
    """Yield the tokens of the blanked text `code` in source order."""
    return (Token(match[0], *match.span()) for match in _TOKEN.finditer(code))


def blank(data: bytearray, start: int, end: int) -> None:
    """Replace the bytes between two offsets with spaces, in place; line endings are kept."""
    data[start:end] = data[start:end].translate(_BLANK)
