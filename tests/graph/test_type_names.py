"""Type names of one language have no meaning in another."""

import pytest

from tests.graph.meant import meant

PYTHON = """
=== app/use.py
from app.item import Item
from elsewhere import {wrapper}

def use(one: {wrapper}[Item]):
    one.«pay»()
=== app/item.py
class Item:
    def pay(self): ...
class Till:
    def pay(self): ...
"""

CSHARP = """
=== Use.cs
class Use {{ async void Run({wrapper}<Item> one) {{ (await one).«Pay»(); }} }}
=== Item.cs
class Item {{ public void Pay() {{}} }}
class Till {{ public void Pay() {{}} }}
"""


@pytest.mark.parametrize(
    ("source", "wrapper", "expected"),
    [
        (PYTHON, "Optional", "pay -> item.py::Item.pay"),
        (PYTHON, "Task", "pay ->"),
        (CSHARP, "Task", "Pay -> Item.cs::Item.Pay"),
        (CSHARP, "Optional", "Pay ->"),
    ],
)
def test_a_wrapper_counts_only_in_its_languages(source: str, wrapper: str, expected: str) -> None:
    assert meant(source.format(wrapper=wrapper)) == [expected]
