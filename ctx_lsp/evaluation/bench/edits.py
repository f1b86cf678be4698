"""Edits like those of people, made from a repository's own symbols: always the same ones for the same repository.

How long the engine takes to see them is measured in `freshness`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from string import ascii_lowercase

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.digest import digest
from ctx_lsp.evaluation.questions import sample_symbols
from ctx_lsp.retrieval.model import Item
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Analysis

NONSENSE = "quizzaciously"  # begins the words that edits insert; no code is written with it
HEAD_LINES = 4  # how far into a definition an edit is made at most: what is embedded is the beginning of a chunk
ALL = 200_000  # symbols looked at to find every file that has one

_NAME = re.compile(rb"[A-Za-z_]\w*")
_IMPORT = re.compile(rb"^[ \t]*(?:import|from|use|using|#include|require)\b[^\n]*?(?P<name>[A-Za-z_]\w*)\W*$", re.M)


@dataclass(frozen=True, slots=True)
class SampleEdit:
    """A file's text after an edit. `at` is the byte offset where it differs first; `word` is new in it ("": nothing).

    `symbol` names the definition that was edited, as it is called after the edit; `lines` is the file's size.
    """

    kind: str
    path: str
    language: str
    symbol: str
    word: str
    at: int
    source: SourceText
    lines: int


def by_symbol(analysis: Analysis, count: int, token: CancelToken) -> list[SampleEdit]:
    """`count` edits of definitions drawn from all definitions: large files are edited more often, as they are."""
    return edits_of(analysis, sample_symbols(analysis, count, token))


def by_file(analysis: Analysis, count: int, token: CancelToken) -> list[SampleEdit]:
    """`count` edits, each of another file as far as there are enough: all files count alike, whatever their size."""
    first: dict[str, Item] = {}
    for item in sample_symbols(analysis, ALL, token):
        first.setdefault(item.path, item)
    paths = sorted(first, key=lambda path: digest(path.encode()))
    return edits_of(analysis, [first[path] for path in paths[:count]])


def edits_of(analysis: Analysis, items: Iterable[Item]) -> list[SampleEdit]:
    """One edit of each definition, of all kinds in turn."""
    kinds = list(KINDS)
    return [_edit(analysis, item, kinds[number % len(kinds)], number) for number, item in enumerate(items)]


def _edit(analysis: Analysis, item: Item, kind: str, number: int) -> SampleEdit:
    source = analysis.source(item.path) or SourceText(b"")
    word = NONSENSE + "".join(ascii_lowercase[int(digit)] for digit in str(number))
    start, end, new = KINDS[kind](analysis, item, source, word)
    edited = SourceText(source.data[:start] + new + source.data[end:])
    symbol = item.symbol or ""
    if kind == "rename":
        head, separator, last = symbol.rpartition("::") if "." not in symbol else symbol.rpartition(".")
        symbol = f"{head}{separator}{last}_{word}"
    shown = word if word.encode() in new else ""
    return SampleEdit(kind, item.path, item.language, symbol, shown, start, edited, source.line_count)


Change = tuple[int, int, bytes]  # start and end of what is replaced, and what with


def _word(_: Analysis, item: Item, source: SourceText, word: str) -> Change:
    """A word typed behind the first one of a line in the body."""
    line = _body_line(item, source)
    found = _NAME.search(source.data, line, item.end)
    at = found.end() if found else line
    return at, at, f" {word}".encode()


def _statement(_: Analysis, item: Item, source: SourceText, word: str) -> Change:
    line = _body_line(item, source)
    indent = re.match(rb"[ \t]*", source.data[line : item.end])
    return line, line, (indent[0] if indent else b"") + f"{word}()\n".encode()


def _rename(analysis: Analysis, item: Item, _: SourceText, word: str) -> Change:
    end = analysis.name_range(item.symbol or "")[1]
    return end, end, f"_{word}".encode()  # a word of its own, so that a search can ask for it


def _blank(_: Analysis, item: Item, source: SourceText, __: str) -> Change:
    line = _body_line(item, source)
    return line, line, b"\n"


def _import(_: Analysis, __: Item, source: SourceText, word: str) -> Change:
    """A copy of the first import under another name; where there is none, one as Python writes it."""
    found = _IMPORT.search(source.data)
    if found is None:
        return 0, 0, f"import {word}\n".encode()
    line = found[0].lstrip(b"\n")
    start = found.end() - len(line)
    cut = found.start("name") - start
    return start, start, line[:cut] + word.encode() + line[cut + len(found["name"]) :] + b"\n"


def _body_line(item: Item, source: SourceText) -> int:
    """Where a line in the first half of a definition begins, its first line left out where there are more."""
    first, last = source.line_at(item.start), source.line_at(max(item.start, item.end - 1))
    return source.line_starts[first + min((last - first + 1) // 2, HEAD_LINES)]


KINDS: dict[str, Callable[[Analysis, Item, SourceText, str], Change]] = {
    "word": _word,
    "statement": _statement,
    "rename": _rename,
    "blank line": _blank,
    "import": _import,
}
