"""Finds items in Markdown and reStructuredText: headings, paragraphs, list items and table rows that define something.

A text is an item if it begins with an identifier that is followed by other text, or if it has the form of a user story
or acceptance criterion. Below a heading about requirements or acceptance criteria, list items need no identifier.
`section_lines` reads the text below a heading, and `shapes` judges which parts of it are items.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ctx_lsp.syntax.items.identifiers import identifier_of
from ctx_lsp.syntax.items.model import FoundItem, SectionText
from ctx_lsp.syntax.items.section_lines import Announcement, SectionLines, may_define
from ctx_lsp.syntax.items.shapes import MAX_SENTENCE, context_of, defining_head, kind_of_heading, one_line
from ctx_lsp.syntax.items.words import modal_state
from ctx_lsp.syntax.model import HEADING, FileFacts
from ctx_lsp.syntax.text_cache import MAX_KEPT, kept_by_text


def document_items(path: str, sections: Sequence[SectionText], facts: FileFacts) -> Iterator[FoundItem]:
    """Yield the items in a document other than a changelog, in no particular order."""
    of_file = context_of(re.sub(r"[-_.]", " ", path.rpartition("/")[2]))
    announced: list[Announcement] = []  # of each section, for the sections in it
    outermost = Announcement(of_file, is_by_heading=False)
    for section in sections:
        title, outer = "", outermost
        if section.symbol >= 0:
            symbol = facts.outline.symbols[section.symbol]
            title, outer = symbol.name, announced[symbol.parent] if symbol.parent >= 0 else outermost
            announced.append(_announced(title, outer))
        for item in _section_items(section.text, title, section.name, section.body, outer):
            yield item.moved(section.start) if item.shape != HEADING else _whole(item, section, facts)


@lru_cache(maxsize=MAX_KEPT)
def _announced(title: str, outer: Announcement) -> Announcement:
    """Return what the heading `title` announces for the text below it; `outer` is what the outer section announces."""
    own = context_of(title)
    if defining_head(title):  # its list items describe one item
        return Announcement(own or outer.kind, is_by_heading=False)
    return Announcement(own or outer.kind, is_by_heading=own is not None or outer.is_by_heading)


def _whole(item: FoundItem, section: SectionText, facts: FileFacts) -> FoundItem:
    """Return the item that a heading defines, extended to include the subsections."""
    return item.moved(section.start)._replace(end=facts.spans[section.symbol].end)


@kept_by_text
def _section_items(
    text: bytes, title: str, name: tuple[int, int], body: int, outer: Announcement
) -> tuple[FoundItem, ...]:
    """Return the item that the heading of a section defines, if any, and the items in the text below the heading.

    `title` is the text of the heading, or "" if there is none; `name` is its range, and `body` is the start of the text
    below it. `outer` is what the outer section announces. All offsets are relative to `text`.
    """
    found: list[FoundItem] = []
    below = Announcement(outer.kind, outer.is_by_heading)
    if title:
        below = _announced(title, outer)
        paragraph = text[body : body + MAX_SENTENCE].decode("utf-8", "replace").lstrip().partition("\n\n")[0]
        kind, written = kind_of_heading(title, paragraph, outer.kind)
        if kind:
            identifier = identifier_of(written) if written else ""
            state = modal_state(f"{title} {paragraph}") if kind == "Requirement" else ""
            found.append(FoundItem(kind, 0, len(text), *name, one_line(title), identifier, state, HEADING))
    if may_define(text, body, below):
        found += SectionLines(text, body, below).items()
    return tuple(found)
