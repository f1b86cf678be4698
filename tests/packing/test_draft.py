"""Packs that answer questions: passages by value, pins first, no excluded code; a larger budget only extends them."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.packing.detail.lines import meets
from ctx_lsp.packing.model import Pack, PackFormat, PackItem, PackOptions, Policy
from ctx_lsp.packing.pack import make_pack
from ctx_lsp.packing.pack_draft import PackInput
from ctx_lsp.retrieval.evidence import PartFound, interleaved_results
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.packing.checks import check_excerpts, check_growth, lines_shown
from tests.packing.office import OFFICE
from tests.packing.shop import SHOP, answer_of, ask, encoded, find
from tests.workspaces import snapshot_of

FORMATS: tuple[PackFormat, ...] = ("markdown", "xml", "json", "compact")
VOUCHER, LETTER = "when does a voucher lower the sum", "Dear customer, yours sincerely: who writes that?"
SETTLE, CANCEL = "office/invoices.py::settle_invoice", "office/invoices.py::cancel_invoice"
SHELVES, TEST = "office/stock.py::count_shelves", "tests/test_invoices.py::test_a_voucher_counts_once"
PLAIN = "".join(f"            ship.cargo_{n} = weigh(ship, {n})\n" for n in range(70))
NESTED = snapshot_of(f"""\
=== port.py
def arrive(ships, keepers):
    for ship in ships:
        if ship.is_late:
{PLAIN}
            # The lighthouse keeper wakes up.
            for keeper in keepers:
                keeper.wake(ship)
{PLAIN}""")
BANK = snapshot_of("""\
=== bank/base.py
import abc


class Payment(abc.ABC):
    @abc.abstractmethod
    def transfer(self, account, money):
        '''Settle a debt.'''
=== bank/card.py
from bank.base import Payment


class Card(Payment):
    def transfer(self, target, sum_):
        self.limit.check(sum_)
        first = self.issuer.reserve(sum_)
        first.forward(target)
        return first
""")
BUDGETS = (100, 150, 200, 260, 320, 400, 500, 640, 900, 1500, 4096)
BODIED = ("Class", "Constructor", "Method", "Function")
QUESTIONS = ("How is the tax added to a price?", "Cart", "add a discount to the cart", "rate", VOUCHER, LETTER, "book")


def smallest(question: str, snapshot: Snapshot = OFFICE, options: PackOptions | None = None) -> Pack:
    """The pack with the smallest budget that shows anything."""
    wanted = options or PackOptions()
    packs = (ask(snapshot, question, replace(wanted, max_tokens=n)) for n in range(100, 1000, 10))
    return next(pack for pack in packs if pack.items)


def packed(pack: Pack, symbol: str) -> PackItem:
    (found,) = (one for one in pack.items if one.item.symbol == symbol)
    return found


@pytest.mark.parametrize(
    ("question", "line", "other"),
    [(LETTER, "Yours sincerely", "voucher.percent"), ("cancel and take back", "-invoice.total", "Yours sincerely")],
)
def test_the_passage_that_answers_comes_first(question: str, line: str, other: str) -> None:
    pack = smallest(question)
    assert line in pack.text
    assert other not in pack.text


def test_a_long_definition_is_shown_as_an_excerpt_with_its_declaration() -> None:
    pack = smallest(LETTER)
    found = packed(pack, SETTLE)
    assert (found.level, found.role) == ("excerpt", "primary")
    assert found.text.startswith("def settle_invoice(customer, lines, ledger, today):\n    …\n    # A letter tells")
    assert found.text.endswith("    return total\n")
    assert "def settle_invoice(customer, lines, ledger, today):\n    … L50\n    # A letter tells" in pack.text
    assert packed(ask(OFFICE, LETTER), SETTLE).level == "full"


def test_a_short_definition_is_shown_as_a_whole() -> None:
    pack = smallest("take a sale back")
    assert packed(pack, CANCEL).level == "full"


def test_dependencies_of_a_shown_passage_follow_as_signatures() -> None:
    question = "close the books on one sale"
    found = packed(ask(OFFICE, question, PackOptions(900)), "office/mail.py::deliver")
    assert (found.role, found.level, found.relation) == ("dependency", "signature", f"calls ← {SETTLE}")
    bare = ask(OFFICE, question, PackOptions(900, dependency_depth=0))
    assert not [one for one in bare.items if one.role not in {"primary", "related"}]


def test_an_excerpt_shows_the_blocks_around_it() -> None:
    found = packed(smallest("lighthouse keeper wakes", NESTED), "port.py::arrive")
    assert found.level == "excerpt"
    above = "def arrive(ships, keepers):\n    for ship in ships:\n        if ship.is_late:\n            …\n"
    assert found.text.startswith(above)


def test_an_interface_brings_its_implementations() -> None:
    found = find(BANK, "where is a debt settled?")
    alone = replace(found, ranked=tuple(one for one in found.ranked if one.path == "bank/base.py"))
    card = packed(answer_of(BANK, alone, PackOptions()), "bank/card.py::Card")
    assert (card.role, card.level) == ("related", "full"), "the abstract method alone answers nothing"


STUBS = snapshot_of(
    """\
=== queue/base.py
class Broker:
    def recover_messages(self, limit):
        '''Deliver the unacknowledged messages again after a lost connection.'''
        raise NotImplementedError(f"{self} cannot {limit}")

    def purge(self, names):
        for name in sorted(names):
            print(name)
=== queue/pooled.py
from queue.base import Broker


class Pooled(Broker):
    def recover_messages(self, limit):
        raise NotImplementedError
=== queue/rabbit.py
from queue.pooled import Pooled


class Rabbit(Pooled):
    def recover_messages(self, limit):
        for tag, body in self.index.items():
            if tag < limit:
                self.push(tag, body)

    def push(self, tag, body):
        self.pipe.append((tag, body))

    def purge(self, names):
        self.pipe.remove(names)
"""
    + "".join(
        f"""=== fakes/test_{number}.py
from queue.base import Broker


class Fake{number}(Broker):
    def recover_messages(self, limit):
        return self.seen[limit]
"""
        for number in range(3)
    )
)


def test_the_answer_of_a_stub_is_in_its_implementations() -> None:
    pack = _answer_from_base("what delivers unacknowledged messages again after a lost connection?")
    assert "self.push(tag, body)" in pack.text, "behind another stub, and after three doubles in the order of files"
    assert "self.seen[limit]" not in pack.text, "a double says nothing of the program"


def test_a_method_with_a_body_does_not_bring_the_bodies_of_its_overrides() -> None:
    pack = _answer_from_base("what purges a queue by its names?")
    assert "print(name)" in pack.text
    assert "self.pipe.remove(names)" not in pack.text


def test_long_implementations_do_not_displace_better_results() -> None:
    body = "".join(f"        if self.part_{n}:\n            self.part_{n}.arrange(limit)\n\n" for n in range(40))
    snapshot = snapshot_of(
        "=== queue/base.py\nclass Broker:\n    def recover_messages(self, limit):\n"
        "        '''Deliver the unacknowledged messages again after a lost connection.'''\n"
        "        raise NotImplementedError\n"
        + "".join(
            f"=== queue/kind_{n}.py\nfrom queue.base import Broker\n\n\nclass Kind{n}(Broker):\n"
            f"    def recover_messages(self, limit):\n{body}"
            for n in range(3)
        )
        + "=== queue/count.py\ndef after_connection(messages):\n"
        "    '''Count what was delivered after a lost connection, and how often again.'''\n    return len(messages)\n"
    )
    pack = ask(snapshot, "what delivers unacknowledged messages again after a lost connection?", PackOptions(1_500))
    assert "def after_connection" in pack.text
    assert "self.part_0" in pack.text


def _answer_from_base(question: str) -> Pack:
    """Answer a question with search results in the base class's file alone."""
    found = find(STUBS, question)
    ranked = tuple(one for one in found.ranked if one.path == "queue/base.py")
    return answer_of(STUBS, replace(found, ranked=ranked), PackOptions())


def test_a_name_alone_is_answered_by_its_definitions() -> None:
    pack = ask(SHOP, "with_tax")
    shown = {one.item.symbol: one.role for one in pack.items if one.level != "outline"}
    assert shown.pop("shop/tax.py::with_tax") == "primary"
    assert set(shown.values()) <= {"dependency", "type"}, "only what its body needs"
    assert "shop/tax.py::round_half_up" in shown
    assert ask(SHOP, "Cart.price").shown.of == 1


def test_members_belong_to_the_type_that_is_looked_up() -> None:
    pack = ask(SHOP, "Cart")
    assert {"shop/cart.py::Cart.add", "shop/cart.py::Cart.price"} <= {
        one.item.symbol for one in pack.items if one.level == "full"
    }
    assert "shop/desk.py" not in pack.text, "its users"


def test_passages_far_below_the_best_are_left_out() -> None:
    best = "def settle_voucher(voucher):\n    '''Settle a voucher of a customer.'''\n    return voucher\n"
    rest = "".join(f"=== x{n}.py\ndef other_{n}(): return {n}\n" for n in range(5))
    noise = "".join(f"def other_{n}(customer):\n    return customer.get({n})\n\n\n" for n in range(200))
    shelf = snapshot_of(f"=== a.py\n{best}=== b.py\n{noise}{rest}")
    pack = ask(shelf, "settle a voucher of a customer", PackOptions(20_000))
    assert "settle_voucher" in pack.text
    assert pack.tokens.used < 6_000, "200 functions that share a word with the question do not answer it"


def test_a_pin_joins_a_name_that_is_looked_up() -> None:
    pack = ask(SHOP, "with_tax", PackOptions(pin=("shop/cart.py::Line",)))
    assert "shop/cart.py::Line" in {one.item.symbol for one in pack.items if one.level == "full"}


def test_a_pin_comes_first() -> None:
    pack = smallest(VOUCHER, options=PackOptions(pin=(SHELVES,)))
    assert [(one.item.symbol, one.level) for one in pack.items] == [(SHELVES, "full")]
    both = ask(OFFICE, VOUCHER, PackOptions(pin=(SHELVES, CANCEL)))
    assert {SHELVES, CANCEL, SETTLE} <= {one.item.symbol for one in both.items}
    assert both.shown.of == ask(OFFICE, VOUCHER).shown.of + 2


def test_of_a_pinned_definition_every_passage_comes_first() -> None:
    packs = [ask(OFFICE, "shelves of a hall", PackOptions(n, pin=(SETTLE,))) for n in range(100, 1000, 10)]
    found = [{one.item.symbol: one.level for one in pack.items} for pack in packs]
    assert {one.get(SETTLE) for one in found} == {None, "excerpt", "full"}
    assert all(one[SETTLE] == "full" for one in found if len(one) > 1)
    assert SHELVES in found[-1]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("budget", BUDGETS)
def test_no_line_of_an_excluded_symbol_is_shown(form: PackFormat, budget: int) -> None:
    pack = ask(OFFICE, VOUCHER, PackOptions(budget, format=form, exclude=(SETTLE, "office/mail.py::deliver")))
    span = OFFICE.files["office/invoices.py"].by_qualname["settle_invoice"]
    assert not {SETTLE, "office/mail.py::deliver"} & {one.item.symbol for one in pack.items}
    assert "voucher.percent" not in pack.text
    assert "def settle_invoice" not in pack.text
    assert not meets(lines_shown(pack).get(span.path, ()), ((8, 59),))


def test_tests_are_left_out_where_they_are_not_wanted() -> None:
    for wanted in (PackOptions(include_tests=True), PackOptions(filter=ResultFilter(tests=True))):
        assert TEST in {one.item.symbol for one in ask(OFFICE, "a voucher counts once", wanted).items}
    for unwanted in (PackOptions(include_tests=False), PackOptions(filter=ResultFilter(tests=False))):
        pack = ask(OFFICE, "a voucher counts once", unwanted)
        assert pack.items
        assert all(not one.item.path.startswith("tests/") for one in pack.items)


@pytest.mark.parametrize("question", [VOUCHER, LETTER, "Cart"])
def test_signatures_show_no_body(question: str) -> None:
    snapshot = SHOP if question == "Cart" else OFFICE
    pack = ask(snapshot, question, PackOptions(policy="signatures"))
    full = {one.item.symbol for one in pack.items if one.item.kind in BODIED and one.level != "signature"}
    assert full <= {"shop/cart.py::Cart.__init__"}  # its lines declare the fields of its class
    assert "def settle_invoice(" in pack.text or question == "Cart"
    assert "voucher.percent" not in pack.text
    assert "Yours sincerely" not in pack.text.partition("\n")[2]
    assert "self.lines.append" not in pack.text
    assert pack.completeness.score is None


@pytest.mark.parametrize("policy", ["adaptive", "split", "signatures"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_bigger_budget_only_extends(question: str, policy: Policy) -> None:
    for snapshot in (SHOP, OFFICE):
        found = find(snapshot, question)
        packs = [answer_of(snapshot, found, PackOptions(n, policy=policy)) for n in BUDGETS]
        for small, big in pairwise(packs):
            check_growth(small, big)
            check_excerpts(snapshot, big)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(QUESTIONS), st.integers(100, 1500))
def test_the_formats_hold_the_same_pieces(question: str, budget: int) -> None:
    for snapshot in (SHOP, OFFICE):
        found = find(snapshot, question)
        first, *others = (answer_of(snapshot, found, PackOptions(budget, format=form)) for form in FORMATS)
        for pack in (first, *others):
            assert encoded(pack.text) == pack.tokens.used <= budget
            assert pack.items == first.items
            assert pack.document.excerpts == first.document.excerpts
            assert (pack.document.missing, pack.document.unlisted) == (first.document.missing, first.document.unlisted)
            assert (pack.shown, pack.readiness, pack.completeness) == (first.shown, first.readiness, first.completeness)


def test_a_test_that_is_asked_for_by_name_is_shown() -> None:
    pack = ask(OFFICE, "test_a_voucher_counts_once")
    assert packed(pack, TEST).level == "full"


@pytest.mark.parametrize("form", FORMATS)
def test_a_correction_is_shown_within_every_budget(form: PackFormat) -> None:
    for budget in BUDGETS:
        pack = ask(OFFICE, "when does a vuocher lower the summ of an invioce", PackOptions(budget, format=form))
        assert pack.query.read_as.startswith("vuocher → voucher, ")
        assert encoded(pack.text) == pack.tokens.used <= budget
        assert ("vuocher → voucher" in pack.text) == bool(pack.text)


def test_the_nearest_results_are_named_once() -> None:
    ships = "".join(f"=== ship{number}.py\ndef weigh(ship):\n    return ship\n" for number in range(40))
    pack = ask(snapshot_of(ships), "does photosynthesis in algae feed bakeries near volcanoes and weigh lasagna")
    assert pack.readiness.reason == "no good match; nearest: weigh"


def test_each_part_of_a_question_has_its_share_of_the_budget() -> None:
    first, second = find(OFFICE, VOUCHER), find(OFFICE, "which shelves are counted")
    parts = tuple(PartFound(one.ranked, one.evidence) for one in (first, second))
    ranked = interleaved_results(parts)
    assert {item.symbol for item in ranked} == {item.symbol for one in (first, second) for item in one.ranked}
    assert {ranked[0].symbol, ranked[1].symbol} == {first.ranked[0].symbol, second.ranked[0].symbol}
    inputs = PackInput(first.query, ranked, PackOptions(600), evidence=first.evidence, parts=parts)
    pack = make_pack(OFFICE, inputs, CancelToken(), Timings())
    shown = [item.item.symbol for item in pack.items]
    assert {SETTLE, SHELVES} <= set(shown[:4])
    alone = ask(OFFICE, VOUCHER, PackOptions(600))
    assert pack.confidence is not None
    assert alone.confidence is not None
    assert pack.confidence <= alone.confidence, "the pack has the answer only if it has both"
