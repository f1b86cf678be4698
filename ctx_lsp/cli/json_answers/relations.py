"""Conversion of answers about dependencies to JSON: impact, graph, affected tests, patterns and import cycles."""

from collections.abc import Sequence

from ctx_lsp.cli.json_answers.search import place_json
from ctx_lsp.cli.json_answers.values import JsonObject
from ctx_lsp.protocol.answers.parts import wire_graph_edges, wire_path
from ctx_lsp.workspace import (
    Adoption,
    AffectedTests,
    Analysis,
    Cycles,
    DefinitionPartner,
    Departure,
    FilePartner,
    FoundPattern,
    GraphNode,
    Impact,
    ImpactNode,
    Neighbourhood,
    Patterns,
    ReachingTest,
)  # fmt: skip


def impact_json(
    impact: Impact, partners: Sequence[FilePartner], definitions: Sequence[DefinitionPartner]
) -> JsonObject:
    """Convert the dependants of a symbol or file, and the definitions and files that often change with it, to JSON."""
    return {
        "symbol": impact.symbol,
        "files": impact.files,
        "revision": impact.revision,
        "dependants": [_dependant(node) for node in impact.dependants],
        "warnings": impact.warnings,
        "external": impact.external,
        "partners": [_partner(one) for one in partners],
        "definitions": [
            {"symbol": one.symbol, "together": one.together, "changes": one.changes} for one in definitions
        ],
    }


def _partner(one: FilePartner) -> JsonObject:
    return {
        "path": one.path,
        "of": one.of,
        "together": one.together,
        "changes": one.changes,
        "hidden": one.hidden,
    }


def _dependant(node: ImpactNode) -> JsonObject:
    return {
        "symbol": node.symbol,
        "distance": node.distance,
        "kind": node.kind,
        "relation": node.relation,
        "via": node.via,
        "confidence": node.confidence,
        "test": node.test,
        "through": node.through,
    }


def graph_json(graph: Neighbourhood, analysis: Analysis) -> JsonObject:
    """Convert a part of the dependency graph to JSON."""
    return {
        "root": graph.root,
        "revision": graph.revision,
        "nodes": [_graph_node(node, analysis) for node in graph.nodes],
        "edges": wire_graph_edges(graph.edges),
        "warnings": graph.warnings,
    }


def _graph_node(node: GraphNode, analysis: Analysis) -> JsonObject:
    return {
        **place_json(analysis, node.path, node.start, node.end),
        "symbol": node.symbol,
        "kind": node.kind,
        "signature": node.signature,
        "role": node.role,
        "distance": node.distance,
    }


def affected_tests_json(answer: AffectedTests) -> JsonObject:
    """Convert changes and affected tests to JSON."""
    return {
        "revision": answer.revision,
        "changed": [{"symbol": one.symbol, "change": one.change} for one in answer.changed],
        "tests": [_test(test) for test in answer.tests],
        "files": answer.files,
        "warnings": answer.warnings,
        "unchanged": answer.unchanged,
        "groups": [{"path": one.path, "tests": one.tests, "run": one.run} for one in answer.groups],
    }


def _test(test: ReachingTest) -> JsonObject:
    return {
        "symbol": test.symbol,
        "distance": test.distance,
        "confidence": test.confidence,
        "way": wire_path(test.way),
        "run": test.run,
    }


def patterns_json(answer: Patterns) -> JsonObject:
    """Convert design patterns, framework roles, and the use of common and rare alternatives to JSON."""
    return {
        "symbol": answer.symbol,
        "revision": answer.revision,
        "patterns": [_pattern(one) for one in answer.patterns],
        "adoption": [_adoption(one) for one in answer.adoption],
        "departures": [_departure(one) for one in answer.departures],
        "warnings": answer.warnings,
    }


def _departure(one: Departure) -> JsonObject:
    return {
        "path": one.path,
        "line": one.line + 1,
        "category": one.category,
        "used": one.used,
        "usual": one.usual,
        "message": one.message,
    }


def _adoption(one: Adoption) -> JsonObject:
    return {
        "language": one.language,
        "category": one.category,
        "files": one.files,
        "alternatives": [
            {"name": each.name, "files": each.files, "share": each.share, "trend": each.trend or None}
            for each in one.alternatives
        ],
        "preferred": one.preferred,
        "conflict": one.conflict,
        "golden": one.golden,
    }


def _pattern(found: FoundPattern) -> JsonObject:
    return {
        "symbol": found.symbol,
        "pattern": found.pattern,
        "role": found.role,
        "partners": [{"symbol": one.symbol, "relation": one.relation} for one in found.partners],
        "reason": found.reason,
        "confidence": found.confidence,
    }


def cycles_json(answer: Cycles) -> JsonObject:
    """Convert import cycles (groups of files that import each other) to JSON."""
    return {
        "revision": answer.revision,
        "cycles": [{"files": cycle.files, "way": cycle.way} for cycle in answer.cycles],
        "warnings": answer.warnings,
    }
