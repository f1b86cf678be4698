"""Where a file imports the names that a piece of it uses, as lines. No language's grammar is known here.

The imported names are known from the file's outline, which has no positions: their lines are found again as the first
ones that name them in a statement that imports.
"""

import re
from collections.abc import Iterator

from ctx_lsp.base.lru import Lru
from ctx_lsp.index.entry import FileEntry
from ctx_lsp.packing import lines
from ctx_lsp.packing.lines import NONE, Lines
from ctx_lsp.syntax.model import Import
from ctx_lsp.text.source import SourceText

CHEAP_BYTES, CHEAP_SHARE = 120, 0.15  # of import lines: this much, or this share of the text that uses the names
CACHED_PIECES = 1 << 13
MAX_STATEMENT_LINES = 60  # of one import, from where it begins to a name in it
MAX_PLACES = 4  # where a name stands that are looked at: imports come first, but for words in a comment

_WORD = re.compile(rb"\w+")
_BEGINS = re.compile(
    rb"[ \t#@]*(?:pub(?:\([a-z]+\))? )?(?:import|from|use|using|include|require|alias|open|export|load)\b"
)
_ASSIGNS = re.compile(rb"\b(?:require|import|include)\b")
_OPEN, _CLOSED = re.compile(rb"[({\[]"), re.compile(rb"[)}\]]")

_known: Lru[tuple[bytes, int, int], Lines] = Lru(CACHED_PIECES)


def import_lines(entry: FileEntry, start: int, end: int) -> Lines:
    """The lines that import what the bytes from `start` to `end` name, as far as they are cheap beside these."""
    key = entry.source.digest, start, end
    known = _known.get(key)
    return _known.put(key, _import_lines(entry, start, end)) if known is None else known


def _import_lines(entry: FileEntry, start: int, end: int) -> Lines:
    imported = {one.alias.encode(): one for one in entry.facts.outline.imports if one.alias}
    if not imported:
        return NONE
    used = imported.keys() & set(_WORD.findall(entry.source.data, start, end))
    left = max(CHEAP_BYTES, CHEAP_SHARE * (end - start))
    found: list[Lines] = []
    for place in sorted(filter(None, (_place(entry.source, imported[name], name, start) for name in used))):
        left -= lines.byte_size(entry.source, place)
        if left < 0:
            break
        found.append(place)
    return lines.union(found)


def _place(source: SourceText, imported: Import, name: bytes, before: int) -> Lines:
    """The lines of the statement that imports a name: the one with the name, and those that open and close it."""
    module = imported.module.encode()
    for line in _lines_with(source, name, before):
        text = _text(source, line)
        if _BEGINS.match(text) or _ASSIGNS.search(text):
            return ((line, line + 1),)
        opening = _opening(source, line)
        if opening is not None:
            closing = _closing(source, line, module) if module not in _text(source, opening) else None
            ends = [(one, one + 1) for one in (opening, line, closing) if one is not None]
            return lines.union([tuple(sorted(set(ends)))])
    return NONE


def _lines_with(source: SourceText, name: bytes, before: int) -> Iterator[int]:
    """The first lines that hold a word, before an offset."""
    at, count, known = -1, 0, -1
    while count < MAX_PLACES and (at := source.data.find(name, at + 1, before)) >= 0:
        around = source.data[max(0, at - 1) : at] + source.data[at + len(name) : at + len(name) + 1]
        if not _WORD.search(around):
            line = source.line_at(at)
            if line != known:
                count, known = count + 1, line
                yield line


def _opening(source: SourceText, line: int) -> int | None:
    """The line above that begins an import which goes on to `line`."""
    for above in range(line - 1, max(-1, line - MAX_STATEMENT_LINES), -1):
        text = _text(source, above)
        if _BEGINS.match(text):
            return above if len(_OPEN.findall(text)) > len(_CLOSED.findall(text)) else None
        if _CLOSED.search(text):
            return None
    return None


def _closing(source: SourceText, line: int, module: bytes) -> int | None:
    """The line that names the module, where a statement says it last."""
    for below in range(line, min(line + MAX_STATEMENT_LINES, source.line_count)):
        if module in _text(source, below):
            return below
        if below > line and _CLOSED.search(_text(source, below)):
            return None
    return None


def _text(source: SourceText, line: int) -> bytes:
    start, end = source.line_range(line)
    return source.data[start:end]
