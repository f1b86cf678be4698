"""Finds the item identifiers that a file mentions: in documents, outside of code; in code, in comments and strings.

Data files are skipped, because lock files and reports are full of strings that look like identifiers.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from ctx_lsp.languages.table import Language
from ctx_lsp.syntax.headings import fenced
from ctx_lsp.syntax.items.identifiers import mentioned
from ctx_lsp.syntax.items.model import SectionText
from ctx_lsp.syntax.items.relations import relation_before
from ctx_lsp.syntax.parser import Node, Tree
from ctx_lsp.syntax.reference import ReferenceKind
from ctx_lsp.syntax.text_cache import kept_by_text

MAX_MENTIONS = 500  # of one file; one with more lists identifiers
_WITH_COLOURS = frozenset({"css", "scss", "sass", "less", "vue", "svelte", "stylus"})
_WITHOUT_MENTIONS = frozenset({"html"})  # prose, but its text is mixed with attributes and scripts
_TEXT_NODE = re.compile(r"comment|string|str_lit|heredoc|quoted|haddock|pod\b")
_NO_TEXT_NODE = re.compile(r"interpolat|substitution|template_lit")  # nodes of code inside strings
_CODE_SPAN = re.compile(rb"(`{1,2})([^`\n]{1,200})\1")
_NAMES_ITEM = re.compile(rb"(?!ADR)[A-Z#][\w#. -]{0,60}\d[a-z]?")
"""A code span that names an item; others quote a text, a file or the form of a number."""
_EXAMPLE = re.compile(
    rb"\b(?:for example|for instance|e\.g\.|such as|format(?:s|ted)?|patterns?|templates?|placeholders?)(?![\w-])",
    re.IGNORECASE,
)  # words in a line whose identifiers may stand for any others
_GHERKIN = re.compile(rb"[ \t]*[`~]+[ \t]*(?:gherkin|cucumber|feature)\b", re.IGNORECASE)


class ItemMention(NamedTuple):
    """A mention of an item: the identifier as written, its byte range, and the text's relation to the item."""

    start: int
    end: int
    written: str
    kind: ReferenceKind


def mentions_in(row: Language, data: bytes, tree: Tree | None, sections: Sequence[SectionText]) -> list[ItemMention]:
    """Return the first `MAX_MENTIONS` mentions in a file, sorted; in a document, only those in `sections`."""
    found: Iterable[ItemMention] = ()
    if sections:
        found = chain.from_iterable(_moved(section) for section in sections)
    elif row.category == "prose" and row.name not in _WITHOUT_MENTIONS:
        found = _mentions(data, mentioned(data, hashes=True))
    elif row.category == "code" and tree is not None:
        places = mentioned(data, hashes=row.name not in _WITH_COLOURS)
        found = _mentions(data, (place for place in places if _is_in_text(tree.root_node, *place)))
    return list(islice(found, MAX_MENTIONS))


def _moved(section: SectionText) -> Iterator[ItemMention]:
    start = section.start
    return (one._replace(start=one.start + start, end=one.end + start) for one in _section_mentions(section.text))


@kept_by_text
def _section_mentions(text: bytes) -> tuple[ItemMention, ...]:
    """Return the first `MAX_MENTIONS` mentions in a section of a document.

    Mentions in code and in lines about examples do not count. However, those in blocks of Gherkin do, and so does a
    code span that consists of an identifier.
    """
    places = mentioned(text, hashes=True)
    if places and (b"```" in text or b"~~~" in text):
        places = _outside(places, [one for one in fenced(text) if not _GHERKIN.match(text, *one)])
    if places and b"`" in text:
        places = _outside(
            places, [one.span(2) for one in _CODE_SPAN.finditer(text) if not _NAMES_ITEM.fullmatch(one[2])]
        )
    found = _mentions(text, _outside(places, list(_example_lines(text))) if places else ())
    return tuple(islice(found, MAX_MENTIONS))  # no more count in a whole file


def _example_lines(text: bytes) -> Iterator[tuple[int, int]]:
    end = 0
    for match in _EXAMPLE.finditer(text):
        if match.start() >= end:
            start, end = text.rfind(b"\n", end, match.start()) + 1 or end, text.find(b"\n", match.end())
            end = end if end >= 0 else len(text)
            yield start, end


def _outside(places: Sequence[tuple[int, int]], ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the places that begin in none of the sorted ranges."""
    found: list[tuple[int, int]] = []
    following = 0  # the first range that ends after the place
    for start, end in places:
        while following < len(ranges) and ranges[following][1] <= start:
            following += 1
        if following == len(ranges) or start < ranges[following][0]:
            found.append((start, end))
    return found


def _mentions(data: bytes, places: Iterable[tuple[int, int]]) -> Iterator[ItemMention]:
    for start, end in places:
        yield ItemMention(start, end, data[start:end].decode("utf-8", "replace"), relation_before(data, start))


def _is_in_text(root: Node, start: int, end: int) -> bool:
    """Return whether a range is in a comment or string: the smallest node around it is one, or a piece of one."""
    node = root.descendant_for_byte_range(start, end)
    return node is not None and _TEXT_NODE.search(node.type) is not None and not _NO_TEXT_NODE.search(node.type)
