"""Edges by convention: names of tests, documents, re-exports of packages, errors."""

from tests.graph.test_resolve import edges

SHOP = """
=== shop/__init__.py
from .cart import Cart
from .money import *
import json
=== shop/cart.py
from .errors import SoldOut
class Cart:
    size = 0
    def add(self, item):
        self.size = self.size + 1
        if not item:
            raise SoldOut(item)
    def checkout(self):
        try:
            self.add(None)
        except (SoldOut, ValueError) as error:
            raise RuntimeError from error
=== shop/errors.py
class SoldOut(Exception): ...
=== shop/money.py
def to_cents(price): return price * 100
def convert(price): return price
=== tests/test_money.py
def test_to_cents(): ...
def test_something_else(): ...
class TestConvert: ...
=== tests/test_cart.py
from shop import Cart
=== docs/guide.md
# Carts

Call `Cart.add` or `shop.money.to_cents(price)`, never `convert`; `size` is not `price`.

## Errors

A `SoldOut` is raised by `checkout()`.
=== other/convert.py
def convert(): ...
=== more/convert.py
def convert(): ...
=== most/convert.py
def convert(): ...
"""


def test_imports_of_a_package_from_itself_are_re_exports() -> None:
    assert edges(SHOP, "re-exports") == [
        "shop/__init__.py re-exports shop/cart.py::Cart",
        "shop/__init__.py re-exports shop/money.py",
    ]


def test_errors_are_raised_and_caught() -> None:
    assert edges(SHOP, "raises catches") == [
        "shop/cart.py::Cart.add raises shop/errors.py::SoldOut",
        "shop/cart.py::Cart.checkout catches shop/errors.py::SoldOut",
    ]


def test_fields_are_read_and_written() -> None:
    assert edges(SHOP, "reads writes") == [
        "shop/cart.py::Cart.add reads shop/cart.py::Cart.size",
        "shop/cart.py::Cart.add writes shop/cart.py::Cart.size",
    ]


def test_tests_have_edges_to_their_namesakes() -> None:
    assert edges(SHOP, "tests") == [
        "tests/test_cart.py tests shop/cart.py",
        "tests/test_cart.py tests shop/cart.py::Cart",
        "tests/test_money.py tests shop/money.py",
        "tests/test_money.py::TestConvert tests shop/money.py::convert",
        "tests/test_money.py::test_to_cents tests shop/money.py::to_cents",
    ]


def test_documents_name_definitions_that_few_files_have() -> None:
    assert edges(SHOP, "documents") == [
        "docs/guide.md::Carts documents shop/cart.py::Cart.add",
        "docs/guide.md::Carts documents shop/money.py::to_cents",
        "docs/guide.md::Carts.Errors documents shop/errors.py::SoldOut",
    ]
