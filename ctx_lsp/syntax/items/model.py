"""Types for items that were found in a text, before they become symbols."""

from typing import NamedTuple

from ctx_lsp.syntax.model import PARAGRAPH, SymbolKind


class FoundItem(NamedTuple):
    """An item, with the byte offsets of its whole text and of the part that names it.

    `identifier` is in normal form, or empty. `state` is a word such as `must` or `accepted`, or empty. `title` is one
    line of text.
    """

    kind: SymbolKind
    start: int
    end: int
    name_start: int
    name_end: int
    title: str
    identifier: str = ""
    state: str = ""
    shape: int = PARAGRAPH

    def moved(self, by: int) -> "FoundItem":
        """Return the item with all of its offsets increased by `by` bytes."""
        return self._replace(
            start=self.start + by,
            end=self.end + by,
            name_start=self.name_start + by,
            name_end=self.name_end + by,
        )


class SectionText(NamedTuple):
    """The text of one section without its subsections, or the text before the first heading.

    `symbol` is the index of the section among the symbols, or -1. `name` is the range of its title, and `body` is the
    start of the text below its heading, both relative to `start`.
    """

    start: int
    text: bytes
    symbol: int
    name: tuple[int, int]
    body: int
