"""Whether the code still has a pack's items as the pack shows them."""

from dataclasses import replace

import pytest

from ctx_lsp.packing.detail.levels import levels_of
from ctx_lsp.packing.detail.lines import text_of
from ctx_lsp.packing.detail.staleness import lines_now
from ctx_lsp.packing.model import Level, PackItem, PackOptions
from ctx_lsp.retrieval.search import make_item
from ctx_lsp.retrieval.units import Unit
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.packing.office import OFFICE, OFFICE_TEXT
from tests.packing.shop import about, ask, item, pack_of
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
    """Whether the workspace `text` still has the item, on lines with the same text."""
    snapshot = snapshot_of(text)
    lines = lines_now(snapshot, packed)
    if lines:
        assert text_of(snapshot.files[packed.item.path].source, lines) == packed.text
    return lines is not None


@pytest.mark.parametrize("level", ["signature", "full"])
def test_moved_code_is_current(level: Level) -> None:
    assert still(shown(level), TEXT)
    assert still(shown(level), TEXT.replace("def total", "LIMIT = 3\n\n\ndef total"))


@pytest.mark.parametrize(("level", "stands"), [("signature", True), ("full", False)])
def test_lines_that_a_level_does_not_show_may_change(level: Level, stands: bool) -> None:
    assert still(shown(level), TEXT.replace("result = 0", "result = 1")) is stands


@pytest.mark.parametrize("level", ["signature", "full"])
def test_shown_lines_may_not_change(level: Level) -> None:
    assert not still(shown(level), TEXT.replace("The sum.", "The total."))
    assert not still(shown(level), TEXT.replace("def total", "def sum_of"))
    assert not still(shown(level), "=== other.py\n" + SUM)


def piece(snapshot: Snapshot, path: str) -> PackItem:
    """A piece of a text without symbols, as a pack shows it."""
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


def test_a_piece_within_a_bracket_is_found_by_its_parts() -> None:
    names = "".join(f'    "name_{number}",\n' for number in range(60))
    text = f'=== names.py\n__all__ = [\n{names}    "wobble",\n]\n'
    pieces = [one for one in ask(snapshot_of(text), "where is wobble?").items if "…" in one.text]
    assert pieces
    assert all(one.text.startswith("__all__ = [") and still(one, text) for one in pieces)
    assert all(still(one, text.replace("__all__", '"""Names."""\n__all__')) for one in pieces)
    assert not all(still(one, text.replace("wobble", "wibble")) for one in pieces)


def test_a_listed_name_is_current_as_long_as_its_symbol_exists() -> None:
    snapshot = snapshot_of(TEXT)
    full = pack_of(snapshot, [item(snapshot, "app.py::count")], PackOptions()).items[0]
    named = replace(full, level="outline", text="count")
    assert lines_now(snapshot_of(TEXT.replace("len(lines)", "0")), named) == ()
    assert lines_now(snapshot_of(TEXT.replace("count", "number")), named) is None


LETTER = "Dear customer, yours sincerely: who writes that?"
SETTLE = "office/invoices.py::settle_invoice"


def excerpt() -> PackItem:
    """`settle_invoice` as a small pack for a question shows it: its declaration and one passage."""
    packs = (ask(OFFICE, LETTER, PackOptions(budget)) for budget in range(100, 500, 10))
    (packed,) = next(pack.items for pack in packs if pack.items)
    assert (packed.item.symbol, packed.level) == (SETTLE, "excerpt")
    assert packed.text.startswith("def settle_invoice(")
    assert "    …\n    # A letter" in packed.text
    return packed


def test_an_excerpt_that_only_moved_is_current() -> None:
    assert still(excerpt(), OFFICE_TEXT)
    assert still(excerpt(), OFFICE_TEXT.replace("RATE = 19", "RATE = 19\nLIMIT = 3\n\n\ndef other():\n    pass"))
    moved = OFFICE_TEXT.replace("    names = sorted", "    log(customer)\n    log(ledger)\n    names = sorted")
    assert moved != OFFICE_TEXT
    assert still(excerpt(), moved), "the gap has grown"


def test_lines_outside_an_excerpt_may_change() -> None:
    assert still(excerpt(), OFFICE_TEXT.replace("nothing was sold", "no lines"))
    assert still(excerpt(), OFFICE_TEXT.replace("reduction = 0", "reduction = 1"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Yours sincerely", "Best wishes"),
        ("    letter = []\n", ""),
        ("    letter = []\n", "    letter = []\n    log(letter)\n"),
        ("def settle_invoice(customer, lines", "def settle_invoice(lines, customer"),
        ("def settle_invoice", "def settle"),
    ],
)
def test_lines_inside_an_excerpt_may_not_change(old: str, new: str) -> None:
    changed = OFFICE_TEXT.replace(old, new)
    assert changed != OFFICE_TEXT
    assert not still(excerpt(), changed)


def test_an_excerpt_whose_parts_changed_places_is_another() -> None:
    packed = excerpt()
    declaration, _, passage = packed.text.partition("    …\n")
    assert lines_now(OFFICE, packed) is not None
    assert lines_now(OFFICE, replace(packed, text=f"{passage}    …\n{declaration}")) is None


def test_lines_of_a_neighbour_do_not_stand_for_those_of_an_excerpt() -> None:
    gone = OFFICE_TEXT.replace("    letter = []\n", "")
    body = excerpt().text.partition("    …\n")[2]
    assert not still(excerpt(), gone.replace("def cancel_invoice", f"def copy():\n{body}\n\ndef cancel_invoice"))
