"""The tree of a pack: main results and what they call in the pack, within the tokens reserved for it."""

import json
from itertools import pairwise

import pytest

from ctx_lsp.packing.detail.lines import covers
from ctx_lsp.packing.model import PackFormat, PackOptions, TreeLine
from ctx_lsp.packing.packer import MAX_TREE_TOKENS
from tests.packing.checks import check_growth, lines_shown
from tests.packing.office import OFFICE
from tests.packing.shop import SHOP, about, ask, encoded

FORMATS: tuple[PackFormat, ...] = ("markdown", "xml", "json", "compact")
CHECK_OUT, PRICE, TAX = "shop/desk.py::check_out", "shop/cart.py::Cart.price", "shop/tax.py::with_tax"
WAY = (TreeLine(0, "", CHECK_OUT), TreeLine(1, "calls", PRICE))


def test_a_tree_leads_from_a_main_result_to_its_callees() -> None:
    pack = about(SHOP, CHECK_OUT, tree=True)
    tree = pack.document.summary.tree
    assert tree[:2] == WAY
    assert TreeLine(2, "calls", TAX) in tree
    assert len({one.symbol for one in tree}) == len(tree), "each symbol stands there once"


def test_no_tree_without_asking() -> None:
    assert not about(SHOP, CHECK_OUT).document.summary.tree


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ("markdown", "- check_out\n  - calls Cart.price\n"),
        ("xml", "<tree>\ncheck_out\n  calls Cart.price\n"),
        ("compact", "^ check_out\n^   calls Cart.price\n"),
    ],
)
def test_every_format_writes_the_tree(form: PackFormat, written: str) -> None:
    assert written in about(SHOP, CHECK_OUT, tree=True, format=form).text


def test_the_tree_in_json_is_a_list_of_lines() -> None:
    found = json.loads(about(SHOP, CHECK_OUT, tree=True, format="json").text)
    assert found["tree"][:2] == ["check_out", "  calls Cart.price"]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("budget", [100, 180, 300, 500, 900, 4096])
def test_a_tree_keeps_to_its_room(form: PackFormat, budget: int) -> None:
    options = PackOptions(budget, format=form, tree=True)
    pack = ask(OFFICE, "settle an invoice, book it and tell the customer", options)
    assert encoded(pack.text) <= budget
    bare = ask(OFFICE, "settle an invoice, book it and tell the customer", PackOptions(budget, format=form))
    shown, without = lines_shown(pack), lines_shown(bare)
    assert all(covers(without.get(path, ()), lines) for path, lines in shown.items()), "it takes room from the rest"
    branches = pack.document.summary.tree
    assert encoded("".join(f"{'  ' * one.depth}- {one.kind} {one.symbol}\n" for one in branches)) <= 2 * MAX_TREE_TOKENS


def test_a_bigger_budget_only_extends_with_a_tree() -> None:
    packs = [about(SHOP, CHECK_OUT, budget, tree=True) for budget in (100, 150, 220, 300, 500, 1000)]
    for small, big in pairwise(packs):
        check_growth(small, big)
