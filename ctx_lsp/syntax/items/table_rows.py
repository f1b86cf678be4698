"""Table rows that define items: the first cell is an identifier, and another cell describes the item.

Tables that list where items are implemented or tested define no items; they are recognised by their headers.
"""

import re
from typing import NamedTuple

from ctx_lsp.syntax.items.identifiers import identifier_of
from ctx_lsp.syntax.items.model import FoundItem
from ctx_lsp.syntax.items.shapes import WORDS, context_of, defining_head, kind_of, one_line
from ctx_lsp.syntax.items.words import item_words, modal_state
from ctx_lsp.syntax.model import ROW, SymbolKind

_CELL_END = re.compile(r"(?<!\\)\|")


def cells_of(line: bytes) -> list[str]:
    """Return the cells of a row; empty if the line has no cells."""
    text = line.decode("utf-8", "replace").strip()
    return [cell.strip() for cell in _CELL_END.split(text.strip("|"))] if "|" in text else []


class ItemTable(NamedTuple):
    """A table whose rows define items. `kind` is the kind of items that its header names, or None."""

    kind: SymbolKind | None


def item_table(header: bytes) -> ItemTable | None:
    """Return the table that begins with the line `header`; None if its rows define no items."""
    columns = item_words().columns
    titles = [one_line(cell).lower() for cell in cells_of(header)]
    if not titles or not columns["identifier"].search(titles[0]):
        return None
    says = any(columns["text"].search(one) or columns["title"].search(one) for one in titles[1:])
    return ItemTable(context_of(" ".join(titles))) if says else None


def row_item(start: int, line: bytes, table: ItemTable, context: SymbolKind | None) -> FoundItem | None:
    """Return the item that a table row at the byte offset `start` defines; None if it defines none.

    `context` is the kind of items that the heading or file announces. It takes precedence over the table's own kind.
    """
    cells = cells_of(line)
    head = defining_head(cells[0]) if cells else None
    if head is None or head["rest"].strip():
        return None
    text = " ".join(cells[1:])
    kind = kind_of(head["id"], text, context or table.kind)
    if kind is None or len(WORDS.findall(text)) < 2:
        return None
    name = start + line.index(head["id"].encode())
    return FoundItem(
        kind=kind,
        start=start + len(line) - len(line.lstrip()),
        end=start + len(line.rstrip()),
        name_start=name,
        name_end=name + len(head["id"].encode()),
        title=one_line(f"{head['id']}: {text}"),
        identifier=identifier_of(head["id"]),
        state=modal_state(text) if kind == "Requirement" else "",
        shape=ROW,
    )
