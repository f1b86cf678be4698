"""The measurement on two small workspaces whose compilers' indexes are committed; large ones are `make sufficiency`'s.

The bounds are slightly below the measured values, so a change that loses something fails here.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Analysis
from tests.graph_oracle.golden import INDEXES, SHOP, load
from tests.graph_oracle.oracle import Oracle, make_oracle
from tests.graph_oracle.ours import index_workspace
from tests.sufficiency.asked import Asked, find_asked
from tests.sufficiency.baselines import files_in_import_order, filled, imports_of
from tests.sufficiency.causes import list_misses
from tests.sufficiency.measure import BUDGETS, FILES, PACK, Measuring, Outcome
from tests.sufficiency.report import causes, markdown

METHODS = (PACK, FILES)  # chunks need a model
SHOP_SOURCES = {path.relative_to(SHOP).as_posix(): SourceText(path.read_bytes()) for path in sorted(SHOP.rglob("*.ts"))}


def measured(
    oracle: Oracle, sources: dict[str, SourceText], count: int = 10
) -> tuple[Analysis, Measuring, list[Outcome]]:
    analysis = Analysis(index_workspace(sources), None)
    measuring = Measuring("one", analysis, oracle)
    asked = find_asked(oracle, analysis.snapshot.files, count, seed=1)
    return analysis, measuring, [measuring.outcome(one, METHODS) for one in asked]


@pytest.fixture(scope="module")
def shop() -> Oracle:
    return make_oracle(load(INDEXES["typescript"]), SHOP_SOURCES)


@pytest.fixture(scope="module")
def shop_asked(shop: Oracle) -> dict[str, Asked]:
    found = find_asked(shop, index_workspace(SHOP_SOURCES).files, 100, seed=1)
    return {one.symbol.rpartition("/")[2]: one for one in found}


def last_names(symbols: Iterable[str]) -> set[str]:
    return {symbol.rpartition("/")[2] for symbol in symbols}


def test_a_function_needs_the_symbols_its_text_refers_to(shop_asked: dict[str, Asked]) -> None:
    refill = shop_asked["Stock#refill()."]
    assert last_names(refill.needed) == {
        "Named#", "make().", "Named#name.", "Item#describe().", "Stock#last.", "Article#", "Colour#", "Colour#Green.",
        "Article#describe().",
    }  # fmt: skip
    assert {path for sites in refill.needed.values() for path, _ in sites} == {"src/items.ts", "src/stock.ts"}


def test_a_function_with_few_needs_is_not_asked_for(shop_asked: dict[str, Asked]) -> None:
    assert "Stock#first()." not in shop_asked
    assert all(len(one.needed) >= 3 for one in shop_asked.values())


def test_of_overloads_the_implementation_is_asked_for(shop_asked: dict[str, Asked]) -> None:
    source = SHOP_SOURCES["src/items.ts"]
    assert shop_asked["make()."].place == ("src/items.ts", source.data.index(b"make(name: string, price = 0)"))
    assert last_names(shop_asked["make()."].needed) == {"created.", "Article#", "Item#"}


def symbol_named(oracle: Oracle, name: str) -> str:
    return next(symbol for symbol in oracle.kinds if symbol.endswith(f"/{name}"))


def test_the_choice_is_the_same_every_time(shop: Oracle) -> None:
    files = index_workspace(SHOP_SOURCES).files
    once, again, other = (find_asked(shop, files, 2, seed) for seed in (1, 1, 2))
    assert once == again
    assert len(once) == len(other) == 2


def test_files_come_in_the_order_of_imports(shop: Oracle) -> None:
    sources = {path: [""] for path in SHOP_SOURCES}
    order = [path for path, _, _ in files_in_import_order("src/open.ts", imports_of(shop), sources)]
    assert order[0] == "src/open.ts"
    assert len(order) == len(set(order))
    assert set(order) <= SHOP_SOURCES.keys()
    assert order.index("src/items.ts") > 0


def test_a_budget_is_filled_piece_by_piece() -> None:
    sources = {"a": ["word " * 10] * 10, "b": ["word " * 10] * 10}
    pieces = [("a", 0, 10), ("b", 0, 10)]
    both, all_tokens = filled(pieces, sources, 1_000, cut=False)
    assert both == {"a": set(range(10)), "b": set(range(10))}
    first, tokens = filled(pieces, sources, all_tokens - 1, cut=False)
    assert first == {"a": set(range(10))}
    assert tokens < all_tokens
    cut, cut_tokens = filled(pieces, sources, all_tokens - 1, cut=True)
    assert cut["a"] == both["a"]
    assert cut["b"] < both["b"]
    assert tokens < cut_tokens < all_tokens
    assert filled(pieces, sources, 5, cut=True) == ({}, 0)


@pytest.mark.parametrize(("language", "least"), [("python", 0.93), ("typescript", 0.94)])
def test_packs_hold_the_needs_of_functions(language: str, least: float, tenacity_root: Path) -> None:
    python = {p.relative_to(tenacity_root).as_posix(): SourceText(p.read_bytes()) for p in tenacity_root.rglob("*.py")}
    sources = python if language == "python" else SHOP_SOURCES
    oracle = make_oracle(load(INDEXES["python" if language == "python" else "typescript"]), sources)
    _, _, outcomes = measured(oracle, sources)
    assert outcomes
    shares = [one.share(PACK, 4_000) for one in outcomes]
    assert sum(shares) / len(shares) >= least
    for one in outcomes:
        assert [one.share(PACK, budget) for budget in BUDGETS] == sorted(one.share(PACK, budget) for budget in BUDGETS)
        assert all(one.given[method, budget].tokens <= budget for method in METHODS for budget in BUDGETS)


def test_symbols_that_are_not_shown_are_misses(shop: Oracle) -> None:
    """The compiler's index has a needed symbol at a place that no pack shows."""
    lost = symbol_named(shop, "Stock#")
    elsewhere = ("src/index.ts", 0)
    other = replace(shop, sites={**shop.sites, lost: frozenset({elsewhere})})
    analysis, measuring, outcomes = measured(other, SHOP_SOURCES)
    outcome = next(one for one in outcomes if lost in one.asked.needed)
    assert all(lost not in outcome.given[PACK, budget].present for budget in BUDGETS)
    misses = list_misses(analysis, measuring, outcome)
    assert [(miss.cause, miss.kind, miss.needed) for miss in misses] == [("unresolved", "class", lost)]
    assert "| unresolved | 1 | class 1 |" in causes(misses)


def test_tables_have_a_row_for_each_method_and_budget(shop: Oracle) -> None:
    _, _, outcomes = measured(shop, SHOP_SOURCES)
    rows = [row for row in markdown(outcomes, METHODS).splitlines() if row.startswith("| ")]
    for method in METHODS:
        assert [row.split(" | ")[1] for row in rows if row.startswith(f"| {method} |")] == [
            "1,000",
            "2,000",
            "4,000",
            "8,000",
        ]
