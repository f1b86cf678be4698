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
    assert reason.endswith(f"; the pack has other code in {pack.tokens.used:,} of its 1,000 tokens.")


def test_a_ranked_dependency_that_is_missing_is_named_as_such() -> None:
    body = "".join(f"    value = round(value, {n})\n" for n in range(60))
    price = "from shop.tax import price_tax\n\ndef price_of(item):\n    return price_tax(item)\n"
    text = f"=== shop/price.py\n{price}=== shop/tax.py\ndef price_tax(value):\n{body}    return value\n"
    options = PackOptions(200, dependency_depth=0)
    reason = Analysis(snapshot_of(text), None).explain("the price of an item", "price_tax", options, TOKEN).reason
    assert reason.startswith("Needed by shop/price.py::price_of, but not included: depth. Ranked 2 of ")
