"""Callers out of sight make a change risky; those that a pack shows do not, and tests are no callers."""

from ctx_lsp.index.entry import Definition
from ctx_lsp.packing.risk import NO_RISK, risk_of
from tests.packing.shop import about
from tests.workspaces import snapshot_of

CALLERS = "".join(f"def caller_{number}():\n    return base({number})\n\n\n" for number in range(14))
HUB = snapshot_of(
    "=== app/base.py\ndef base(n):\n    return n\n\n\ndef ping(n):\n    return pong(n - 1)\n\n\n"
    "def pong(n):\n    return ping(n) if n else base(n)\n\n\ndef down(n):\n    return down(n - 1) if n else n\n"
    f"=== app/callers.py\nfrom app.base import base, ping\n\n\n{CALLERS}def starts():\n    return ping(3)\n"
    "=== tests/test_base.py\nfrom app.base import base\n\n\ndef test_base():\n    assert base(1) == 1\n"
)
BASE, PING, DOWN = "app/base.py::base", "app/base.py::ping", "app/base.py::down"


def definition(symbol: str) -> Definition:
    found = HUB.definition(symbol)
    assert found is not None
    return found


def test_callers_are_counted_but_tests_are_not() -> None:
    risk = risk_of(HUB, [definition(BASE)], {})
    assert (risk.name, risk.callers, risk.seen, risk.unseen) == ("base", 15, 0, 15)
    seen = risk_of(HUB, [definition(BASE)], {"app/callers.py": ((4, 5), (8, 9))})
    assert (seen.callers, seen.seen) == (15, 2)
    assert risk_of(HUB, [], {}) == NO_RISK


def test_the_definition_with_most_callers_out_of_sight_is_named() -> None:
    assert risk_of(HUB, [definition(DOWN), definition(BASE), definition(PING)], {}).name == "base"


def test_a_circle_leads_through_another_definition() -> None:
    assert risk_of(HUB, [definition(PING)], {}).is_cyclic
    assert not risk_of(HUB, [definition(DOWN)], {}).is_cyclic, "recursion is its own business"
    assert not risk_of(HUB, [definition(BASE)], {}).is_cyclic


def test_a_pack_for_a_symbol_asks_for_its_impact_where_most_callers_are_missing() -> None:
    pack = about(HUB, BASE)
    assert not pack.readiness.ready
    assert pack.readiness.reason.startswith("see the impact of base: ")
    assert pack.readiness.reason.endswith(" callers are not shown")
    leaf = about(HUB, "app/callers.py::starts")
    assert leaf.readiness.ready, leaf.readiness.reason
