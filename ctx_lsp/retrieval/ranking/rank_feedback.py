"""Ranking by feedback: verdicts on symbols increase or reduce the scores of these symbols and their graph neighbours.

A verdict applies to questions similar to the one for which it was given, as long as the definition's text is unchanged.
`workspace.feedback` stores the verdicts and reduces their strength with each later question.
"""

from collections import defaultdict
from collections.abc import Iterable

from ctx_lsp.base.digest import digest
from ctx_lsp.graph.entry import qualname_of
from ctx_lsp.retrieval.model import Feedback, QueryAnalysis
from ctx_lsp.retrieval.ranking.score_matrix import ScoreMatrix
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.retrieval.units import Unit, unit_of_node
from ctx_lsp.snapshot.snapshot import Snapshot

MIN_SHARED_TERMS = 0.5  # share of the shorter question's terms that both questions must have for a verdict to apply
NEIGHBOUR_SHARE = 0.3  # share of a verdict's strength that a neighbour gets
MAX_NEIGHBOURS = 30  # maximum number of neighbours: a symbol that the whole program uses says little about one question


def definition_digest(snapshot: Snapshot, symbol: str) -> bytes | None:
    """Return the digest of a definition's text, or None for an unknown symbol."""
    definition = snapshot.definition(symbol)
    if definition is None:
        return None
    entry = snapshot.files[definition.path]
    span = entry.facts.spans[definition.index]
    return digest(entry.source.data[span.start : span.end])


def applicable_feedback(snapshot: Snapshot, query: QueryAnalysis, feedback: Feedback) -> dict[str, float]:
    """Return the total strength (-1 to 1) of the feedback that applies to a question, keyed by symbol and sorted."""
    terms = frozenset(query.terms)
    found: dict[str, float] = defaultdict(float)
    for verdict in feedback:
        shared = len(terms & verdict.terms) / max(1, min(len(terms), len(verdict.terms)))
        if shared >= MIN_SHARED_TERMS and definition_digest(snapshot, verdict.symbol) == verdict.text:
            found[verdict.symbol] += shared * verdict.strength
    return {symbol: max(-1.0, min(1.0, found[symbol])) for symbol in sorted(found)}


def neighbourhood(snapshot: Snapshot, symbol: str) -> dict[str, float]:
    """Return up to `MAX_NEIGHBOURS` graph neighbours of a symbol, each with the highest confidence of its edges."""
    edges = [(edge.confidence, edge.target) for edge in snapshot.graph.outgoing(symbol)]
    edges += [(edge.confidence, edge.source) for edge in snapshot.graph.incoming(symbol)]
    surest: dict[str, float] = {}
    for confidence, node in sorted(edges, key=lambda edge: (-edge[0], edge[1])):
        if node != symbol and qualname_of(node):  # files have edges too, but are not candidates
            surest.setdefault(node, confidence)
    return dict(list(surest.items())[:MAX_NEIGHBOURS])


def feedback_effect(matrix: ScoreMatrix, context: SearchContext) -> dict[Unit, float]:
    """Return the effect of feedback on each unit, from -1 to 1.

    The units are candidates that have feedback or are near a symbol with feedback, and all symbols with positive
    feedback, even if they are not candidates.
    """
    gained: dict[Unit, float] = defaultdict(float)
    for symbol, strength in applicable_feedback(context.snapshot, context.query, context.feedback).items():
        unit = unit_of_node(context.snapshot, symbol)
        if unit is not None and (strength > 0 or unit in matrix.places):
            gained[unit] += strength
        for node, confidence in neighbourhood(context.snapshot, symbol).items():
            reached = unit_of_node(context.snapshot, node)
            if reached is not None and reached != unit and reached in matrix.places:
                gained[reached] += NEIGHBOUR_SHARE * confidence * strength
    return {unit: max(-1.0, min(1.0, gained[unit])) for unit in sorted(gained)}


def feedback_lines(counted: dict[str, float]) -> Iterable[str]:
    """Format the strengths of feedback, one symbol per line, so that equal feedback yields equal lines."""
    return (f"{symbol} {strength:.6f}" for symbol, strength in counted.items())
