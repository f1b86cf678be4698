"""Whether what an earlier pack shows still stands in the code as it was shown, and on which lines.

An earlier pack is compared item by item, by text: what only moved within its file still stands.
"""

from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.packing.levels import levels_of
from ctx_lsp.packing.lines import NONE, Lines, holding, text_of, without
from ctx_lsp.packing.model import PackItem
from ctx_lsp.packing.withheld import secret_lines
from ctx_lsp.text.source import SourceText


def lines_now(snapshot: Snapshot, packed: PackItem) -> Lines | None:
    """The lines that show the text of an item today (none for a mere name); None where it has changed or is gone."""
    entry = snapshot.files.get(packed.item.path)
    if entry is None:
        return None
    if packed.item.symbol is None:
        return _lines_of(entry.source, packed.text)
    definition = snapshot.definition(packed.item.symbol)
    if definition is None:
        return None
    if packed.level == "outline":
        return NONE
    secret = secret_lines(entry)
    ladder = levels_of(entry, definition.index).ladder
    shown = (without(rung.lines, secret) for rung in ladder if rung.level == packed.level)
    return next((lines for lines in shown if text_of(entry.source, lines, secret) == packed.text), None)


def _lines_of(source: SourceText, text: str) -> Lines | None:
    """The first whole lines that read as `text`, which is a piece of a file without a symbol."""
    wanted = text.removesuffix("\n").encode("utf-8", "replace")
    start = source.data.find(wanted)
    if not wanted or start < 0:
        return NONE if not wanted else None
    lines = holding(source, start, start + len(wanted))
    return lines if text_of(source, lines) == text else None
