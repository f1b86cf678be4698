"""Reasons why a symbol is not in a pack."""

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.model import PackOptions, PackRequest, QuestionSubject
from ctx_lsp.workspace import Analysis
from tests.workspaces import snapshot_of

TOKEN = CancelToken()
SHOP = "=== shop/price.py\ndef price_of(item):\n    '''The price of an item.'''\n    return item.price\n" + "".join(
    f"=== shop/p{n}.py\ndef item_{n}(): ...\n" for n in range(40)
)


def test_a_pack_is_not_said_to_end_before_a_symbol() -> None:
    analysis, question = Analysis(snapshot_of(SHOP), None), "the price of an item"
    pack = analysis.pack(PackRequest(QuestionSubject(question), PackOptions(1_000)), TOKEN)
    reason = analysis.explain(question, "item_39", PackOptions(1_000), TOKEN, pack).reason
    assert "shop/p39.py::item_39" not in {one.item.symbol for one in pack.items}
    assert reason.startswith("Ranked ")
    assert reason.endswith(
        "; not included: its lines are unlikely to be needed for an answer: ask for the symbol itself to see them."
    )


def test_a_ranked_dependency_that_is_missing_is_named_as_such() -> None:
    body = "".join(f"    value = round(value, {n})\n" for n in range(60))
    price = "from shop.tax import price_tax\n\ndef price_of(item):\n    return price_tax(item)\n"
    text = f"=== shop/price.py\n{price}=== shop/tax.py\ndef price_tax(value):\n{body}    return value\n"
    options = PackOptions(200, dependency_depth=0)
    reason = Analysis(snapshot_of(text), None).explain("the price of an item", "price_tax", options, TOKEN).reason
    assert reason.startswith("Needed by shop/price.py::price_of, but not included: depth. Ranked 2 of ")


def reason_of(text: str, question: str, symbol: str, options: PackOptions | None = None) -> str:
    """The reason for a symbol that the search finds and the pack leaves out."""
    analysis, options = Analysis(snapshot_of(text), None), options or PackOptions()
    reason = analysis.explain(question, symbol, options, TOKEN).reason
    found, _, omission = reason.partition("; not included: ")
    assert found.startswith("Ranked "), reason
    return omission


LONG = "".join(f"    total = total + price * {n}\n" for n in range(30))
CART = (
    f"=== cart.py\ndef sum_prices(total, price):\n    '''Sum the prices of the cart.'''\n{LONG}    return total\n\n\n"
    f"def sum_prices_twice(total, price):\n    '''Sum the prices of the cart twice.'''\n{LONG}    return total\n"
    "=== tests/test_cart.py\ndef test_sum_of_prices():\n    assert sum_prices(1, 2)\n"
    "=== use.py\nfrom cart import sum_prices\n\n\ndef pay(price):\n    return sum_prices(0, price)\n"
)
QUESTION = "how are the prices of the cart summed?"


def test_the_rule_that_left_a_symbol_out_is_named() -> None:
    small = PackOptions(150)
    assert reason_of(CART, QUESTION, "sum_prices_twice", small).startswith("the budget was used up before")
    excluded = PackOptions(exclude=("cart.py::sum_prices_twice",))
    assert reason_of(CART, QUESTION, "sum_prices_twice", excluded) == "it is excluded."
    untested = PackOptions(include_tests=False)
    assert reason_of(CART, QUESTION, "test_sum_of_prices", untested) == "the filter leaves it out."
    assert reason_of(CART, "sum_prices", "sum_prices_twice").startswith("the question is a name")
    assert reason_of(CART, "who calls sum_prices", "sum_prices_twice").startswith("the question asks for the users")
