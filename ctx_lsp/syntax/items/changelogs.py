"""Finds the entries in changelogs: the list items below version headings."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ctx_lsp.syntax.headings import fenced
from ctx_lsp.syntax.items.model import FoundItem, SectionText
from ctx_lsp.syntax.items.shapes import MAX_TITLE, one_line
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.syntax.text_cache import kept_by_text

MAX_ENTRIES = 100  # newest first; older ones are history
_NAMES = re.compile(
    r"(?:.*[-_.])?changelog(?:[-_.].*)?|changes(?:[-_.].*)?|history|news|releases?|release[-_]?notes(?:[-_.].*)?",
    re.IGNORECASE | re.DOTALL,
)
_VERSION = re.compile(
    r"[^\w]*+(?:[\w/.-]++[ @])?\[?(?:version |release |v)?"
    r"(?:\d+\.\d|unreleased|upcoming|\d{4}-\d\d-\d\d|next\b|main\b|head\b)",
    re.IGNORECASE,
)
_ENTRY = re.compile(rb"^ {0,3}[-*+][ \t]+(?P<name>\S[^\n]*)(?:\n[ \t]+\S[^\n]*)*", re.MULTILINE)
_LINK = re.compile(r"\[[^\]]*\]\([^)]*\)")
_WORD = re.compile(r"[^\W\d_]{2,}")


def is_changelog(path: str) -> bool:
    """Return whether the file at `path` is named like a changelog."""
    return _NAMES.fullmatch(path.rpartition("/")[2].rpartition(".")[0]) is not None


def changelog_items(sections: Sequence[SectionText], facts: FileFacts) -> Iterator[FoundItem]:
    """Yield the first `MAX_ENTRIES` entries in a changelog. Most changelogs list the newest entries first."""
    return islice(_all_entries(sections, facts), MAX_ENTRIES)


def _all_entries(sections: Sequence[SectionText], facts: FileFacts) -> Iterator[FoundItem]:
    versions: list[bool] = []
    for section in sections:
        if section.symbol >= 0:
            symbol = facts.outline.symbols[section.symbol]
            is_below = symbol.parent >= 0 and versions[symbol.parent]
            versions.append(is_below or _VERSION.match(symbol.name) is not None)
            if versions[-1]:
                yield from (entry.moved(section.start) for entry in _entries(section.text))


@kept_by_text
def _entries(text: bytes) -> tuple[FoundItem, ...]:
    """Return the entries in the section of a version."""
    return tuple(_entries_outside(text, fenced(text)))


def _entries_outside(text: bytes, fences: Sequence[tuple[int, int]]) -> Iterator[FoundItem]:
    following = 0  # the first fence that ends after the entry
    for match in _ENTRY.finditer(text):
        while following < len(fences) and fences[following][1] <= match.start():
            following += 1
        is_fenced = following < len(fences) and fences[following][0] <= match.start()
        first = match["name"].decode("utf-8", "replace").rstrip()
        name = first[:MAX_TITLE].rstrip()
        if not is_fenced and _WORD.search(name) and not _LINK.fullmatch(name):
            start = match.start("name")
            yield FoundItem(
                kind="Change",
                start=match.start() + len(match[0]) - len(match[0].lstrip()),
                end=match.end(),
                name_start=start,
                name_end=start + len(name.encode()),
                title=one_line(first),
            )
