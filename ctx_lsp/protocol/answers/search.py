"""Wire types of search results and explanations."""

from ctx_lsp.protocol.answers.locations import wire_location
from ctx_lsp.protocol.messages.search import (
    WireChannelEvidence,
    WireCoverage,
    WireExplanation,
    WireItem,
    WireMatch,
    WirePartner,
    WireQueryAnalysis,
    WireSearchAnswer,
)  # fmt: skip
from ctx_lsp.protocol.routes import Call
from ctx_lsp.retrieval.model import Coverage, Item, QueryAnalysis, SearchAnswer
from ctx_lsp.workspace import Analysis, Explanation, PatternMatch


def wire_search_answer(call: Call[Analysis], answer: SearchAnswer) -> WireSearchAnswer:
    """Convert ranked results."""
    return WireSearchAnswer(
        revision=answer.revision,
        query=wire_query(answer.query),
        items=tuple(_item(call, item) for item in answer.items),
        coverage=wire_coverage(answer.coverage),
        timings=dict(answer.timings),
        warnings=answer.warnings,
    )


def _item(call: Call[Analysis], item: Item) -> WireItem:
    uri, span = wire_location(call, item.path, item.start, item.end)
    return WireItem(
        uri=uri,
        range=span,
        symbol=item.symbol,
        kind=item.kind,
        language=item.language,
        signature=item.signature,
        score=item.score,
        scores=dict(item.scores),
    )


def wire_query(query: QueryAnalysis) -> WireQueryAnalysis:
    """Convert the analysis of a question."""
    return WireQueryAnalysis(
        text=query.text,
        intent=query.intent,
        symbols=query.symbols,
        terms=query.terms,
        meant=query.meant,
        read_as=query.read_as,
        code=query.code,
    )


def wire_coverage(coverage: Coverage) -> WireCoverage:
    """Convert the coverage of the index."""
    return WireCoverage(lexical=coverage.lexical, semantic=coverage.semantic)


def wire_explanation(explanation: Explanation) -> WireExplanation:
    """Convert the explanation of a symbol's rank."""
    return WireExplanation(
        symbol=explanation.symbol,
        rank=explanation.rank,
        score=explanation.score,
        parts=dict(explanation.parts),
        channels=tuple(
            WireChannelEvidence(channel=one.channel, rank=one.rank, score=one.score, candidates=one.candidates)
            for one in explanation.channels
        ),
        role=explanation.role,
        level=explanation.level,
        relation=explanation.relation,
        reason=explanation.reason,
        patterns=tuple(map(_match, explanation.patterns)),
        warnings=explanation.warnings,
        read_as=explanation.read_as,
    )


def _match(match: PatternMatch) -> WireMatch:
    return WireMatch(
        pattern=match.pattern,
        role=match.role,
        partners=tuple(WirePartner(symbol=one.symbol, relation=one.relation) for one in match.partners),
        reason=match.reason,
        confidence=match.confidence,
    )
