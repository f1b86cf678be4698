"""Conversion of dependency graphs, impact analyses and affected tests to wire types."""

from collections.abc import Iterable

from ctx_lsp.protocol.answers.locations import symbol_location, uris, wire_location
from ctx_lsp.protocol.answers.parts import wire_graph_edges, wire_path
from ctx_lsp.protocol.messages.relations import (
    WireAffectedTests,
    WireChange,
    WireDefinitionPartner,
    WireFilePartner,
    WireFileTests,
    WireGraphNode,
    WireImpact,
    WireImpactNode,
    WireNeighbourhood,
    WireReachingTest,
)  # fmt: skip
from ctx_lsp.protocol.routes import Call
from ctx_lsp.workspace import (
    AffectedTests,
    Analysis,
    Change,
    DefinitionPartner,
    FilePartner,
    GraphNode,
    Impact,
    ImpactNode,
    Neighbourhood,
    ReachingTest,
)  # fmt: skip


def wire_neighbourhood(call: Call[Analysis], found: Neighbourhood) -> WireNeighbourhood:
    """Convert a part of the dependency graph to its wire type."""
    return WireNeighbourhood(
        root=found.root,
        revision=found.revision,
        nodes=tuple(_graph_node(call, node) for node in found.nodes),
        edges=wire_graph_edges(found.edges),
        warnings=found.warnings,
    )


def _graph_node(call: Call[Analysis], node: GraphNode) -> WireGraphNode:
    uri, span = wire_location(call, node.path, node.start, node.end)
    return WireGraphNode(
        uri=uri,
        range=span,
        symbol=node.symbol,
        kind=node.kind,
        signature=node.signature,
        role=node.role,
        distance=node.distance,
    )


def wire_impact(
    call: Call[Analysis], found: Impact, partners: Iterable[FilePartner], definitions: Iterable[DefinitionPartner]
) -> WireImpact:
    """Convert an impact analysis to its wire type. Add the location of each dependant's and each definition's name.

    `partners` and `definitions` are the files and definitions that usually change together with the symbol.
    """
    return WireImpact(
        symbol=found.symbol,
        files=uris(call, found.files),
        revision=found.revision,
        dependants=tuple(_impact_node(call, node) for node in found.dependants),
        warnings=found.warnings,
        external=found.external,
        partners=tuple(_file_partner(call, one) for one in partners),
        definitions=tuple(_definition_partner(call, one) for one in definitions),
    )


def _file_partner(call: Call[Analysis], one: FilePartner) -> WireFilePartner:
    [uri] = uris(call, [one.path])
    return WireFilePartner(
        uri=uri, path=one.path, of=one.of, together=one.together, changes=one.changes, hidden=one.hidden
    )


def _definition_partner(call: Call[Analysis], one: DefinitionPartner) -> WireDefinitionPartner:
    uri, span = symbol_location(call, one.symbol)
    return WireDefinitionPartner(symbol=one.symbol, together=one.together, changes=one.changes, uri=uri, range=span)


def _impact_node(call: Call[Analysis], node: ImpactNode) -> WireImpactNode:
    uri, span = symbol_location(call, node.symbol)
    return WireImpactNode(
        symbol=node.symbol,
        distance=node.distance,
        kind=node.kind,
        relation=node.relation,
        via=node.via,
        confidence=node.confidence,
        test=node.test,
        through=node.through,
        uri=uri,
        range=span,
    )


def wire_affected_tests(call: Call[Analysis], found: AffectedTests) -> WireAffectedTests:
    """Convert changes and affected tests to their wire type, adding the location of each symbol's name."""
    return WireAffectedTests(
        revision=found.revision,
        changed=tuple(_change(call, change) for change in found.changed),
        tests=tuple(_reaching_test(call, test) for test in found.tests),
        files=uris(call, found.files),
        warnings=found.warnings,
        unchanged=found.unchanged,
        groups=tuple(WireFileTests(path=one.path, tests=one.tests, run=one.run) for one in found.groups),
    )


def _change(call: Call[Analysis], change: Change) -> WireChange:
    uri, span = symbol_location(call, change.symbol)
    return WireChange(symbol=change.symbol, change=change.change, uri=uri, range=span)


def _reaching_test(call: Call[Analysis], test: ReachingTest) -> WireReachingTest:
    uri, span = symbol_location(call, test.symbol)
    return WireReachingTest(
        symbol=test.symbol,
        distance=test.distance,
        confidence=test.confidence,
        way=wire_path(test.way),
        run=test.run,
        uri=uri,
        range=span,
    )
