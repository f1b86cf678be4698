"""Packs for questions that ask who uses a symbol: all users' lines, and ready only if all of them are shown."""

from itertools import pairwise

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.users import users_asked_for
from ctx_lsp.packing.model import Pack, PackOptions
from ctx_lsp.retrieval.model import ResultFilter
from tests.packing.checks import check_excerpts, check_growth
from tests.packing.shop import SHOP, ask
from tests.workspaces import snapshot_of

LONG = "".join(f"    book.note(entry, {number})\n" for number in range(40))
BANK = snapshot_of(f"""\
=== bank/ledger.py
class Ledger:
    def post(self, entry):
        '''Write an entry.'''
        self.entries.append(entry)


class AuditedLedger(Ledger):
    def post(self, entry):
        self.audit(entry)
        super().post(entry)
=== bank/transfer.py
from bank.ledger import Ledger


def transfer(book: Ledger, entry):
{LONG}
    if entry.is_due:
        book.post(entry)
        return True
{LONG}

def settle(book: Ledger, entry):
    return book.post(entry)
=== bank/night.py
from bank.ledger import AuditedLedger

AuditedLedger().post(None)
=== tests/test_ledger.py
from bank.ledger import Ledger


def test_post():
    Ledger().post(1)
=== README.md
Call `Ledger.post` to write an entry.
""")
ALL = {"bank/transfer.py::transfer", "bank/transfer.py::settle"}
MANY = snapshot_of(
    "=== base.py\ndef weigh_cargo(ship):\n    return ship\n"
    + "".join(
        f"=== port_{n}.py\nfrom base import weigh_cargo\n\n\ndef arrive_{n}(ship):\n    return weigh_cargo(ship)\n"
        for n in range(60)
    )
)


def users_in(pack: Pack) -> set[str]:
    return {one.item.symbol or one.item.path for one in pack.items if one.role in ("caller", "test")}


def test_the_lines_of_all_users_are_shown_and_nothing_else() -> None:
    pack = ask(BANK, "who calls Ledger.post")
    assert users_in(pack) == {*ALL, "bank/ledger.py::AuditedLedger.post"}
    assert pack.readiness.ready, pack.readiness.reason
    assert (pack.shown.main, pack.shown.of) == (3, 3)
    assert pack.confidence is None, "the graph answers, not the search"
    assert "        book.post(entry)\n        return True" in pack.text, "the call in the middle of a long function"
    assert "def transfer(book: Ledger, entry):" in pack.text
    assert pack.text.count("book.note") <= 2, "lines around the call, not the function"
    assert "'''Write an entry.'''" in pack.text, "the symbol itself by its signature"
    assert "self.entries.append" not in pack.text
    assert pack.warnings == ("Users in tests are left out (1): ask for tests to see them.",)
    check_excerpts(BANK, pack)


def test_uses_at_the_top_level_of_a_file_count() -> None:
    pack = ask(BANK, "callers of AuditedLedger.post")
    assert "bank/night.py" in users_in(pack)
    assert "AuditedLedger().post(None)" in pack.text


def test_a_call_through_the_base_counts() -> None:
    assert users_in(ask(BANK, "callers of AuditedLedger.post")) >= ALL


def test_tests_are_shown_where_they_are_asked_for() -> None:
    test = "tests/test_ledger.py::test_post"
    assert test in users_in(ask(BANK, "which tests call Ledger.post"))
    assert test in users_in(ask(BANK, "who calls Ledger.post", PackOptions(include_tests=True)))
    left_out = ask(BANK, "which tests call Ledger.post", PackOptions(include_tests=False))
    assert test not in users_in(left_out)


def test_the_filter_holds_for_users() -> None:
    options = PackOptions(filter=ResultFilter(exclude=("bank/transfer.py",)))
    assert users_in(ask(BANK, "who calls Ledger.post", options)) == {"bank/ledger.py::AuditedLedger.post"}
    excluded = PackOptions(exclude=("bank/transfer.py::settle",))
    assert "bank/transfer.py::settle" not in users_in(ask(BANK, "who calls Ledger.post", excluded))


def test_a_pack_is_not_ready_while_users_are_hidden() -> None:
    small = ask(MANY, "who calls weigh_cargo", PackOptions(600))
    assert not small.readiness.ready
    hidden = small.shown.of - small.shown.main
    assert small.shown.of == 60
    assert hidden > 0
    advice, _, rest = small.readiness.reason.partition(": ")
    assert rest == f"{hidden} of 60 users are not shown"
    enough = int(advice.removeprefix("raise the budget to ").replace(",", ""))
    assert ask(MANY, "who calls weigh_cargo", PackOptions(enough)).readiness.ready, "the advice helps"


@pytest.mark.parametrize("snapshot", [BANK, MANY])
def test_a_bigger_budget_only_adds(snapshot: object) -> None:
    question = "who calls Ledger.post" if snapshot is BANK else "who calls weigh_cargo"
    packs = [ask(snapshot, question, PackOptions(budget)) for budget in (100, 200, 400, 900, 4096)]  # type: ignore[arg-type]
    for smaller, bigger in pairwise(packs):
        check_growth(smaller, bigger)


def test_calls_on_an_unknown_object_may_be_users() -> None:
    text = "=== a.py\nclass Ledger:\n    def get(self): ...\n"
    text += "=== b.py\ndef book(ledger, other):\n    ledger.get()\n    other.post()\n"
    text += "=== c.py\nclass Mail:\n    def post_letter(self): ...\n\n\ndef send(mail: Mail):\n    mail.post_letter()\n"
    pack = ask(snapshot_of(text + "=== d.js\nledger.get()\n"), "who calls Ledger.get")
    assert users_in(pack) == {"b.py::book"}
    assert pack.warnings == ("Users matched by name only: 1.",)


def test_a_call_on_an_object_from_outside_is_no_user() -> None:
    text = """
=== src/Tokens.java
package shop;
public class Tokens implements Reader { public String parse(String text) { return text; } }
=== src/Use.java
package shop;
import java.time.YearMonth;
import javax.xml.parsers.DocumentBuilder;
import org.other.Reader;
class Use {
  String sure(Tokens tokens) { return tokens.parse("a"); }
  Object month(String value) { return YearMonth.parse(value); }
  Object document(DocumentBuilder builder) { return builder.parse("b"); }
  Object read(Reader reader) { return reader.parse("c"); }
  Object unknown(String value) { return made(value).parse(value); }
}
"""
    pack = ask(snapshot_of(text), "who calls Tokens.parse?")
    assert users_in(pack) == {f"src/Use.java::Use.{name}" for name in ("sure", "read", "unknown")}
    assert "caller: Use.sure, Use.read (by name only), Use.unknown (by name only)" in pack.text


TWO_NAMES = snapshot_of(
    """
=== cart.py
def total(): ...
def taxed(): ...
=== use.py
from cart import taxed, total
def report(): total()
def print_report(): report()
def bill(): taxed()
def both(): return total() + taxed()
"""
)


def test_a_question_about_two_names_shows_the_users_of_both() -> None:
    pack = ask(TWO_NAMES, "who calls total, and where is `taxed` used?")
    assert users_in(pack) == {"use.py::report", "use.py::bill", "use.py::both"}
    assert pack.readiness.ready
    assert pack.confidence is None


def test_a_question_of_which_a_part_asks_for_something_else_gets_other_code_too() -> None:
    assert ask(TWO_NAMES, "who calls total, and how is the bill made?").confidence is not None


def test_what_an_object_from_outside_holds_may_be_a_user() -> None:
    text = """
=== cart.py
class Cart:
    def total(self): return 1
=== views.py
import numpy as np
from flask import g, current_app
def held(): return g.cart.total()
def outside(): return g.total()
def in_module(): return np.random.total()
"""
    assert users_in(ask(snapshot_of(text), "who calls Cart.total?")) == {"views.py::held"}


def test_many_calls_on_unknown_objects_count_only_if_nothing_is_sure() -> None:
    calls = "".join(f"=== b{n}.py\ndef book_{n}(ledger):\n    ledger.get()\n" for n in range(30))
    unsure = "=== a.py\nclass Ledger:\n    def get(self): ...\n" + calls
    question = "who calls Ledger.get"
    assert len(users_in(ask(snapshot_of(unsure), question))) == 30
    sure = unsure + "=== c.py\nfrom a import Ledger\n\n\ndef book(ledger: Ledger):\n    ledger.get()\n"
    assert users_in(ask(snapshot_of(sure), question)) == {"c.py::book"}


def test_what_was_sent_is_not_sent_again() -> None:
    first = ask(BANK, "who calls Ledger.post", PackOptions(4096))
    again = ask(BANK, "who calls Ledger.post", PackOptions(4096), already_sent=first.items)
    assert "book.post" not in again.text
    assert again.shown == first.shown, "the client can read them"


def test_a_name_without_a_definition_is_found_where_it_is_written() -> None:
    found = users_asked_for(SHOP, "who uses abc.abstractmethod", CancelToken())
    assert found is not None
    assert not found.targets
    assert [one.node for one in found.users] == ["shop/base.py::Priced.price"]


def test_a_word_without_a_definition_is_no_name() -> None:
    assert users_asked_for(SHOP, "who uses sugar", CancelToken()) is None


def test_a_symbol_that_nothing_uses_is_said_to_be_unused() -> None:
    pack = ask(SHOP, "is round_half_up still used")
    assert pack.readiness.ready
    pack = ask(SHOP, "is LIMIT_OF_NOTHING still used")
    assert not pack.readiness.ready
    unused = snapshot_of("=== a.py\ndef old_helper():\n    return 1\n")
    assert ask(unused, "is old_helper still used").readiness.reason.startswith("no users found")


def test_overloads_have_the_name_that_is_written() -> None:
    kinds = snapshot_of("""\
=== node.ts
export interface Column { name: string }
export const Column = { create(name: string): Column { return { name } } }
export const Table = { create(name: string) { return name } }
=== use.ts
import { Column, Table } from './node'
export function one() { return Column.create('a') }
export function other() { return Table.create('a') }
""")
    assert users_in(ask(kinds, "who calls Column.create")) == {"use.ts::one"}


OUTSIDE = snapshot_of(
    "=== coder.py\nimport json\n\n\nclass Coder:\n    def dumps(self, value): ...\n\n\n"
    "def code(coder: Coder):\n    return coder.dumps(1)\n\n\n"
    "class Order:\n    def save(self): ...\n\n\nclass Cart:\n    def save(self): ...\n\n\n"
    "def keep(cart: Cart):\n    cart.save()\n\n\ndef guess(thing):\n    thing.save()\n\n\n"
    + "".join(f"def write_{n}(value):\n    return json.dumps(value)\n\n\n" for n in range(25))
)


def test_a_qualified_name_is_not_that_of_another_type() -> None:
    pack = ask(OUTSIDE, "who calls json.dumps?", PackOptions(8_000))
    assert users_in(pack) == {f"coder.py::write_{n}" for n in range(25)}
    assert users_asked_for(OUTSIDE, "who calls Basket.save?", CancelToken()) is None


def test_a_guess_among_several_types_is_unsure() -> None:
    pack = ask(OUTSIDE, "who calls Cart.save?")
    assert users_in(pack) == {"coder.py::keep", "coder.py::guess"}
    assert "Users matched by name only: 1." in pack.warnings


def test_tests_come_first_where_they_are_asked_for_and_are_counted_where_they_are_excluded() -> None:
    few = ask(BANK, "which tests call Ledger.post?", PackOptions(180))
    assert [one.role for one in few.items if one.role in ("caller", "test")] == ["test"]
    excluded = ask(BANK, "who calls Ledger.post", PackOptions(include_tests=False))
    assert "Users in tests are left out (1): ask for tests to see them." in excluded.warnings
