"""Finds the direct and indirect dependants of graph nodes.

Dynamic dispatch is taken into account: a caller of `Base.run` also depends on each override of `run` that may run
instead. `impact` and `affected_tests` select and present the dependants.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.edges import EdgeKind
from ctx_lsp.graph.entry import FileEntry, path_of
from ctx_lsp.snapshot.dynamic_dispatch import Dispatch
from ctx_lsp.snapshot.snapshot import Snapshot

MIN_CONFIDENCE = 0.1  # paths with less confidence are ignored

# A file that imports or re-exports a name does not pass a change on: code that gets the name there has its own edge to
# the definition.
_HANDED_ON = frozenset({"imports", "re-exports"})

LeavesOut = Callable[[str], bool]
"""Returns whether answers about dependencies leave out the file at a path, such as a note that is not in force."""


def leaves_out_nothing(_: str) -> bool:
    """Return False: no file is left out."""
    return False


class ReachStep(NamedTuple):
    """The step that reached `node`: an edge of `kind` to `via`, which is one step closer to the start.

    `confidence` rates the whole path. If the code of `node` names another symbol instead of `via`, `through` is that
    symbol: a member that `via` overrides, or a type that `via` constructs.
    """

    node: str
    distance: int
    kind: EdgeKind
    via: str
    confidence: float
    through: str | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """Dependants keyed by node; `cut` is true if there were too many and the farthest were omitted."""

    steps: dict[str, ReachStep]
    cut: bool


def reach(
    snapshot: Snapshot,
    seeds: Iterable[str],
    depth: int | None,
    limit: int,
    token: CancelToken,
    leaves_out: LeavesOut = leaves_out_nothing,
) -> Reach:
    """Find the nearest dependants of `seeds`: at most `limit` nodes, up to `depth` edges away (None: any distance).

    Each node is reached by its most confident path, which leads through no file for which `leaves_out` returns true.
    The seeds themselves are not included. Raises `Cancelled`.
    """
    first = frozenset(seeds)
    walk = _ReachWalk(snapshot, Dispatch(snapshot), token, leaves_out)
    reached: dict[str, ReachStep] = {}
    frontier = dict.fromkeys(sorted(first), 1.0)
    distance = 0
    while frontier and distance != depth:
        distance += 1
        found = walk.step(frontier, distance, first | reached.keys())
        room = limit - len(reached)
        if len(found) > room:
            nearest = sorted(found.values(), key=lambda step: (-step.confidence, step.node))[:room]
            return Reach(reached | {step.node: step for step in nearest}, cut=True)
        reached |= found
        frontier = {node: step.confidence for node, step in found.items() if _goes_on(step)}
    return Reach(reached, cut=False)


def members(entry: FileEntry, index: int) -> list[str]:
    """Return the ids of a symbol and of everything nested in it."""
    found = [entry.definitions[index].id]
    for child in entry.children.get(index, ()):
        found += members(entry, child)
    return found


@dataclass(frozen=True)
class _ReachWalk:
    """A walk through the graph against the direction of the edges, from code to its dependants."""

    snapshot: Snapshot
    dispatch: Dispatch
    token: CancelToken
    leaves_out: LeavesOut

    def step(self, frontier: dict[str, float], distance: int, known: frozenset[str]) -> dict[str, ReachStep]:
        """Return the nodes that depend directly on a node in `frontier` and are not in `known`.

        Each is reached by its most confident path. `frontier` maps nodes to the confidence of their paths, and
        `distance` is the distance of the new nodes from the start.
        """
        found: dict[str, ReachStep] = {}
        # Hundreds of members may override the same member, so its uses are followed once for all of them.
        members: dict[str, dict[str, float]] = {}

        def offer(step: ReachStep) -> None:
            better = step.node not in found or found[step.node].confidence < step.confidence
            is_sure = step.confidence >= MIN_CONFIDENCE
            if step.node not in known and better and is_sure and not self.leaves_out(path_of(step.node)):
                found[step.node] = step

        for node, confidence in sorted(frontier.items()):
            self.token.check()
            for edge in self.snapshot.graph.incoming(node):
                offer(ReachStep(edge.source, distance, edge.kind, node, confidence * edge.confidence))
            for one, sure in self.dispatch.named_for(node).items():
                members.setdefault(one, {})[node] = confidence * sure
        for one, reached in members.items():
            self.token.check()
            surest = sorted(reached, key=lambda node: (-reached[node], node))
            for edge, via in self.dispatch.dispatched(one, surest):
                offer(ReachStep(edge.source, distance, edge.kind, via, reached[via] * edge.confidence, one))
        return found


def _goes_on(step: ReachStep) -> bool:
    return not (step.kind in _HANDED_ON and step.node == path_of(step.node))
