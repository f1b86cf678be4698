"""Whether a pack's items still stand in the code as the pack shows them."""

from dataclasses import replace

import pytest

from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.packing.levels import levels_of
from ctx_lsp.packing.lines import text_of
from ctx_lsp.packing.model import Level, PackItem, PackOptions
from ctx_lsp.packing.standing import lines_now
from ctx_lsp.retrieval.search import make_item
from ctx_lsp.retrieval.units import Unit
from tests.packing.shop import about, item, pack_of
from tests.workspaces import snapshot_of

SUM = '''\
def total(lines):
    """The sum.

    In cents.
    """
    result = 0
    for line in lines:
        result += line.price
        if result > LIMIT:
            raise OverflowError("that is more than anybody can pay")
    return result


def count(lines):
    return len(lines)
'''
TEXT = "=== app.py\n" + SUM + "=== notes.md\nPrices are net.\n\nAlways.\n"


def shown(level: Level, text: str = TEXT) -> PackItem:
    """`total` as a pack shows it at a level."""
    snapshot = snapshot_of(text)
    full = next(one for one in about(snapshot, "app.py::total").items if one.item.symbol == "app.py::total")
    entry = snapshot.files["app.py"]
    rung = next(one for one in levels_of(entry, entry.by_qualname["total"].index).ladder if one.level == level)
    return replace(full, level=level, text=text_of(entry.source, rung.lines))


def still(packed: PackItem, text: str) -> bool:
    """Whether the item stands in the workspace `text`; if so, on lines that read the same."""
    snapshot = snapshot_of(text)
    lines = lines_now(snapshot, packed)
    if lines:
        assert text_of(snapshot.files[packed.item.path].source, lines) == packed.text
    return lines is not None


@pytest.mark.parametrize("level", ["signature", "full"])
def test_what_only_moved_still_stands(level: Level) -> None:
    assert still(shown(level), TEXT)
    assert still(shown(level), TEXT.replace("def total", "LIMIT = 3\n\n\ndef total"))


@pytest.mark.parametrize(("level", "stands"), [("signature", True), ("full", False)])
def test_what_a_level_does_not_show_may_change(level: Level, stands: bool) -> None:
    assert still(shown(level), TEXT.replace("result = 0", "result = 1")) is stands


@pytest.mark.parametrize("level", ["signature", "full"])
def test_what_it_shows_may_not(level: Level) -> None:
    assert not still(shown(level), TEXT.replace("The sum.", "The total."))
    assert not still(shown(level), TEXT.replace("def total", "def sum_of"))
    assert not still(shown(level), "=== other.py\n" + SUM)


def piece(snapshot: Snapshot, path: str) -> PackItem:
    """A piece of a text that has no symbol, as a pack shows it."""
    result = make_item(snapshot, Unit(path, -1, 0), {"test": 1.0})
    return pack_of(snapshot, [result], PackOptions()).items[0]


def test_a_piece_of_text_is_found_by_its_lines() -> None:
    packed = piece(snapshot_of(TEXT), "notes.md")
    assert packed.item.symbol is None
    assert packed.text.startswith("Prices are net.")
    assert still(packed, TEXT)
    assert still(packed, TEXT.replace("Prices", "First of all:\n\nPrices"))
    assert not still(packed, TEXT.replace("net", "gross"))
    assert not still(packed, TEXT.replace("Prices", "All Prices")), "not as whole lines"


def test_a_mere_name_stands_as_long_as_its_symbol() -> None:
    snapshot = snapshot_of(TEXT)
    full = pack_of(snapshot, [item(snapshot, "app.py::count")], PackOptions()).items[0]
    named = replace(full, level="outline", text="count")
    assert lines_now(snapshot_of(TEXT.replace("len(lines)", "0")), named) == ()
    assert lines_now(snapshot_of(TEXT.replace("count", "number")), named) is None
