"""Objects that a server keeps, counted while the garbage collector is off: old revisions must go without it.

It runs so seldom in the product that a cycle of references lives for thousands of edits, with all that it leads to.
"""

import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.protocol.asking import ready
from tests.protocol.conftest import LocalServer

ROUNDS = 40
COUNTED = ("Snapshot", "Analysis", "Admission", "RecordedLookups", "Scope", "Bindings", "_Reads", "Request", "Future")
MOST_ALIVE = 6  # of each, whatever the number of rounds: the latest, and those of requests that are ending
SHOP = "from shop.tax import rate\n\n\nclass Cart:\n    def price(self) -> int:\n        return rate(1)\n"


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def alive() -> Counter[str]:
    return Counter(type(one).__name__ for one in gc.get_objects() if type(one).__name__ in COUNTED)


def test_edits_and_questions_leave_no_objects_of_earlier_revisions(
    server: LocalServer, tmp_path: Path, no_collector: None
) -> None:
    (tmp_path / "shop").mkdir()
    cart = tmp_path / "shop" / "cart.py"
    cart.write_text(SHOP)
    (tmp_path / "shop" / "tax.py").write_text("def rate(n: int) -> int:\n    return n\n")
    server.open(tmp_path)
    ready(server)
    item = {"uri": cart.as_uri(), "languageId": "python", "version": 0, "text": SHOP}
    server.wire.notify("textDocument/didOpen", {"textDocument": item})
    before = alive()
    for number in range(1, ROUNDS + 1):
        identifier = {"uri": cart.as_uri(), "version": number}
        change = {"text": f"{SHOP}\n\ndef added_{number}() -> int:\n    return Cart().price()\n"}
        server.wire.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]})
        server.wire.command("ctx-lsp.search", {"query": "price of a cart", "filter": {"kinds": ["Method"]}})
        pack = server.wire.command("ctx-lsp.query", {"query": "How does the cart use the rate of tax?"})
        assert pack["text"]
        assert server.wire.command("ctx-lsp.impact", {"symbol": f"added_{number}"}) is not None
        server.wire.command("ctx-lsp.status")
    kept = alive() - before
    assert {name: count for name, count in kept.items() if count > MOST_ALIVE} == {}
