"""Uses that reach a member by dynamic dispatch, and uses that do not."""

import pytest

from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.snapshot.dynamic_dispatch import MAX_SYMBOLS, Dispatch
from tests.workspaces import snapshot_of

SESSIONS = """
=== sessions.py
class Sessions:
    def open(self, request): ...
    def renew(self): return self.open(1)
class Cookies(Sessions):
    def open(self, request): return super().open(request)
class Signed(Cookies):
    def open(self, request): return Cookies.open(self, request)
class Null(Sessions):
    def refuse(self): return self.open(2)
=== app.py
from sessions import Sessions, Cookies, Null
def dispatch(sessions: Sessions): return sessions.open(1)
def exact(): return Sessions().open(1)
def narrow(cookies: Cookies): return cookies.open(1)
def passed(sessions: Sessions): return map(sessions.open, [])
"""


def uses(workspace: str, node: str, kind: EdgeKind = "calls") -> dict[str, str | None]:
    """The users of a node, each with the symbol that its code names, if that is another one."""
    found = Dispatch(snapshot_of(workspace)).incoming(node)
    return {one.source.rpartition("::")[2]: one.through for one in found if one.kind == kind}


def test_callers_of_a_base_may_call_its_overrides() -> None:
    base = "sessions.py::Sessions.open"
    assert uses(SESSIONS, "sessions.py::Cookies.open") == {
        "narrow": None,
        "Signed.open": None,
        "dispatch": base,
        "Sessions.renew": base,
    }, "neither super(), nor a new object of the base, nor self in a type beside it"
    assert uses(SESSIONS, "sessions.py::Signed.open") == {
        "narrow": "sessions.py::Cookies.open",
        "dispatch": base,
        "Sessions.renew": base,
    }
    assert uses(SESSIONS, "sessions.py::Cookies.open", "reads") == {"passed": base}


def test_callers_of_an_override_do_not_call_the_base() -> None:
    assert set(uses(SESSIONS, "sessions.py::Sessions.open")) >= {"dispatch", "exact", "Null.refuse"}
    assert "narrow" not in uses(SESSIONS, "sessions.py::Sessions.open")


def test_it_is_less_sure_than_the_call_itself() -> None:
    dispatch = Dispatch(snapshot_of(SESSIONS))
    named, far = (
        next(
            one.confidence for one in dispatch.incoming(f"sessions.py::{name}.open") if one.source == "app.py::dispatch"
        )
        for name in ("Sessions", "Signed")
    )
    assert 0 < far < named


def test_a_call_of_a_class_runs_its_constructor_or_the_inherited_one() -> None:
    workspace = """
=== shop.py
class Cart:
    def __init__(self): ...
class Small(Cart): ...
class Own(Cart):
    def __init__(self): ...
def cart(): return Cart()
def small(): return Small()
def own(): return Own()
"""
    assert uses(workspace, "shop.py::Cart.__init__") == {"cart": "shop.py::Cart", "small": "shop.py::Small"}


@pytest.mark.parametrize(
    "workspace",
    [
        "=== shop.ts\nexport interface Shape { area(): number }\n"
        "export class Round implements Shape { area() { return 1 } }\n"
        "export function total(shape: Shape) { return shape.area() }\n",
        "=== shop.ts\nexport abstract class Shape { abstract area(): number }\n"
        "export class Round extends Shape { constructor() { super() } area() { return 1 } }\n"
        "export function total(shape: Shape) { return shape.area() }\n",
    ],
)
def test_interfaces_and_abstract_classes_of_typescript(workspace: str) -> None:
    assert uses(workspace, "shop.ts::Round.area") == {"total": "shop.ts::Shape.area"}


def test_interfaces_of_go_that_no_type_names() -> None:
    workspace = (
        "=== shop.go\npackage shop\ntype Shape interface { Area() int }\ntype Round struct{}\n"
        "func (r Round) Area() int { return 1 }\nfunc Total(s Shape) int { return s.Area() }\n"
    )
    assert uses(workspace, "shop.go::Round.Area") == {"Total": "shop.go::Shape.Area"}


def test_a_hub_is_followed_up_to_a_bound() -> None:
    many = "".join(f"class C{n}(Base):\n    def run(self): ...\n" for n in range(MAX_SYMBOLS + 50))
    dispatch = Dispatch(snapshot_of(f"=== a.py\nclass Base:\n    def run(self): ...\n{many}"))
    assert len(dispatch.possible_overrides("a.py::Base.run")) == MAX_SYMBOLS


def test_bases_in_a_circle_come_to_an_end() -> None:
    workspace = (
        "=== a.py\nclass A(B):\n    def run(self): ...\nclass B(A):\n    def run(self): ...\ndef go(b: B): b.run()\n"
    )
    assert uses(workspace, "a.py::A.run") == {"go": "a.py::B.run"}
