"""Verdicts on statements about a small shop, written as a document would write them."""

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.claims import Checker, CheckOptions, DocumentReport
from ctx_lsp.claims.modality import is_conditional
from ctx_lsp.text.source import SourceText
from tests.workspaces import snapshot_of

SHOP = snapshot_of('''
=== shop/cart.py
"""Carts."""
from shop.prices import tax_of, PriceError
from shop.storage import Store

MAX_ITEMS = 40
GREETING = "hello"

class Cart(Store):
    """Items to buy."""

    def __init__(self, owner, *, limit=MAX_ITEMS):
        super().__init__(owner)
        self.limit = limit

    def total_price(self, rate=0.2, currency="EUR"):
        if rate < 0:
            raise PriceError(rate)
        return tax_of(sum(self.items), rate)

    def load_rows(self):
        return []

    @staticmethod
    def empty_cart():
        return Cart("")

def checkout_cart(cart):
    return cart.total_price()

def forgotten_helper():
    return 1
=== shop/prices.py
class PriceError(ValueError):
    pass

class RoundingError(PriceError):
    pass

class StockError(Exception):
    pass

def tax_of(amount, rate):
    return amount * rate

def discount_of(amount):
    return amount / 2
=== shop/storage.py
import os

class Store:
    def __init__(self, name):
        self.name = name
        self.items = []

    def load_rows(self):
        return os.environ["SHOP_PATH"], os.environ["SHOP_COLOR"], os.environ["TILL_" + self.name]

class Archive:
    def compress_all(self): ...
=== shop/web.py
from shop.cart import checkout_cart

@app.get("/carts/{id}")
def show_cart(id):
    return checkout_cart(id)

@app.post("/carts")
def create_cart():
    return None
=== tests/test_cart.py
from shop.cart import Cart

def test_total_price():
    assert Cart("a").total_price() == 0
=== package.json
{"scripts": {"build": "tsc", "lint": "eslint"}}
=== Makefile
test:
	pytest
docs: test
	sphinx
=== docs/guide.md
# Guide
''')


def check(text: str, path: str = "docs/guide.md") -> DocumentReport:
    return Checker().check(SHOP, path, SourceText(text.encode()), CheckOptions(), CancelToken())


def verdicts(text: str, kind: str) -> list[str]:
    return [one.judgement.verdict for one in check(text).claims if one.claim.kind == kind]


TRUE = [
    ("path", "See `shop/cart.py` and [prices](../shop/prices.py)."),
    ("path", "The code is in `cart.py`."),
    ("line", "`Cart` is defined in `shop/cart.py:8`."),
    ("line", "`Cart` is defined on line 8 of `shop/cart.py`, and line 15 of `cart.py` begins `total_price`."),
    ("symbol", "`checkout_cart()` pays."),
    ("symbol", "`tax_of` lives in `shop/prices.py`."),
    ("symbol", "`shop/storage.py` defines the `Store` class."),
    ("member", "`Cart.total_price` sums up, and so does `shop.cart.Cart.total_price()`."),
    ("member", "`Cart.items` holds the rows."),
    ("member", "`total_price` is a method of `Cart`."),
    ("imports", "Write `from shop.cart import Cart`."),
    ("imports", "`shop/cart.py` imports `tax_of`."),
    ("calls", "`checkout_cart` calls `Cart.total_price`."),
    ("calls", "`tax_of()` is called by the `total_price` method."),
    ("inherits", "`Cart` inherits from `Store`."),
    ("inherits", "`RoundingError` is a subclass of `ValueError`."),
    ("inherits", "`Store` is the base class of `Cart`."),
    ("overrides", "`Cart.load_rows` overrides `Store.load_rows`."),
    ("overrides", "`Cart` overrides `load_rows`."),
    ("raises", "`Cart.total_price` raises `PriceError` if the rate is negative."),
    ("decorated", "`Cart.empty_cart` is decorated with `@staticmethod`."),
    ("decorated", "- `Cart.empty_cart` (`@staticmethod`)"),
    ("route", "`GET /carts/{id}` is handled by `show_cart`."),
    ("constant", "`MAX_ITEMS` is 40."),
    ("constant", "`GREETING` defaults to `'hello'`."),
    ("signature", "`tax_of` takes an `amount` argument."),
    ("signature", "The `rate` parameter of `Cart.total_price` defaults to `0.2`."),
    ("signature", "`tax_of` takes two arguments."),
    ("signature", "Call `Cart.total_price(currency='USD')`."),
    ("testedBy", "`Cart.total_price` is tested by `tests/test_cart.py`."),
    ("unused", "`forgotten_helper` is never called."),
    ("command", "Run `npm run build`, or `make docs`."),
    ("environment", "The environment variable `SHOP_PATH` names the folder."),
]

FALSE = [
    ("path", "See `shop/carts.py`.", "shop/cart.py"),
    ("path", "See [prices](../shop/price.py).", "shop/prices.py"),
    ("path", "See `shop/old/storage.py`.", "shop/storage.py"),
    ("line", "See `shop/cart.py:900`.", None),
    ("line", "`Cart` is defined in `shop/cart.py:2`.", "shop/cart.py:8"),
    ("line", "`Cart` is defined in `shop/cart.py`, line 2.", "shop/cart.py:8"),
    ("line", "`checkout_cart` (line 9 of `shop/cart.py`) pays.", None),
    ("symbol", "`chekout_cart()` pays.", "checkout_cart"),
    ("symbol", "`tax_of` lives in `shop/storage.py`.", "shop/prices.py"),
    ("symbol", "`shop/storage.py` defines the `Stores` class.", "Store"),
    ("member", "`Store.totl_price` sums up.", None),
    ("member", "`Archive.load_rows` reads.", None),
    ("member", "`shop.prices.tax_off` computes.", "shop.prices.tax_of"),
    ("member", "`total_price` is a method of `Archive`.", None),
    ("imports", "Write `from shop.prices import tax_off`.", "tax_of"),
    ("imports", "`shop/prices.py` imports `Store`.", None),
    ("calls", "`checkout_cart` calls `discount_of`.", None),
    ("calls", "`tax_of` calls `Cart.total_price`.", None),
    ("inherits", "`Cart` inherits from `Archive`.", "Store"),
    ("inherits", "`Store` extends `Cart`.", None),
    ("overrides", "`Archive.compress_all` overrides `Store.load_rows`.", None),
    ("raises", "`tax_of` raises `StockError`.", None),
    ("raises", "`Cart.total_price` raises `PriceErorr`.", "PriceError"),
    ("decorated", "`Cart.empty_cart` is decorated with `@classmethod`.", "staticmethod"),
    ("route", "`GET /baskets/{id}` is handled by `show_cart`.", "/carts/{id}"),
    ("constant", "`MAX_ITEMS` is 50.", "40"),
    ("constant", "`GREETING` is set to `'bye'`.", '"hello"'),
    ("signature", "`tax_of` takes an `amuont` argument.", "amount"),
    ("signature", "The `rate` parameter of `Cart.total_price` defaults to `0.3`.", "0.2"),
    ("signature", "If `rate` is not passed to `Cart.total_price`, it falls back to `0.3`.", "0.2"),
    ("member", "| Module | Defines |\n|---|---|\n| `shop.prices` | `Archive` |", None),
    ("line", "`shop/old/storage.py:3` is the place to look at.", "shop/storage.py"),
    ("signature", "`discount_of` takes three arguments.", "1"),
    ("signature", "Call `tax_of(amount=1, rat=2)`.", "rate"),
    ("testedBy", "`discount_of` is tested by `tests/test_cart.py`.", None),
    ("unused", "`tax_of` is never called.", None),
    ("command", "Run `npm run bild`.", "npm run build"),
    ("command", "Run `make doc`.", "make docs"),
    ("environment", "The environment variable `SHOP_PAHT` names the folder.", "SHOP_PATH"),
]


@pytest.mark.parametrize(("kind", "text"), TRUE)
def test_a_true_statement_is_confirmed(kind: str, text: str) -> None:
    report = check(text)
    assert "confirmed" in verdicts(text, kind), [(one.claim, one.judgement) for one in report.claims]
    assert not any(one.is_false for one in report.claims), [one.judgement for one in report.claims if one.is_false]


@pytest.mark.parametrize(("kind", "text", "nearest"), FALSE)
def test_a_false_statement_is_refuted_with_the_nearest_truth(kind: str, text: str, nearest: str | None) -> None:
    report = check(text)
    false = [one for one in report.claims if one.is_false and one.claim.kind == kind]
    assert false, [(one.claim, one.judgement) for one in report.claims]
    assert false[0].judgement.reason
    if nearest is not None:
        assert false[0].judgement.nearest == nearest


@pytest.mark.parametrize(
    "text",
    [
        "Use `os.path.jion` and `requests.gett`, and [the manual](https://example.org/shop/carts.py).",
        "We will add `shop/carts.py` later.",
        "`Cart.total_pryce` was removed in 2.0.",
        "## 1.2.3\n\n`Store.load_row` reads.",
        "For example, create `shop/carts.py` with `chekout_cart()`.",
        "```python\nclient = make()\nclient.total()\n```\n\nThen `client.totl` counts.",
        "Write `path/to/file.py`, `<name>.py` and `my_cart.py`.",
        "`tax_of` does not call `discount_of`.",
        "It is the best cart, and `None` is fine.",
        "The environment variable `TILL_NAME` is composed.",
        "See `dist/shop.js` and `/etc/shop.cfg`.",
        "`Cart.total_price` could call `discount_of`.",
        "`Cart.total_price` raises `OverflowError` from the library.",
        "A handler that returns after using `tax_of` raises `StockError`.",
        "`Cart` extends `Archive` with more items.",
        "It runs `checkout_cart` first, and then calls `discount_of`.",
        "It will call `checkout_cart` in a `@finally` callback.",
        "See [`shop_example`](../shop/cart.py).",
        "`String.trim()` is slow.",
        "Rejected: `tax_off()`.",
        "Write `from shop.prices import X`.",
        "The method `__entre__` is called by Python, as `tax_foo_of()` is.",
        "This is what the old `shop/carts.py` did.",
        "`shop/carts.py`:\n\n```python\nCart()\n```",
        "The module of [`Cart.colors`](https://example.org) is in [`cart.py`](../shop/cart.py).",
        "Should `Cart` inherit from `Archive`?",
        "### Session 3 — 2026-03-14\n\n`shop/carts.py` has a bug.",
        "### Sept. 3, 2026\n\n`shop/carts.py` has a bug.",
        "### 3 December 2026\n\n`shop/carts.py` has a bug.",
        "### March 14th, 2026\n\n`shop/carts.py` has a bug.",
        "`checkout_total` and `storage_cart()` are events of this app.",
        "`Store.js와` 함께.",
    ],
)
def test_what_is_no_statement_about_this_code_is_not_refuted(text: str) -> None:
    assert not [one for one in check(text).claims if one.is_false]


def test_a_true_signature_is_one_statement() -> None:
    found = check("Call `tax_of(amount, rate)`.")
    assert [(one.claim.kind, one.judgement.verdict) for one in found.claims] == [("signature", "confirmed")]


@pytest.mark.parametrize("title", ["Decimal 12 2024", "Marking 12, 2024", "12 Mayors 2024"])
def test_a_title_that_begins_like_a_month_is_no_date(title: str) -> None:
    assert [one.is_false for one in check(f"### {title}\n\n`shop/carts.py` has a bug.").claims] == [True]


def test_a_changelog_is_about_other_times() -> None:
    text = "`Store.totl_price` is new, and `checkout_cart` calls `discount_of`."
    assert any(one.is_false for one in check(text).claims)
    assert not any(one.is_false for one in check(text, "CHANGELOG.md").claims)


def test_ranges_are_those_of_the_written_text() -> None:
    text = "Größe – siehe `Cart.totl_price`\nund `Cart.total_price`.\n"
    source = SourceText(text.encode())
    found = [(source.slice(one.claim.start, one.claim.end), one.judgement.verdict) for one in check(text).claims]
    assert found == [("Cart.totl_price", "refuted"), ("Cart.total_price", "confirmed")]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("constant", "`MAX_ITEMS` is 7 items."),
        ("constant", "Größen — `MAX_ITEMS` is 7 items."),
        ("constant", "If `MAX_ITEMS` is 7, the cart is small."),
        ("calls", "Make sure that `Cart.total_price` calls `checkout_cart`."),
        ("calls", "When `Cart.load_rows` calls `checkout_cart`, it pays."),
        ("raises", "To be told, let `checkout_cart` raise `StockError`."),
    ],
)
def test_conditions_instructions_and_units_are_never_refuted(kind: str, text: str) -> None:
    assert "refuted" not in verdicts(text, kind)


@pytest.mark.parametrize("text", ["`MAX_ITEMS` is 7.", "Größen — `MAX_ITEMS` is 7.", "If in doubt, `MAX_ITEMS` is 7."])
def test_a_plain_value_is_refuted_whatever_is_before_it(text: str) -> None:
    assert verdicts(text, "constant") == ["refuted"]


@pytest.mark.parametrize(
    ("kind", "before"), [("condition", "if a "), ("instruction", "then add "), ("clauses", "if a, then add b; ")]
)
def test_words_before_a_relation_are_read_once(kind: str, before: str) -> None:
    """A million characters in seconds: with a search for each word up to the end, they would take hours."""
    assert is_conditional(before * 100_000) is (kind != "clauses")


@pytest.mark.parametrize("parameters", ["(val owner: Owner)", " private constructor(val owner: Owner)"])
@pytest.mark.parametrize("base", ["", " : Owner()"])
def test_parameters_in_the_first_line_of_a_class_count(parameters: str, base: str) -> None:
    snapshot = snapshot_of(f"""
=== Cart.kt
open class Owner
class Basket{parameters}{base} {{
    constructor(first: String, last: String) : this(Owner())
}}
""")
    text = "`Basket` takes an `owner` argument, and `Basket` takes one argument."
    report = Checker().check(snapshot, "README.md", SourceText(text.encode()), CheckOptions(), CancelToken())
    assert report.claims
    assert not [one.judgement for one in report.claims if one.is_false]


def test_the_title_of_an_item_is_no_name_that_code_has() -> None:
    spec = "=== docs/spec.md\n# Requirements\n\n- The helper checkout_crat() must be fast.\n"
    snapshot = snapshot_of(f"{spec}=== shop.py\ndef checkout_cart(): ...\n")
    assert any("checkout_crat" in name for name in snapshot.names)
    source = SourceText(b"Call `checkout_crat()` first.\n")
    report = Checker().check(snapshot, "docs/guide.md", source, CheckOptions(), CancelToken())
    [judgement] = [one.judgement for one in report.claims if one.claim.kind == "symbol"]
    assert (judgement.verdict, judgement.nearest) == ("refuted", "checkout_cart")


def test_a_path_that_leaves_out_folders_may_begin_anywhere() -> None:
    snapshot = snapshot_of("=== examples/servers/src/counter.py\nx = 1\n=== lib/old/tool.py\nx = 1\n")
    source = SourceText(b"See `servers/counter.py` and `lib/tool.py`.\n")
    report = Checker().check(snapshot, "README.md", source, CheckOptions(), CancelToken())
    found = {one.claim.subject: one.judgement.verdict for one in report.claims}
    assert found == {"servers/counter.py": "unknown", "lib/tool.py": "refuted"}


def test_a_document_for_a_test_says_nothing() -> None:
    snapshot = snapshot_of("=== tests/cases/links.md\nSee [one](one.md).\n=== docs/links.md\nSee [one](one.md).\n")
    found = [
        one.judgement.verdict
        for path in ("tests/cases/links.md", "docs/links.md")
        for one in Checker().check(snapshot, path, snapshot.files[path].source, CheckOptions(), CancelToken()).claims
    ]
    assert found == ["unknown", "refuted"]


def false_names(text: str, files: str, path: str) -> list[str]:
    snapshot = snapshot_of(files)
    source = snapshot.files[path].source if path in snapshot.files else SourceText(text.encode())
    report = Checker().check(snapshot, path, source, CheckOptions(), CancelToken())
    return [one.claim.subject for one in report.claims if one.is_false]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`Cart.row_foo` calls `tax_of`.", ["unknown"]),
        ("`Cart.foo()` calls `tax_of`.", ["unknown"]),
        ("`Cart.example` calls `tax_of`.", ["unknown"]),
        ("`Cart.row_gone` calls `tax_of`.", ["refuted"]),
        ("`Shelf.row_foo` calls `tax_of`.", []),  # nothing of this project
        ("`foo.Cart` calls `tax_of`.", []),
        ("Cart.row_foo calls `tax_of`.", []),
    ],
)
def test_a_member_that_may_be_a_placeholder_is_not_passed_over(text: str, found: list[str]) -> None:
    """Else the only statement would be that `tax_of` exists, which is true."""
    assert verdicts(text, "member") == found


def test_a_member_may_be_called_like_a_placeholder() -> None:
    report = Checker().check(
        snapshot_of("=== shop.py\nclass Cart:\n    def example(self): ...\n"),
        "README.md", SourceText(b"`Cart.example` is a method."), CheckOptions(), CancelToken(),
    )  # fmt: skip
    assert [one.judgement.verdict for one in report.claims if one.claim.kind == "member"] == ["confirmed"]


def verdicts_in(text: str, files: str, path: str) -> list[str]:
    report = Checker().check(snapshot_of(files), path, SourceText(text.encode()), CheckOptions(), CancelToken())
    return [one.judgement.verdict for one in report.claims if one.claim.kind in ("imports", "path")]


def test_a_name_that_differs_by_a_word_of_other_names_is_no_typo() -> None:
    files = "=== app.py\nclass AppState: ...\ndef start(): ...\n"
    assert false_names("`AppStart` and `AppStaet` happen.", files, "README.md") == ["AppStaet"]


def test_what_comments_in_tests_say_is_not_refuted() -> None:
    code = '"""See `Cart.totl`."""\n\ndef {}(x):\n    """Run.\n\n    Args:\n        ghost: Not there.\n    """\n'
    cart = "=== cart.py\nclass Cart:\n    total = 1\n"
    assert false_names("", f"{cart}=== run.py\n{code.format('run')}", "run.py") == ["Cart.totl", "run"]
    assert not false_names("", f"{cart}=== tests/test_run.py\n{code.format('test_run')}", "tests/test_run.py")


def test_members_of_types_that_are_known_in_part_are_not_refuted() -> None:
    files = (
        "=== api.ts\nexport type Issue = Other & { fatal: boolean };\nexport interface User { name: string }\n"
        "declare module 'node:net' {\n  interface Socket { handle: number }\n}\n"
        "=== tests/user.test.ts\nclass Reader { name = 1 }\n"
    )
    text = "`Issue.code`, `User.read`, `Socket.connect` and `Reader.read`."
    assert false_names(text, files, "README.md") == ["User.read"]


def test_a_type_parameter_and_members_of_the_language_are_no_code() -> None:
    files = (
        "=== a.ts\nexport class S {}\nexport class StateTree {}\nexport class Cart extends StateTree { total = 1 }\n"
    )
    text = "| Name | Type |\n|---|---|\n| `S` | extends [`StateTree`](#tree) |\n\n`Cart.class` and `Cart.totl`.\n"
    assert false_names(text, files, "README.md") == ["Cart.totl"]


def test_a_plural_verb_has_another_subject_than_one_name() -> None:
    files = "=== a.py\nclass Value: ...\nclass Source: ...\n"
    assert false_names("Types that implement `Value` also extend `Source`.", files, "README.md") == []
    assert false_names("`Value` also extends `Source`.", files, "README.md") == ["Value"]


def test_conditions_in_other_scripts_are_not_recognised() -> None:
    files = "=== docs/zh.md\n如果你有 [一](one.md), 就改它。\n=== docs/en.md\nSee [one](one.md).\n"
    assert false_names("", files, "docs/zh.md") == []
    assert false_names("", files, "docs/en.md") == ["one.md"]


def test_an_article_makes_no_word_a_symbol() -> None:
    files = "=== a.py\ndef automation(): ...\n"
    assert false_names("It runs in the `automaton` branch.", files, "README.md") == []
    assert false_names("It runs the `automaton` function.", files, "README.md") == ["automaton"]


def test_plurals_products_and_design_notes_are_not_refuted() -> None:
    files = "=== shop/cart.py\nclass Cart:\n    total = 1\n=== docs/a.md\nx\n"
    assert false_names("A pair of `Cart.totals` and `Cart.totel`.", files, "README.md") == ["Cart.totel"]
    assert false_names("Works like [`Express.js`](Express.js) and `Express.js`.", files, "README.md") == []
    assert false_names("`Cart.totel` sums.", files, "design_notes/cart.md") == []


def test_an_error_may_raise_its_own_type_without_a_name() -> None:
    said = "  /** Throws `StopError`. */\n  function"
    own = f"class StopError extends Exception {{\n{said} stop() {{ throw new self(); }}\n"
    other = f"{said} go() {{ throw new Other(); }}\n}}\nclass Other extends Exception {{}}\n"
    assert false_names("", f"=== a.php\n<?php\n{own}{other}", "a.php") == ["StopError.go"]
