"""Numbers that tell apart definitions of one name, in their qualified names."""

import pytest

from ctx_lsp.graph.entry import make_entry, unnumbered_name, without_numbers
from ctx_lsp.text.source import SourceText

TWICE = "class Cart:\n    def total(self): return 1\n    def total(self, tax): return 2\n"


@pytest.mark.parametrize(
    ("qualname", "expected"),
    [
        ("total", "total"),
        ("total#2", "total"),
        ("Cart.total#12", "Cart.total"),
        ("Cart#2.total", "Cart.total"),
        ("Cart#2.total#3", "Cart.total"),
        ("Cart.#total", "Cart.#total"),  # a private name in JavaScript
        ("Cart.#total#2", "Cart.#total"),
        ("Issue #12 of the cart", "Issue #12 of the cart"),  # a heading
    ],
)
def test_a_name_without_numbers_is_as_the_code_has_it(qualname: str, expected: str) -> None:
    assert without_numbers(qualname) == expected


def test_the_number_of_a_container_is_not_its_members_own() -> None:
    entry = make_entry("cart.py", SourceText((TWICE + TWICE).encode()))
    names = {one.qualname: unnumbered_name(one) for one in entry.definitions}
    assert names == {
        "Cart": "Cart",
        "Cart.total": "Cart.total",
        "Cart.total#2": "Cart.total",
        "Cart#2": "Cart",
        "Cart#2.total": "Cart#2.total",
        "Cart#2.total#2": "Cart#2.total",
    }
