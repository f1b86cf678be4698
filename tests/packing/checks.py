"""Checks for every pack: excerpts are in the files that they cite, cuts are marked, larger budgets keep everything."""

import re
import sys
from collections.abc import Callable
from types import FrameType

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.detail.lines import ELISION, LEFT_OUT, NONE, Lines, covers
from ctx_lsp.packing.model import Pack
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.terminal import escaped

LEVELS = ("outline", "signature", "excerpt", "folded", "full")

_BLOCK = re.compile(r"^## `(\S+):(\d+)-(\d+)`\n(?:(?!`).+\n)?```\w*\n((?s:.*?))^```$", re.MULTILINE)
_GAP = re.compile(rf"[ \t]*{ELISION} L(\d+)")


def python_calls(work: Callable[[], object]) -> int:
    """How many functions in Python `work` calls, which measures it without a clock."""
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


def levels(pack: Pack) -> dict[str, int]:
    """The index in `LEVELS` of each item, by symbol."""
    return {one.item.symbol or f"{one.item.path}:{one.item.start}": LEVELS.index(one.level) for one in pack.items}


def lines_shown(pack: Pack) -> dict[str, Lines]:
    """The lines that a pack shows, by path."""
    return {excerpt.path: excerpt.lines for excerpt, _ in pack.document.excerpts}


def check_growth(small: Pack, big: Pack) -> None:
    """Check that a larger pack has everything that a smaller one has, at the same level or higher."""
    before, after = levels(small), levels(big)
    assert all(after.get(symbol, -1) >= level for symbol, level in before.items())
    shown = lines_shown(big)
    assert all(covers(shown.get(path, NONE), lines) for path, lines in lines_shown(small).items())
    assert big.shown.main >= small.shown.main
    assert big.shown.of == small.shown.of


def check_excerpts(snapshot: Snapshot, pack: Pack) -> None:
    """Check that each block of a Markdown pack holds lines of its file, in order, in the cited range; one per file."""
    blocks = _BLOCK.findall(pack.text)
    assert bool(blocks) == any(one.level != "outline" for one in pack.items)
    assert len({path for path, *_ in blocks}) == len(blocks)
    for path, first, last, text in blocks:
        source = escaped(snapshot.files[path].source.data.decode()).split("\n")
        check_lines(source[: int(last)], text, int(first) - 1)
        check_end(snapshot.files[path], lines_shown(pack)[path], text)


def check_end(entry: FileEntry, shown: Lines, text: str) -> None:
    """Check that a text ends with a mark if, and only if, a definition whose name is shown goes on after its end."""
    source, (_, last) = entry.source, shown[-1]
    names = {source.line_at(span.name_start): span.end for span in entry.facts.spans}
    ends = [end for line, end in names.items() if covers(shown, ((line, line + 1),))]
    start = source.line_starts[last] if last < source.line_count else len(source.data)
    goes_on = any(character.isalnum() for character in source.slice(start, max([start, *ends])))
    assert (text.rstrip("\n").rpartition("\n")[2].strip() in {ELISION, LEFT_OUT}) == goes_on


def check_lines(source: list[str], text: str, place: int = 0) -> None:
    """Check that each line of a text is in the file, in order from `place` on.

    A gap names the line after it, but for the last one, which stands for the rest of a definition.
    """
    following = -1
    *shown, last = text.removesuffix("\n").split("\n")
    for line in shown if last.strip() == ELISION else [*shown, last] if text else ():
        if gap := _GAP.fullmatch(line):
            following = int(gap[1]) - 1
            assert place < following
            place = following
        elif line.strip() != LEFT_OUT:
            found = source.index(line, place) if line.strip() else place
            assert found == following or following < 0
            place, following = found + 1, -1
