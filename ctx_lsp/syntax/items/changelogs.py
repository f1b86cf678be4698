"""Entries of changelogs: the list items below the headings of versions."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from ctx_lsp.syntax.items.documents import MAX_TITLE
from ctx_lsp.syntax.items.model import FoundItem
from ctx_lsp.syntax.items.shapes import one_line
from ctx_lsp.syntax.model import FileFacts

MAX_ENTRIES = 300  # newest first; older ones are history
_NAMES = re.compile(
    r"(?:.*[-_.])?changelog(?:[-_.].*)?|changes(?:[-_.].*)?|history|news|releases?|release[-_]?notes(?:[-_.].*)?",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"[^\w]*(?:[\w@/.-]+[ @])?\[?(?:version |release |v)?"
    r"(?:\d+\.\d+|unreleased|upcoming|\d{4}-\d\d-\d\d|next\b|main\b|head\b)",
    re.IGNORECASE,
)
_ENTRY = re.compile(rb"^ {0,3}[-*+][ \t]+(?P<name>\S[^\n]*)(?P<more>(?:\n[ \t]+\S[^\n]*)*)", re.MULTILINE)
_FENCED = re.compile(rb"^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)", re.DOTALL | re.MULTILINE)


def is_changelog(path: str) -> bool:
    """Return whether the file at `path` is named like a changelog."""
    return _NAMES.fullmatch(path.rpartition("/")[2].rpartition(".")[0]) is not None


def changelog_items(data: bytes, facts: FileFacts) -> Iterator[FoundItem]:
    """Yield the entries in a changelog, newest first in most of them."""
    symbols, spans = facts.outline.symbols, facts.spans
    versions: list[bool] = []
    for symbol in symbols:
        is_below = symbol.parent >= 0 and versions[symbol.parent]
        versions.append(is_below or _VERSION.match(symbol.name) is not None)
    starts = [span.start for span in spans]
    fences = [match.span() for match in _FENCED.finditer(data)]
    found = 0
    for match in _ENTRY.finditer(data):
        section = bisect_right(starts, match.start()) - 1
        if section < 0 or not versions[section] or any(start <= match.start() < end for start, end in fences):
            continue
        first = match["name"].decode("utf-8", "replace").rstrip()
        name = first[:MAX_TITLE].rstrip()
        if not re.search(r"[^\W\d_]{2,}", name) or re.fullmatch(r"\[[^\]]*\]\([^)]*\)", name):
            continue
        yield FoundItem(
            kind="Change",
            start=match.start() + len(match[0]) - len(match[0].lstrip()),
            end=match.end(),
            name_start=match.start("name"),
            name_end=match.start("name") + len(name.encode()),
            title=one_line(first),
        )
        found += 1
        if found == MAX_ENTRIES:
            return
