"""Realistic edits to the files of a repository. The same repository always gives the same edits.

`freshness` measures how long an edit takes to appear in search results.
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

NONSENSE_WORD = "quizzaciously"  # prefix of the words that edits insert; no code contains it
HEAD_LINES = 4  # edits are made in the first lines of a definition, because only the beginning of a chunk is embedded
ALL = 200_000  # maximum number of symbols to consider, enough to find every file with symbols

_NAME = re.compile(rb"[A-Za-z_]\w*")
_IMPORT = re.compile(rb"^[ \t]*(?:import|from|use|using|#include|require)\b[^\n]*?(?P<name>[A-Za-z_]\w*)\W*$", re.M)


@dataclass(frozen=True, slots=True)
class SampleEdit:
    """A sample edit to a file, with the file's text after the edit.

    `at` is the byte offset of the first difference; `word` is the inserted word, or "" if no word was inserted.
    `symbol` is the name of the edited definition after the edit; `lines` is the file's line count before the edit.
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
    """Return edits for `count` definitions drawn from the whole repository, so large files are edited more often."""
    return edits_of(analysis, sample_symbols(analysis, count, token))


def by_file(analysis: Analysis, count: int, token: CancelToken) -> list[SampleEdit]:
    """Return at most `count` edits, each for a different file, so that all files count equally."""
    first: dict[str, Item] = {}
    for item in sample_symbols(analysis, ALL, token):
        first.setdefault(item.path, item)
    paths = sorted(first, key=lambda path: digest(path.encode()))
    return edits_of(analysis, [first[path] for path in paths[:count]])


def edits_of(analysis: Analysis, items: Iterable[Item]) -> list[SampleEdit]:
    """Return one edit for each definition in `items`, cycling through the kinds of edits."""
    kinds = list(KINDS)
    return [_edit(analysis, item, kinds[number % len(kinds)], number) for number, item in enumerate(items)]


def _edit(analysis: Analysis, item: Item, kind: str, number: int) -> SampleEdit:
    source = analysis.source(item.path) or SourceText(b"")
    word = NONSENSE_WORD + "".join(ascii_lowercase[int(digit)] for digit in str(number))
    start, end, new = KINDS[kind](analysis, item, source, word)
    edited = SourceText(source.data[:start] + new + source.data[end:])
    symbol = item.symbol or ""
    if kind == "rename":
        head, separator, last = symbol.rpartition("::") if "." not in symbol else symbol.rpartition(".")
        symbol = f"{head}{separator}{last}_{word}"
    shown = word if word.encode() in new else ""
    return SampleEdit(kind, item.path, item.language, symbol, shown, start, edited, source.line_count)


Change = tuple[int, int, bytes]  # start and end of the replaced bytes, and the replacement


def _word(_: Analysis, item: Item, source: SourceText, word: str) -> Change:
    """Insert a word after the first word of a line in the body."""
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
    return end, end, f"_{word}".encode()  # a separate word, so that a search can look for it


def _blank(_: Analysis, item: Item, source: SourceText, __: str) -> Change:
    line = _body_line(item, source)
    return line, line, b"\n"


def _import(_: Analysis, __: Item, source: SourceText, word: str) -> Change:
    """Insert a copy of the file's first import under another name, or a Python import if the file has no imports."""
    found = _IMPORT.search(source.data)
    if found is None:
        return 0, 0, f"import {word}\n".encode()
    line = found[0].lstrip(b"\n")
    start = found.end() - len(line)
    cut = found.start("name") - start
    return start, start, line[:cut] + word.encode() + line[cut + len(found["name"]) :] + b"\n"


def _body_line(item: Item, source: SourceText) -> int:
    """Return the offset of a line near the start of a definition. The first line is used only if there is no other."""
    first, last = source.line_at(item.start), source.line_at(max(item.start, item.end - 1))
    return source.line_starts[first + min((last - first + 1) // 2, HEAD_LINES)]


KINDS: dict[str, Callable[[Analysis, Item, SourceText, str], Change]] = {
    "word": _word,
    "statement": _statement,
    "rename": _rename,
    "blank line": _blank,
    "import": _import,
}
