"""Handlers of the commands about dependencies: `graph`, `impact`, `testScope`."""

from ctx_lsp.protocol.answers.relations import wire_affected_tests, wire_impact, wire_neighbourhood
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.handlers.locations import document_target, paths_of, symbol_of
from ctx_lsp.protocol.messages.pointing import GraphParams, ImpactParams
from ctx_lsp.protocol.messages.relations import TestScopeParams, WireAffectedTests, WireImpact, WireNeighbourhood
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import Analysis


def graph(call: Call[Analysis], params: GraphParams) -> WireNeighbourhood:
    """Handle `ctx-lsp.graph`: return the nodes and edges of the dependency graph around a symbol or a file."""
    if params.symbol is None and params.text_document is not None and params.position is None:
        root = document_target(call.names, params.text_document.uri).path
        if call.captured.source(root) is None:
            raise invalid_params(f"{root} is not in the index")
    else:
        root = symbol_of(call, params)
    found = call.captured.relations.graph(root, params.direction, params.kinds, params.depth, call.token)
    return wire_neighbourhood(call, found)


def impact(call: Call[Analysis], params: ImpactParams) -> WireImpact:
    """Handle `ctx-lsp.impact`: return the dependants of a symbol or of files, with their locations."""
    relations = call.captured.relations
    if params.files is not None and (params.symbol is not None or params.text_document is not None):
        raise invalid_params("files cannot be used together with symbol or position")
    if params.files is not None:
        found = relations.files_impact(paths_of(call.names, params.files), params.depth, call.token)
    else:
        found = relations.impact(symbol_of(call, params), params.depth, call.token)
    past = call.captured.past
    found, definitions = past.frequent_definitions(found, call.token)
    return wire_impact(call, found, past.partners_of(found), definitions)


def affected_tests(call: Call[Analysis], params: TestScopeParams) -> WireAffectedTests:
    """Handle `ctx-lsp.testScope`: return the tests that reach a change, each with its path to the change."""
    relations = call.captured.relations
    if (params.files is None) == (params.base is None):
        raise invalid_params("either files or base (a Git revision) is required")
    if params.base is not None:
        found = relations.tests_since(params.base, call.token)
    else:
        found = relations.tests_of_files(paths_of(call.names, params.files or ()), call.token)
    return wire_affected_tests(call, found)
