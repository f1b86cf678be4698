"""Search pipeline: channels, fusion, filter, ranking, reranking, results.

The pipeline is a pure function of its context.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ctx_lsp.base.timings import Timings
from ctx_lsp.retrieval.answerable import NO_CONTEXT_NEEDED, NOTHING_FITS, is_answerable, is_general, is_unknown
from ctx_lsp.retrieval.channels import channels
from ctx_lsp.retrieval.channels.channels import Channel, Ranking
from ctx_lsp.retrieval.channels.mentioned_lines import code_at_mentioned_lines
from ctx_lsp.retrieval.channels.verbatim import verbatim
from ctx_lsp.retrieval.evidence import gather_evidence, match_quality
from ctx_lsp.retrieval.filters import Admission
from ctx_lsp.retrieval.gaps import has_no_files, index_gaps, outdated_buffers
from ctx_lsp.retrieval.model import Coverage, Item, ResultFilter, SearchAnswer
from ctx_lsp.retrieval.ranking import rank, rank_feedback, rank_words
from ctx_lsp.retrieval.ranking.fusion import fuse, parts_of
from ctx_lsp.retrieval.ranking.rerank import add_rerank
from ctx_lsp.retrieval.ranking.score_matrix import Parts, ScoreMatrix
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.retrieval.units import Unit, unit_range
from ctx_lsp.snapshot.snapshot import Snapshot

_NAME_CHANNELS = ("symbol", "prefix", "fuzzy", "file")  # these find names that resemble the question

RankingRule = Callable[[ScoreMatrix, SearchContext], np.ndarray]

# Channels, keyed by the name of their weight.
CHANNELS: Mapping[str, Channel] = {
    "bm25": channels.bm25,
    "summary": channels.summary,
    "dense": channels.dense,
    "symbol": channels.symbols,
    "prefix": channels.prefixes,
    "fuzzy": channels.fuzzy,
    "file": channels.files,
    "verbatim": verbatim,
    "place": code_at_mentioned_lines,
}

# Rules that may add candidates that no channel found: graph neighbours of the best hits, and symbols with feedback on
# earlier packs. The key is the score part that the rule adds.
NEIGHBOURS: Mapping[str, Callable[[ScoreMatrix, SearchContext], Mapping[Unit, float]]] = {
    "graph": rank.neighbours,
    "feedback": rank_feedback.feedback_effect,
}

# Ranking rules, keyed by the score part that each adds. Their order matters: each rule reads the totals so far.
RULES: Mapping[str, RankingRule] = {
    "callable": rank.callables,
    "extent": rank.extent,
    "centrality": rank.centrality,
    "path": rank_words.path,
    "name": rank_words.name,
    "covered": rank_words.covered,
    "data": rank_words.data,
    "commits": rank_words.commits,
    "role": rank.role,
    "coherence": rank.coherence,
}


@dataclass(frozen=True, slots=True)
class Scored:
    """The full outcome of a search: the channels' rankings, the score parts, the chosen candidates and the warnings.

    `chosen` holds the rows of the chosen candidates in `matrix`, best first.
    """

    rankings: tuple[Ranking, ...]
    matrix: ScoreMatrix
    chosen: tuple[int, ...]
    context: SearchContext
    warnings: tuple[str, ...] = ()


def search(context: SearchContext, timings: Timings) -> SearchAnswer:
    """Return the best results for a question. Raises `Cancelled`."""
    return answer_of(score(context, timings), timings)


def answer_of(scored: Scored, timings: Timings) -> SearchAnswer:
    """Build the answer of a search from its scored candidates."""
    context, snapshot = scored.context, scored.context.snapshot
    items = tuple(chosen_items(snapshot, scored))
    coverage = Coverage(snapshot.lexical_coverage, snapshot.semantic_coverage)
    doubts = _doubts(context, items) if items and snapshot.lexical_coverage >= 1.0 else ()
    outdated = outdated_buffers(snapshot.outdated_buffers)
    unmatched = () if items else _unmatched(context)
    warnings = (
        *context.request.filter.uncompared,
        *scored.warnings,
        *unmatched,
        *doubts,
        *index_gaps(snapshot),
        *outdated,
    )
    return SearchAnswer(snapshot.revision, context.query, items, coverage, timings.ms, warnings)


def search_answering(context: SearchContext, timings: Timings) -> tuple[Item, ...]:
    """Return the best results, without those that are unlikely to answer the question. Raises `Cancelled`."""
    scored, snapshot = score(context, timings), context.snapshot
    items = tuple(chosen_items(snapshot, scored))
    evidence = gather_evidence(context, items)
    coverage = snapshot.semantic_coverage
    return tuple(one for one in items if is_answerable(evidence.quality(snapshot, one), coverage))


def _unmatched(context: SearchContext) -> tuple[str, ...]:
    """Say that the filter names no indexed file, if that is why nothing was found."""
    snapshot, patterns = context.snapshot, context.request.filter.include
    admits = Admission(snapshot, ResultFilter(include=patterns)).path
    if not patterns or any(map(admits, snapshot.files)):
        return ()
    return (f"No indexed file matches {', '.join(patterns)}.",)


def _doubts(context: SearchContext, items: Sequence[Item]) -> tuple[str, ...]:
    """Say why the results may be of no use. Without all vectors, only what the text index knows counts."""
    if has_no_files(context.snapshot):
        return ()
    is_lookup = context.query.intent == "symbol"
    if is_lookup and any(item.scores.get(channel) for item in items for channel in _NAME_CHANNELS):
        return ()  # the nearest names answer it
    if is_lookup and all(is_unknown(context.snapshot, context.lexical, name) for name in context.query.symbols):
        return (NOTHING_FITS,)
    quality = match_quality(context)
    if is_general(context.query, quality, context.snapshot, context.lexical):
        return (NO_CONTEXT_NEEDED,)
    if not index_gaps(context.snapshot) and not is_answerable(quality, context.snapshot.semantic_coverage):
        return (NOTHING_FITS,)
    return ()


def score(context: SearchContext, timings: Timings) -> Scored:
    """Score all candidates for a question and choose the best. Raises `Cancelled`.

    If a chosen file is rejected, repeat the search without the rejected files among all candidates. Removing them from
    the results would not be enough: the scores and the match quality are relative to the best candidates.
    """
    scored = _score(context, timings)
    rejected = context.rejected(scored.matrix.units[place].path for place in scored.chosen)
    while rejected:
        context = context.without(rejected | context.rejected(unit.path for unit in scored.matrix.units))
        scored = _score(context, timings)
        rejected = context.rejected(scored.matrix.units[place].path for place in scored.chosen)
    return scored


def _score(context: SearchContext, timings: Timings) -> Scored:
    rankings = _candidates(context, timings)
    with timings.stage("fusion"):
        matrix = fuse(context.snapshot.files, rankings, context.weights, context.beside())
    context.token.check()
    with timings.stage("ranking"):
        matrix = _ranked(matrix, context)
    warnings = add_rerank(matrix, context, timings)
    context.token.check()
    with timings.stage("ranking"):
        chosen = rank.diversify(matrix, context.weights.saturation, context.request.limit)
        lost = matrix.zeros()
        lost[[place for place, _ in chosen]] = [-one for _, one in chosen]
        matrix.add("saturation", lost)
    return Scored(rankings, matrix, tuple(place for place, _ in chosen), context, warnings)


def _candidates(context: SearchContext, timings: Timings) -> tuple[Ranking, ...]:
    """Run all channels whose weight for this question is not 0."""
    found: list[Ranking] = []
    for name, channel in CHANNELS.items():
        if any(context.weights.of(part) for part in parts_of(name)):
            with timings.stage(name):
                found.append(channel(context))
    return tuple(found)


def _ranked(matrix: ScoreMatrix, context: SearchContext) -> ScoreMatrix:
    """Add neighbours to the candidates, drop candidates that the filter rejects, and apply the ranking rules."""
    weights, admitted = context.weights, context.admission
    for name, lead in NEIGHBOURS.items():
        context.token.check()
        if weight := weights.of(name):
            gained = lead(matrix, context)
            matrix = matrix.joined(gained)
            column = matrix.zeros()
            column[[matrix.places[unit] for unit in gained]] = [weight * gain for gain in gained.values()]
            matrix.add(name, column)
    if admitted.restricts:
        matrix = matrix.only(np.array([admitted(unit) for unit in matrix.units], dtype=np.bool_))
    for name, rule in RULES.items() if len(matrix) else ():
        context.token.check()
        if weight := weights.of(name):
            matrix.add(name, weight * rule(matrix, context))
    return matrix


def chosen_items(snapshot: Snapshot, scored: Scored) -> Iterator[Item]:
    """Yield the chosen results, best first."""
    for place in scored.chosen:
        yield make_item(snapshot, scored.matrix.units[place], scored.matrix.parts(place))


def make_item(snapshot: Snapshot, unit: Unit, parts: Parts) -> Item:
    """Build the result for a unit from the given score parts."""
    entry = snapshot.files[unit.path]
    start, end = unit_range(snapshot, unit)
    symbol = entry.facts.outline.symbols[unit.symbol] if unit.symbol >= 0 else None
    return Item(
        path=unit.path,
        start=start,
        end=end,
        symbol=entry.definitions[unit.symbol].id if symbol else None,
        kind=symbol.kind if symbol else "File",
        language=entry.language,
        signature=symbol.signature if symbol else "",
        score=math.fsum(parts.values()),
        scores=dict(sorted(parts.items())),
    )
