"""What a change to the definitions of a pack may break beyond what the pack shows: callers, and circles of calls.

Only direct callers count; the command `impact` follows them further.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ctx_lsp.index.entry import Definition
from ctx_lsp.index.graph import EdgeKind
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.packing.levels import full_lines
from ctx_lsp.packing.lines import NONE, Lines, meets

MAX_STEPS = 300  # definitions looked at in search of a circle

_CALLING: frozenset[EdgeKind] = frozenset({
    "calls", "reads", "decorates", "registers", "inherits", "implements", "overrides",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Risk:
    """Of a definition's `callers` outside of tests, `seen` are in the pack. `is_cyclic`: its calls lead back to it."""

    name: str
    callers: int
    seen: int
    is_cyclic: bool

    @property
    def unseen(self) -> int:
        """Callers that the pack does not show."""
        return self.callers - self.seen


NO_RISK = Risk("", 0, 0, False)


def risk_of(snapshot: Snapshot, changed: Iterable[Definition], shown: Mapping[str, Lines]) -> Risk:
    """The risk of changing the definition of which most callers are out of sight; `shown` are lines by path."""
    return max((_risk(snapshot, one, shown) for one in changed), key=lambda risk: risk.unseen, default=NO_RISK)


def _risk(snapshot: Snapshot, definition: Definition, shown: Mapping[str, Lines]) -> Risk:
    own = definition.id
    edges = [edge for edge in snapshot.graph.incoming(own) if edge.kind in _CALLING]
    sources = {edge.source for edge in edges if edge.source != own and not edge.source.startswith(f"{own}.")}
    callers = [one for one in map(snapshot.definition, sources) if one and snapshot.files[one.path].role != "test"]
    seen = sum(_is_shown(snapshot, one, shown) for one in callers)
    return Risk(definition.qualname, len(callers), seen, _calls_itself(snapshot, own))


def _is_shown(snapshot: Snapshot, definition: Definition, shown: Mapping[str, Lines]) -> bool:
    return meets(shown.get(definition.path, NONE), full_lines(snapshot.files[definition.path], definition.index))


def _calls_itself(snapshot: Snapshot, symbol: str) -> bool:
    """Whether calls lead from a definition back to it through at least one other."""
    waiting, seen = [symbol], {symbol}
    while waiting and len(seen) < MAX_STEPS:
        current = waiting.pop()
        for edge in snapshot.graph.outgoing(current):
            if edge.kind != "calls":
                continue
            if edge.target == symbol and current != symbol:
                return True
            if edge.target not in seen:
                seen.add(edge.target)
                waiting.append(edge.target)
    return False
