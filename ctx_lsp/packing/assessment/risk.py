"""Risk of changing the definitions that a pack is about: callers that the pack does not show, and call cycles.

Only direct callers count, including those that call a method of a base type. The command `impact` also finds indirect
callers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import Definition, path_of
from ctx_lsp.packing.dependencies import SURE, members
from ctx_lsp.packing.detail.levels import full_lines
from ctx_lsp.packing.detail.lines import NONE, Lines, meets
from ctx_lsp.snapshot.dynamic_dispatch import Dispatch
from ctx_lsp.snapshot.snapshot import Snapshot

# A change is risky if more than MAX_UNSEEN callers are not shown and less than SEEN_SHARE of all callers are shown.
MAX_UNSEEN, SEEN_SHARE = 5, 0.5
CYCLE_STEPS = 3  # maximum number of calls in a cycle

_CALLING: frozenset[EdgeKind] = frozenset({
    "calls", "reads", "decorates", "registers", "inherits", "implements", "overrides",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Risk:
    """Risk of changing the definition `name`.

    `unseen` is the number of callers, except tests, that the pack does not show. `is_cyclic` is true if a chain of
    calls leads from the definition through other definitions back to itself.
    """

    name: str
    unseen: int
    is_cyclic: bool


def risk_of(
    snapshot: Snapshot, changed: Iterable[Definition], shown: Mapping[str, Lines], token: CancelToken
) -> Risk | None:
    """Return the highest risk among the changed definitions, or None if no change is risky. Raises `Cancelled`.

    `shown` holds the lines that the pack shows, keyed by path.
    """
    worst: Risk | None = None
    for definition in changed:
        token.check()
        risk = _risk(snapshot, definition, shown)
        if risk and (worst is None or risk.unseen > worst.unseen):
            worst = risk
    return worst


def _risk(snapshot: Snapshot, definition: Definition, shown: Mapping[str, Lines]) -> Risk | None:
    callers = _callers(snapshot, definition)
    unseen = sum(not _is_shown(snapshot, caller, shown) for caller in callers)
    is_blind = unseen > MAX_UNSEEN and len(callers) - unseen < SEEN_SHARE * len(callers)
    is_cyclic = unseen > 0 and not is_blind and _is_in_cycle(snapshot, definition.id)
    return Risk(definition.qualname, unseen, is_cyclic) if is_blind or is_cyclic else None


def _callers(snapshot: Snapshot, definition: Definition) -> frozenset[str]:
    """Return the symbols, except tests, that use a definition or its members.

    Top-level code is represented by the path of its file. Only edges with at least the confidence `SURE` count.
    """
    own = [definition.id, *members(snapshot, definition)]
    dispatch = Dispatch(snapshot)
    uses = (use for member in own for use in dispatch.incoming(member))
    sources = {use.source for use in uses if use.kind in _CALLING and use.confidence >= SURE}
    outside = (one for one in sources if one != definition.id and not one.startswith(f"{definition.id}."))
    return frozenset(one for one in outside if snapshot.files[path_of(one)].role != "test")


def _is_shown(snapshot: Snapshot, caller: str, shown: Mapping[str, Lines]) -> bool:
    lines, definition = shown.get(path_of(caller), NONE), snapshot.definition(caller)
    if definition is None:
        return bool(lines)
    return meets(lines, full_lines(snapshot.files[definition.path], definition.index))


def _is_in_cycle(snapshot: Snapshot, symbol: str) -> bool:
    """Return whether at most `CYCLE_STEPS` calls lead from a definition through others back to itself."""
    reached, seen = [symbol], {symbol}
    for step in range(CYCLE_STEPS):
        following: list[str] = []
        for current in reached:
            for edge in snapshot.graph.outgoing(current):
                if edge.kind != "calls" or edge.confidence < SURE:
                    continue
                if edge.target == symbol and step:
                    return True
                if edge.target not in seen:
                    seen.add(edge.target)
                    following.append(edge.target)
        reached = following
    return False
