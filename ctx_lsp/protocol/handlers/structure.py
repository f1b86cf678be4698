"""Handlers of the commands for design patterns, import cycles and the map of the repository."""

from ctx_lsp.protocol.answers.structure import wire_cycles, wire_patterns, wire_repository_map
from ctx_lsp.protocol.handlers.locations import symbol_of
from ctx_lsp.protocol.messages.common import NoParams
from ctx_lsp.protocol.messages.pointing import PatternsParams
from ctx_lsp.protocol.messages.structure import MapParams, WireCycles, WirePatterns, WireRepositoryMap
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis


def patterns(call: Call[Analysis], params: PatternsParams) -> WirePatterns:
    """Handle `ctx-lsp.patterns`: return the patterns of a symbol or of the workspace, with locations."""
    is_named = any(one is not None for one in (params.symbol, params.text_document, params.position))
    symbol = symbol_of(call, params) if is_named else None
    found = call.captured.relations.patterns(symbol, params.kinds, call.token, params.base, params.trends)
    return wire_patterns(call, found)


def cycles(call: Call[Analysis], _: NoParams) -> WireCycles:
    """Handle `ctx-lsp.cycles`: return the groups of files that import each other."""
    return wire_cycles(call, call.captured.relations.cycles())


def repository_map(call: Call[Analysis], params: MapParams) -> WireRepositoryMap:
    """Handle `ctx-lsp.map`: return a map of folders and central definitions."""
    return wire_repository_map(call.captured.relations.map(params.max_tokens, call.token))
