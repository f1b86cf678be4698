"""Conversion of search results and packs to JSON."""

from collections.abc import Mapping, Sequence

from ctx_lsp.cli.json_answers.values import JsonObject
from ctx_lsp.packing.model import Pack, PackItem, RemotePiece
from ctx_lsp.protocol.answers.parts import (
    wire_completeness,
    wire_coverage,
    wire_pack_edges,
    wire_pack_tokens,
    wire_query,
    wire_shown,
    wire_symbol_commits,
)  # fmt: skip
from ctx_lsp.retrieval.model import Item, Origin, SearchAnswer
from ctx_lsp.text.lines import line_numbers
from ctx_lsp.workspace import Analysis, SymbolCommit


def search_json(answer: SearchAnswer, analysis: Analysis, commits: Mapping[str, Sequence[SymbolCommit]]) -> JsonObject:
    """Convert ranked results to JSON, with the commits that changed them, keyed by symbol or path."""
    return {
        "revision": answer.revision,
        "query": wire_query(answer.query),
        "items": [_item(item, analysis) for item in answer.items],
        "coverage": wire_coverage(answer.coverage),
        "timings": answer.timings,
        "warnings": answer.warnings,
        "commits": {symbol: wire_symbol_commits(found) for symbol, found in commits.items()},
    }


def pack_json(pack: Pack, analysis: Analysis) -> JsonObject:
    """Convert a pack to JSON, leaving out its `document`, from which its text is rendered."""
    return {
        "packId": pack.pack_id,
        "revision": pack.revision,
        "query": wire_query(pack.query),
        "tokens": wire_pack_tokens(pack.tokens),
        "completeness": wire_completeness(pack.completeness),
        "confidence": pack.confidence,
        "shown": wire_shown(pack.shown),
        "items": [_pack_item(item, analysis) for item in pack.items],
        "elsewhere": [_remote_piece(piece) for piece in pack.elsewhere],
        "edges": wire_pack_edges(pack.edges),
        "coverage": wire_coverage(pack.coverage),
        "timings": pack.timings,
        "warnings": pack.warnings,
        "text": pack.text,
        "commits": {symbol: wire_symbol_commits(found) for symbol, found in pack.commits.items()},
        "advice": [
            {"kind": one.kind, "text": one.text, "path": one.path or None} for one in pack.document.summary.advice
        ],
        "ready": pack.readiness.ready,
        "reason": pack.readiness.reason,
    }


def _remote_piece(piece: RemotePiece) -> JsonObject:
    place = _place_elsewhere(piece.item, piece.origin)
    return {**place, **_described(piece.item), "tokens": piece.tokens, "text": piece.text}


def place_json(analysis: Analysis, path: str, start: int, end: int) -> JsonObject:
    """Convert two byte offsets in a file to the file's path and an inclusive, 1-based line range."""
    first, last = line_numbers(analysis.source(path), start, end)
    return {"path": path, "range": {"startLine": first, "endLine": last}}


def _item(item: Item, analysis: Analysis) -> JsonObject:
    if item.origin:
        place = _place_elsewhere(item, item.origin)
    else:
        place = place_json(analysis, item.path, item.start, item.end)
    return {**place, **_described(item)}


def _described(item: Item) -> JsonObject:
    return {
        "symbol": item.symbol,
        "kind": item.kind,
        "language": item.language,
        "signature": item.signature,
        "score": item.score,
        "scores": item.scores,
    }


def _place_elsewhere(item: Item, origin: Origin) -> JsonObject:
    lines = {"startLine": origin.first_line, "endLine": origin.last_line}
    return {"path": item.path, "range": lines, "repository": origin.repository, "revision": origin.revision}


def _pack_item(packed: PackItem, analysis: Analysis) -> JsonObject:
    return {
        **_item(packed.item, analysis),
        "role": packed.role,
        "relation": packed.relation,
        "level": packed.level,
        "tokens": packed.tokens,
        "text": packed.text,
    }
