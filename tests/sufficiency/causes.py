"""Reasons why packs lack some needs of functions: a tool for work on packing. No published figure depends on it.

unresolved: our graph has no edge from the function to the symbol. unsure: the edge is a guess that does not count as a
need. level: the symbol is in the pack without its declaration. budget: a larger pack has it. order: no pack has it.
"""

from typing import Literal, NamedTuple

from ctx_lsp.features.navigation import symbol_at
from ctx_lsp.packing.dependencies import SURE, uses
from ctx_lsp.workspace.analysis import Analysis
from tests.sufficiency.measure import BUDGETS, PACK, Measuring, Outcome

BUDGET = 4_000  # at which misses are explained

Cause = Literal["unresolved", "unsure", "level", "budget", "order"]


class Miss(NamedTuple):
    """A needed symbol that a pack lacks: the cause, its kind, and the function that needs it."""

    cause: Cause
    kind: str
    needed: str
    function: str


def list_misses(analysis: Analysis, measuring: Measuring, outcome: Outcome) -> list[Miss]:
    """The needs that the pack of `BUDGET` tokens for a function lacks."""
    lacking = outcome.asked.needed.keys() - outcome.given[PACK, BUDGET].present
    function = symbol_at(analysis.snapshot, *outcome.asked.place)
    if not lacking or function is None:
        return []
    used = {use.target.id: use.confidence for use in uses(analysis.snapshot, function)}
    packed = {one.item.symbol for one in measuring.pack(outcome.asked, BUDGET).items}
    misses = []
    for symbol in sorted(lacking):
        ours = measuring.definitions(outcome.asked.needed[symbol])
        sure = max((used.get(one, 0.0) for one in ours), default=0.0)
        in_larger = symbol in outcome.given[PACK, BUDGETS[-1]].present
        cause: Cause = (
            "unresolved" if not sure
            else "unsure" if sure < SURE
            else "level" if ours & packed
            else "budget" if in_larger
            else "order"
        )  # fmt: skip
        misses.append(Miss(cause, measuring.kind(symbol), " ".join(sorted(ours)) or symbol, function.id))
    return misses
