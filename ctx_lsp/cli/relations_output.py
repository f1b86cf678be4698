"""Output of answers about dependencies, as text or JSON: impact, graph, affected tests, patterns and import cycles."""

from collections.abc import Sequence

from ctx_lsp.base.counted import counted
from ctx_lsp.cli.json_answers.relations import (
    affected_tests_json,
    cycles_json,
    graph_json,
    impact_json,
    patterns_json,
)  # fmt: skip
from ctx_lsp.cli.output import print_warnings
from ctx_lsp.cli.printing import print_line, show_json, style
from ctx_lsp.workspace import (
    AffectedTests,
    Analysis,
    Cycles,
    DefinitionPartner,
    FilePartner,
    Impact,
    Neighbourhood,
    Patterns,
    qualname_of,
)  # fmt: skip


def show_impact(
    impact: Impact, partners: Sequence[FilePartner], definitions: Sequence[DefinitionPartner], as_json: bool
) -> None:
    """Print the dependants, nearest first, each with its distance, its confidence and the edge that leads to it.

    Then print the definitions and files that usually change together with the given symbol or files.
    """
    if as_json:
        show_json(impact_json(impact, partners, definitions))
        return
    for node in impact.dependants:
        how = style(f"{node.kind} {node.via}{_through(node.through)}{' (test)' if node.test else ''}", dim=True)
        print_line(f"{_reached(node.distance, node.confidence)}  {_symbol(node.symbol)}  {how}")
    for definition in definitions:
        often = style(f"changed with it {definition.together} of the last {definition.changes} times", dim=True)
        print_line(f"history   {_symbol(definition.symbol)}  {often}")
    for one in partners:
        together = style(f"changed with {one.of} {one.together} of {one.changes} times", dim=True)
        print_line(f"history   {one.path}  {together}")
    print_warnings(impact.warnings, found=bool(impact.dependants or definitions or partners))


def show_graph(graph: Neighbourhood, analysis: Analysis, as_json: bool) -> None:
    """Print the nodes, nearest first, each with its outgoing edges."""
    if as_json:
        show_json(graph_json(graph, analysis))
        return
    for node in graph.nodes:
        print_line(f"{node.distance}  {node.kind.lower()} {_symbol(node.symbol)}")
        for edge in graph.edges:
            if edge.source == node.symbol:
                print_line(
                    f"   {style(f'{edge.confidence:4.0%} {edge.kind}', dim=True)} {edge.target}{_through(edge.through)}"
                )
    print_warnings(graph.warnings)


def show_affected_tests(answer: AffectedTests, as_json: bool) -> None:
    """Print the tests, nearest first, each with its path to the change."""
    if as_json:
        show_json(affected_tests_json(answer))
        return
    for test in answer.tests:
        print_line(f"{_reached(test.distance, test.confidence)}  {_symbol(test.symbol)}")
        for step, following in zip(test.way, test.way[1:], strict=False):
            print_line(f"         {style(str(step.kind), dim=True)} {following.symbol}{_through(step.through)}")
        if test.run:
            print_line(f"         {style('run', dim=True)} {test.run}")
    print_warnings(answer.warnings, found=bool(answer.tests))
    changes = f"; {counted(len(answer.changed), 'change')}" if answer.changed else ""
    print_line(f"{counted(len(answer.tests), 'test')}, {counted(len(answer.files), 'file')}{changes}", err=True)


def show_patterns(answer: Patterns, as_json: bool) -> None:
    """Print each pattern: its confidence and name, a symbol with its role, the evidence, and the symbol's partners.

    Before the patterns, print how many files use each of several alternatives for the same purpose, and then the
    departures, which are changed lines that use a rare alternative.
    """
    if as_json:
        show_json(patterns_json(answer))
        return
    for adopted in answer.adoption:
        counts = ", ".join(" ".join((each.name, str(each.files), each.trend)).rstrip() for each in adopted.alternatives)
        usual = f"prefer {adopted.preferred}" if adopted.preferred else "no rule"
        verdict = "in conflict" if adopted.conflict else usual
        print_line(f"{adopted.language}: {style(adopted.category, bold=True)}  {verdict} ({counts})")
        if adopted.golden:
            print_line(f"      {style('as in ' + ', '.join(adopted.golden), dim=True)}")
    for departure in answer.departures:
        print_line(f"{_symbol(departure.path)}:{departure.line + 1}  {departure.message}")
    for one in answer.patterns:
        print_line(f"{one.confidence:4.0%}  {style(one.pattern, bold=True)}  {_symbol(one.symbol)}  ({one.role})")
        print_line(f"      {style(one.reason, dim=True)}")
        for partner in one.partners:
            print_line(f"      {partner.relation}: {partner.symbol}")
    print_warnings(answer.warnings, found=bool(answer.patterns or answer.adoption))


def show_cycles(cycles: Cycles, as_json: bool) -> None:
    """For each group of files that import each other, print a shortest cycle and then all files."""
    if as_json:
        show_json(cycles_json(cycles))
        return
    for cycle in cycles.cycles:
        print_line(f"{counted(len(cycle.files), 'file')}: {' → '.join(map(_symbol, cycle.way))}")
        for path in cycle.files:
            print_line(f"   {path}")
    print_warnings(cycles.warnings, found=bool(cycles.cycles))


def _through(symbol: str | None) -> str:
    """Describe the symbol through which an indirect edge leads; return "" if `symbol` is None (a direct edge)."""
    return f" through {qualname_of(symbol)}" if symbol else ""


def _reached(distance: int, confidence: float) -> str:
    return f"{distance}  {confidence:4.0%}"


def _symbol(name: str) -> str:
    return style(name, fg="cyan")
