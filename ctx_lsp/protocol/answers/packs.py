"""Conversion of context packs to wire types. A pack's `document`, from which its text is rendered, is left out."""

from ctx_lsp.packing.model import AdviceLine, Pack, PackItem, RemotePiece
from ctx_lsp.protocol.answers.locations import remote_location, wire_location
from ctx_lsp.protocol.answers.parts import (
    wire_completeness,
    wire_coverage,
    wire_pack_edges,
    wire_pack_tokens,
    wire_query,
    wire_shown,
    wire_symbol_commits,
)  # fmt: skip
from ctx_lsp.protocol.messages.packs import WireAdvice, WirePack, WirePackItem, WireRemotePiece
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis


def wire_pack(call: Call[Analysis], pack: Pack) -> WirePack:
    """Convert a pack to its wire type."""
    return WirePack(
        pack_id=pack.pack_id,
        revision=pack.revision,
        query=wire_query(pack.query),
        tokens=wire_pack_tokens(pack.tokens),
        completeness=wire_completeness(pack.completeness),
        confidence=pack.confidence,
        shown=wire_shown(pack.shown),
        items=tuple(_item(call, item) for item in pack.items),
        elsewhere=tuple(map(_remote_piece, pack.elsewhere)),
        edges=wire_pack_edges(pack.edges),
        coverage=wire_coverage(pack.coverage),
        timings=dict(pack.timings),
        warnings=pack.warnings,
        text=pack.text,
        commits={symbol: wire_symbol_commits(found) for symbol, found in pack.commits.items()},
        advice=tuple(_advice(call, one) for one in pack.document.summary.advice),
        ready=pack.readiness.ready,
        reason=pack.readiness.reason,
    )


def _advice(call: Call[Analysis], line: AdviceLine) -> WireAdvice:
    return WireAdvice(kind=line.kind, text=line.text, uri=call.names.uri_of(line.path) if line.path else None)


def _remote_piece(piece: RemotePiece) -> WireRemotePiece:
    item, origin = piece.item, piece.origin
    uri, span = remote_location(item, origin)
    return WireRemotePiece(
        uri=uri,
        range=span,
        symbol=item.symbol,
        kind=item.kind,
        language=item.language,
        signature=item.signature,
        score=item.score,
        scores=dict(item.scores),
        repository=origin.repository,
        revision=origin.revision,
        tokens=piece.tokens,
        text=piece.text,
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
