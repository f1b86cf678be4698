"""A small workspace, and arguments for each custom command that make it answer with all of its fields.

The assertions are in `test_wire_answers`.
"""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.protocol.wire import Json

FILES = {
    "shop/pricing.py": '''\
"""Prices of orders."""

from abc import ABC, abstractmethod

from shop.orders import Order


class Rule(ABC):
    """A rule for the price of an order."""

    @abstractmethod
    def price(self, amount: int) -> int:
        """The price in cents."""


class Regular(Rule):
    def price(self, amount: int) -> int:
        return amount


class Discount(Rule):
    def price(self, amount: int) -> int:
        return rounded(amount * 9 / 10)


def rounded(amount: float) -> int:
    """Round “half” up: ½ → 1."""
    return int(amount + 0.5)


def describe(order: "Order") -> str:
    return f"order of {order.total()}"
''',
    "shop/orders.py": '''\
"""Orders."""

from shop.pricing import Rule


class Order:
    """What somebody buys."""

    def __init__(self, rule: Rule, amount: int) -> None:
        self.rule = rule
        self.amount = amount

    def total(self) -> int:
        """The total price of the order in cents."""
        return self.rule.price(self.amount)


def checkout(order: Order) -> int:
    """Charge the customer for an order. `checkout` calls `Order.total`, and `Order.totl` is an error."""
    return order.total()
''',
    "tests/test_orders.py": """\
import json

from shop.orders import Order, checkout
from shop.pricing import Discount


def test_checkout() -> None:
    assert checkout(Order(Discount(), 100)) == 90
    assert json.dumps({})
""",
    ".ctx-lsp/memory/round.md": """\
---
type: gotcha
date: 2026-01-31
anchors: shop/pricing.py::rounded
---
# Round once

`rounded` calls `describe`.
""",
    ".ctx-lsp/memory/cents.md": """\
---
type: decision
date: 2026-01-31
anchors: shop/orders.py::Order.total
---
# Count in cents

A total is a whole number.
""",
    ".ctx-lsp/memory/broken.md": "# A heading alone\n",
}
EDIT = ("shop/pricing.py", "amount + 0.5", "amount + 0.4")
"""An uncommitted change: a file, what it says in the commit, and what it says now."""


AUTHOR = ("-c", "user.name=Tests", "-c", "user.email=tests@example.org")
DRAFTS = 3
"""Commits before the last one; two files, and two definitions, change together in each of them."""


MESSAGE = (
    "Open the shop\n\nAmounts must not be rounded twice, because each rounding loses half a cent."  # proposes a note
)


def make_workspace(root: Path) -> None:
    """Write the files into `root`, commit them in several steps, and change one."""
    name, before, after = EDIT
    _git(root, "init", "--quiet")
    for draft in (*range(DRAFTS), None):
        for path, text in FILES.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            drafted = text.replace(before, f"amount + {draft}").replace("Orders.", f"Orders, draft {draft}.")
            drafted = drafted.replace('f"order of', f'f"order {draft} of')
            (root / path).write_text(text if draft is None else drafted, "utf-8")
        _git(root, "add", "--all")
        _git(root, *AUTHOR, "commit", "--quiet", "--message", MESSAGE)
    (root / name).write_text(FILES[name].replace(before, after), "utf-8")


def _git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True)  # noqa: S607 - whatever Git the machine has


def examples(root: Path, pack: str, other: str) -> Mapping[str, Sequence[Json]]:
    """Arguments by command; `pack` is the id of one that shows `Order.total`, `other` one that shows less."""
    orders, pricing = ((root / name).as_uri() for name in ("shop/orders.py", "shop/pricing.py"))
    position = {"line": 12, "character": 9}  # Order.total
    here = {"textDocument": {"uri": orders}, "position": position}
    return {
        "ctx-lsp.journal": [{"action": "start", "title": "Round late"}, {"action": "export"}],  # records what follows
        "ctx-lsp.search": [{"query": "total price of an order", "limit": 5}, {"query": "ordr totl"},
                           {"query": "rounded half up", "filter": {"since": "HEAD~1"}}],
        "ctx-lsp.publishedText": [{"repository": "billing", "path": "bill/invoice.py", "revision": "0123456789"}],
        "ctx-lsp.query": [
            {"query": "how is the total price made?", "options": {"maxTokens": 600, "tree": True}},
            {"query": "what does this do?", **here, "options": {"maxTokens": 150, "format": "xml"}},
            {"query": "rounding", "selection": {"start": position, "end": {"line": 14, "character": 0}},
             "textDocument": {"uri": orders}, "options": {"format": "json", "since": pack}},
        ],
        "ctx-lsp.contextAt": [
            here, {"symbol": "Order.total"}, {**here, "options": {"maxTokens": 120, "filter": {"kinds": ["Class"]}}},
        ],
        "ctx-lsp.contextForFiles": [{"files": [orders, pricing], "options": {"maxTokens": 200}}],
        "ctx-lsp.contextForDiff": [{}, {"base": "HEAD", "options": {"includeTests": False}}],
        "ctx-lsp.packText": [{"packId": pack}, {"packId": pack, "format": "compact"}],
        "ctx-lsp.replay": [{"packId": pack}, {"packId": pack, "options": {"maxTokens": 300, "since": other}}],
        "ctx-lsp.history": [{}, {"limit": 1}],
        "ctx-lsp.packDiff": [{"packId": pack}, {"packId": pack, "against": other}],
        "ctx-lsp.feedback": [{"packId": pack, "symbol": "Order.total", "verdict": "useful"}, {"clear": True}],
        "ctx-lsp.teamTask": [{"packId": pack, "answers": ["Order.total"]}],
        "ctx-lsp.savings": [{}, {"days": 1}],
        "ctx-lsp.explain": [
            {"query": "total price", "symbol": "Order.total"}, {"query": "x", "symbol": "Discount"},
            {"query": "total price", "symbol": "Order.total", "packId": pack},
        ],
        "ctx-lsp.dismiss": [{"textDocument": {"uri": orders}, "category": "http", "alternative": "requests"}],
        "ctx-lsp.check": [
            {"text": "`checkout` calls `Order.totl`.", "previous": [{"kind": "member", "text": "Order.ttl"}]},
            {"textDocument": {"uri": orders}}, {"files": [orders], "kinds": ["member"]},
        ],
        "ctx-lsp.remember": [{"type": "gotcha", "text": "Round late\n\nOnly totals.", "about": ["rounded"]},
                             {"type": "decision", "text": "Use cents", **here}],
        "ctx-lsp.update": [{"note": "round"}],
        "ctx-lsp.recall": [{}, {"query": "rounding", "symbol": "rounded"}, here],
        "ctx-lsp.propose": [{}, {"limit": 5, "commits": 10}],
        "ctx-lsp.record": [
            {"kind": "message", "text": "We decided to use cents. Is the tax rounded, too?", "uri": orders},
            {"kind": "checkpoint", "checkpoint": {"plan": "Round the sum", "step": "Tests fail"}},
            {"kind": "reflection", "text": "Round late", "outcome": "partial", "confidence": 0.5, "tags": ["prices"]},
        ],
        "ctx-lsp.resume": [{}, {"query": "cents", "maxTokens": 200, "model": True}],
        "ctx-lsp.impact": [
            {"symbol": "rounded", "depth": 4}, {"symbol": "json"}, {"files": [orders]},
            {"textDocument": {"uri": orders}, "position": position},
        ],
        "ctx-lsp.graph": [{"symbol": "Order.total", "depth": 3}, {"textDocument": {"uri": orders}}, here],
        "ctx-lsp.testScope": [{"files": [pricing]}, {"base": "HEAD"}],
        "ctx-lsp.cycles": [{}],
        "ctx-lsp.map": [{}, {"maxTokens": 100}],
        "ctx-lsp.patterns": [{}, {"symbol": "Discount"}, {"base": "HEAD", "trends": True}, {"kinds": []}],
        "ctx-lsp.status": [{}],
        "ctx-lsp.dashboard": [{}],
        "ctx-lsp.reindex": [{}, {"files": [orders], "force": True}],
        "ctx-lsp.cache": [{}],
        "ctx-lsp.agents": [{}, {"pin": ["rounded"], "exclude": ["describe"]}],
        "ctx-lsp.dump": [{}],
    }  # fmt: skip
