"""Detects stale items of earlier packs, and finds the current lines of items that are not stale.

An item is stale if its text has changed. An item that only moved within its file is not stale.
"""

from collections.abc import Sequence

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.detail.levels import levels_of
from ctx_lsp.packing.detail.lines import ELISION, NONE, Lines, holding, text_of, without
from ctx_lsp.packing.detail.redaction import Withheld, Withholding
from ctx_lsp.packing.model import PackItem
from ctx_lsp.snapshot.snapshot import Snapshot


def lines_now(snapshot: Snapshot, packed: PackItem, excluded: Sequence[str] = ()) -> Lines | None:
    """Return the lines that now contain the text of an item, or None if the text was changed or deleted.

    The result is empty if the item was only named. `excluded` holds the symbol ids that the item's pack excluded.
    """
    entry = snapshot.files.get(packed.item.path)
    if entry is None:
        return None
    withheld = Withholding(snapshot, excluded).of(entry)
    if packed.item.symbol is None:
        return _lines_of_piece(entry, packed, withheld)
    definition = snapshot.definition(packed.item.symbol)
    if definition is None:
        return None
    if packed.level == "outline":
        return NONE
    if packed.level == "excerpt":
        span = entry.facts.spans[definition.index]
        return _lines_of_excerpt(entry, holding(entry.source, span.start, span.end)[0], packed, withheld)
    ladder = levels_of(entry, definition.index).ladder
    shown = (without(rung.lines, withheld.all) for rung in ladder if rung.level == packed.level)
    return next((lines for lines in shown if text_of(entry.source, lines, withheld.secret) == packed.text), None)


def _lines_of_excerpt(entry: FileEntry, around: tuple[int, int], packed: PackItem, withheld: Withheld) -> Lines | None:
    """Return the lines within `around` that match an excerpt, or None if some lines of the excerpt are not found."""
    found: list[tuple[int, int]] = []
    start, end = around
    for run in _runs(packed.text):
        texts = [text_of(entry.source, ((line, line + 1),)).rstrip("\n") for line in range(start, end)]
        place = next((n for n in range(len(texts) - len(run) + 1) if texts[n : n + len(run)] == run), None)
        if place is None:
            return None
        found.append((start + place, start + place + len(run)))
        start += place + len(run)
    lines = without(tuple(found), withheld.all)
    return lines if text_of(entry.source, lines, withheld.secret) == packed.text else None


def _runs(text: str) -> list[list[str]]:
    """Split the text of an excerpt at its elision marks into runs of lines."""
    runs: list[list[str]] = [[]]
    for line in text.removesuffix("\n").split("\n"):
        if line.lstrip().startswith(ELISION):
            runs.append([])
        else:
            runs[-1].append(line)
    return [run for run in runs if run]


def _lines_of_piece(entry: FileEntry, packed: PackItem, withheld: Withheld) -> Lines | None:
    """Return the lines of a chunk that has no symbol, or None if they are not found.

    The search tries the old position first, then looks for the chunk's text. If the text has gaps, it finally looks for
    each of the parts between them: a pack may show a chunk below the lines that open the blocks around it.
    """
    source = entry.source
    wanted = packed.text.removesuffix("\n").encode("utf-8", "replace")
    if not wanted:
        return NONE
    found = source.data.find(wanted)
    for start, end in ((packed.item.start, packed.item.end), (found, found + len(wanted))):
        lines = without(holding(source, start, end), withheld.all) if 0 <= start < len(source.data) else NONE
        if lines and text_of(source, lines, withheld.secret) == packed.text:
            return lines
    if len(_runs(packed.text)) > 1:
        return _lines_of_excerpt(entry, holding(source, 0, len(source.data))[0], packed, withheld)
    return None
