"""Blanks out the code in AsciiDoc documents, so that the rest can be read as Markdown, which is similar enough.

Blanked out are delimited blocks of listings and literal text, and paragraphs that are indented.
"""

import re

from ctx_lsp.text.source import SourceText

SUFFIXES = (".adoc", ".asciidoc")
TITLE_TOLERANCE = 2  # characters by which a title and its underline may differ in length
_DELIMITER = re.compile(rb"(?:-{4,}|\.{4,}|\+{4,}|/{4,}|```\w*)\s*")


def without_listings(source: SourceText) -> SourceText:
    """Return the source of an AsciiDoc document with its code replaced by spaces. All offsets stay the same."""
    lines = source.data.splitlines(keepends=True)
    closing = b""
    for number, line in enumerate(lines):
        mark = line.strip()
        is_listing = bool(closing) or line.startswith((b" ", b"\t"))
        if closing:
            closing = b"" if mark == closing else closing
        elif _DELIMITER.fullmatch(line) and not _is_underline(lines[number - 1] if number else b"", line):
            is_listing, closing = True, mark if not mark.startswith(b"```") else b"```"
        if is_listing:
            ending = line[len(line.rstrip(b"\r\n")) :]
            lines[number] = b" " * (len(line) - len(ending)) + ending
    return SourceText(b"".join(lines), source.language)


def _is_underline(before: bytes, line: bytes) -> bool:
    """Return whether a line of signs underlines the title in the line before it, rather than begin a listing."""
    title, signs = before.strip(), line.strip()
    is_text = bool(title) and not title.startswith((b"[", b"."))  # attributes or the title of a listing
    return is_text and abs(len(title.decode("utf-8", "replace")) - len(signs)) <= TITLE_TOLERANCE
