"""Pack options: pinned and excluded symbols, policies for the budget, tokenizers."""

import pytest

from ctx_lsp.packing.model import Encoding, Pack, PackFormat, PackOptions, Policy
from tests.packing.shop import ENCODERS, SHOP, about, ask, encoded, item, pack_of

PRICE, TAX, RATE = "shop/cart.py::Cart.price", "shop/tax.py::with_tax", "shop/tax.py::Rate"
DESK = "shop/desk.py::check_out"
FORMATS: tuple[PackFormat, ...] = ("markdown", "xml", "json", "compact")
POLICIES: tuple[Policy, ...] = ("adaptive", "split", "signatures")


def levels(pack: Pack) -> dict[str, str]:
    return {one.item.symbol or "": one.level for one in pack.items}


def test_pinned_symbols_enter_first_and_as_a_whole() -> None:
    without = about(SHOP, PRICE, 190)
    assert DESK not in levels(without)
    pinned = about(SHOP, PRICE, 190, pin=(DESK,))
    assert levels(pinned)[DESK] == "full"
    assert {one.role for one in pinned.items if one.item.symbol == DESK} == {"primary"}


def test_all_that_is_pinned_can_be_read_before_any_of_it_is_whole() -> None:
    pins = (PRICE, TAX, RATE)
    seen = [levels(about(SHOP, DESK, budget, pin=pins)) for budget in range(100, 500, 5)]
    readable = next(found for found in seen if all(found.get(one, "outline") != "outline" for one in pins))
    assert DESK not in readable or readable[DESK] == "outline"
    assert [found.get(PRICE) for found in seen] == sorted(
        (found.get(PRICE) for found in seen), key=[None, "outline", "signature", "full"].index
    )
    assert [seen[-1][one] for one in pins] == ["full"] * 3


def test_pinned_symbols_need_not_be_found() -> None:
    assert levels(pack_of(SHOP, [], PackOptions(pin=(TAX,))))[TAX] == "full"


@pytest.mark.parametrize("form", FORMATS)
def test_no_line_of_an_excluded_symbol_is_shown(form: PackFormat) -> None:
    ranked = [item(SHOP, "shop/cart.py::Cart", 1.0), item(SHOP, TAX, 0.9)]
    shown = pack_of(SHOP, ranked, PackOptions(format=form))
    assert "self.lines.append" in shown.text
    pack = pack_of(SHOP, ranked, PackOptions(format=form, exclude=("shop/cart.py::Cart.add", TAX)))
    assert "self.lines.append" not in pack.text
    assert "Add the tax." not in pack.text
    assert not {"shop/cart.py::Cart.add", TAX} & levels(pack).keys()
    assert "def price" in pack.text, "the rest of the class is there"
    needing = about(SHOP, PRICE, format=form, exclude=(TAX,))
    assert needing.completeness.unresolved == (), "what is excluded on purpose is not missing"
    assert needing.completeness.score == 1.0


def test_members_of_an_excluded_symbol_are_excluded() -> None:
    pack = about(SHOP, PRICE, exclude=(RATE, "shop/cart.py::Line"))
    assert not {one for one in levels(pack) if one.startswith((RATE, "shop/cart.py::Line"))}
    assert "article: Priced\n" not in pack.text


def test_signatures_show_no_bodies() -> None:
    pack = about(SHOP, PRICE, policy="signatures")
    assert "def price(self) -> int:" in pack.text
    assert "total = 0" not in pack.text
    assert len(pack.items) >= len(about(SHOP, PRICE).items)


def test_a_split_budget_is_spent_in_shares() -> None:
    ranked = [item(SHOP, PRICE, 1.0), item(SHOP, DESK, 0.4), item(SHOP, "shop/tax.py::round_half_up", 0.3)]
    small = pack_of(SHOP, ranked, PackOptions(200, policy="split"))
    roles = {one.item.symbol: one.role for one in small.items}
    assert DESK in roles
    assert PRICE in roles
    assert DESK not in levels(pack_of(SHOP, ranked, PackOptions(200)))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("encoding", ENCODERS)
def test_every_policy_keeps_the_budget_and_grows_with_it(policy: Policy, encoding: Encoding) -> None:
    order = [None, "outline", "signature", "excerpt", "folded", "full"]
    for form in FORMATS:
        before: dict[str, str] = {}
        for budget in (100, 130, 190, 260, 400, 900):
            options = PackOptions(budget, format=form, policy=policy, encoding=encoding, pin=(RATE,))
            pack = ask(SHOP, "How is the tax added to a price?", options)
            assert encoded(pack.text, encoding) == pack.tokens.used <= budget
            again = ask(SHOP, "How is the tax added to a price?", options)
            assert (again.text, again.pack_id, again.items) == (pack.text, pack.pack_id, pack.items)
            now = levels(pack)
            assert all(order.index(now.get(one)) >= order.index(level) for one, level in before.items())
            before = now


def test_each_vocabulary_counts_otherwise() -> None:
    ours, other = (about(SHOP, PRICE, encoding=encoding) for encoding in ENCODERS)
    assert (ours.tokens.baseline, ours.pack_id) != (other.tokens.baseline, other.pack_id)
    for pack, encoding in ((ours, "o200k_base"), (other, "cl100k_base")):
        assert all(one.tokens == encoded(one.text, encoding) for one in pack.items)  # type: ignore[arg-type]  # one of them
