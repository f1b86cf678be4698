"""Ranking by use: what somebody found of packed symbols raises or lowers these, and what the graph has beside them.

A verdict counts for questions like the one that it was given on, as long as the definition reads as it did then. Which
verdicts there are, and how strong they are by now, is not known here: they are handed in, and without any this does
nothing.
"""

from collections import defaultdict
from collections.abc import Iterable

from ctx_lsp.base.digest import digest
from ctx_lsp.graph.entry import qualname_of
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.retrieval.ranking.ranking_context import Feedback, RankingContext
from ctx_lsp.retrieval.ranking.score_matrix import ScoreMatrix
from ctx_lsp.retrieval.units import Unit, unit_of_node
from ctx_lsp.snapshot.snapshot import Snapshot

RELATED = 0.5  # share of the shorter question's words that the other one must have for a verdict to count
NEARBY = 0.3  # share of a verdict that is kept one step along an edge
AROUND = 30  # neighbours at most: what the whole program uses says little of one question


def definition_digest(snapshot: Snapshot, symbol: str) -> bytes | None:
    """The digest of a definition's text; None where there is no such symbol."""
    definition = snapshot.definition(symbol)
    if definition is None:
        return None
    entry = snapshot.files[definition.path]
    span = entry.facts.spans[definition.index]
    return digest(entry.source.data[span.start : span.end])


def counting(snapshot: Snapshot, query: QueryAnalysis, feedback: Feedback) -> dict[str, float]:
    """What of the feedback counts for a question: strengths by symbol, each from -1 to 1, in order."""
    terms = frozenset(query.terms)
    found: dict[str, float] = defaultdict(float)
    for verdict in feedback:
        shared = len(terms & verdict.terms) / max(1, min(len(terms), len(verdict.terms)))
        if shared >= RELATED and definition_digest(snapshot, verdict.symbol) == verdict.text:
            found[verdict.symbol] += shared * verdict.strength
    return {symbol: max(-1.0, min(1.0, found[symbol])) for symbol in sorted(found)}


def neighbourhood(snapshot: Snapshot, symbol: str) -> dict[str, float]:
    """The symbols that the graph has beside a symbol, by how sure their surest edge is, the surest first."""
    edges = [(edge.confidence, edge.target) for edge in snapshot.graph.outgoing(symbol)]
    edges += [(edge.confidence, edge.source) for edge in snapshot.graph.incoming(symbol)]
    surest: dict[str, float] = {}
    for confidence, node in sorted(edges, key=lambda edge: (-edge[0], edge[1])):
        if node != symbol and qualname_of(node):  # files have edges too, and are no candidates
            surest.setdefault(node, confidence)
    return dict(list(surest.items())[:AROUND])


def used(matrix: ScoreMatrix, context: RankingContext) -> dict[Unit, float]:
    """What the feedback adds to candidates, from -1 to 1; symbols that were missed are among these from now on."""
    gained: dict[Unit, float] = defaultdict(float)
    for symbol, strength in counting(context.snapshot, context.query, context.feedback).items():
        unit = unit_of_node(context.snapshot, symbol)
        if unit is not None and (strength > 0 or unit in matrix.places):
            gained[unit] += strength
        for node, confidence in neighbourhood(context.snapshot, symbol).items():
            reached = unit_of_node(context.snapshot, node)
            if reached is not None and reached != unit and reached in matrix.places:
                gained[reached] += NEARBY * confidence * strength
    return {unit: max(-1.0, min(1.0, gained[unit])) for unit in sorted(gained)}


def told(counted: dict[str, float]) -> Iterable[str]:
    """What counted, in words that differ where it differs."""
    return (f"{symbol} {strength:.6f}" for symbol, strength in counted.items())
