"""Each ranking rule adds its part to the units that it applies to, and to no others."""

from dataclasses import replace

import numpy as np
import pytest

from ctx_lsp.base.timings import Timings
from ctx_lsp.retrieval.channels.channels import MAX_NAMED
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.retrieval.ranking.fusion import SCORES
from ctx_lsp.retrieval.ranking.rank import HUB_USERS, MAX_NEIGHBOURS, coherence, role
from ctx_lsp.retrieval.ranking.score_matrix import ScoreMatrix
from ctx_lsp.retrieval.ranking.weights import CHANNELS as CHANNEL_WEIGHTS
from ctx_lsp.retrieval.ranking.weights import PARTS, TUNING, Weights, without
from ctx_lsp.retrieval.search import CHANNELS, NEIGHBOURS, RULES, score
from ctx_lsp.retrieval.units import Unit
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.retrieval.searching import context_of, found
from tests.workspaces import snapshot_of

STORE = """
=== store/api/v1/orders.py
def load_orders(path):
    \"\"\"Read all orders from a file.\"\"\"
    return path.read()
=== store/api/v2/orders.py
def load_orders(path):
    \"\"\"Read all orders from a file.\"\"\"
    return _parse(path.read())
def _parse(text):
    return text.split()
ORDERS = load_orders
=== store/shop.py
from store.api.v2.orders import load_orders
def open_shop(path):
    return load_orders(path)
def close_shop(path):
    return load_orders(path)
=== store/basket.py
EMPTY_BASKET = ()
class Basket:
    def weigh(self):
        return sum(self.parts)
"""


def parts_of(query: str, snapshot: Snapshot, **weights: float) -> dict[str, dict[str, float]]:
    """The score parts by symbol, with these weights for any kind of question."""
    tuning = {intent: replace(one, **weights) for intent, one in TUNING.items()}
    answer = found(snapshot, SearchRequest(query, 50), tuning=tuning)
    return {item.symbol or item.path: dict(item.scores) for item in answer.items}


def bearing(part: str, found: dict[str, dict[str, float]]) -> set[str]:
    return {symbol for symbol, parts in found.items() if part in parts}


@pytest.fixture(scope="module")
def store() -> Snapshot:
    return snapshot_of(STORE)


def test_definitions_with_many_dependants_are_central(store: Snapshot) -> None:
    found = parts_of("load orders", store, centrality=0.2)
    used, unused = found["store/api/v2/orders.py::load_orders"], found["store/api/v1/orders.py::load_orders"]
    assert used["centrality"] > unused.get("centrality", 0.0)
    assert used["centrality"] <= 0.2


def test_users_are_counted_as_far_as_it_matters(store: Snapshot) -> None:
    graph, node = store.graph, "store/api/v2/orders.py::load_orders"
    assert [graph.users(node, enough) for enough in (1, 2, 100)] == [1, 2, len(graph.incoming(node))]
    assert graph.users("store/api/v1/orders.py::load_orders", 5) == 0
    assert graph.most_dependants == max(map(len, graph.dependants.values())) > 0


@pytest.mark.parametrize(("files", "brought"), [(MAX_NEIGHBOURS + 50, MAX_NEIGHBOURS), (HUB_USERS, 0)])
def test_only_some_users_of_a_hub_become_candidates(files: int, brought: int) -> None:
    used = "=== lib/log.py\ndef emit(message):\n    return message\n"
    users = "".join(
        f"=== app/m{number}.py\nfrom lib.log import emit\ndef work{number}(one):\n    emit(one)\n"
        for number in range(files)
    )
    scored = score(context_of(snapshot_of(used + users), "who returns a message"), Timings())
    led_to = {unit for place, unit in enumerate(scored.matrix.units) if "graph" in scored.matrix.parts(place)}
    assert len(led_to) == brought
    assert all(unit.path.startswith("lib") or unit in led_to for unit in scored.matrix.units)


def test_a_negative_score_is_not_raised_by_a_role() -> None:
    snapshot = snapshot_of("=== tests/test_shop.py\nORDER = 1\n=== shop.py\ndef order(): ...\n")
    constant, function = Unit("tests/test_shop.py", 0, -1), Unit("shop.py", 0, -1)
    matrix = ScoreMatrix(snapshot.files, [constant, function])
    matrix.add("bm25", np.array([1.0, 0.2]))
    matrix.add("callable", np.array([0.0, -0.5]))
    context = context_of(snapshot, "where is the order")
    assert matrix.units == (function, constant)
    assert not role(matrix, context).any()
    assert coherence(matrix, context).tolist() == [1.0, 0.0]


def test_functions_and_methods_are_raised(store: Snapshot) -> None:
    found = parts_of("weigh the empty basket", store, callable=0.2)
    assert bearing("callable", found) == {"store/basket.py::Basket.weigh"}
    assert found.keys() > {"store/basket.py::Basket", "store/basket.py::EMPTY_BASKET"}


def test_the_longer_definition_is_raised_more() -> None:
    lines = "\n".join(f"    step_{number}()" for number in range(300))
    text = f"=== a.py\ndef run_once(): ...\ndef run_often():\n    step()\n    step()\ndef run_on():\n{lines}\n"
    found = parts_of("why does the method run twice", snapshot_of(text), extent=0.5)
    once, often, on = (found[f"a.py::run_{name}"].get("extent", 0.0) for name in ("once", "often", "on"))
    assert once < often < on == 0.5


def test_rare_words_of_a_whole_name_count_more(store: Snapshot) -> None:
    found = parts_of("weigh orders", store, covered=1.0)
    utility_of, load = found["store/basket.py::Basket.weigh"], found["store/api/v1/orders.py::load_orders"]
    assert 0 < load["covered"] < utility_of["covered"] < 1.0
    assert parts_of("basket weigh", store, covered=1.0)["store/basket.py::Basket.weigh"]["covered"] == 1.0


def test_two_letters_begin_no_files_name() -> None:
    snapshot = snapshot_of("=== xy.py\ndef read(): ...\n=== xylem.py\ndef read(): ...\n")
    assert bearing("path", parts_of("where does x/y read", snapshot)) == {"xy.py::read"}


def test_a_file_may_be_named_by_two_letters() -> None:
    snapshot = snapshot_of("=== db.py\ndef read(): ...\n=== dbase.py\ndef read(): ...\n")
    assert bearing("path", parts_of("where does the db read", snapshot)) == {"db.py::read"}


def test_only_some_definitions_of_a_common_name_become_candidates() -> None:
    text = "".join(
        f"=== app/m{number}.py\nclass A{number}:\n    def run(self): ...\n" for number in range(MAX_NAMED + 9)
    )
    scored = score(context_of(snapshot_of(text), "what does `A7.run` do and `run`"), Timings())
    rankings = {one.name: one.units for one in scored.rankings}
    assert len(rankings["symbol"]) == MAX_NAMED
    assert rankings["symbol"][0][0].path == "app/m7.py"


@pytest.mark.parametrize("part", sorted(set(PARTS) - {"derived", "abbreviated"}))
def test_a_part_that_is_off_is_in_no_score(store: Snapshot, part: str) -> None:
    answer = found(store, SearchRequest("load orders of the shop", 50), tuning=without(TUNING, [part]))
    assert answer.items
    assert all(part not in item.scores for item in answer.items)


def test_no_other_parts_can_be_switched_off() -> None:
    with pytest.raises(ValueError, match="astrology is not a part of the ranking"):
        without(TUNING, ["astrology"])
    assert all(hasattr(Weights(), part) for part in PARTS)


def test_every_weight_has_its_channel_or_rule() -> None:
    scores = {part for parts in SCORES.values() for part in parts}
    assert set(CHANNEL_WEIGHTS) == set(CHANNELS) | scores
    others = {"derived", "abbreviated", "saturation", "rerank"}  # inside a channel, and beside the rules
    assert set(PARTS) == set(CHANNELS) | scores | set(NEIGHBOURS) | set(RULES) | others


def test_a_qualified_name_is_meant_to_the_letter() -> None:
    snapshot = snapshot_of("""
=== core.py
class Context:
    def invoke(self, callback):
        return callback()
class Group:
    def invoke(self, context):
        return context.invoke(context.command)
""")
    found = parts_of("Context.invoke", snapshot)
    assert next(iter(found)) == "core.py::Context.invoke"
    assert bearing("symbol", found) == {"core.py::Context.invoke"}
    assert bearing("symbol", parts_of("Elsewhere.invoke", snapshot)) == {
        "core.py::Context.invoke", "core.py::Group.invoke"
    }  # fmt: skip
