"""What a change of a symbol reaches: dependants by distance over the graph, surest path first."""

from ctx_lsp.analysis.model import Impact, ImpactNode
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.index.entry import Definition, path_of
from ctx_lsp.index.snapshot import Snapshot

MIN_CONFIDENCE = 0.1  # a path less sure than this says nothing


def impact(snapshot: Snapshot, definition: Definition, depth: int, token: CancelToken) -> Impact:
    """Dependants of a symbol up to `depth` edges away. Raises `Cancelled`."""
    reached: dict[str, ImpactNode] = {}
    frontier = {definition.id: 1.0}
    for distance in range(1, depth + 1):
        found: dict[str, ImpactNode] = {}
        for node, confidence in sorted(frontier.items()):
            token.check()
            for edge in snapshot.graph.incoming(node):
                sure = confidence * edge.confidence
                known = edge.source in reached or edge.source == definition.id
                better = edge.source not in found or found[edge.source].confidence < sure
                if not known and better and sure >= MIN_CONFIDENCE:
                    test = snapshot.files[path_of(edge.source)].role == "test"
                    found[edge.source] = ImpactNode(edge.source, distance, edge.kind, node, sure, test)
        reached.update(found)
        frontier = {node: dependant.confidence for node, dependant in found.items()}
    ordered = sorted(reached.values(), key=lambda n: (n.distance, -n.confidence, n.symbol))
    return Impact(definition.id, snapshot.revision, tuple(ordered))
