"""The repository map: central definitions first, within the budget, from source files only."""

from itertools import pairwise

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.repository_map import repository_map
from ctx_lsp.packing.formats.tokens import count_tokens
from tests.workspaces import snapshot_of, snapshot_of_package

SHOP = """\
=== shop/price.py
def taxed(price: float) -> float:
    def inner(): ...
    return price
RATE = 1.19
=== shop/order.py
from shop.price import taxed
class Order:
    def total(self): return taxed(1)
=== shop/web.py
from shop.order import Order
from shop.price import taxed
def show(): return taxed(Order().total())
=== tests/test_order.py
from shop.order import Order
def test_total(): assert Order().total()
"""


def test_the_most_used_definition_leads_and_tests_are_only_counted() -> None:
    made = repository_map(snapshot_of(SHOP), 1_500, CancelToken())
    used = ("shop/price.py::taxed", "shop/order.py::Order", "shop/order.py::Order.total")
    assert made.symbols == (*used, "shop/web.py::show")
    assert "# Map: 4 files" in made.text
    assert "- shop: 3 files\n- tests: 1 file\n" in made.text
    assert "\nshop/price.py\n  1: def taxed(price: float) -> float\n" in made.text
    assert "  3: Order: def total(self)\n" in made.text
    assert "test_total" not in made.text
    assert "inner" not in made.text


@pytest.mark.parametrize("budget", [200, 600, 1_500])
def test_a_budget_is_kept_and_used(budget: int) -> None:
    made = repository_map(snapshot_of_package("structlog"), budget, CancelToken())
    assert made.tokens == count_tokens(made.text)
    assert 0.8 * budget <= made.tokens <= budget


def test_a_larger_map_only_adds() -> None:
    snapshot = snapshot_of_package("structlog")
    maps = [repository_map(snapshot, budget, CancelToken()) for budget in (300, 600, 1_200)]
    for smaller, larger in pairwise(maps):
        assert set(smaller.symbols) < set(larger.symbols)
    assert maps[0] == repository_map(snapshot, 300, CancelToken())


def test_an_empty_workspace_has_a_map() -> None:
    made = repository_map(snapshot_of(""), 300, CancelToken())
    assert made.symbols == ()
    assert made.text.startswith("# Map: 0 files, 0 symbols")


MANIFESTS = """\
=== pyproject.toml
[project]
dependencies = ["httpx>=0.27", "msgspec"]
[tool.pytest.ini_options]
addopts = "-q"
=== go.mod
module example.org/shop
require (
\tgithub.com/go-chi/chi/v5 v5.0.1
\tgolang.org/x/sys v0.1.0 // indirect
)
=== web/package.json
{"dependencies": {"react": "18"}, "devDependencies": {"vitest": "1"}, "scripts": {"test": "vitest run"}}
=== web/deep/package.json
{"dependencies": {"left-pad": "1"}}
=== Makefile
test:
\tpytest
"""


def test_dependencies_and_commands_for_tests_are_named() -> None:
    made = repository_map(snapshot_of(MANIFESTS), 1_500, CancelToken())
    assert "\nDependencies: httpx, msgspec, react, vitest, github.com/go-chi/chi/v5\n" in made.text
    assert "\nTests: `make test`, `cd web && npm test`, `pytest` and 1 more\n" in made.text


FOREIGN = """\
=== go.mod
module example.org/shop
require github.com/go-chi/chi/v5 v5.0.1\r
exclude (
\tgithub.com/broken/module v1.0.0
)
=== tests/data/package.json
{"dependencies": {"left-pad": "1"}, "scripts": {"test": "vitest run"}}
=== examples/pyproject.toml
[project]
dependencies = ["flask", "pytest"]
=== Makefile
check:=pytest
"""


def test_what_only_looks_like_the_projects_own_is_not_named() -> None:
    made = repository_map(snapshot_of(FOREIGN), 1_500, CancelToken())
    assert "\nDependencies: github.com/go-chi/chi/v5\n" in made.text
    assert "\nTests: `go test ./...`\n" in made.text
