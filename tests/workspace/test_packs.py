"""Kept packs: opened again and compared."""

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.model import Pack, PackOptions, PackRequest, QuestionSubject, SymbolSubject
from ctx_lsp.workspace import Analysis, BadRequest, pack_cache
from ctx_lsp.workspace.packs import Packs
from tests.workspaces import snapshot_of

TOKEN = CancelToken()
SHOP = '''
=== shop/cart.py
from shop.tax import with_tax


class Cart:
    """What a customer wants to buy."""

    def price(self):
        """The sum of all lines, tax included."""
        total = 0
        for line in self.lines:
            total += with_tax(line.price)
        return total
=== shop/tax.py
def with_tax(net):
    """Add the tax."""
    return round_up(net * 119, 100)


def round_up(number, divisor):
    """To the next whole number."""
    quotient, rest = divmod(number, divisor)
    if rest:
        quotient += 1
    return quotient
'''
PRICE, TAX, ROUND = "shop/cart.py::Cart.price", "shop/tax.py::with_tax", "shop/tax.py::round_up"
OTHER_TAX = SHOP.replace("round_up(net * 119, 100)", "net * 1.19")


def now(text: str = SHOP) -> Analysis:
    return Analysis(snapshot_of(text), None)


def ask(packs: Packs, symbol: str = PRICE, text: str = SHOP, **options: object) -> Pack:
    wanted = PackOptions(**options)  # type: ignore[arg-type]  # by name
    return packs.ask(now(text), PackRequest(SymbolSubject(symbol), wanted), TOKEN)


def symbols(items: object) -> set[str]:
    return {one.symbol for one in items}  # type: ignore[attr-defined]  # a tuple of items


def test_a_pack_can_be_opened_again() -> None:
    packs = Packs()
    pack = ask(packs)
    opened = packs.text(now(), pack.pack_id)
    assert (opened.text, opened.outdated, opened.changed, opened.pack_id) == (pack.text, False, (), pack.pack_id)


def test_an_outdated_pack_can_be_opened_and_is_marked() -> None:
    packs = Packs()
    pack = ask(packs)
    opened = packs.text(now(OTHER_TAX), pack.pack_id)
    assert (opened.outdated, opened.changed) == (True, (TAX,))
    assert opened.text == f"> Outdated: 1 of {len(pack.items)} items have changed since (`{TAX}`).\n\n{pack.text}"


@pytest.mark.parametrize("form", ["xml", "json", "compact"])
def test_a_pack_of_another_format_is_a_document_in_markdown(form: str) -> None:
    packs = Packs()
    pack = ask(packs, format=form)
    opened = packs.text(now(), pack.pack_id)
    fence, *lines, end = opened.text.splitlines()
    assert fence.rstrip("abcdefghijklmnopqrstuvwxyz") == end
    assert "\n".join(lines) + "\n" == pack.text


def test_an_unknown_pack_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_cache, "KEPT", 2)
    packs = Packs()
    first, *others = [ask(packs, symbol).pack_id for symbol in (PRICE, TAX, ROUND)]
    for pack_id in ("nonsense", first):
        with pytest.raises(BadRequest, match=r"no pack .* is kept; ask again"):
            packs.text(now(), pack_id)
    with pytest.raises(BadRequest, match="no pack"):
        packs.diff(now(), others[0], first, TOKEN)
    assert packs.diff(now(), others[0], others[1], TOKEN).before == others[0]


def test_against_now_a_question_is_asked_again() -> None:
    packs = Packs()
    pack = ask(packs)
    assert {one.item.symbol for one in pack.items} == {"shop/cart.py::Cart", PRICE, TAX, ROUND}
    same = packs.diff(now(), pack.pack_id, None, TOKEN)
    assert (same.pack_id, same.entered, same.left, same.changed, same.same) == (pack.pack_id, (), (), (), 4)

    other = packs.diff(now(OTHER_TAX), pack.pack_id, None, TOKEN)
    assert (symbols(other.entered), symbols(other.left), other.same) == (set(), {ROUND}, 2)
    assert [(one.symbol, one.level_before, one.level, one.text_changed) for one in other.changed] == [
        (TAX, "full", "full", True)
    ]
    assert packs.text(now(OTHER_TAX), other.pack_id).outdated is False, "what was asked again is kept, too"
    back = packs.diff(now(), other.pack_id, pack.pack_id, TOKEN)
    assert (symbols(back.entered), symbols(back.left)) == ({ROUND}, set())


def test_a_changed_level_is_distinguished_from_a_changed_text() -> None:
    packs = Packs()
    rich = ask(packs)
    poor = next(pack for budget in range(100, 400, 5) if len((pack := ask(packs, max_tokens=budget)).items) == 4)
    changed = packs.diff(now(), poor.pack_id, rich.pack_id, TOKEN).changed
    assert changed
    assert all(one.level_before != one.level and not one.text_changed for one in changed)

    other = ask(packs, text=SHOP.replace("To the next", "Up to the next"))
    changed = packs.diff(now(), poor.pack_id, other.pack_id, TOKEN).changed
    assert {one.symbol for one in changed if one.text_changed} == {ROUND}


def test_places_are_those_of_today() -> None:
    packs = Packs()
    small, large = ask(packs, ROUND, max_tokens=100), ask(packs)
    moved = now(SHOP.replace("=== shop/tax.py\n", "=== shop/tax.py\nRATE = 19\n"))
    entered = packs.diff(moved, small.pack_id, large.pack_id, TOKEN).entered
    source = moved.source("shop/cart.py")
    assert source is not None
    texts = {one.symbol: source.slice(one.start, one.end) for one in entered if one.path == "shop/cart.py"}
    assert texts.keys() == {"shop/cart.py::Cart", PRICE}
    assert texts[PRICE].startswith("def price")
    gone = packs.diff(now("=== other.py\nx = 1\n"), small.pack_id, large.pack_id, TOKEN)
    assert {(one.start, one.end) for one in gone.entered} == {(0, 0)}


def test_a_deleted_subject_cannot_be_asked_again() -> None:
    packs = Packs()
    pack = ask(packs)
    with pytest.raises(BadRequest, match=r"shop/cart.py::Cart.price"):
        packs.diff(now("=== other.py\nx = 1\n"), pack.pack_id, None, TOKEN)


def test_a_question_is_asked_again_from_where_it_was_asked() -> None:
    packs = Packs()
    request = PackRequest(QuestionSubject("what is rounded", (TAX,)))
    pack = packs.ask(now(), request, TOKEN)
    moved = SHOP.replace("=== shop/tax.py\n", "=== shop/tax.py\n\n\n\n")
    assert packs.diff(now(moved), pack.pack_id, None, TOKEN).pack_id == pack.pack_id
    without = SHOP.replace("def with_tax(net)", "def taxed(net)")
    assert TAX in symbols(packs.diff(now(without), pack.pack_id, None, TOKEN).left)


def test_since_a_pack_only_new_code_is_sent() -> None:
    packs = Packs()
    first = ask(packs, TAX, dependency_depth=0)
    second = ask(packs, since=first.pack_id)
    assert {one.item.symbol for one in second.items} == {"shop/cart.py::Cart", PRICE, ROUND}
    assert second.completeness.score == 1.0
    third = ask(packs, since=second.pack_id)
    assert third.items == (), "what the first one sent counts as well"
    changed = ask(packs, text=OTHER_TAX, since=second.pack_id)
    assert {one.item.symbol for one in changed.items} == {TAX}
    assert len({pack.pack_id for pack in (first, second, third, changed)}) == 4
    assert packs.text(now(), second.pack_id).text == second.text


def test_since_an_unknown_pack_is_refused() -> None:
    with pytest.raises(BadRequest, match=r"no pack .* is kept"):
        ask(Packs(), since="0" * 32)


def test_omitted_code_makes_no_pack_outdated() -> None:
    key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzUbW8xEqwT"
    secret = f'{SHOP}=== shop/keys.md\nSome notes.\n\naws_secret = "{key}"\n\nMore of them.\n'
    packs = Packs()
    pack = ask(packs, "shop/cart.py::Cart", text=secret, exclude=("Cart.price",))
    assert "def price" not in next(one.text for one in pack.items if one.item.symbol == "shop/cart.py::Cart")
    assert not packs.text(now(secret), pack.pack_id).outdated
    notes = packs.ask(now(secret), PackRequest(QuestionSubject("some notes")), TOKEN)
    assert any(one.item.symbol is None and "secret: left out" in one.text for one in notes.items)
    assert not packs.text(now(secret), notes.pack_id).outdated


def test_a_path_stands_for_the_symbols_of_its_files() -> None:
    by_file = ask(Packs(), ROUND, pin=("shop/cart.py",), dependency_depth=0)
    assert "shop/cart.py::Cart" in {one.item.symbol for one in by_file.items}
    by_folder = ask(Packs(), ROUND, pin=("shop",), exclude=(TAX,), dependency_depth=0)
    assert {one.item.symbol for one in by_folder.items} >= {"shop/cart.py::Cart", ROUND}
    assert TAX not in {one.item.symbol for one in by_folder.items}, "what is excluded stays out of a pinned folder"
    without = ask(Packs(), PRICE, exclude=("shop/tax.py",))
    assert {one.item.path for one in without.items} == {"shop/cart.py"}
    notes = f"{SHOP}=== empty.py\n\n"
    with pytest.raises(BadRequest, match=r"empty\.py has no symbols to pin"):
        ask(Packs(), PRICE, notes, pin=("empty.py",))
    with pytest.raises(BadRequest, match="both pinned and excluded"):
        ask(Packs(), PRICE, pin=(TAX,), exclude=("shop/tax.py",))
