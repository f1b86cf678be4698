"""The same relation in different words, each confirmed where the code has it, and refuted where it has not."""

import pytest

from ctx_lsp.claims.modality import is_hedged, is_hedged_mention
from ctx_lsp.claims.skeletons import reduced
from tests.claims.test_verdicts import verdicts

# Wordings with two slots, and names that make them true and false.
CALLS = ("checkout_cart", "Cart.total_price"), ("discount_of", "Cart.total_price")
INHERITS = ("Cart", "Store"), ("Cart", "Archive")
RAISES = ("Cart.total_price", "PriceError"), ("checkout_cart", "StockError")
MEMBERS = ("Archive", "compress_all"), ("Archive", "load_rows")
WORDINGS = [
    ("calls", CALLS, "`{0}` is a function that calls `{1}`."),
    ("calls", CALLS, "`{0}`, which calls `{1}`, is short."),
    ("calls", CALLS, "- `{1}` (called by `{0}`)"),
    ("calls", CALLS, "`{0}` always delegates to the configured `{1}`."),
    ("calls", CALLS, "`{1}` gets called at the end of `{0}`."),
    ("calls", CALLS, "`{0}` does its work by calling `{1}`."),
    ("calls", CALLS, "`{0}` is one of the callers of `{1}`."),
    ("inherits", INHERITS, "The base class of `{0}` is `{1}`."),
    ("inherits", INHERITS, "`{0}`'s base class is `{1}`."),
    ("inherits", INHERITS, "`{1}`, the base class of `{0}`, is simple."),
    ("inherits", INHERITS, "There is a class named `{0}` which inherits from the base class, `{1}`."),
    ("inherits", INHERITS, "`{0}` (like its superclass, `{1}`) has a name."),
    ("inherits", INHERITS, "As a subclass of `{1}`, `{0}` has a name."),
    ("inherits", INHERITS, "`{0}` inherits most of that from `{1}`."),
    ("inherits", INHERITS, "`{0}`’s parent class is `{1}`."),
    ("raises", RAISES, "`{0}` checks the rate, raising `{1}` if it is negative."),
    ("raises", RAISES, "`{0}` raises an instance of `{1}`."),
    ("raises", RAISES, "`{1}` is one of the errors that `{0}` raises."),
    ("raises", RAISES, "A negative rate causes `{0}` to raise `{1}`."),
    ("raises", RAISES, "If nothing helps, `{0}` may fail with a `{1}`."),
    ("member", MEMBERS, "The `{1}` method for `{0}` is new."),
    ("member", MEMBERS, "`{0}`, whose `{1}` method does it, is small."),
    ("member", MEMBERS, "`{0}` provides a method to make it smaller, `{1}`."),
    ("member", MEMBERS, "The methods of `{0}` include `{1}`."),
    ("signature", (("tax_of", "amount"), ("tax_of", "total")), "`{0}` is called with the `{1}` argument."),
    ("signature", (("tax_of", "amount"), ("tax_of", "total")), "Specify the `{1}` argument when calling `{0}`."),
    ("signature", (("tax_of", "amount"), ("tax_of", "total")), "Pass `{1}=3` to `{0}`."),
    ("signature", (("tax_of", "two"), ("tax_of", "three")), "`{0}`, which takes {1} arguments, is simple."),
    ("signature", (("0.2", ""), ("0.3", "")), "If `rate` is omitted, `Cart.total_price` uses `{0}`."),
    ("signature", (("0.2", ""), ("0.3", "")), "`Cart.total_price` defaults to `rate={0}`."),
    ("signature", (("0.2", ""), ("0.3", "")), "In `Cart.total_price`, `rate` defaults to `{0}`."),
    ("constant", (("40", ""), ("50", "")), "- `MAX_ITEMS` — `{0}`"),
    ("constant", (("40", ""), ("50", "")), "`MAX_ITEMS` has been set to `{0}`."),
    ("decorated", (("empty_cart", ""), ("load_rows", "")), "`Cart.{0}` is a `@staticmethod`."),
    ("decorated", (("empty_cart", ""), ("load_rows", "")), "Note the `@staticmethod` on `Cart.{0}`."),
    ("imports", (("tax_of", ""), ("discount_of", "")), "In `shop/cart.py` we import `{0}` from `shop.prices`."),
    ("unused", (("forgotten_helper", ""), ("tax_of", "")), "`{0}` turned out to be dead code."),
    ("unused", (("forgotten_helper", ""), ("tax_of", "")), "`{0}` has zero callers."),
]


@pytest.mark.parametrize(("kind", "names", "text"), WORDINGS)
def test_wordings(kind: str, names: tuple[tuple[str, str], tuple[str, str]], text: str) -> None:
    right, wrong = names
    assert "confirmed" in verdicts(text.format(*right), kind), text.format(*right)
    assert "refuted" not in verdicts(text.format(*right), kind)
    assert "refuted" in verdicts(text.format(*wrong), kind), text.format(*wrong)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("calls", "`discount_of` is not a function that calls `tax_of`."),
        ("calls", "`discount_of` is a function that possibly calls `tax_of`."),
        ("calls", "`discount_of` might be a function that calls `tax_of`."),
        ("calls", "`Cart`, which the removed `discount_of` calls `tax_of` for, is fine."),
        ("inherits", "`Cart` inherits its colour from `Archive`."),
        ("inherits", "The `shop` module implements `Archive`."),
        ("raises", "`StockError` is raised if `checkout_cart` finds nothing."),
        ("raises", "Let `checkout_cart` raise `StockError`."),
        ("raises", "`checkout_cart` returns early, instead of raising `StockError`."),
        ("signature", "`checkout_cart` has a total of `3`."),
        ("constant", "`MAX_ITEMS`: `50`, `60`"),
        ("constant", "- `MAX_ITEMS` — `50` items in a cart"),
        ("member", "Tests `load_rows` for `Archive`."),
        ("member", "`Archive` provides a fluent, snake_case, simple API."),
        ("decorated", "`load_rows` on `Cart` has nothing to do with `@staticmethod`."),
        ("unused", "The unused `tax_of` values are dropped."),
        ("unused", "In a dry run, `tax_of` has zero callers."),
    ],
)
def test_similar_words_of_another_meaning_refute_nothing(kind: str, text: str) -> None:
    assert "refuted" not in verdicts(text, kind)


PARAMETERS = [
    "### `tax_of`\n\n| Parameter | Description |\n|---|---|\n| `{}` | what it costs |\n",
    "### `tax_of(amount, rate)`\n\nSee below.\n\n#### Parameters\n\n- `{}`: what it costs\n",
    "### `tax_of`\n\nArguments:\n\n- `{}` (number): what it costs\n",
]


@pytest.mark.parametrize("text", PARAMETERS)
def test_parameters_in_tables_and_lists_below_a_function(text: str) -> None:
    assert "confirmed" in verdicts(text.format("amount"), "signature")
    assert "refuted" in verdicts(text.format("amuont"), "signature")
    assert "refuted" not in verdicts(text.format("costs"), "signature")  # the document may have names of its own


def test_a_document_may_name_the_parameters_of_a_function_itself() -> None:
    text = "### `tax_of({0}, rate)`\n\nParameters:\n\n- `{1}`: what it costs\n"
    assert "refuted" in verdicts(text.format("amount", "amuont"), "signature")
    assert "refuted" not in verdicts(text.format("amuont", "amuont"), "signature")


def test_rows_and_items_of_other_things_are_no_parameters() -> None:
    assert verdicts("### `tax_of`\n\n| Status | Description |\n|---|---|\n| `costs` | new |\n", "signature") == []
    assert verdicts("### `tax_of`\n\nIt returns:\n\n- `costs`: the sum\n", "signature") == []
    nested = "### `tax_of`\n\nArguments:\n\n- `amount`: an object\n  - `costs`: the sum\n"
    assert "refuted" not in verdicts(nested, "signature")


def test_a_skeleton_is_reduced_to_a_main_clause() -> None:
    assert reduced("The default <0> is a class that extends the custom <1>.").text == "The default <0> extends <1>."
    assert reduced("<0>, a method of <1>, is new.").text == "<0> is a method of <1>, is new."
    assert reduced("<0> extends the removed <1>.").text == "<0> extends the removed <1>."
    assert reduced("<0> has a method called <1>.").text == "<0> has a method called <1>."


def test_only_plans_and_history_hedge_a_name() -> None:
    assert not is_hedged("<0> is used to sort, and <1> removes empty lines.")
    assert is_hedged("<0> used to sort, and this removes <1>.")
    assert not is_hedged_mention("You should call <0> instead of <1>.", 0)
    assert is_hedged_mention("You should call <0> instead of <1>.", 1)
    assert is_hedged_mention("We should add <0>.", 0)
