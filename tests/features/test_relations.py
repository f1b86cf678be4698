"""Relations: impact, the graph around a node, import cycles."""

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.workspace import BadRequest, Impact
from tests.workspace.asking import relations_of
from tests.workspaces import snapshot_of

TOKEN = CancelToken()

SHOP = """
=== shop/money.py
class Rate:
    def of(self): ...
def tax(x): return Rate().of()
=== shop/cart.py
from shop.money import tax, Rate
class Special(Rate):
    def of(self): return 1
def total(): return tax(1)
=== shop/web.py
from shop.cart import total
def page(): return total()
=== shop/__init__.py
from shop.money import tax
=== shop/late.py
import shop
=== tests/test_money.py
from shop.money import tax
def test_tax(): assert tax(1)
"""
RELATIONS = relations_of(snapshot_of(SHOP))


def readable_impact(impact: Impact) -> list[str]:
    """Dependants as text, in a fixed order: distance, relation, symbol, via."""
    return sorted(
        f"{one.distance} {one.relation} {one.symbol} {one.via.rpartition('::')[2]}" for one in impact.dependants
    )


def test_dependants_have_distances_and_relations() -> None:
    assert readable_impact(RELATIONS.impact("tax", 2, TOKEN)) == [
        "1 caller shop/cart.py::total tax",
        "1 importer shop/__init__.py tax",
        "1 importer shop/cart.py tax",
        "1 test tests/test_money.py tax",
        "1 test tests/test_money.py::test_tax tax",
        "2 caller shop/web.py::page total",
        "2 importer shop/web.py total",
    ], "who imports the package does not depend on each name that it imports"


def test_a_change_of_a_type_is_a_change_of_its_members() -> None:
    found = readable_impact(RELATIONS.impact("Rate", 1, TOKEN))
    assert {"1 subclass shop/cart.py::Special Rate", "1 overrider shop/cart.py::Special.of Rate.of"} <= set(found)
    assert not any("money.py::Rate" in one for one in found), "what is inside is no dependant"


def test_files_have_the_dependants_of_all_that_is_in_them() -> None:
    impact = RELATIONS.files_impact(["shop/cart.py", "shop/money.py"], 1, TOKEN)
    assert readable_impact(impact) == [
        "1 caller shop/web.py::page total",
        "1 importer shop/__init__.py tax",
        "1 importer shop/web.py total",
        "1 test tests/test_money.py tax",
        "1 test tests/test_money.py::test_tax tax",
    ]
    assert (impact.symbol, impact.files) == (None, ("shop/cart.py", "shop/money.py"))


def test_confidence_is_that_of_the_whole_way() -> None:
    near, far = (one.confidence for one in RELATIONS.impact("tax", 2, TOKEN).dependants if one.relation == "caller")
    assert 0 < far < near < 1


@pytest.mark.parametrize("depth", [0, 11])
def test_a_depth_out_of_bounds_is_refused(depth: int) -> None:
    with pytest.raises(BadRequest, match="depth must be a number from 1 to 10"):
        RELATIONS.impact("tax", depth, TOKEN)


def test_an_unknown_file_is_refused() -> None:
    with pytest.raises(BadRequest, match=r"no\.py is not in the index"):
        RELATIONS.files_impact(["shop/cart.py", "no.py"], 2, TOKEN)


def edges(root: str, direction: str, kinds: tuple[str, ...] | None, depth: int = 1) -> list[str]:
    found = RELATIONS.graph(root, direction, kinds, depth, TOKEN)  # type: ignore[arg-type]  # the wire's string
    return [f"{edge.source} {edge.kind} {edge.target}" for edge in found.edges]


def test_the_graph_is_walked_in_either_direction_and_by_kind() -> None:
    assert edges("total", "out", ("calls",)) == ["shop/cart.py::total calls shop/money.py::tax"]
    assert edges("total", "in", ("calls",)) == ["shop/web.py::page calls shop/cart.py::total"]
    assert edges("total", "both", ("calls",)) == sorted(
        edges("total", "out", ("calls",)) + edges("total", "in", ("calls",))
    )
    assert edges("Special", "out", ("inherits", "overrides")) == ["shop/cart.py::Special inherits shop/money.py::Rate"]


def test_nodes_say_how_far_away_they_are_and_where() -> None:
    found = RELATIONS.graph("page", "out", ("calls",), 2, TOKEN)
    assert [(node.distance, node.symbol, node.kind, node.role) for node in found.nodes] == [
        (0, "shop/web.py::page", "Function", "source"),
        (1, "shop/cart.py::total", "Function", "source"),
        (2, "shop/money.py::tax", "Function", "source"),
    ]
    assert found.nodes[0].signature == "def page()"


def test_contains_is_the_nesting_and_comes_only_when_asked_for() -> None:
    assert edges("Rate", "out", ("contains",)) == ["shop/money.py::Rate contains shop/money.py::Rate.of"]
    assert edges("Rate", "in", ("contains",)) == ["shop/money.py contains shop/money.py::Rate"]
    assert edges("shop/money.py", "out", ("contains",), 2) == [
        "shop/money.py contains shop/money.py::Rate",
        "shop/money.py contains shop/money.py::tax",
        "shop/money.py::Rate contains shop/money.py::Rate.of",
    ]
    assert not any(" contains " in edge for edge in edges("Rate", "both", None))


def test_an_unknown_kind_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(BadRequest, match=r"unknown kind of edge 'likes'; known: contains, imports, "):
        edges("tax", "both", ("calls", "likes"))


def test_a_hub_is_cut_and_the_answer_reports_it() -> None:
    users = "".join(f"def f{number}(): hub()\ndef g{number}(): f{number}()\n" for number in range(6_000))
    relations = relations_of(snapshot_of(f"=== a.py\ndef hub(): ...\n{users}"))
    graph = relations.graph("hub", "in", None, 1, TOKEN)
    assert len(graph.nodes) == 2_000
    assert len(graph.edges) == 1_999, "an edge has both its nodes in the answer"
    assert graph.warnings == ("more than 2,000 nodes; this answer has the nearest, highest confidence first",)
    assert relations.graph("hub", "both", None, 3, TOKEN).warnings == graph.warnings, "it is said once"
    impact = relations.impact("hub", 1, TOKEN)
    assert len(impact.dependants) == 5_000
    assert impact.warnings == ("more than 5,000 dependants; the nearest are listed",)


def test_an_unfinished_index_is_reported() -> None:
    snapshot = snapshot_of("=== a.py\ndef f(): ...\n")
    half = relations_of(type(snapshot)(**{**snapshot.__dict__, "known_files": 2}))
    assert half.impact("f", 1, TOKEN).warnings == ("Still indexing: this answer covers 50% of the files.",)


def test_cycles_have_a_shortest_round_trip() -> None:
    text = """
=== a.py
from b import f
=== b.py
from c import g
def f(): ...
=== c.py
from d import h
import a
def g(): ...
=== d.py
from a import f
def h(): ...
=== e.py
import a
"""
    [cycle] = relations_of(snapshot_of(text)).cycles().cycles
    assert cycle.files == ("a.py", "b.py", "c.py", "d.py")
    assert cycle.way == ("a.py", "b.py", "c.py", "a.py")


DISPATCHED = relations_of(
    snapshot_of("""
=== shop/session.py
class Sessions:
    def open(self): ...
class Signed(Sessions):
    def __init__(self): ...
    def open(self): ...
=== shop/app.py
from shop.session import Sessions, Signed
def serve(sessions: Sessions): return sessions.open()
def make(): return Signed()
=== tests/test_app.py
from shop.app import serve
def test_serve(): assert serve(None)
""")
)


def test_dependants_of_a_base_depend_on_its_overrides() -> None:
    found = {one.symbol: one for one in DISPATCHED.impact("Signed.open", 2, TOKEN).dependants}
    serve, test = found["shop/app.py::serve"], found["tests/test_app.py::test_serve"]
    assert (serve.relation, serve.via, serve.through) == (
        "caller",
        "shop/session.py::Signed.open",
        "shop/session.py::Sessions.open",
    )
    named = next(one for one in DISPATCHED.impact("Sessions.open", 1, TOKEN).dependants if one.symbol == serve.symbol)
    assert named.through is None
    assert 0 < serve.confidence < named.confidence
    assert (test.distance, test.relation) == (2, "test")


def test_a_construction_depends_on_the_constructor() -> None:
    [found] = DISPATCHED.impact("Signed.__init__", 1, TOKEN).dependants
    assert (found.symbol, found.relation, found.through) == (
        "shop/app.py::make",
        "caller",
        "shop/session.py::Signed",
    )


def test_incoming_edges_of_the_graph_name_the_symbol_they_lead_through() -> None:
    [edge] = DISPATCHED.graph("Signed.open", "in", ("calls",), 1, TOKEN).edges
    assert (edge.source, edge.target, edge.through) == (
        "shop/app.py::serve",
        "shop/session.py::Signed.open",
        "shop/session.py::Sessions.open",
    )
