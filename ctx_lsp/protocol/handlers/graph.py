"""The custom commands that ask about dependence: graph, impact, testScope, patterns, cycles, map."""

from collections.abc import Mapping, Sequence
from functools import partial

from ctx_lsp.protocol import messages
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.handlers.places import locate, paths_of, place_of, symbol_meant
from ctx_lsp.protocol.routes import Call
from ctx_lsp.protocol.shapes import Json, shape
from ctx_lsp.workspace import Analysis


def graph(call: Call[Analysis], params: messages.GraphParams) -> object:
    """`ctx-lsp.graph`: nodes and edges around a symbol or a file."""
    if params.symbol is None and params.text_document is not None and params.position is None:
        root = place_of(call.names, params.text_document.uri).path
        if call.captured.source(root) is None:
            raise invalid_params(f"{root} is not in the index")
    else:
        root = symbol_meant(call, params)
    found = call.captured.relations.graph(root, params.direction, params.kinds, params.depth, call.token)
    return shape(found, partial(locate, call))


def impact(call: Call[Analysis], params: messages.ImpactParams) -> object:
    """`ctx-lsp.impact`: what depends on a symbol or on files, each dependant with the place of its name."""
    relations = call.captured.relations
    if params.files is not None and (params.symbol is not None or params.text_document is not None):
        raise invalid_params("files cannot be used together with symbol or position")
    if params.files is not None:
        found = relations.files_impact(paths_of(call.names, params.files), params.depth, call.token)
    else:
        found = relations.impact(symbol_meant(call, params), params.depth, call.token)
    dependants = [shape(node) | _place(call, node.symbol) for node in found.dependants]
    return shape(found) | {"files": _uris(call, found.files), "dependants": dependants}


def affected_tests(call: Call[Analysis], params: messages.TestScopeParams) -> object:
    """`ctx-lsp.testScope`: the tests that reach a change, each with the way on which it does."""
    relations = call.captured.relations
    if (params.files is None) == (params.base is None):
        raise invalid_params("either files or base (a Git revision) is required")
    if params.base is not None:
        found = relations.tests_since(params.base, call.token)
    else:
        found = relations.tests_of_files(paths_of(call.names, params.files or ()), call.token)
    return shape(found) | {
        "changed": [shape(change) | _place(call, change.symbol) for change in found.changed],
        "tests": [shape(test) | _place(call, test.symbol) for test in found.tests],
        "files": _uris(call, found.files),
    }


def patterns(call: Call[Analysis], params: messages.PatternsParams) -> object:
    """`ctx-lsp.patterns`: the patterns of a symbol, or all, each symbol in them with the place of its name."""
    is_named = any(one is not None for one in (params.symbol, params.text_document, params.position))
    found = call.captured.relations.patterns(symbol_meant(call, params) if is_named else None, params.kinds, call.token)
    return shape(found) | {
        "patterns": [
            shape(one)
            | _place(call, one.symbol)
            | {"partners": [shape(partner) | _place(call, partner.symbol) for partner in one.partners]}
            for one in found.patterns
        ]
    }


def cycles(call: Call[Analysis], _: messages.CyclesParams) -> object:
    """`ctx-lsp.cycles`: groups of files that import each other."""
    found = call.captured.relations.cycles()
    groups = [{"files": _uris(call, one.files), "way": _uris(call, one.way)} for one in found.cycles]
    return shape(found) | {"cycles": groups}


def repository_map(call: Call[Analysis], params: messages.MapParams) -> object:
    """`ctx-lsp.map`: folders and central definitions."""
    return shape(call.captured.relations.map(params.max_tokens, call.token))


def _place(call: Call[Analysis], symbol: str) -> Mapping[str, Json]:
    """Where the name of a symbol stands; of a file its top, and of what is gone by now only the file."""
    path = symbol.partition("::")[0]
    node = call.captured.relations.node(symbol)
    return locate(call, path, node.name_start, node.name_end) if node else {"uri": call.names.uri_of(path)}


def _uris(call: Call[Analysis], paths: Sequence[str]) -> list[str]:
    return [call.names.uri_of(path) for path in paths]
