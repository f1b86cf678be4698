"""The text of a candidate for rerankers: path, signature, and the lines that match the question, best first."""

import pytest

from ctx_lsp.retrieval.ranking.candidate_text import (
    LINES_READ,
    MAX_CHARACTERS,
    MAX_LINE,
    MAX_SIGNATURE,
    CandidateTexts,
)
from ctx_lsp.retrieval.units import Unit
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.retrieval.searching import context_of
from tests.workspaces import snapshot_of

SHOP = snapshot_of("""
=== shop/prices.py
CURRENCY = "EUR"

def gross(price, country):
    \"\"\"The price of an item with its tax.\"\"\"
    check(price)

    rate = tax_rates[country]
    check(price)
    if rate is None:
        raise UnknownCountry(country)
    return price * (1 + rate)

class Basket:
    \"\"\"Items before they are paid.\"\"\"
    def total(self):
        return sum(gross(item.price, self.country) for item in self.items)
=== shop/keys.py
API = "sk-proj-a8Jk29sLq0Zx7Vb3Nm5Tt1Yw6Rr4Ee2Qq9Uu0Ii"

def sign(order):
    key = "sk-proj-a8Jk29sLq0Zx7Vb3Nm5Tt1Yw6Rr4Ee2Qq9Uu0Ii"
    return digest(key, order)
=== .env
PRICE_SERVICE = "here"
=== notes.txt
Prices are without tax.
""")


def texts_for(question: str, snapshot: Snapshot = SHOP) -> CandidateTexts:
    return CandidateTexts(context_of(snapshot, question))


def unit(name: str, snapshot: Snapshot = SHOP) -> Unit:
    return next(Unit(one.path, one.index, -1) for one in snapshot.named(name))


def test_lines_that_hold_the_words_of_the_question_come_first() -> None:
    assert texts_for("an unknown country").of(unit("gross")).splitlines() == [
        "shop/prices.py gross",
        "def gross(price, country)",
        "raise UnknownCountry(country)",
        "rate = tax_rates[country]",
        '"""The price of an item with its tax."""',
        "check(price)",
        "if rate is None:",
        "return price * (1 + rate)",
    ]


def test_rare_words_weigh_more() -> None:
    first = texts_for("price rate").of(unit("gross")).splitlines()[2]
    assert first == "return price * (1 + rate)"
    assert texts_for("price none").of(unit("gross")).splitlines()[2] == "if rate is None:"


def test_a_question_that_no_line_matches_leaves_them_in_order() -> None:
    lines = texts_for("zebra").of(unit("gross")).splitlines()
    assert lines[2:4] == ['"""The price of an item with its tax."""', "check(price)"]


def test_a_class_is_its_header_and_the_signatures_of_its_members() -> None:
    assert texts_for("paid").of(unit("Basket")).splitlines() == [
        "shop/prices.py Basket",
        "class Basket",
        '"""Items before they are paid."""',
        "def total(self):",
    ]


def test_the_signature_is_not_repeated() -> None:
    assert texts_for("euro").of(unit("CURRENCY")) == 'shop/prices.py CURRENCY\nCURRENCY = "EUR"'


def test_a_chunk_without_a_symbol_has_only_its_path() -> None:
    assert texts_for("tax").of(Unit("notes.txt", -1, 0)) == "notes.txt\nPrices are without tax."


@pytest.fixture(scope="module")
def long() -> Snapshot:
    body = "\n".join(f"    step_{number}(order)" for number in range(2 * LINES_READ))
    wide = "    data = '" + "x" * 500 + "'\n"
    parameters = ", ".join(f"parameter_{number}" for number in range(100))
    return snapshot_of(f"=== long.py\ndef run({parameters}):\n{wide}{body}\n    finish(order)\n")


def test_long_definitions_are_cut(long: Snapshot) -> None:
    head, signature, *lines = texts_for("step", long).of(unit("run", long)).splitlines()
    assert head == "long.py run"
    assert len(signature) == MAX_SIGNATURE
    assert MAX_CHARACTERS / 2 < sum(map(len, lines)) <= MAX_CHARACTERS
    assert len(texts_for("data", long).of(unit("run", long)).splitlines()[2]) == MAX_LINE


def test_secrets_stay_here() -> None:
    price, order = texts_for("price"), texts_for("order")
    assert price.without_secrets(unit("gross")) == price.of(unit("gross"))
    assert "sk-proj" in price.of(unit("API"))
    assert price.without_secrets(unit("API")) == "shop/keys.py API"
    assert order.without_secrets(unit("sign")) == "shop/keys.py sign"
    assert price.without_secrets(Unit(".env", -1, 0)).startswith(".env")
    assert "here" not in price.without_secrets(Unit(".env", -1, 0))


def test_a_secret_that_the_shown_lines_do_not_give_away_stays_here() -> None:
    key = "\n".join("MIIEpAIBAAKCAQEA" + format(number, "048d") for number in range(60))
    text = f"-----BEGIN RSA PRIVATE KEY-----\n{key}\n-----END RSA PRIVATE KEY-----"
    snapshot = snapshot_of(f'=== keys.py\nKEY = """{text}"""\n')
    found = unit("KEY", snapshot)
    assert "MIIEp" in texts_for("key", snapshot).of(found)
    assert texts_for("key", snapshot).without_secrets(found) == "keys.py KEY"
