"""Types for items that were found in a text, before they become symbols."""

from dataclasses import dataclass

from ctx_lsp.syntax.model import SymbolKind

KEY, HEADING, PARAGRAPH, ROW = range(4)
"""How an item is defined, strongest first: by a file or a key of an export, a heading, a paragraph, a table row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundItem:
    """An item with its byte offsets: its whole text, and the part that names it.

    `identifier` is in normal form, or empty. `state` is a word such as `must` or `accepted`, or empty. `title` is the
    item in one line.
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
