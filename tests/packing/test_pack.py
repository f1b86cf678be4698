"""Packs as a whole: never over budget, every line from a file, the same for the same, never worse with more tokens."""

import re
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.index.host import Host
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.packing.lines import ELISION
from ctx_lsp.packing.model import Pack, PackFormat, PackOptions
from ctx_lsp.packing.pack import make_pack
from ctx_lsp.retrieval.analyse import analyse
from ctx_lsp.retrieval.model import Filter, Item
from ctx_lsp.retrieval.search import Asked, search
from ctx_lsp.text.source import SourceText
from tests.packing.shop import SHOP, about, ask, encoded, item, pack_of
from tests.workspaces import snapshot_of

FORMATS: tuple[PackFormat, ...] = ("markdown", "xml", "json", "compact")
LEVELS = ("outline", "signature", "folded", "full")
QUESTIONS = ("How is the tax added to a price?", "Cart", "add a discount to the cart", "rate")
PRICE = "shop/cart.py::Cart.price"


def levels(pack: Pack) -> dict[str, int]:
    return {one.item.symbol or f"{one.item.path}:{one.item.start}": LEVELS.index(one.level) for one in pack.items}


GOLDEN = '''\
# shop/cart.py::Cart.price

Completeness 1.00 (6 of 6 needed symbols) · 4 files · 408 / 440 tokens

## `shop/cart.py:3-38`
- `Line.article`, `Line.count`, `Cart.rate`, `Cart.lines`: dependency, reads ← Cart.price
- `Cart`: type, contains → Cart.price, signature
- `Cart.price`: primary

```python
from shop.base import Priced
from shop.tax import Rate, with_tax
…
class Line:
    …
    article: Priced
    count: int


class Cart(Priced):
    """What a customer wants to buy.
    …
    """
    …
        self.rate = rate
        self.lines: list[Line] = []
    …
    def price(self) -> int:
        """The sum of all lines, tax included."""
        total = 0
        for line in self.lines:
            total += with_tax(line.article.price() * line.count, self.rate)
        return total
```

## `shop/tax.py:8-13` `with_tax`: dependency, calls ← Cart.price

```python
def with_tax(net: int, rate: Rate) -> int:
    """Add the tax.

    Rounds half up, as the law demands.
    """
    return round_half_up(net * (100 + rate.percent), 100)
```

## `shop/base.py:2-13` `Priced.price`: base, overrides ← Cart.price

```python
import abc


class Priced(abc.ABC):
    …
    @abc.abstractmethod
    def price(self) -> int:
        """Cents."""
```

## `shop/desk.py:1-7` `check_out`: caller, calls → Cart.price

```python
from shop.cart import Cart
…
def check_out(cart: Cart) -> int:
    """What the customer pays."""
    return cart.price()
```
'''

SMALL = '''\
# shop/cart.py::Cart.price

Completeness 0.88 (5 of 6 needed symbols) · 2 files · 266 / 280 tokens

## `shop/cart.py:3-38`
- `Line.article`, `Line.count`, `Cart.rate`, `Cart.lines`: dependency, reads ← Cart.price
- `Cart.price`: primary

```python
from shop.base import Priced
from shop.tax import Rate, with_tax
…
class Line:
    …
    article: Priced
    count: int


class Cart(Priced):
    …
        self.rate = rate
        self.lines: list[Line] = []
    …
    def price(self) -> int:
        """The sum of all lines, tax included."""
        total = 0
        for line in self.lines:
            total += with_tax(line.article.price() * line.count, self.rate)
        return total
```

## `shop/tax.py:8-12` `with_tax`: dependency, calls ← Cart.price, signature

```python
def with_tax(net: int, rate: Rate) -> int:
    """Add the tax.
    …
    """
```

## Missing

- `shop/base.py::Priced.price`, needed by `Cart.price` (budget)
'''


@pytest.mark.parametrize(("budget", "expected"), [(440, GOLDEN), (280, SMALL)])
def test_a_whole_pack(budget: int, expected: str) -> None:
    assert about(SHOP, PRICE, budget).text == expected


def test_what_is_missing_is_named_where_there_is_room() -> None:
    pack = about(SHOP, "shop/cart.py::Cart.add", 1000, dependency_depth=0)
    assert [(one.symbol, one.reason) for one in pack.completeness.unresolved] == [
        ("shop/base.py::Priced", "depth"),
        ("shop/cart.py::Line", "depth"),
        ("shop/cart.py::Cart.lines", "depth"),
        ("shop/cart.py::LIMIT", "depth"),
    ]
    assert pack.text.partition("## Missing\n\n")[2] == "".join(
        f"- `{one.symbol}`, needed by `Cart.add` (depth)\n" for one in pack.completeness.unresolved
    )
    small = about(SHOP, "shop/cart.py::Cart.add", pack.tokens.used - 20, dependency_depth=0)
    assert small.items == pack.items
    assert "(depth)\n- and " in small.text
    assert pack.warnings == ("completeness 0.00 is below the 0.90 asked for: see what is unresolved.",)


def test_edges_connect_what_is_packed() -> None:
    found = {
        (one.source.partition("::")[2], one.kind, one.target.partition("::")[2]) for one in about(SHOP, PRICE).edges
    }
    assert ("Cart.price", "calls", "with_tax") in found
    assert ("with_tax", "calls", "round_half_up") in found
    assert ("Cart.add", "calls", "Line") not in found


def test_figures_add_up() -> None:
    pack = about(SHOP, PRICE, 400)
    assert pack.tokens.used == encoded(pack.text)
    assert pack.tokens.budget == 400
    paths = {one.item.path for one in pack.items}
    assert pack.tokens.baseline == sum(encoded(SHOP.files[path].source.data.decode()) for path in paths)
    assert all(one.tokens == encoded(one.text) for one in pack.items)
    assert list(pack.timings) == ["expansion", "choice", "rendering", "baseline"]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(QUESTIONS), st.integers(100, 1500), st.sampled_from(FORMATS))
def test_never_over_budget_and_always_the_same(question: str, budget: int, form: PackFormat) -> None:
    options = PackOptions(max_tokens=budget, format=form)
    pack = ask(SHOP, question, options)
    assert encoded(pack.text) == pack.tokens.used <= budget
    again = ask(SHOP, question, options)
    assert (again.text, again.pack_id, again.items) == (pack.text, pack.pack_id, pack.items)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(QUESTIONS), st.integers(100, 1500), st.integers(1, 400), st.sampled_from(FORMATS))
def test_a_bigger_budget_loses_nothing(question: str, budget: int, more: int, form: PackFormat) -> None:
    small = ask(SHOP, question, PackOptions(max_tokens=budget, format=form))
    big = ask(SHOP, question, PackOptions(max_tokens=budget + more, format=form))
    assert big.completeness.score >= small.completeness.score
    before, after = levels(small), levels(big)
    assert all(after.get(symbol, -1) >= level for symbol, level in before.items())


def test_one_token_more_at_a_time_loses_nothing() -> None:
    packs = [about(SHOP, PRICE, budget) for budget in range(100, 520)]
    for small, big in pairwise(packs):
        assert big.completeness.score >= small.completeness.score
        assert all(levels(big).get(symbol, -1) >= level for symbol, level in levels(small).items())
    assert packs[-1].completeness.score == 1.0 > packs[0].completeness.score


def test_first_results_come_first_and_small_ones_whole() -> None:
    names = "shop/tax.py::with_tax", PRICE, "shop/tax.py::Rate", "shop/base.py::Priced", "shop/cart.py::LIMIT"
    ranked = [item(SHOP, name, 2.0 - place / 5) for place, name in enumerate(names)]
    shown: dict[int, list[str]] = {}
    for budget in (120, 180, 260, 310, 350):
        level = {one.item.symbol: one.level for one in pack_of(SHOP, ranked, PackOptions(budget)).items}
        shown[budget] = [f"{name.partition('::')[2]} {level[name]}" for name in names if name in level]
    assert shown == {
        120: ["with_tax signature"],
        180: ["with_tax full", "Cart.price signature"],
        260: ["with_tax full", "Cart.price full", "Rate full"],
        310: ["with_tax full", "Cart.price full", "Rate full", "Priced signature"],
        350: ["with_tax full", "Cart.price full", "Rate full", "Priced full", "LIMIT full"],
    }


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(QUESTIONS), st.integers(150, 1500))
def test_every_line_has_its_place_in_a_file(question: str, budget: int) -> None:
    pack = ask(SHOP, question, PackOptions(max_tokens=budget))
    for one in pack.items:
        source = SHOP.files[one.item.path].source.data.decode().split("\n")
        if one.level != "outline":
            assert all(line in source or line.strip() == ELISION for line in one.text.split("\n"))
    check_excerpts(SHOP, pack)


def check_excerpts(snapshot: Snapshot, pack: Pack) -> None:
    """Each excerpt's lines stand in its file, in order, within the lines it cites; no line is cited twice."""
    seen: set[tuple[str, int]] = set()
    blocks = re.findall(r"^## `(\S+):(\d+)-(\d+)`.*\n(?:- .*\n)*\n```\w*\n((?s:.*?))^```$", pack.text, re.MULTILINE)
    assert bool(blocks) == any(one.level != "outline" for one in pack.items)
    for path, first, last, text in blocks:
        source = snapshot.files[path].source.data.decode().split("\n")
        place = int(first) - 1
        for line in text.removesuffix("\n").split("\n"):
            if line.strip() == ELISION:
                continue
            found = source.index(line, place) if line.strip() else place
            assert found < int(last)
            if line.strip():
                assert (path, found) not in seen
                seen.add((path, found))
            place = found + 1


def test_a_method_in_a_type_that_is_whole_is_an_item_and_not_repeated() -> None:
    ranked = [item(SHOP, "shop/tax.py::Rate", 1.0), item(SHOP, "shop/tax.py::Rate.__init__", 0.9)]
    pack = pack_of(SHOP, ranked, PackOptions())
    assert levels(pack)["shop/tax.py::Rate.__init__"] == LEVELS.index("full")
    assert pack.text.count("def __init__(self, percent: int)") == 1
    assert pack.text.count("class Rate:") == 1


def test_the_levels_fall_with_the_budget() -> None:
    seen = [levels(about(SHOP, PRICE, budget)).get("shop/tax.py::with_tax") for budget in (100, 230, 600)]
    assert seen == [None, LEVELS.index("signature"), LEVELS.index("full")]


def test_where_nothing_fits_a_warning_says_so() -> None:
    long = "x" * 400
    workspace = snapshot_of(f"=== a/{long}.py\ndef {long}(a):\n    return a\n")
    for form in FORMATS:
        pack = about(workspace, f"a/{long}.py::{long}", 100, format=form)
        assert pack.items == ()
        assert pack.warnings == ("Nothing that was found fits in 100 tokens.",)
        assert encoded(pack.text) == pack.tokens.used <= 100
        assert pack.tokens.baseline == 0
        assert pack.tokens.savings == 0.0


def test_where_nothing_was_found_a_warning_says_so() -> None:
    pack = pack_of(SHOP, [], PackOptions())
    assert (pack.items, pack.warnings) == ((), ("Nothing was found that could be shown.",))
    assert pack.completeness.score == 0.0
    assert pack.text == "# What is it?\n\nNothing to show · 0 files · 22 / 4,096 tokens\n"
    assert pack.tokens.used == encoded(pack.text)


def test_tests_enter_when_they_are_asked_for() -> None:
    test = "tests/test_cart.py::test_an_empty_cart_costs_nothing"
    assert test not in levels(about(SHOP, "shop/tax.py::Rate"))
    assert test in levels(about(SHOP, "shop/tax.py::Rate", include_tests=True))
    ranked = [item(SHOP, test, 1.0), item(SHOP, "shop/tax.py::Rate", 0.9)]
    assert test in levels(pack_of(SHOP, ranked, PackOptions()))
    assert test not in levels(pack_of(SHOP, ranked, PackOptions(include_tests=False)))


def test_a_filter_keeps_partners_out_and_says_so() -> None:
    pack = about(SHOP, PRICE, filter=Filter(exclude=("shop/tax.py",)))
    assert all(one.item.path != "shop/tax.py" for one in pack.items)
    assert [(one.symbol, one.reason) for one in pack.completeness.unresolved] == [("shop/tax.py::with_tax", "filtered")]
    assert "shop/tax.py::with_tax" in levels(about(SHOP, PRICE, filter=Filter(kinds=("Method",))))


def test_a_piece_of_text_without_a_symbol_is_packed() -> None:
    workspace = snapshot_of("=== notes.md\n# Notes\n\nThe tax is added last.\n")
    whole = Item("notes.md", 0, 32, None, "File", "markdown", "", 1.0, {})
    pack = pack_of(workspace, [whole], PackOptions())
    assert "## `notes.md:1-3` text: primary\n\n```markdown\n# Notes\n\nThe tax is added last.\n```\n" in pack.text
    assert [(one.item.symbol, one.level) for one in pack.items] == [(None, "full")]


def test_the_id_names_question_options_and_text() -> None:
    pack = about(SHOP, PRICE, 400)
    assert re.fullmatch("[0-9a-f]{32}", pack.pack_id)
    assert about(SHOP, PRICE, 401).pack_id != pack.pack_id
    assert about(SHOP, PRICE, 400, format="xml").pack_id != pack.pack_id
    assert ask(SHOP, "how  is\nit?").pack_id == ask(SHOP, " how is it?").pack_id != ask(SHOP, "who is it?").pack_id


def edited(changes: dict[str, tuple[str, str]]) -> Snapshot:
    host = Host()
    texts = {path: entry.source for path, entry in SHOP.files.items()}
    for path, (old, new) in changes.items():
        assert old in texts[path].data.decode()
        texts[path] = SourceText(texts[path].data.decode().replace(old, new).encode())
    host.apply(texts)
    host.resolve()
    return host.snapshot(len(texts))


def test_the_id_outlives_edits_elsewhere_and_ends_with_its_text() -> None:
    before = about(SHOP, PRICE, 280).pack_id
    elsewhere = {
        "shop/tax.py": ("class Rate", "# a new line above\n\nclass Rate"),
        "shop/desk.py": ("pays", "will pay"),
    }
    assert about(edited(elsewhere), PRICE, 280).pack_id == before
    assert about(edited({"shop/cart.py": ("total = 0", "total = 1")}), PRICE, 280).pack_id != before


def test_cancellation_stops_the_work() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        make_pack(SHOP, analyse("tax"), [item(SHOP, PRICE)], PackOptions(), token, Timings())


marks = ["```", "~~~", "## x", "]]>", "</pack>", "@1 a:1-1 x", "<|endoftext|>", "def f(): pass", "\t\x0c", "é" * 9]
hostile = st.lists(st.sampled_from(marks), max_size=12)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(hostile, st.integers(100, 400), st.sampled_from(FORMATS), st.sampled_from(["a.py", "b.md", "c.rs", "d.txt"]))
def test_any_text_keeps_the_budget(lines: list[str], budget: int, form: PackFormat, path: str) -> None:
    host = Host()
    host.apply({path: SourceText(("\n".join(lines) + "\n").encode())})
    host.resolve()
    pack = ask(host.snapshot(1), "def f endoftext pack", PackOptions(max_tokens=budget, format=form))
    assert encoded(pack.text) == pack.tokens.used <= budget


@pytest.fixture(scope="module")
def structlog(structlog_snapshot: Snapshot) -> Snapshot:
    return structlog_snapshot


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("question", ["How are processors chained?", "bind", "add a renderer for JSON lines"])
def test_a_real_package(structlog: Snapshot, question: str, form: PackFormat) -> None:
    query, token = analyse(question), CancelToken()
    found = search(structlog, Asked(query), 40, token, Timings()).items
    before: Pack | None = None
    for budget in (100, 137, 260, 512, 1024, 2048, 4096, 8192, 20_000):
        pack = make_pack(structlog, query, found, PackOptions(budget, format=form), token, Timings())
        assert encoded(pack.text) == pack.tokens.used <= budget
        if form == "markdown":
            check_excerpts(structlog, pack)
        if before is not None:
            assert pack.completeness.score >= before.completeness.score
            assert all(levels(pack).get(symbol, -1) >= level for symbol, level in levels(before).items())
        if budget <= 4096:
            assert pack.tokens.used >= 0.6 * budget or budget < 512, "the budget is put to use"
        before = pack
    assert before is not None
    assert before.completeness.score > 0.9


def test_wider_figures_in_the_head_lose_nothing(structlog: Snapshot) -> None:
    query, token = analyse("How are processors chained?"), CancelToken()
    found = search(structlog, Asked(query), 40, token, Timings()).items
    packs = [make_pack(structlog, query, found, PackOptions(n), token, Timings()) for n in range(940, 1060)]
    for small, big in pairwise(packs):
        assert all(levels(big).get(symbol, -1) >= level for symbol, level in levels(small).items())
