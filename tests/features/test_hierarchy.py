"""Calls and types, one step at a time."""

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.workspace import CallSites, Node
from tests.workspace.asking import Asked, ask

TOKEN = CancelToken()

SHOP = """
=== shop.py
from money import tax
class Base:
    def __init__(self): ...
class Cart(Base):
    def __init__(self):
        self.reset()
    def reset(self): ...
    def total(self):
        tax(1)
        self.reset()
        return tax(2) + len([])
def open_cart():
    return Cart()
Cart().total()
=== money.py
def tax(x): return x
"""


def lines(asked: Asked, calls: tuple[CallSites, ...]) -> list[str]:
    """Calls as text: caller or callee, then the lines of the calls."""
    return [
        " ".join([one.other.symbol, *(asked.at(one.path, *place).split(":")[1] for place in one.places)])
        for one in calls
    ]


def names(nodes: tuple[Node, ...]) -> list[str]:
    return [node.symbol for node in nodes]


def test_incoming_calls_are_grouped_by_caller_with_the_lines_of_the_calls() -> None:
    asked = ask(SHOP)
    assert lines(asked, asked.relations.incoming_calls("money.py::tax", TOKEN)) == ["shop.py::Cart.total 9 11"]
    assert lines(asked, asked.relations.incoming_calls("shop.py::Cart.reset", TOKEN)) == [
        "shop.py::Cart.__init__ 6",
        "shop.py::Cart.total 10",
    ]


def test_code_outside_every_symbol_calls_as_its_file() -> None:
    asked = ask("=== a.py\nfrom b import f\nf()\n=== b.py\ndef f(): ...\n")
    [calls] = asked.relations.incoming_calls("b.py::f", TOKEN)
    assert (calls.other.symbol, calls.other.kind, calls.other.name) == ("a.py", "File", "a.py")
    assert lines(asked, asked.relations.outgoing_calls("a.py", TOKEN)) == ["b.py::f 2"]


def test_calling_a_class_is_calling_its_constructor() -> None:
    asked = ask(SHOP)
    expected = ["shop.py 14", "shop.py::open_cart 13"]
    assert lines(asked, asked.relations.incoming_calls("shop.py::Cart", TOKEN)) == expected
    assert lines(asked, asked.relations.incoming_calls("shop.py::Cart.__init__", TOKEN)) == expected
    assert lines(asked, asked.relations.outgoing_calls("shop.py::Cart", TOKEN)) == ["shop.py::Cart.reset 6"]


def test_outgoing_calls_stay_in_the_workspace_and_come_in_the_order_of_the_text() -> None:
    asked = ask(SHOP)
    calls = asked.relations.outgoing_calls("shop.py::Cart.total", TOKEN)
    assert lines(asked, calls) == ["money.py::tax 9 11", "shop.py::Cart.reset 10"]
    assert {one.path for one in calls} == {"shop.py"}, "places are the caller's"


def test_a_deleted_symbol_has_no_calls_and_no_types() -> None:
    asked = ask(SHOP)
    for node in ("shop.py::Gone", "gone.py", "gone.py::f"):
        assert asked.relations.incoming_calls(node, TOKEN) == asked.relations.outgoing_calls(node, TOKEN) == ()
        assert asked.relations.supertypes(node) == asked.relations.subtypes(node) == ()


def test_a_call_is_prepared_from_a_use_as_well_as_from_the_definition() -> None:
    asked = ask(SHOP.replace("def «tax", "def tax").replace("tax(1)", "«tax»(1)"))
    assert names(asked.relations.callables(asked.pointed())) == ["money.py::tax"]


TYPES = """
=== a.ts
export interface Shape {}
export interface Named {}
export class «Square» implements Shape, Named {}
export class Big extends Square {}
export class Bigger extends Big {}
function «area»() {}
"""


def test_types_directly_above_and_below() -> None:
    asked = ask(TYPES)
    assert names(asked.relations.types(asked.pointed(0))) == ["a.ts::Square"]
    assert names(asked.relations.types(asked.pointed(1))) == []
    assert names(asked.relations.supertypes("a.ts::Square")) == ["a.ts::Named", "a.ts::Shape"]
    assert names(asked.relations.subtypes("a.ts::Square")) == ["a.ts::Big"]


def test_deprecated_symbols_are_marked() -> None:
    text = """
=== a.py
import warnings
@warnings.deprecated("no")
def old(): ...
def documented():
    \"\"\"Do.

    .. deprecated:: 2.0
    \"\"\"
def fine():
    \"\"\"Nothing here is deprecated.\"\"\"
=== a.ts
/** @deprecated use another */
export function older() {}
=== A.java
class A { @Deprecated void a() {} void b() {} }
"""
    relations = ask(text).relations
    marked = {
        symbol: node.deprecated
        for symbol in ("a.py::old", "a.py::documented", "a.py::fine", "a.ts::older", "A.java::A.a", "A.java::A.b")
        if (node := relations.node(symbol))
    }
    assert [symbol for symbol, deprecated in marked.items() if deprecated] == [
        "a.py::old",
        "a.py::documented",
        "a.ts::older",
        "A.java::A.a",
    ]
    assert len(marked) == 6


SESSIONS = """
=== a.py
class Base:
    def open(self): ...
class Signed(Base):
    def __init__(self): ...
    def open(self): return super().open()
class Null(Base):
    def peek(self): return self.open()
class Special(Signed): ...
def use(base: Base): return base.open()
def make(): return Special()
"""


def through(asked: Asked, calls: tuple[CallSites, ...]) -> list[str]:
    """Calls that name another symbol, as text."""
    return [f"{line} through {one.through}" for one in calls if one.through for line in lines(asked, (one,))]


def test_a_call_of_a_base_is_a_call_of_its_overrides_in_both_directions() -> None:
    asked = ask(SESSIONS)
    incoming = asked.relations.incoming_calls("a.py::Signed.open", TOKEN)
    assert through(asked, incoming) == ["a.py::use 9 through a.py::Base.open"]
    outgoing = asked.relations.outgoing_calls("a.py::use", TOKEN)
    assert lines(asked, outgoing) == ["a.py::Base.open 9", "a.py::Signed.open 9"]
    assert through(asked, outgoing) == ["a.py::Signed.open 9 through a.py::Base.open"]
    for caller in ("a.py::Signed.open", "a.py::Null.peek"):
        assert through(asked, asked.relations.outgoing_calls(caller, TOKEN)) == [], "it says what runs"


def test_a_type_without_a_constructor_runs_the_inherited_one() -> None:
    asked = ask(SESSIONS)
    incoming = asked.relations.incoming_calls("a.py::Signed.__init__", TOKEN)
    assert through(asked, incoming) == ["a.py::make 10 through a.py::Special"]
