"""Packs as a whole: never over budget, every line from a file, deterministic, never worse with more tokens."""

import re
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.packing.detail.levels import BODIES
from ctx_lsp.packing.detail.lines import ELISION
from ctx_lsp.packing.formats.formats import FORMATS as RENDERERS
from ctx_lsp.packing.formats.formats import render
from ctx_lsp.packing.model import Pack, PackFormat, PackOptions, Readiness, ShownResults
from ctx_lsp.packing.pack import make_pack
from ctx_lsp.packing.pack_draft import PackInput
from ctx_lsp.retrieval.model import Item, ResultFilter
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText
from tests.packing.checks import LEVELS, check_excerpts, check_growth, levels
from tests.packing.shop import SHOP, about, answer_of, ask, encoded, find, item, pack_of
from tests.workspaces import snapshot_of

FORMATS: tuple[PackFormat, ...] = ("markdown", "xml", "json", "compact")
QUESTIONS = ("How is the tax added to a price?", "Cart", "add a discount to the cart", "rate")
PRICE = "shop/cart.py::Cart.price"


GOLDEN = '''\
# shop/cart.py::Cart.price

ready · 1 of 1 results · 6 of 6 dependencies · 354 / 500 tokens

## `shop/cart.py:10-38`
main: Cart.price; needed: Line.article, Line.count, Cart.rate, Cart.lines; type: Cart
```python
class Line:
    … L13
    article: Priced
    count: int


class Cart(Priced):
    """What a customer wants to buy.
    … L21
    """
    … L24
        self.rate = rate
        self.lines: list[Line] = []
    … L33
    def price(self) -> int:
        """The sum of all lines, tax included."""
        total = 0
        for line in self.lines:
            total += with_tax(line.article.price() * line.count, self.rate)
        return total
```

## `shop/tax.py:8-13`
needed: with_tax
```python
def with_tax(net: int, rate: Rate) -> int:
    """Add the tax.

    Rounds half up, as the law demands.
    """
    return round_half_up(net * (100 + rate.percent), 100)
```

## `shop/base.py:5-13`
base: Priced.price
```python
class Priced(abc.ABC):
    … L11
    @abc.abstractmethod
    def price(self) -> int:
        """Cents."""
```

## `shop/desk.py:5-7`
caller: check_out
```python
def check_out(cart: Cart) -> int:
    """What the customer pays."""
    return cart.price()
```
'''

SMALL = '''\
# shop/cart.py::Cart.price

not ready: raise the budget to 1,000: 6 dependencies are not shown · 1 of 1 results · \
0 of 6 dependencies · 178 / 235 tokens

## `shop/cart.py:17-38`
main: Cart.price
```python
class Cart(Priced):
    … L33
    def price(self) -> int:
        """The sum of all lines, tax included."""
        total = 0
        for line in self.lines:
            total += with_tax(line.article.price() * line.count, self.rate)
        return total
```

## Missing

- `shop/tax.py::with_tax`, needed by `Cart.price` (budget)
- `shop/base.py::Priced.price`, needed by `Cart.price` (budget)
- and 4 more
'''


@pytest.mark.parametrize(("budget", "expected"), [(500, GOLDEN), (235, SMALL)])
def test_a_whole_pack(budget: int, expected: str) -> None:
    assert about(SHOP, PRICE, budget).text == expected


def test_missing_dependencies_are_listed_if_they_fit() -> None:
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
    packs = (about(SHOP, "shop/cart.py::Cart.add", n, dependency_depth=0) for n in range(100, 400))
    lists = [one.text.partition("## Missing\n\n")[2] for one in packs if one.items == pack.items]
    assert "- 4 symbols\n" in lists
    assert "- `shop/base.py::Priced`, needed by `Cart.add` (depth)\n- and 3 more\n" in lists
    assert pack.readiness == Readiness(False, "ask for Priced, Line: 4 dependencies are not shown")
    assert pack.warnings == ()


def test_edges_connect_packed_symbols() -> None:
    found = {
        (one.source.partition("::")[2], one.kind, one.target.partition("::")[2]) for one in about(SHOP, PRICE).edges
    }
    assert ("Cart.price", "calls", "with_tax") in found
    assert ("with_tax", "calls", "round_half_up") in found
    assert ("Cart.add", "calls", "Line") not in found


def test_figures_add_up() -> None:
    pack = about(SHOP, PRICE, 440)
    assert pack.tokens.used == encoded(pack.text)
    assert pack.tokens.budget == 440
    paths = {one.item.path for one in pack.items if one.level in BODIES}
    assert paths < {one.item.path for one in pack.items}, "a file of which only signatures are shown does not count"
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
    check_growth(small, big)


def test_one_token_more_at_a_time_loses_nothing() -> None:
    packs = [about(SHOP, PRICE, budget) for budget in range(100, 620)]
    for small, big in pairwise(packs):
        check_growth(small, big)
    scores = list(dict.fromkeys(pack.completeness.score for pack in packs))
    assert scores[0] is None, "no body is shown"
    assert scores[1:] == sorted(scores[1:], key=lambda score: score or 0.0)
    assert (scores[1], scores[-1]) == (0.0, 1.0)


def test_first_results_come_first_and_small_ones_whole() -> None:
    names = "shop/tax.py::with_tax", PRICE, "shop/tax.py::Rate", "shop/base.py::Priced", "shop/cart.py::LIMIT"
    ranked = [item(SHOP, name, 2.0 - place / 5) for place, name in enumerate(names)]
    states: list[str] = []
    for budget in range(100, 600):
        level = {one.item.symbol: one.level for one in pack_of(SHOP, ranked, PackOptions(budget)).items}
        state = ", ".join(f"{name.partition('::')[2]} {level[name]}" for name in names if name in level)
        states += [state] if state not in states else []
    assert states == [
        "with_tax outline",
        "with_tax signature",
        "with_tax full",
        "with_tax full, Cart.price outline",
        "with_tax full, Cart.price signature",
        "with_tax full, Cart.price full",
        "with_tax full, Cart.price full, Rate outline",
        "with_tax full, Cart.price full, Rate signature",
        "with_tax full, Cart.price full, Rate full",
        "with_tax full, Cart.price full, Rate full, Priced outline",
        "with_tax full, Cart.price full, Rate full, Priced signature",
        "with_tax full, Cart.price full, Rate full, Priced full",
        "with_tax full, Cart.price full, Rate full, Priced full, LIMIT outline",
        "with_tax full, Cart.price full, Rate full, Priced full, LIMIT full",
    ]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(QUESTIONS), st.integers(150, 1500))
def test_every_line_has_its_place_in_a_file(question: str, budget: int) -> None:
    pack = ask(SHOP, question, PackOptions(max_tokens=budget))
    for one in pack.items:
        source = SHOP.files[one.item.path].source.data.decode().split("\n")
        if one.level != "outline":
            assert all(line in source or line.strip() == ELISION for line in one.text.split("\n"))
    check_excerpts(SHOP, pack)


def test_a_method_in_a_type_that_is_whole_is_an_item_and_not_repeated() -> None:
    ranked = [item(SHOP, "shop/tax.py::Rate", 1.0), item(SHOP, "shop/tax.py::Rate.__init__", 0.9)]
    pack = pack_of(SHOP, ranked, PackOptions())
    assert levels(pack)["shop/tax.py::Rate.__init__"] == LEVELS.index("full")
    assert pack.text.count("def __init__(self, percent: int)") == 1
    assert pack.text.count("class Rate:") == 1


def test_the_levels_fall_with_the_budget() -> None:
    seen = [levels(about(SHOP, PRICE, budget)).get("shop/tax.py::with_tax") for budget in (100, 310, 600)]
    assert seen == [None, LEVELS.index("signature"), LEVELS.index("full")]


def test_a_warning_reports_that_nothing_fits() -> None:
    long = "x" * 400
    workspace = snapshot_of(f"=== a/{long}.py\ndef {long}(a):\n    return a\n")
    for form in FORMATS:
        pack = about(workspace, f"a/{long}.py::{long}", 100, format=form)
        assert pack.items == ()
        assert pack.warnings == ("No result fits in 100 tokens.",)
        assert pack.readiness == Readiness(False, "raise the budget to 500: most of its body is not shown")
        assert (pack.shown, pack.confidence) == (ShownResults(0, 1), None)
        assert encoded(pack.text) == pack.tokens.used <= 100
        assert pack.tokens.baseline == 0
        assert pack.tokens.savings == 0.0


def test_a_warning_reports_that_nothing_was_found() -> None:
    pack = pack_of(SHOP, [], PackOptions())
    assert (pack.items, pack.warnings) == ((), ("No matching code found.",))
    assert (pack.completeness.score, pack.shown) == (None, ShownResults(0, 0))
    assert re.fullmatch(r"# What is it\?\n\n.* · \d\d / 4,096 tokens\n", pack.text)
    assert pack.tokens.used == encoded(pack.text)


def test_tests_enter_when_they_are_asked_for() -> None:
    test = "tests/test_cart.py::test_an_empty_cart_costs_nothing"
    assert test not in levels(about(SHOP, "shop/tax.py::Rate"))
    assert test in levels(about(SHOP, "shop/tax.py::Rate", include_tests=True))
    ranked = [item(SHOP, test, 1.0), item(SHOP, "shop/tax.py::Rate", 0.9)]
    assert test in levels(pack_of(SHOP, ranked, PackOptions()))
    assert test not in levels(pack_of(SHOP, ranked, PackOptions(include_tests=False)))


def test_a_filter_keeps_partners_out_and_is_reported() -> None:
    pack = about(SHOP, PRICE, filter=ResultFilter(exclude=("shop/tax.py",)))
    assert all(one.item.path != "shop/tax.py" for one in pack.items)
    assert [(one.symbol, one.reason) for one in pack.completeness.unresolved] == [("shop/tax.py::with_tax", "filtered")]
    assert "shop/tax.py::with_tax" in levels(about(SHOP, PRICE, filter=ResultFilter(kinds=("Method",))))


def test_a_piece_of_text_without_a_symbol_is_packed() -> None:
    workspace = snapshot_of("=== notes.md\n# Notes\n\nThe tax is added last.\n")
    whole = Item("notes.md", 0, 32, None, "File", "markdown", "", 1.0, {})
    pack = pack_of(workspace, [whole], PackOptions())
    assert "## `notes.md:1-3`\n```markdown\n# Notes\n\nThe tax is added last.\n```\n" in pack.text
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


def test_the_id_survives_edits_elsewhere_and_ends_with_its_text() -> None:
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
        make_pack(SHOP, PackInput(analyse("tax"), (item(SHOP, PRICE),), PackOptions()), token, Timings())


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
    found = find(structlog, question)
    before: Pack | None = None
    for budget in (100, 137, 260, 512, 1024, 2048, 4096, 8192, 20_000):
        pack = answer_of(structlog, found, PackOptions(budget, format=form))
        assert encoded(pack.text) == pack.tokens.used <= budget
        if form == "markdown":
            check_excerpts(structlog, pack)
        if before is not None:
            check_growth(before, pack)
        if 512 <= budget <= 4096:
            dearest = max(encoded(render(pack.document, other)) for other in RENDERERS.values())
            # A name alone is answered by its definitions.
            assert dearest >= 0.6 * min(budget, 1_500 if question == "bind" else budget), "the budget is put to use"
        before = pack
    assert before is not None
    assert before.shown.main == before.shown.of > 0


@pytest.mark.parametrize("symbol", ["structlog/stdlib.py::BoundLogger.bind", "structlog/dev.py::ConsoleRenderer"])
def test_a_symbol_of_a_real_package(structlog: Snapshot, symbol: str) -> None:
    packs = [about(structlog, symbol, budget) for budget in (100, 260, 1024, 4096, 20_000)]
    for small, big in pairwise(packs):
        check_growth(small, big)
        check_excerpts(structlog, big)
    assert (packs[-1].completeness.score or 0.0) > 0.9
    assert packs[-1].readiness == Readiness(True, "")


def test_wider_figures_in_the_head_lose_nothing(structlog: Snapshot) -> None:
    found = find(structlog, "How are processors chained?")
    packs = [answer_of(structlog, found, PackOptions(budget)) for budget in range(940, 1060)]
    for small, big in pairwise(packs):
        check_growth(small, big)
