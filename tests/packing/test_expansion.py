"""Partners of definitions with their paths and relevance, and the needs of definitions."""

import pytest

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.packing.assessment.completeness import find_needs, measure, needs_of_bodies
from ctx_lsp.packing.detail.lines import Lines
from ctx_lsp.packing.expansion import MAX_DEPENDANTS, expand, relation_text
from ctx_lsp.packing.model import Completeness
from tests.packing.shop import SHOP, about
from tests.workspaces import snapshot_of

EVERYWHERE: Lines = ((0, 1000),)


def partners(symbol: str, depth: int) -> dict[str, str]:
    found = expand(SHOP, {symbol: 1.0}, depth, CancelToken())
    return {one.definition.qualname: f"{one.role}: {relation_text(one.relation, short=True)}" for one in found}


def test_roles_and_ways() -> None:
    found = partners("shop/cart.py::Cart.price", 2)
    assert found["with_tax"] == "dependency: calls ← Cart.price"
    assert found["Priced.price"] == "base: overrides ← Cart.price"
    assert found["Cart.rate"] == "dependency: reads ← Cart.price"
    assert found["Rate"] == "type: uses-type ← with_tax ← calls ← Cart.price"
    assert found["round_half_up"] == "dependency: calls ← with_tax ← calls ← Cart.price"
    assert partners("shop/base.py::Priced", 1)["Cart"] == "sibling: inherits → Priced"
    assert partners("shop/cart.py::Cart", 1)["check_out"] == "caller: uses-type → Cart"
    assert partners("shop/cart.py::Cart", 1)["test_an_empty_cart_costs_nothing"].startswith("test: ")


def test_depth_limits_the_way() -> None:
    assert "round_half_up" not in partners("shop/cart.py::Cart.price", 1)
    assert partners("shop/cart.py::Cart.price", 0) == {}


def test_the_full_relation_names_files() -> None:
    best = expand(SHOP, {"shop/desk.py::check_out": 1.0}, 1, CancelToken())[0]
    assert relation_text(best.relation) == "uses-type ← shop/desk.py::check_out"


def test_relevance_falls_with_distance_and_doubt_and_decides_the_order() -> None:
    found = expand(SHOP, {"shop/cart.py::Cart.price": 0.8}, 2, CancelToken())
    relevance = {one.definition.qualname: one.relevance for one in found}
    assert 0.8 > relevance["with_tax"] > 3 * relevance["Rate"] > 0
    assert [one.relevance for one in found] == sorted(relevance.values(), reverse=True)


def test_other_dependencies_of_a_caller_are_not_partners() -> None:
    text = "=== a.py\ndef asked(): pass\ndef aside(): pass\ndef caller():\n    asked()\n    aside()\n"
    found = expand(snapshot_of(text), {"a.py::asked": 1.0}, 3, CancelToken())
    assert [one.definition.name for one in found] == ["caller"]


def test_primary_definitions_are_not_partners() -> None:
    core = {"shop/cart.py::Cart.price": 1.0, "shop/tax.py::with_tax": 0.5}
    assert core.keys().isdisjoint(one.definition.id for one in expand(SHOP, core, 2, CancelToken()))


def test_only_some_callers_are_taken_and_those_in_examples_last() -> None:
    callers = "".join(f"=== {folder}/c{n}.py\nfrom a import f\n\ndef g{n}(): f()\n"
                      for folder in ("examples", "src") for n in range(4))  # fmt: skip
    workspace = snapshot_of(f"=== a.py\ndef f(): pass\n{callers}")
    found = [one.definition.path for one in expand(workspace, {"a.py::f": 1.0}, 1, CancelToken())]
    assert len(found) == MAX_DEPENDANTS
    assert [path.partition("/")[0] for path in found] == ["src"] * 4 + ["examples"] * 2


def test_cancellation_stops_expansion() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        expand(SHOP, {"shop/cart.py::Cart": 1.0}, 2, token)


def needs(symbol: str, depth: int = 2, *, admit: bool = True) -> dict[str, str]:
    definition = SHOP.definition(symbol)
    assert definition is not None
    found = find_needs(SHOP, [definition], depth, lambda _: admit)
    return {one.symbol.partition("::")[2]: "critical" if one.critical else "plain" for one in found.wanted}


def test_a_function_needs_the_names_it_calls_and_reads() -> None:
    assert needs("shop/cart.py::Cart.price") == {
        "with_tax": "critical",
        "Priced.price": "plain",
        "Cart.lines": "plain",
        "Cart.rate": "plain",
        "Line.count": "plain",
        "Line.article": "plain",
    }


def test_a_type_needs_bases_and_member_types_but_not_their_bodies_needs() -> None:
    found = needs("shop/cart.py::Cart")
    assert found["Priced"] == found["Rate"] == "critical"
    assert "with_tax" not in found
    assert "Cart.price" not in found, "its own parts are not needs"


def test_the_inside_of_a_function_counts_as_its_own() -> None:
    text = "=== a.py\ndef helper(): pass\ndef f():\n    def inner():\n        helper()\n    inner()\n"
    workspace = snapshot_of(text)
    definition = workspace.definition("a.py::f")
    assert definition is not None
    found = find_needs(workspace, [definition], 2, lambda _: True)
    assert [(one.symbol, one.needed_by) for one in found.wanted] == [("a.py::helper", "a.py::f")]


def measured(symbol: str, shown: dict[str, Lines], depth: int = 2, *, admit: bool = True) -> tuple[float, list[str]]:
    definition = SHOP.definition(symbol)
    assert definition is not None
    completeness = measure(find_needs(SHOP, [definition], depth, lambda _: admit), shown)
    assert completeness.score is not None
    return round(completeness.score, 3), [f"{one.symbol} {one.reason}" for one in completeness.unresolved]


def test_score_weighs_resolution_and_coverage() -> None:
    everything: dict[str, Lines] = dict.fromkeys(SHOP.files, EVERYWHERE)
    assert measured("shop/tax.py::with_tax", everything) == (1.0, [])
    symbols = "shop/tax.py::Rate", "shop/tax.py::round_half_up", "shop/tax.py::Rate.percent"
    score, missing = measured("shop/tax.py::with_tax", {})
    assert (score, missing) == (0.0, [f"{symbol} budget" for symbol in symbols])
    one_of_two_critical: dict[str, Lines] = {"shop/tax.py": ((0, 2),)}
    assert measured("shop/tax.py::with_tax", one_of_two_critical)[0] == round(0.7 / 3 + 0.3 / 2, 3)


def test_a_candidate_that_cannot_enter_has_a_reason() -> None:
    assert measured("shop/tax.py::with_tax", {}, depth=0)[1][0] == "shop/tax.py::Rate depth"
    assert measured("shop/tax.py::with_tax", {}, admit=False)[1][0] == "shop/tax.py::Rate filtered"


def test_where_nothing_is_needed_nothing_is_missing() -> None:
    assert measured("shop/tax.py::round_half_up", {"shop/tax.py": ((15, 17),)}) == (1.0, [])
    assert about(SHOP, "shop/tax.py::round_half_up").completeness == Completeness(1.0, 1.0, 1.0, ())


def test_there_is_no_completeness_without_a_shown_body() -> None:
    pack = about(SHOP, "shop/cart.py::Cart.price", policy="signatures")
    assert pack.items
    assert pack.completeness == Completeness(None, 0.0, 0.0, ())


def named_by(symbol: str, *shown: tuple[int, int]) -> list[str]:
    """The needs of a body of which only some lines (from 0) are shown."""
    definition = SHOP.definition(symbol)
    assert definition is not None
    found = needs_of_bodies(SHOP, [(definition, shown)], 2, lambda _: True, CancelToken())
    return [one.symbol.partition("::")[2] for one in found.wanted]


def test_only_the_shown_lines_of_a_body_need_anything() -> None:
    price = "shop/cart.py::Cart.price"
    whole = ["with_tax", "Priced.price", "Cart.lines", "Cart.rate", "Line.article", "Line.count"]
    assert named_by(price, (32, 38)) == whole
    assert named_by(price, (32, 36)) == ["Priced.price", "Cart.lines"]
    assert named_by(price, (32, 33)) == ["Priced.price"], "what it overrides, it needs without naming it"
    assert named_by(price, (0, 30)) == ["Priced.price"], "lines of others do not count"


def test_an_interface_needs_its_implementations() -> None:
    assert "Cart.price" in named_by("shop/base.py::Priced.price", (10, 13))


def test_a_guess_among_several_is_named_and_not_counted() -> None:
    text = "=== a.py\nclass A:\n    def go(self): pass\nclass B:\n    def go(self): pass\ndef f(x):\n    x.go()\n"
    workspace = snapshot_of(text)
    definition = workspace.definition("a.py::f")
    assert definition is not None
    found = find_needs(workspace, [definition], 2, lambda _: True)
    assert found.wanted == ()
    completeness = measure(found, {"a.py": ((4, 6),)})
    assert completeness.score == 1.0
    assert [(one.symbol, one.needed_by, one.reason) for one in completeness.unresolved] == [
        ("a.py::A.go", "a.py::f", "ambiguous")
    ]
