"""Verbatim quotes in a question lead to their source, and named lines to their code."""

import random
import re

import pytest

from ctx_lsp.retrieval.channels.mentioned_lines import MAX_FILES, files_like
from ctx_lsp.retrieval.channels.verbatim import phrases
from ctx_lsp.retrieval.channels.written_lines import MentionedLine, mentioned_lines
from ctx_lsp.retrieval.channels.written_paths import written_paths
from ctx_lsp.retrieval.model import SearchAnswer
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.expressions import Expression
from tests.retrieval.searching import found
from tests.workspaces import snapshot_of, snapshot_of_package

SHOP = """
=== shop/orders.py
class Orders:
    def cancel(self, number):
        if number not in self._open:
            raise LookupError(f"order {number} is not open, so it cannot be cancelled")
        self._open.remove(number)
    def place(self, order):
        self._open.append(order)
=== shop/http/orders.py
from shop.orders import Orders
def delete_order(request):
    Orders.of(request).cancel(request.number)
    return "the order was cancelled"
=== shop/sockets.py
def close():
    fail("the WebSockets are closed now")
=== tests/test_orders.py
def test_an_order_that_is_not_open_cannot_be_cancelled():
    orders = Orders()
    with raises(LookupError, match="order is not open"):
        orders.cancel(3)
=== main.py
import shop
print("order 3 is open")
"""


def asked(snapshot: Snapshot, query: str) -> SearchAnswer:
    return found(snapshot, query)


def first(query: str) -> str:
    item = asked(snapshot_of(SHOP), query).items[0]
    return item.symbol or item.path


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("self._open.remove(number)", "shop/orders.py::Orders.cancel"),
        ("why do I get 'the order was cancelled'?", "shop/http/orders.py::delete_order"),
        ("order 17 is not open, so it cannot be cancelled", "shop/orders.py::Orders.cancel"),
        ("orders = Orders()", "tests/test_orders.py::test_an_order_that_is_not_open_cannot_be_cancelled"),
        ("RETURN   the Order\n  Was Cancelled", "shop/http/orders.py::delete_order"),
        ("the webSockets are closed now", "shop/sockets.py::close"),
        ("why do I see 'the websockets are closed now'", "shop/sockets.py::close"),
        ("shop/orders.py:7", "shop/orders.py::Orders.place"),
        ("what happens at orders.py:3 when an order is placed?", "shop/orders.py::Orders.cancel"),
        ("main.py:2", "main.py"),
    ],
)
def test_quoted_code_is_first(query: str, found: str) -> None:
    assert first(query) == found


def test_a_stack_trace_leads_to_its_frames() -> None:
    trace = """
    Traceback (most recent call last):
      File "/home/me/code/main.py", line 1, in <module>
        import shop
      File "/home/me/code/shop/http/orders.py", line 3, in delete_order
        Orders.of(request).cancel(request.number)
      File "/home/me/code/shop/orders.py", line 4, in cancel
        raise LookupError(f"order {number} is not open, so it cannot be cancelled")
    LookupError: order 17 is not open, so it cannot be cancelled
    """
    found = [item.symbol or item.path for item in asked(snapshot_of(SHOP), trace).items]
    assert set(found[:3]) == {"shop/orders.py::Orders.cancel", "shop/http/orders.py::delete_order", "main.py"}


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('File "/usr/lib/app/cart.py", line 12, in total', [("/usr/lib/app/cart.py", 12)]),
        ("    at total (webpack:///./src/cart.ts:12:7)", [("///./src/cart.ts", 12)]),
        ("    at Object.<anonymous> (C:\\shop\\src\\cart.js:12:7)", [("C:\\shop\\src\\cart.js", 12)]),
        ("\tat com.shop.Cart.total(Cart.java:12)", [("Cart.java", 12)]),
        ("/go/src/shop/cart.go:12 +0x1d", [("/go/src/shop/cart.go", 12)]),
        ("   0: shop::cart::total\n             at ./src/cart.rs:12:5", [("./src/cart.rs", 12)]),
        ("cart.rb:12:in `total'", [("cart.rb", 12)]),
        ("   at Shop.Cart.Total() in /src/Cart.cs:line 12", [("/src/Cart.cs", 12)]),
        ("#0 /var/www/cart.php(12): total()", [("/var/www/cart.php", 12)]),
        ("PHP Warning: x in /var/www/cart.php on line 12", [("/var/www/cart.php", 12)]),
        ("see src/cart.py#L12-L20", [("src/cart.py", 12)]),
        ("cart.c:12: error: expected ';'", [("cart.c", 12)]),
        ("error at src/users/[id]/page.tsx:12", [("src/users/[id]/page.tsx", 12)]),
        ("(app/(shop)/[[...slug]].tsx:12:7)", [("app/(shop)/[[...slug]].tsx", 12)]),
        ("in +page.svelte:12 and $id.tsx:7", [("+page.svelte", 12), ("$id.tsx", 7)]),
        ("[ERROR]src/cart.py:12", [("src/cart.py", 12)]),
        ("see [cart](src/cart.py#L12), [1](cart.c:7)", [("src/cart.py", 12), ("cart.c", 7)]),
        ("(see src/cart.py:12) and [src/tax.py:7]", [("src/cart.py", 12), ("src/tax.py", 7)]),
        ("version 1.2:30, at 10:20, in e.g. 7 cases", []),
    ],
)
def test_places_are_read_as_tools_write_them(text: str, places: list[tuple[str, int]]) -> None:
    assert [(one.path, one.line) for one in mentioned_lines(text)] == places


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("what does src/routes/+page.svelte do", ["src/routes/+page.svelte"]),
        ("is `pages/[id].tsx` like $id.tsx?", ["pages/[id].tsx", "$id.tsx"]),
        ("in ((shop)/[...slug]/page.tsx), @modal/page.tsx", ["(shop)/[...slug]/page.tsx", "@modal/page.tsx"]),
        ("look (see src/cart.py) at [cart.py] or **tax.py**.", ["src/cart.py", "cart.py", "tax.py"]),
        ("follow [cart](src/cart.py), [the tax](tax.py).", ["src/cart.py", "tax.py"]),
        ("src\\cart.py, not https://example.com/cart.html or *.py", ["src/cart.py"]),
        ("line cart.py:12 and call cart.total", ["cart.total"]),
    ],
)
def test_paths_are_read_without_the_punctuation_around_them(text: str, paths: list[str]) -> None:
    assert written_paths(text) == paths


def test_a_trace_that_ends_innermost_is_reversed() -> None:
    lines = (MentionedLine("a.py", 1), MentionedLine("b.py", 2))
    assert mentioned_lines("a.py:1 b.py:2") == lines
    assert mentioned_lines("(most recent call last) a.py:1 b.py:2") == lines[::-1]


def test_a_path_from_elsewhere_needs_more_than_its_last_name() -> None:
    snapshot = snapshot_of(SHOP)
    assert files_like(snapshot, "/build/7/shop/orders.py") == ["shop/orders.py"]
    assert files_like(snapshot, "orders.py") == ["shop/orders.py", "shop/http/orders.py"]
    assert files_like(snapshot, "/usr/lib/python3/site-packages/django/orders.py") == []
    assert files_like(snapshot, "/elsewhere/main.py") == ["main.py"], "all of its path"


def test_a_line_longer_than_the_file_leads_nowhere() -> None:
    items = asked(snapshot_of(SHOP), "shop/orders.py:999").items
    assert items
    assert all("place" not in item.scores for item in items)


@pytest.mark.parametrize("text", ["", "\n\n", "\n"])
def test_a_file_without_code_leads_nowhere(text: str) -> None:
    answer = asked(snapshot_of(f"{SHOP}=== shop/__init__.py\n{text}"), "what is at shop/__init__.py:1?")
    assert all("place" not in item.scores for item in answer.items)


def test_a_name_of_many_files_distinguishes_none_of_them() -> None:
    many = "".join(f"=== app/r{number}/views.py\ndef handle_{number}(): ...\n" for number in range(MAX_FILES + 1))
    question = "Orders.cancel is wrong, see views.py:1"
    assert asked(snapshot_of(SHOP + many), question).items[0].symbol == "shop/orders.py::Orders.cancel"
    one = asked(snapshot_of(SHOP + many), "see r2/views.py:1").items[0]
    assert one.symbol == "app/r2/views.py::handle_2"


def test_overloads_are_one_result() -> None:
    declared = "function conv(a: string): number;\nfunction conv(a: number): string;\n"
    text = f"=== a.ts\n{declared}function conv(a: any) {{ return a; }}\n"
    found = [item.symbol for item in asked(snapshot_of(text), '"function conv(a: number)"').items]
    assert found == ["a.ts::conv"]


def test_many_phrases_and_long_words_are_bounded(capfd: pytest.CaptureFixture[str]) -> None:
    question = "\n".join(" ".join(f'"the order {line} {word}"' for word in range(90)) for line in range(20))
    assert asked(snapshot_of(SHOP), question).items
    assert asked(snapshot_of(SHOP), " ".join("x" * 100_000 for _ in range(3))) is not None
    assert capfd.readouterr().err == ""


def test_phrases_stand_between_the_values_of_a_message() -> None:
    assert phrases("cannot open '/srv/x.db': the file is locked by 4711") == [
        "cannot open '/srv/x.db': the file is locked by 4711",
        ": the file is locked by",
        "/srv/x.db",
    ]
    assert phrases("total") == []
    assert "grand total" in phrases('what is the "grand total"?')


@pytest.mark.parametrize("package", ["_pytest", "pygls", "networkx"])
def test_a_quoted_line_of_a_real_package_leads_to_its_definition(package: str) -> None:
    """Any unique line of four or more words, without punctuation at its ends."""
    snapshot = snapshot_of_package(package)
    texts = {path: entry.source.data.decode() for path, entry in snapshot.files.items()}
    lines = [line.strip() for text in texts.values() for line in text.splitlines()]
    single = [line for line in lines if len(re.findall(r"\w+", line)) >= 4 and lines.count(line) == 1]
    missed = []
    chosen = random.Random(package).sample(sorted(single), 60)  # noqa: S311
    for line in chosen:
        item = asked(snapshot, line.strip("\"'#():, ")).items[0]
        if line not in snapshot.files[item.path].source.slice(item.start, item.end):
            missed.append((line, item.symbol))
    assert len(missed) <= 0.02 * len(chosen), missed


@pytest.mark.parametrize(
    "written", ["orders handled twice", "ORDERS HANDLED TWICE", "Orders, handled: twice", "oRders hanDled twice"]
)
def test_a_phrase_is_found_however_its_words_are_written(written: str) -> None:
    snapshot = snapshot_of(f"=== a.py\nlimit = 1  # {written}\n=== b.py\nlimit = 2\n")
    assert "verbatim" in found(snapshot, "'orders handled twice'").items[0].scores


def test_no_chunk_is_read_for_words_that_no_chunk_has_together(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = snapshot_of("=== a.py\nlimit = 1  # elsewhere orders handled\n=== b.py\nlimit = 2  # where\n")
    read: list[str] = []
    first = Expression.first

    def counted(self: Expression, data: bytes, start: int = 0) -> object:
        read.append(self.text)
        return first(self, data, start)

    monkeypatch.setattr(Expression, "first", counted)
    assert "verbatim" not in found(snapshot, "where orders handled").items[0].scores
    assert not [pattern for pattern in read if "handled" in pattern]
