"""Risk of a change: callers that the pack does not show; tests do not count as callers."""

from collections.abc import Mapping

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import Definition
from ctx_lsp.packing.assessment.risk import Risk, risk_of
from ctx_lsp.packing.detail.lines import Lines
from tests.packing.shop import about
from tests.workspaces import snapshot_of

CALLERS = "".join(f"def caller_{number}():\n    return base({number})\n\n\n" for number in range(14))
HUB = snapshot_of(
    "=== app/base.py\ndef base(n):\n    return n\n\n\ndef ping(n):\n    return pong(n - 1)\n\n\n"
    "def pong(n):\n    return ping(n) if n else base(n)\n\n\ndef down(n):\n    return down(n - 1) if n else n\n"
    f"=== app/callers.py\nfrom app.base import base, ping\n\n\n{CALLERS}def starts():\n    return ping(3)\n"
    f"=== app/small.py\ndef small():\n    return 1\n\n\n"
    + "".join(f"def user_{n}():\n    return small()\n\n\n" for n in range(6))
    + "=== app/tools.py\nclass Tool:\n    def run(self):\n        return 1\n\n"
    "    def fetch_all(self):\n        return 2\n\n\nclass Other:\n    def fetch_all(self):\n        return 3\n"
    + "".join(f"=== app/script_{n}.py\nfrom app.tools import Tool\n\nTool().run()\n" for n in range(7))
    + "=== app/guess.py\n"
    + "".join(f"def guess_{n}(one):\n    return one.fetch_all()\n\n\n" for n in range(9))
    + "=== tests/test_base.py\nfrom app.base import base\n\n\ndef test_base():\n    assert base(1) == 1\n"
)
BASE, PING, DOWN, SMALL = "app/base.py::base", "app/base.py::ping", "app/base.py::down", "app/small.py::small"


def definition(symbol: str) -> Definition:
    found = HUB.definition(symbol)
    assert found is not None
    return found


def risk(*symbols: str, shown: Mapping[str, Lines] | None = None) -> Risk | None:
    return risk_of(HUB, map(definition, symbols), shown or {}, CancelToken())


def test_callers_are_counted_but_tests_are_not() -> None:
    assert risk(BASE) == Risk("base", 15, False)
    assert risk(BASE, shown={"app/callers.py": ((4, 5), (8, 9))}) == Risk("base", 13, False)
    assert risk(BASE, shown={"app/callers.py": ((4, 60),)}) is None, "most can be read"
    assert risk() is None


def test_the_riskiest_symbol_is_named() -> None:
    assert risk(PING, BASE) == risk(BASE)
    mostly_seen = {"app/callers.py": ((4, 33),)}
    assert risk(BASE, SMALL, shown=mostly_seen) == risk(SMALL) == Risk("small", 6, False)


def test_a_cycle_leads_through_another_definition() -> None:
    assert risk(PING) == Risk("ping", 2, True)
    assert risk(DOWN) is None, "a recursive function is no cycle"


def test_callers_of_members_and_at_the_top_level_count() -> None:
    assert risk("app/tools.py::Tool") == Risk("Tool", 7, False)


def test_guesses_are_not_callers() -> None:
    assert risk("app/tools.py::Tool.fetch_all") is None


def test_a_pack_for_a_symbol_asks_for_its_impact_where_most_callers_are_missing() -> None:
    pack = about(HUB, BASE)
    assert not pack.readiness.ready
    assert pack.readiness.reason == "look at the impact of base: 9 callers are not shown"
    leaf = about(HUB, "app/callers.py::starts")
    assert leaf.readiness.ready, leaf.readiness.reason
    ping = about(HUB, PING, 120)
    assert ping.readiness.reason.startswith("look at the impact of ping: it is part of a call cycle, and ")


def test_callers_of_a_base_count_for_its_overrides() -> None:
    users = "".join(f"def user_{n}(base: Base):\n    return base.run()\n\n\n" for n in range(7))
    snapshot = snapshot_of(
        "=== app/base.py\nclass Base:\n    def run(self): ...\n\n\nclass Own(Base):\n    def run(self): ...\n"
        f"=== app/users.py\nfrom app.base import Base\n\n\n{users}"
    )
    own = snapshot.definition("app/base.py::Own.run")
    assert own is not None
    assert risk_of(snapshot, [own], {}, CancelToken()) == Risk("Own.run", 7, False)
