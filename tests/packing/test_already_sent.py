"""Packs after an earlier one was sent: only new code is shown, and the sent code counts as known."""

import json
from collections.abc import Sequence
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.packing.detail.lines import ELISION, NONE, covers, text_of, union, without
from ctx_lsp.packing.model import Pack, PackFormat, PackItem, PackOptions, ShownResults
from ctx_lsp.packing.pack import make_pack
from ctx_lsp.packing.pack_draft import PackInput
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.packing import shop
from tests.packing.checks import check_growth, lines_shown
from tests.packing.shop import SHOP, encoded, item, pack_of
from tests.workspaces import snapshot_of, snapshot_of_package

FORMATS: tuple[PackFormat, ...] = ("markdown", "xml", "json", "compact")
PRICE, TAX, CART = "shop/cart.py::Cart.price", "shop/tax.py::with_tax", "shop/cart.py::Cart"


def about(snapshot: Snapshot, symbol: str, already_sent: Sequence[PackItem] = (), **options: object) -> Pack:
    query = QueryAnalysis(symbol, "symbol", (), ())
    wanted = PackOptions(**options)  # type: ignore[arg-type]  # by name
    inputs = PackInput(query, (item(snapshot, symbol),), wanted, already_sent=tuple(already_sent))
    return make_pack(snapshot, inputs, CancelToken(), Timings())


def ask(snapshot: Snapshot, question: str, already_sent: Sequence[PackItem] = (), **options: object) -> Pack:
    return shop.ask(snapshot, question, PackOptions(**options), already_sent)  # type: ignore[arg-type]  # by name


def symbols(pack: Pack) -> set[str | None]:
    return {one.item.symbol for one in pack.items}


def levels_in(pack: Pack) -> dict[str | None, str]:
    """The level of each symbol in a pack."""
    return {one.item.symbol: one.level for one in pack.items}


def readable(pack: Pack) -> set[tuple[str, str | None, str]]:
    """The readable lines of a pack, with their files."""
    return {(one.item.path, one.item.symbol, one.text) for one in pack.items if one.level != "outline"}


def readable_symbols(pack: Pack) -> set[str | None]:
    """The symbols of which a pack shows lines."""
    return {symbol for _, symbol, _ in readable(pack)}


def edited(path: str, old: str, new: str) -> Snapshot:
    texts = {one: entry.source.data.decode() for one, entry in SHOP.files.items()}
    assert old in texts[path]
    texts[path] = texts[path].replace(old, new)
    return snapshot_of("".join(f"=== {one}\n{text}" for one, text in texts.items()))


def test_sent_code_is_named_and_not_shown_again() -> None:
    first = about(SHOP, TAX, dependency_depth=0)
    assert TAX in symbols(first)
    second = about(SHOP, PRICE, first.items)
    assert symbols(first) == {TAX}
    assert symbols(second) == symbols(about(SHOP, PRICE)) - {TAX}
    assert "def with_tax" not in second.text
    assert "Sent before: `with_tax`" in second.text
    assert second.tokens.used < about(SHOP, PRICE).tokens.used


def test_sent_code_counts_as_present() -> None:
    first = about(SHOP, TAX, dependency_depth=0)
    packs = (about(SHOP, PRICE, max_tokens=budget) for budget in range(100, 500, 10))
    *_, poor = (pack for pack in packs if TAX in {one.symbol for one in pack.completeness.unresolved})
    second = about(SHOP, PRICE, first.items, max_tokens=poor.tokens.budget)
    assert TAX not in {one.symbol for one in second.completeness.unresolved}
    assert poor.completeness.score is not None
    assert second.completeness.score is not None
    assert second.completeness.score > poor.completeness.score
    assert about(SHOP, PRICE, first.items).completeness == about(SHOP, PRICE).completeness


def test_the_same_question_again_says_that_all_was_sent() -> None:
    first = about(SHOP, PRICE)
    second = about(SHOP, PRICE, first.items)
    assert second.items == ()
    assert second.warnings == ("All results were sent before.",)
    assert second.completeness == first.completeness
    assert second.shown == first.shown == ShownResults(1, 1)
    assert second.text.splitlines()[0] == f"# {PRICE}"
    assert "`Cart.price`" in second.text
    assert second.tokens.used < 100


def test_changed_code_is_shown_again() -> None:
    first = about(SHOP, PRICE)
    now = edited("shop/tax.py", "(2 * number + divisor)", "(3 * number + divisor)")
    assert symbols(about(now, PRICE, first.items)) == {"shop/tax.py::round_half_up"}
    moved = edited("shop/tax.py", "class Rate", "LIMIT = 3\n\n\nclass Rate")
    assert about(moved, PRICE, first.items).items == ()


def test_partly_sent_definitions_are_shown_as_a_whole() -> None:
    packs = (about(SHOP, PRICE, max_tokens=budget) for budget in range(100, 500, 10))
    poor = next(pack for pack in packs if (TAX, "signature") in {(one.item.symbol, one.level) for one in pack.items})
    rich = about(SHOP, TAX, poor.items)
    shown = next(one for one in rich.items if one.item.symbol == TAX)
    assert shown.level == "full"
    assert "def with_tax" in rich.text


def long_function(lines: int) -> Snapshot:
    body = "".join(f"    total += part_{number}(total)\n" for number in range(lines))
    short = "def short(total):\n    return 1\n"
    return snapshot_of(f"=== app.py\ndef long(total):\n    short(total)\n{body}    return total\n\n\n{short}")


def test_partly_sent_long_definitions_keep_nothing_out() -> None:
    snapshot = long_function(200)
    first = about(snapshot, "app.py::long", max_tokens=200)
    assert {one.level for one in first.items if one.item.symbol == "app.py::long"} <= {"signature", "folded", "excerpt"}
    item_of_long = tuple(one for one in first.items if one.item.symbol == "app.py::long")
    second = about(snapshot, "app.py::long", item_of_long, max_tokens=4_000)
    assert levels_in(second) == {"app.py::long": "full", "app.py::short": "full"}


def test_what_was_sent_makes_no_room_for_weaker_code() -> None:
    snapshot = long_function(60)
    small, large = (about(snapshot, "app.py::long", max_tokens=budget) for budget in (400, 2_000))
    assert levels_in(small) == {"app.py::long": "folded"}
    assert levels_in(large) == {"app.py::long": "full", "app.py::short": "full"}
    again = about(snapshot, "app.py::long", small.items, max_tokens=400)
    assert again.items == ()
    assert again.warnings == ("All results were sent before. A larger budget shows more.",)
    more = about(snapshot, "app.py::long", small.items, max_tokens=2_000)
    assert levels_in(more) == levels_in(large), "what was not sent is shown as soon as the budget has room for it"


@pytest.mark.parametrize("question", ["convert a graph to a matrix", "where is NetworkXError used?"])
def test_a_question_that_is_asked_again_costs_little(question: str) -> None:
    networkx = snapshot_of_package("networkx")
    first = ask(networkx, question, max_tokens=2_000)
    assert first.tokens.used > 1_000
    second = ask(networkx, question, first.items, max_tokens=2_000)
    assert second.tokens.used < 200
    assert not readable(second)
    assert second.shown == first.shown
    more = ask(networkx, question, first.items, max_tokens=6_000)
    assert readable(more)
    whole = lines_shown(ask(networkx, question, max_tokens=6_000))
    assert all(covers(whole[path], lines) for path, lines in lines_shown(more).items())


@pytest.mark.parametrize("budget", [250, 600, 1_500, 4_000])
@pytest.mark.parametrize(
    ("earlier", "question"),
    [
        ("how is an edge removed?", "how is a graph read from an adjacency list?"),
        ("how is an edge removed?", "how are nodes relabelled?"),
        ("how are nodes relabelled?", "how is an edge removed?"),
        ("convert a graph to a matrix", "how is an edge removed?"),
    ],
)
def test_only_what_was_sent_is_named_as_sent_and_left_out(earlier: str, question: str, budget: int) -> None:
    networkx = snapshot_of_package("networkx")
    first = ask(networkx, earlier, max_tokens=300)
    second = ask(networkx, question, first.items, max_tokens=budget)
    fresh = ask(networkx, question, max_tokens=budget)
    sent, shown = lines_shown(first), lines_shown(second)
    for path, lines in lines_shown(fresh).items():
        lost = without(lines, union((sent.get(path, NONE), shown.get(path, NONE))))
        assert not text_of(networkx.files[path].source, lost).strip(f"{ELISION}\n "), path
    names = {one.item.symbol.partition("::")[2] for one in first.items if one.item.symbol and one.level != "outline"}
    assert set(second.document.summary.sent) <= names
    if not names & {one.item.symbol.partition("::")[2] for one in fresh.items if one.item.symbol}:
        assert second.document.excerpts == fresh.document.excerpts


def test_a_class_is_not_sent_by_the_line_that_declares_it_above_a_member() -> None:
    members = "".join(f"    def fill_{one}(self):\n        return {one}\n\n" for one in range(9))
    snapshot = snapshot_of(f"=== box.py\nclass Box:\n{members}")
    member, whole = "box.py::Box.fill_4", "box.py::Box"
    found = (item(snapshot, member), item(snapshot, whole, 0.3))
    first = pack_of(snapshot, found, PackOptions(110), "fill")
    assert "class Box:\n" in first.text
    assert readable_symbols(first) == {member}
    second = about(snapshot, whole, first.items, policy="signatures", max_tokens=110)
    assert readable_symbols(second) == {whole}
    assert "Sent before" not in second.text
    assert second.text == about(snapshot, whole, policy="signatures", max_tokens=110).text


@pytest.mark.parametrize("subject", [PRICE, CART])
def test_a_repeated_request_is_as_ready_as_it_was(subject: str) -> None:
    budgets = range(120, 900, 30)
    packs = [about(SHOP, subject, max_tokens=budget) for budget in budgets]
    assert {pack.readiness.ready for pack in packs} == {True, False}
    for first in packs:
        again = about(SHOP, subject, first.items, max_tokens=first.tokens.budget)
        assert (again.readiness, again.completeness) == (first.readiness, first.completeness)
        assert not readable(again)


BEFORE, AFTER = "return round_half_up(net * (100 + rate.percent), 100)", "return net + rate.percent"
CHANGES = {
    "changed": ("shop/tax.py", BEFORE, AFTER),
    "longer": ("shop/tax.py", f"    {BEFORE}", f"    print(net)\n    {BEFORE}"),
    "shorter": ("shop/tax.py", f"    {BEFORE}\n", ""),
    "in another order": ("shop/tax.py", "def with_tax(net: int, rate: Rate)", "def with_tax(rate: Rate, net: int)"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_code_that_was_sent_in_another_form_since_is_sent_again(change: str) -> None:
    first = about(SHOP, TAX)
    second = about(edited(*CHANGES[change]), TAX, first.items)
    assert TAX in symbols(second)
    assert first.text != second.text
    third = about(SHOP, TAX, (*first.items, *second.items))
    assert BEFORE in third.text, "the client has another text in its place"
    assert symbols(third) == {TAX}, "nothing else has changed"
    assert about(SHOP, TAX, (*first.items, *second.items, *third.items)).items == ()


def test_a_member_that_was_sent_with_its_class_in_another_form_is_sent_again() -> None:
    other = edited("shop/cart.py", "total += with_tax", "total -= with_tax")
    method, whole = about(SHOP, PRICE), about(other, CART)
    assert "total -= with_tax" in whole.text
    again = about(SHOP, PRICE, (*method.items, *whole.items), dependency_depth=0)
    assert "total += with_tax" in again.text
    assert "def add" not in again.text, "the rest of the class is known"


def test_passages_that_were_sent_in_another_form_are_sent_again() -> None:
    question = "how is the tax added?"
    first = ask(SHOP, question)
    second = ask(edited("shop/tax.py", BEFORE, AFTER), question, first.items)
    assert AFTER in second.text
    assert BEFORE in ask(SHOP, question, (*first.items, *second.items)).text


def test_deleted_sent_code_makes_another_pack() -> None:
    first = about(SHOP, PRICE)
    now = edited("shop/desk.py", "def check_out(cart: Cart) -> int:", "def leave() -> int:")
    packs = [about(snapshot, PRICE, first.items) for snapshot in (SHOP, now)]
    assert [pack.items for pack in packs] == [(), ()]
    assert ["check_out" in pack.text for pack in packs] == [True, False]
    assert packs[0].pack_id != packs[1].pack_id


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_names_sent_symbols(form: PackFormat) -> None:
    second = about(SHOP, PRICE, about(SHOP, TAX, dependency_depth=0).items, format=form)
    if form == "xml":
        assert "with_tax" in ElementTree.fromstring(second.text).attrib["sent-before"]  # noqa: S314  # our own
    elif form == "json":
        told = json.loads(second.text)
        assert "with_tax" in told["sentBefore"]
        assert told["moreSent"] == 0
    else:
        mark = {"markdown": "Sent before: `with_tax`", "compact": "\n~ with_tax"}[form]
        assert mark in second.text
    assert "ent-before" not in about(SHOP, PRICE, format=form).text
    assert "entBefore" not in about(SHOP, PRICE, format=form).text


@pytest.mark.parametrize("form", FORMATS)
def test_the_budget_holds_and_a_bigger_one_loses_nothing(form: PackFormat) -> None:
    networkx = snapshot_of_package("networkx")
    first = ask(networkx, "convert a graph to a matrix", max_tokens=2_000)
    packs = [
        ask(networkx, "convert a graph from a matrix", first.items, format=form, max_tokens=budget)
        for budget in (100, 130, 180, 250, 400, 640, 641, 900, 1_500, 3_000)
    ]
    for pack in packs:
        assert encoded(pack.text) == pack.tokens.used <= pack.tokens.budget
        assert not readable(pack) & readable(first)
    for poorer, richer in pairwise(packs):
        assert symbols(poorer) <= symbols(richer)
        check_growth(poorer, richer)


def test_names_beyond_the_room_are_counted() -> None:
    functions = "".join(f"def convert_matrix_{n}(rows):\n    return rows * {n}\n\n\n" for n in range(40))
    snapshot = snapshot_of(f"=== convert.py\n{functions}")
    first = ask(snapshot, "convert a matrix", max_tokens=6_000)
    second = ask(snapshot, "convert a matrix", first.items, max_tokens=6_000)
    assert len(first.items) == 40
    (listed,) = (line for line in second.text.splitlines() if line.startswith("Sent before: "))
    assert listed.endswith(" more")
    assert encoded(listed) < 90
