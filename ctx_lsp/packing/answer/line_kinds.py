"""Comment lines and import lines, told by their text and by the definitions around them.

The facts about a file hold its imports without positions, so statements of several lines are found by their brackets.
"""

import re
from collections.abc import Iterator
from itertools import chain

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.detail.levels import full_lines
from ctx_lsp.syntax.symbol_kinds import CALLABLE_KINDS

_COMMENTS = (b"//", b"#", b"*", b"/*", b"--", b'"""', b";;")
# A keyword, and not the call of a function of that name: `use(router)`, `require(amount > 0)`.
_IMPORT = re.compile(rb"(?:import|from|use|using|#include|package|require)\b(?!\()(?!\s*=)")
_OPENING, _CLOSING = re.compile(rb"[({]"), re.compile(rb"[)}]")
MAX_STATEMENT_LINES = 200  # a bracket that stays open longer than this is no list of imported names


def comment_lines(entry: FileEntry) -> list[bool]:
    """Return for each line whether it is a comment. A blank line is treated like the next line with text."""
    lines = _lines(entry)
    return _filled(lines, [line.lstrip().startswith(_COMMENTS) for line in lines])


def import_lines(entry: FileEntry) -> list[bool]:
    """Return for each line whether it belongs to an import outside of functions; all false if the file imports nothing.

    A line that opens a block of imports belongs to them. A blank line is treated like the next line with text.
    """
    lines = _lines(entry)
    if not entry.facts.outline.imports:
        return [False] * len(lines)
    inside = frozenset(chain.from_iterable(_function_lines(entry)))
    found, depth, begun = [False] * len(lines), 0, 0
    for number, line in enumerate(lines):
        text = line.lstrip()
        begins = number not in inside and _IMPORT.match(text) is not None
        if begins:
            depth, begun = 0, number
        found[number] = begins or depth > 0
        if found[number]:
            depth += len(_OPENING.findall(text)) - len(_CLOSING.findall(text))
            if number - begun >= MAX_STATEMENT_LINES:
                depth = 0
    _add_openings(lines, found)
    return _filled(lines, found)


def _add_openings(lines: list[bytes], found: list[bool]) -> None:
    """Add the lines that open blocks of imports, such as `try:`."""
    inner, is_import = 0, False  # of the next line with text
    for number, line in zip(range(len(lines) - 1, -1, -1), reversed(lines), strict=True):
        text = line.lstrip()
        if text:
            indent = len(line) - len(text)
            found[number] = is_import = found[number] or (is_import and indent < inner)
            inner = indent


def _function_lines(entry: FileEntry) -> Iterator[range]:
    for index, symbol in enumerate(entry.facts.outline.symbols):
        if symbol.kind in CALLABLE_KINDS:
            ((start, end),) = full_lines(entry, index)
            yield range(start, end)


def _lines(entry: FileEntry) -> list[bytes]:
    lines = entry.source.data.splitlines()
    return lines + [b""] * (entry.source.line_count - len(lines))  # the line after the last line ending counts


def _filled(lines: list[bytes], found: list[bool]) -> list[bool]:
    """Give each blank line the value of the next line with text."""
    value = False
    for number, line in zip(range(len(found) - 1, -1, -1), reversed(lines), strict=True):
        value = found[number] if line.strip() else value
        found[number] = value
    return found
