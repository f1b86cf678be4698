"""Meanings of Python's names by scope, order and import: workspaces as text in, edges as text out."""

import pytest

from tests.graph.test_resolve import edges

REEXPORTED_MODULES = """
=== pkg/__init__.py
from .sub import deep
from . import c as cc
=== pkg/c.py
def fc(): ...
=== pkg/sub/__init__.py
=== pkg/sub/deep.py
def fe(): ...
=== u.py
import pkg
from pkg import deep, cc
def named():
    deep.fe()
    cc.fc()
def dotted():
    pkg.deep.fe()
    pkg.cc.fc()
"""


def test_packages_reexport_submodules() -> None:
    assert edges(REEXPORTED_MODULES, "calls") == [
        "u.py::dotted calls pkg/c.py::fc",
        "u.py::dotted calls pkg/sub/deep.py::fe",
        "u.py::named calls pkg/c.py::fc",
        "u.py::named calls pkg/sub/deep.py::fe",
    ]


@pytest.mark.parametrize(
    "binding",
    [
        "with make() as ({}, other):",
        "with make() as [other, *{}]:",
        "with make() as (other, ({}, third)):",
        "for number, ({}, other) in given:",
        "for *{}, other in given:",
        "for [{}, other] in given:",
    ],
)
def test_names_of_statements_are_local(binding: str) -> None:
    assert _calls_of_local(f"{binding.format('name')}\n        name()") == []


@pytest.mark.parametrize(
    "pattern",
    ["name", "[1, *name]", "{'a': name}", "{'a': 1, **name}", "int() as name", "(1 | 2) as name", "Item(1, name)",
     "Item(a=name)", "[1, (2, name)]", "1, name"],
)  # fmt: skip
def test_names_of_patterns_are_local(pattern: str) -> None:
    assert _calls_of_local(f"match given:\n        case {pattern}: name()") == []


@pytest.mark.parametrize(
    "expression",
    ["lambda *name: name()", "lambda **name: name()", "[name() for number, (name, other) in given]",
     "{name() for other, *name in given}"],
)  # fmt: skip
def test_names_of_expressions_are_local(expression: str) -> None:
    assert _calls_of_local(f"return {expression}") == []


@pytest.mark.parametrize("target", ["[name, other]", "other, (name, third)", "other, *name", "[*name]", "(a.b, name)"])
def test_names_that_take_values_apart_are_local(target: str) -> None:
    assert _calls_of_local(f"{target} = given\n    name()") == []


def test_patterns_refer_to_types_and_constants() -> None:
    text = """
=== a.py
class Item: ...
class Kind:
    FIRST = 1
a = 1
def use(given):
    match given:
        case Item(a=1): ...
        case Kind.FIRST: ...
"""
    assert edges(text, "reads") == [
        "a.py::use reads a.py::Item",
        "a.py::use reads a.py::Kind",
        "a.py::use reads a.py::Kind.FIRST",
    ]


def _calls_of_local(statement: str) -> list[str]:
    return edges(f"=== a.py\ndef name(): ...\ndef use(given):\n    {statement}\n", "calls reads")


IMPORTS_IN_FUNCTIONS = """
=== a.py
def make(): ...
def total(): ...
def use():
    from b import make
    import os as total
    def inner():
        make()
    total()
class Shop:
    def open(self):
        from c import make as total, make
        total()
        return self.close(make())
    def close(self, made): total()
def bound():
    from b import sell
    sell()
=== b.py
def make(): ...
def sell(): ...
def hidden():
    from c import only
=== c.py
def make(): ...
def only(): ...
=== d.py
from b import only
only()
"""


def test_imports_in_functions_hide_definitions_of_the_module_there_alone() -> None:
    assert edges(IMPORTS_IN_FUNCTIONS, "calls") == [
        "a.py::Shop.close calls a.py::total",
        "a.py::Shop.open calls a.py::Shop.close",
        "a.py::Shop.open calls c.py::make",
        "a.py::bound calls b.py::sell",
        "a.py::use.inner calls b.py::make",
    ]


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        ("def f(): ...\ntry:\n    from one import f\nexcept ImportError: pass", "one"),
        ("def f(): ...\nfrom one import f", "one"),
        ("f = None\nfrom one import g as f", "one"),
        ("from one import f\ndef f(): ...", "it"),
        ("try:\n    from fast import f\nexcept ImportError:\n    from one import f", "one"),
        ("if True:\n    def f(): ...\nelse:\n    from one import f", "it"),
        ("def f(): ...\ntry:\n    from external import f\nexcept ImportError: pass", "it"),
        ("def f(): ...\ndef use():\n    from one import f", "it"),
        ("from one import *\nfrom two import *", "two"),
        ("from two import *\nfrom one import f", "one"),
        ("from one import *\nfrom listed import *", "one"),
        ("from listed import *", ""),
        ("from added import *", "added"),
        ("from one import *\nfrom joined import *", "joined"),
    ],
)
def test_importers_see_the_last_binding_of_a_name(module: str, expected: str) -> None:
    text = f"""
=== one.py
def f(): ...
def g(): ...
=== two.py
def f(): ...
=== listed.py
__all__ = ["g"]
def f(): ...
def g(): ...
=== added.py
__all__ = ["g"]
__all__ += one.__all__
def f(): ...
=== joined.py
__all__ = ("g", *one.__all__)
def f(): ...
=== it.py
{module}
=== use.py
import it
def use(): it.f()
"""
    found = [line.partition(" calls ")[2].partition(".py")[0] for line in edges(text, "calls") if "use.py" in line]
    assert found == [expected] * bool(expected)


def test_names_of_one_value_stand_side_by_side() -> None:
    names = "a = b = c = d = make()\nclass Box:\n    e = f = g = make()"
    assert edges(f"=== a.py\n{names}\n=== b.py\nimport a\na.c\na.d\na.Box.g\n", "reads") == [
        "b.py reads a.py::Box",
        "b.py reads a.py::Box.g",
        "b.py reads a.py::c",
        "b.py reads a.py::d",
    ]


def test_imports_in_functions_bind_nothing_in_other_functions() -> None:
    text = """
=== m.py
def open(): ...
=== n.py
def load(): ...
=== a.py
def one():
    from m import open
    import n as store
    def inner(): open(); store.load()
def two(): open(); store.load()
"""
    assert edges(text, "calls") == ["a.py::one.inner calls m.py::open", "a.py::one.inner calls n.py::load"]
