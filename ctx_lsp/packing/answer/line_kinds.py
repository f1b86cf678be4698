"""Finds comment lines and import lines by their text and by the definitions around them.

The facts about a file contain its imports without positions, so multi-line imports are recognised by their brackets.
"""

import re
from collections.abc import Iterator, Sequence

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.detail.levels import full_lines
from ctx_lsp.syntax.symbol_kinds import CALLABLE_KINDS

COMMENTS = (b"//", b"#", b"*", b"/*", b"--", b'"""', b";;")
# A keyword, and not the call of a function of that name: `use(router)`, `require(amount > 0)`.
_IMPORT = re.compile(rb"(?:import|from|use|using|#include|package|require)\b(?!\()(?!\s*=)")
_KEYWORDS = (b"import", b"from", b"use", b"using", b"#include", b"package", b"require")  # what `_IMPORT` begins with
_OPENING, _CLOSING = re.compile(rb"[({]"), re.compile(rb"[)}]")
MAX_STATEMENT_LINES = 200  # a bracket that stays open longer than this is no list of imported names


def comment_lines(entry: FileEntry) -> list[bool]:
    """Return for each line whether it is a comment. A blank line is treated like the next line with text."""
    texts = [line.lstrip() for line in _lines(entry)]
    found = [text.startswith(COMMENTS) for text in texts]
    blank = [number for number, text in enumerate(texts[:-1]) if not text]
    for number in reversed(blank):
        found[number] = found[number + 1]
    return found


def import_lines(entry: FileEntry) -> list[bool]:
    """Return for each line whether it belongs to an import outside of functions; all false if the file imports nothing.

    A line that opens a block of imports, such as `try:`, counts too. A blank line is treated like the next line with
    text.
    """
    lines = _lines(entry)
    found = [False] * len(lines)
    begins = set(_first_lines(entry, lines)) if entry.facts.outline.imports else set()
    for first in begins:
        number, depth = first, 0
        while number == first or (depth > 0 and number < len(lines) and number not in begins):
            found[number] = True
            depth += len(_OPENING.findall(lines[number])) - len(_CLOSING.findall(lines[number]))
            if number - first >= MAX_STATEMENT_LINES:
                depth = 0
            number += 1
    _add_openings(lines, found)
    return found


def _first_lines(entry: FileEntry, lines: Sequence[bytes]) -> Iterator[int]:
    """Yield the lines on which an import begins outside of functions."""
    likely = [number for number, line in enumerate(lines) if line.lstrip().startswith(_KEYWORDS)]
    inside = bytearray(len(lines))
    for start, end in _function_lines(entry) if likely else ():
        inside[start:end] = b"\1" * (end - start)
    for number in likely:
        if not inside[number] and _IMPORT.match(lines[number].lstrip()):
            yield number


def _add_openings(lines: Sequence[bytes], found: list[bool]) -> None:
    """Set `found` to true for lines that open blocks of imports, such as `try:`, and for blank lines before imports."""
    last = max((number for number, is_import in enumerate(found) if is_import), default=-1)
    inner, is_import = 0, False  # of the next line with text
    for number in range(last, -1, -1):
        line = lines[number]
        text = line.lstrip()
        if text:
            indent = len(line) - len(text)
            is_import = found[number] or (is_import and indent < inner)
            inner = indent
        found[number] = is_import


def _function_lines(entry: FileEntry) -> Iterator[tuple[int, int]]:
    for index, symbol in enumerate(entry.facts.outline.symbols):
        if symbol.kind in CALLABLE_KINDS:
            yield from full_lines(entry, index)


def _lines(entry: FileEntry) -> list[bytes]:
    lines = entry.source.data.splitlines()
    return lines + [b""] * (entry.source.line_count - len(lines))  # the line after the last line ending counts
