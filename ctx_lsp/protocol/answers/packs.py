"""Wire types of context packs. The data from which a pack's text is rendered is not sent."""

from ctx_lsp.packing.model import Completeness, Pack, PackItem, PackTokens
from ctx_lsp.protocol.answers.locations import wire_location
from ctx_lsp.protocol.answers.search import wire_coverage, wire_query
from ctx_lsp.protocol.messages.packs import (
    WireCompleteness,
    WirePack,
    WirePackEdge,
    WirePackItem,
    WirePackTokens,
    WireShown,
    WireUnresolved,
)  # fmt: skip
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis


def wire_pack(call: Call[Analysis], pack: Pack) -> WirePack:
    """Convert a pack with its items, their edges, its confidence and its completeness."""
    return WirePack(
        pack_id=pack.pack_id,
        revision=pack.revision,
        query=wire_query(pack.query),
        tokens=_tokens(pack.tokens),
        completeness=_completeness(pack.completeness),
        confidence=pack.confidence,
        shown=WireShown(main=pack.shown.main, of=pack.shown.of),
        items=tuple(_item(call, item) for item in pack.items),
        edges=tuple(
            WirePackEdge(source=edge.source, target=edge.target, kind=edge.kind, confidence=edge.confidence)
            for edge in pack.edges
        ),
        coverage=wire_coverage(pack.coverage),
        timings=dict(pack.timings),
        warnings=pack.warnings,
        text=pack.text,
        ready=pack.readiness.ready,
        reason=pack.readiness.reason,
    )


def _tokens(tokens: PackTokens) -> WirePackTokens:
    return WirePackTokens(used=tokens.used, budget=tokens.budget, baseline=tokens.baseline, savings=tokens.savings)


def _completeness(completeness: Completeness) -> WireCompleteness:
    return WireCompleteness(
        score=completeness.score,
        symbol_resolution=completeness.symbol_resolution,
        dependency_coverage=completeness.dependency_coverage,
        unresolved=tuple(
            WireUnresolved(symbol=one.symbol, needed_by=one.needed_by, reason=one.reason)
            for one in completeness.unresolved
        ),
    )


def _item(call: Call[Analysis], packed: PackItem) -> WirePackItem:
    item = packed.item
    uri, span = wire_location(call, item.path, item.start, item.end)
    return WirePackItem(
        uri=uri,
        range=span,
        symbol=item.symbol,
        kind=item.kind,
        language=item.language,
        signature=item.signature,
        score=item.score,
        scores=dict(item.scores),
        role=packed.role,
        relation=packed.relation,
        level=packed.level,
        tokens=packed.tokens,
        text=packed.text,
    )
