"""How far a change spreads: who depends on some nodes, directly or through others, over the edges of the graph.

Which dependants are of interest, and how they are told, is decided in `impact` and `test_scope`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.index.entry import FileEntry, path_of
from ctx_lsp.index.graph import EdgeKind
from ctx_lsp.index.snapshot import Snapshot

MIN_CONFIDENCE = 0.1  # a path less sure than this says nothing

# Who imports or exports a name does not pass on what it does: whoever gets it from there has an edge to it as well.
_HANDED_ON = frozenset({"imports", "re-exports"})


class Step(NamedTuple):
    """How a node was reached: over an edge of `kind` to `via`, one step closer; `confidence` is that of the path."""

    node: str
    distance: int
    kind: EdgeKind
    via: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Reach:
    """The dependants by node; `cut` where there are more than were wanted, and farther ones were left out."""

    steps: dict[str, Step]
    cut: bool


def reach(snapshot: Snapshot, seeds: Iterable[str], depth: int | None, limit: int, token: CancelToken) -> Reach:
    """Who depends on `seeds`, up to `depth` edges away (None: however far), the nearest `limit`, by the surest ways.

    The seeds themselves are not among them. Raises `Cancelled`.
    """
    first = frozenset(seeds)
    reached: dict[str, Step] = {}
    frontier = dict.fromkeys(sorted(first), 1.0)
    distance = 0
    while frontier and distance != depth:
        distance += 1
        found = _next(snapshot, frontier, distance, first | reached.keys(), token)
        room = limit - len(reached)
        if len(found) > room:
            nearest = sorted(found.values(), key=lambda step: (-step.confidence, step.node))[:room]
            return Reach(reached | {step.node: step for step in nearest}, cut=True)
        reached |= found
        frontier = {node: step.confidence for node, step in found.items() if _goes_on(step)}
    return Reach(reached, cut=False)


def members(entry: FileEntry, index: int) -> list[str]:
    """The ids of all that is inside a symbol, however deep, and of the symbol itself."""
    found = [entry.definitions[index].id]
    for child in entry.children.get(index, ()):
        found += members(entry, child)
    return found


def is_test(snapshot: Snapshot, node: str) -> bool:
    """Whether a node belongs to test code."""
    return snapshot.files[path_of(node)].role == "test"


def _next(
    snapshot: Snapshot, frontier: dict[str, float], distance: int, known: frozenset[str], token: CancelToken
) -> dict[str, Step]:
    found: dict[str, Step] = {}
    for node, confidence in sorted(frontier.items()):
        token.check()
        for edge in snapshot.graph.incoming(node):
            sure = confidence * edge.confidence
            better = edge.source not in found or found[edge.source].confidence < sure
            if edge.source not in known and better and sure >= MIN_CONFIDENCE:
                found[edge.source] = Step(edge.source, distance, edge.kind, node, sure)
    return found


def _goes_on(step: Step) -> bool:
    return not (step.kind in _HANDED_ON and step.node == path_of(step.node))
