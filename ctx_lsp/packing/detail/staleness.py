"""Detects stale items of earlier packs, and finds the current lines of items that are not stale.

An item is stale if its text has changed. An item that only moved within its file is not stale. A stale item supersedes
what was sent earlier in its place: a change may have been undone since.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.detail.levels import full_lines, levels_of
from ctx_lsp.packing.detail.lines import ELISION, NONE, Lines, count, holding, text_of, union, without
from ctx_lsp.packing.detail.redaction import Withheld, Withholding
from ctx_lsp.packing.model import PackItem
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText


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
    if packed.level in ("excerpt", "folded"):
        span = entry.facts.spans[definition.index]
        return _lines_of_excerpt(entry, holding(entry.source, span.start, span.end)[0], packed, withheld)
    ladder = levels_of(entry, definition.index).ladder
    shown = (without(rung.lines, withheld.all) for rung in ladder if rung.level == packed.level)
    return next((lines for lines in shown if text_of(entry.source, lines, withheld.secret) == packed.text), None)


def superseded_lines(snapshot: Snapshot, packed: PackItem) -> Lines:
    """Return the lines of the current text that differ from the text of a stale item.

    Whoever received the item last has another text in place of these lines, even if they were received before it.
    """
    entry = snapshot.files.get(packed.item.path)
    if entry is None or packed.level == "outline":
        return NONE
    source = entry.source
    definition = snapshot.definition(packed.item.symbol) if packed.item.symbol else None
    if definition is None:  # the text was in about this place
        last = len(source.data)
        return holding(source, min(packed.item.start, last), min(packed.item.end, last))
    if packed.level in ("excerpt", "folded"):
        ((first, end),) = full_lines(entry, definition.index)
        return _differing(_texts(source, ((first, end),)), _runs(packed.text), first)
    ladder = levels_of(entry, definition.index).ladder
    shown = list(chain.from_iterable(_runs(packed.text)))
    levels = (_changed(source, rung.lines, shown) for rung in ladder if rung.level == packed.level)
    return min(levels, key=count, default=full_lines(entry, definition.index))


def _changed(source: SourceText, lines: Lines, shown: Sequence[str]) -> Lines:
    """Return the lines of a level that differ from the lines `shown` of it before, except at its beginning and end.

    Where lines are only missing now, the lines beside them are returned.
    """
    numbers = [number for first, end in lines for number in range(first, end)]
    start, end = _widened(*_trimmed(_texts(source, lines), 0, len(numbers), [shown]), len(numbers))
    return union(((number, number + 1),) for number in numbers[start:end])


def _differing(texts: Sequence[str], runs: Sequence[Sequence[str]], first: int) -> Lines:
    """Return the lines in place of the `runs` that are not found in `texts`, whose first line has the number `first`.

    Where lines are only missing from `texts`, the lines beside them are returned.
    """
    found: list[tuple[int, int]] = []
    start, missing = 0, list[Sequence[str]]()
    for run, place in (*_places(texts, runs), ((), len(texts))):
        if place is None:
            missing.append(run)
            continue
        if missing:
            before, after = _widened(*_trimmed(texts, start, place, missing), len(texts))
            found.append((first + before, first + after))
            missing = []
        start = place + len(run)
    return union((one,) for one in found)


def _trimmed(texts: Sequence[str], start: int, end: int, runs: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Leave out the lines from `start` to `end` with which the first run begins or the last run ends."""
    for line in runs[0]:
        if start == end or texts[start] != line:
            break
        start += 1
    for line in reversed(runs[-1]):
        if start == end or texts[end - 1] != line:
            break
        end -= 1
    return start, end


def _widened(start: int, end: int, last: int) -> tuple[int, int]:
    """Extend an empty range by a line at each side, but at most from 0 to `last`."""
    return (start, end) if start < end else (max(0, start - 1), min(last, end + 1))


def _lines_of_excerpt(entry: FileEntry, around: tuple[int, int], packed: PackItem, withheld: Withheld) -> Lines | None:
    """Return the lines within `around` that match an excerpt, or None if some lines of the excerpt are not found."""
    found: list[tuple[int, int]] = []
    for run, place in _places(_texts(entry.source, (around,)), _runs(packed.text)):
        if place is None:
            return None
        found.append((around[0] + place, around[0] + place + len(run)))
    lines = without(tuple(found), withheld.all)
    return lines if text_of(entry.source, lines, withheld.secret) == packed.text else None


def _places(texts: Sequence[str], runs: Iterable[Sequence[str]]) -> Iterator[tuple[Sequence[str], int | None]]:
    """Yield each run with its place in `texts` after the runs before it, or None if it is not there."""
    start = 0
    for run in runs:
        place = next((n for n in range(start, len(texts) - len(run) + 1) if texts[n : n + len(run)] == run), None)
        yield run, place
        start = start if place is None else place + len(run)


def _texts(source: SourceText, lines: Lines) -> list[str]:
    """Return the text of each of the lines, without line endings."""
    return [text_of(source, ((line, line + 1),)).rstrip("\n") for first, end in lines for line in range(first, end)]


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
