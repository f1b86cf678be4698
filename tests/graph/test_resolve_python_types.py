"""Members in Python resolve by types from conditions, comments and containers: workspaces as text in, edges out."""

import pytest

from tests.graph.meant import meant
from tests.graph.test_resolve import edges
from tests.graph.test_resolve_typescript import reached

TYPES = """
=== kit.py
class Part:
    def run(self): pass
    class Inner:
        def run(self): pass
class Other:
    def run(self): pass
=== use.py
from typing import List, Optional
import kit
from kit import Other, Part
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f(x):\n    if isinstance(x, Part): x.run()", ["Part.run"]),
        ("def f(x):\n    if not isinstance(x, Part):\n        return\n    x.run()", ["Part.run"]),
        ("def f(x):\n    if isinstance(x, (Part, Other)): x.run()", ["Other.run", "Part.run"]),
        ("def f(x): return x.run() if isinstance(x, Part) else None", ["Part.run"]),
        ("def f(x): return isinstance(x, Part) and x.run()", ["Part.run"]),
        ("def f():\n    x = make()  # type: Part\n    x.run()", ["Part.run"]),
        ("def f():\n    x = Part()  # type: ignore\n    x.run()", ["Part.run"]),
        ("def f():\n    x = Part()  # type:ignore[attr-defined]\n    x.run()", ["Part.run"]),
        ("def f():\n    x = Part()  # type: the main kind, see below\n    x.run()", ["Part.run"]),
        ("def f():\n    x = make()  # type: Optional[Part]  # noqa\n    x.run()", ["Part.run"]),
        ("def make():  # type: ignore\n    return Part()\ndef f(): make().run()", ["Part.run"]),
        ("def g(x):\n    # type: (int) -> Part\n    pass\ndef f(): g(1).run()", ["Part.run"]),
        ("def f(x: List['Part']): x[0].run()", ["Part.run"]),
        ("def f(x: Optional['kit.Part.Inner']): x.run()", ["Part.Inner.run"]),
        ("def f(x: 'dict[str, Part]'):\n    for one in x.values(): one.run()", ["Part.run"]),
        ("def f(x: 'dict[str, Part]'):\n    for _, one in x.items(): one.run()", ["Part.run"]),
        ("def f(x: 'list[Part]'):\n    for one in sorted(x): one.run()", ["Part.run"]),
        ("def f(x: 'list[Part]', y: 'list[Other]'):\n    for one, two in zip(x, y): two.run()", ["Other.run"]),
        ("def f(x: 'list[Part]'):\n    some = x[1:]\n    some[0].run()", ["Part.run"]),
        ("def f(x: 'list[Part]'):\n    some = list(reversed(x))\n    some[0].run()", ["Part.run"]),
        ("def f(x: 'dict[str, Part]'):\n    some = sorted(x.values())\n    some[0].run()", ["Part.run"]),
        ("T = TypeVar('T', bound='Part')\ndef f(x: T): x.run()", ["Part.run"]),
        ("T = typing.TypeVar('T', bound=Part)\ndef make() -> T: ...\ndef f(): make().run()", ["Part.run"]),
    ],
)  # fmt: skip
def test_members_follow_documented_types(code: str, expected: list[str]) -> None:
    assert [one.removeprefix("f calls ") for one in reached(TYPES + code) if one.startswith("f calls")] == expected


VALUES_SIDE_BY_SIDE = """
=== a.py
class Cart:
    def pay(self): ...
    @staticmethod
    def made(): ...
class Shop:
    def open(self): ...
class Town:
    def __init__(self):
        self.cart, self.shop = Cart(), Shop()
    def fields(self):
        self.cart.pay()
        self.shop.open()
    def names(self):
        one, two, three = 1, Shop(), Cart()
        two.open()
        three.pay()
    def cases(self, given):
        match given:
            case Cart() as found: found.pay()
            case Shop(name="a") as found: found.open()
    def classes(self):
        self.__class__.made()
        self.cart.__class__.made()
    def declared(self, found):
        one: "Cart"
        one = found()
        one.pay()
        two: Cart | Shop
        two = Shop()
        two.open()
    def types(self):
        type(self).made()
    def instances(self):
        own = type(self)
        own().types()
    @staticmethod
    def made(): ...
def rebound(one: Cart, two: Shop):
    one, count = two, 1
    one.open()
"""


def test_values_of_several_names_cases_and_classes() -> None:
    calls = [line for line in edges(VALUES_SIDE_BY_SIDE, "calls") if not line.endswith(("::Cart", "::Shop"))]
    assert calls == [
        "a.py::Town.cases calls a.py::Cart.pay",
        "a.py::Town.cases calls a.py::Shop.open",
        "a.py::Town.classes calls a.py::Cart.made",
        "a.py::Town.classes calls a.py::Town.made",
        "a.py::Town.declared calls a.py::Cart.pay",
        "a.py::Town.declared calls a.py::Shop.open",
        "a.py::Town.fields calls a.py::Cart.pay",
        "a.py::Town.fields calls a.py::Shop.open",
        "a.py::Town.instances calls a.py::Town.types",
        "a.py::Town.names calls a.py::Cart.pay",
        "a.py::Town.names calls a.py::Shop.open",
        "a.py::Town.types calls a.py::Town.made",
        "a.py::rebound calls a.py::Shop.open",
    ]


TUPLES = """
=== pair.py
class Cat:
    def name(self): ...
class Dog:
    def name(self): ...
class Cow:
    def name(self): ...
class Ant:
    def name(self): ...
def both() -> tuple[Cat, Dog]: ...
def many() -> tuple[Cat, ...]: ...
def run(pair: Tuple[Cat, Dog], holder):
    a, b = both()
    a.«name»()
    b.«name»()
    c, (d, e) = pair
    c.«name»()
    pair[1].«name»()
    both()[0].«name»()
    first, second = many()
    second.«name»()
    many()[2].«name»()
    (f, g), h = both()
    h.«name»()
    *i, j = pair
    j.«name»()
    *k, l, m = pair
    m.«name»()
"""


def test_items_of_a_tuple_have_their_own_types() -> None:
    found = [line.partition(" -> ")[2] for line in meant(TUPLES)]
    cat, dog = "pair.py::Cat.name", "pair.py::Dog.name"
    assert found == [cat, dog, cat, dog, cat, cat, cat, dog, "", ""]


NESTED = """
=== order.py
class Line: ...
class Order:
    class Line:
        def total(self): ...
    class State: ...
    first: «Line»
    def add(self, line: «Line», states: "list[«State»]") -> «Line»:
        line.«total»()
        self.add(line).«total»()
        «Line»()
        «State»()
def add(line: «Line»): ...
"""


def test_annotations_of_a_method_see_the_types_in_its_class() -> None:
    assert meant(NESTED) == [
        "Line -> order.py::Order.Line",
        "Line -> order.py::Order.Line",
        "State -> order.py::Order.State",
        "Line -> order.py::Order.Line",
        "total -> order.py::Order.Line.total",
        "total -> order.py::Order.Line.total",
        "Line -> order.py::Line",
        "State ->",
        "Line -> order.py::Line",
    ]


IN_BODIES = """
=== order.py
class Line:
    def name(self): ...
class Order:
    class Line:
        def name(self): ...
    def add(self):
        x: «Line» = get()
        x.«name»()
        class Long(«Line»): ...
        Long().«name»()
    def both(self, line: «Line»):
        x: «Line» = line
        line.«name»()
    def first(self) -> "Order.Line": ...
"""


def test_bodies_of_methods_do_not_see_the_types_in_its_class() -> None:
    found = [line.partition(" -> ")[2].removeprefix("order.py::") for line in meant(IN_BODIES)]
    assert found[:4] == ["Line", "Line.name", "Line", "Line.name"]
    assert found[4:] == ["Order.Line", "Line", "Order.Line.name"]
