"""Output of the benchmark report, as tables or as JSON. `evaluation.bench.bench` takes the measurements.

A sentence above each table explains the values and says which values are good.
"""

from collections.abc import Iterable, Mapping
from itertools import chain

from ctx_lsp.cli.json_answers.bench import bench_json
from ctx_lsp.cli.printing import print_line, show_json, show_table
from ctx_lsp.evaluation.bench.bench import BenchReport
from ctx_lsp.evaluation.bench.figures import Spread
from ctx_lsp.evaluation.bench.freshness import Freshness
from ctx_lsp.evaluation.bench.graph import GraphScale
from ctx_lsp.evaluation.bench.scale import Scale
from ctx_lsp.evaluation.bench.server import ServerFigures, ServerStart
from ctx_lsp.evaluation.bench.start import ColdStartComparison
from ctx_lsp.evaluation.bench.switch import BranchSwitch

MEGABYTE = 1_000_000
SPREADS = (
    "Of n values, p50 is the median, p95 and p99 are percentiles, and max is the largest. Lower is better everywhere."
)

Row = tuple[str, ...]


def show_bench(report: BenchReport, as_json: bool) -> None:
    """Print all measurements of one repository."""
    if as_json:
        show_json(bench_json(report))
        return
    print_line(f"{SPREADS}\n")
    counts = [(name, f"{getattr(report, name):,}") for name in ("files", "lines", "symbols", "chunks")]
    show_table(("folder", ""), [*counts, ("cache (MB)", _megabytes(report.cache))])
    _show_starts(report)
    _show_edits(report)
    _show_switch(report)
    _show_server(report.server)
    _explain("The total is the time that a client waits when everything is indexed; the other rows are its parts. A "
             "query or a search may be reranked; the search in the rows `reranked` always is.")  # fmt: skip
    answers = (("search", report.search), ("search, reranked", report.reranked), ("query", report.query))
    _show_spreads("warm answers (ms)", chain.from_iterable(_stages(*answer) for answer in answers))
    _show_ratios(report)
    if report.cold_start_comparison:
        _show_comparison(report.cold_start_comparison)
    if report.scale:
        _show_scale(report.scale)
    if report.graph:
        _show_graph(report.graph)


def _show_starts(report: BenchReport) -> None:
    def server(name: str, start: ServerStart) -> Row:
        seconds = (start.initialized, start.searchable, start.embedded, start.processor)
        return name, *(f"{value:.2f}" for value in seconds), _megabytes(start.resident)

    _explain("Time from process start until the server is initialized, text search works, and semantic search works. "
             "Cold: with an empty cache. Warm: with the cache of the cold start.")  # fmt: skip
    heads = ("server, from process start (s)", "initialized", "searchable", "embedded", "CPU", "memory (MB)")
    show_table(heads, [server("cold", report.server.cold), server("warm", report.server.warm)])
    _explain("The same without a server. A rebuild uses no cache and no model; edits are compared with it.")
    spreads = (
        ("rebuild of text and graph", report.rebuild.seconds),
        ("rebuild of text and graph, CPU", report.rebuild.processor),
        ("warm, from process start to searchable", report.warm.searchable),
        ("warm, from process start to embedded", report.warm.embedded),
        ("warm, from Workspace.start to searchable", report.warm.searchable_own),
        ("warm, from Workspace.start to embedded", report.warm.embedded_own),
        ("warm, process start to embedded, CPU", report.warm.processor),
    )
    rows = [(name, f"{one.p50:.2f}", f"{one.highest:.2f}", str(one.n)) for name, one in spreads]
    show_table(("engine (s)", "p50", "max", "n"), rows)


def _show_edits(report: BenchReport) -> None:
    _explain("Time from an edit in an open file to an answer that shows it. By symbol: random definitions, so large "
             "files are edited more often. By file: another file each time.")  # fmt: skip
    _show_spreads("edit to fresh answer (ms)", chain.from_iterable(_edits(*edits) for edits in _both(report)))
    _explain("Sizes of the edited files.")
    _show_spreads("edited files (lines)", ((name, edits.lines) for name, edits in _both(report)))


def _both(report: BenchReport) -> Iterable[tuple[str, Freshness]]:
    return ("by symbol", report.edits_by_symbol), ("by file", report.edits_by_file)


def _edits(name: str, edits: Freshness) -> Iterable[tuple[str, Spread]]:
    yield f"{name}: in the index", edits.applied
    yield f"{name}: in an answer from text and graph", edits.lexical
    yield f"{name}: the same, CPU", edits.processor
    for kind, one in edits.by_kind.items():
        yield f"{name}: the same, {kind}", one
    yield f"{name}: in an answer of semantic search", edits.semantic
    yield f"{name}: one parse of the file", edits.parse


def _show_switch(report: BenchReport) -> None:
    def step(name: str, one: BranchSwitch) -> Row:
        return name, f"{one.fresh:.2f}", f"{one.embedded:.2f}", str(one.stale)

    _explain("Time until answers show a change of many files on disk, there and back. No answer may be stale.")
    switch = report.switch
    heads = (f"switch of {switch.files:,} files (s)", "text and graph", "embedded", "stale files")
    show_table(heads, [step("there", switch.there), step("back", switch.back)])


def _show_server(server: ServerFigures) -> None:
    _explain("Time for which the loop is blocked: it answers a ping by itself, after the messages sent before.")
    _show_spreads("server's loop answers (ms)", [
        ("a ping alone", server.loop.ping),
        (f"a ping behind an edit of files of {_range(server.loop.lines)} lines", server.loop.edit),
        (f"a ping behind a message that edits each line, {server.loop.places:,} at most", server.loop.rename),
    ])  # fmt: skip
    _explain("Memory may rise at first but must level off. An idle server should use almost no CPU.")
    memory = server.memory
    sizes = ((f"before {memory.edits:,} edits", memory.before), ("after a quarter of them", memory.quarter))
    rows = [*((name, _megabytes(size)) for name, size in sizes), ("after all of them", _megabytes(memory.after))]
    show_table(("server's memory (MB)", ""), [*rows, ("idle CPU (%)", f"{100 * server.idle:.2f}")])


def _show_ratios(report: BenchReport) -> None:
    _explain("The first time divided by the second: 0.01 is a hundred times faster. Ratios depend little on the "
             "machine's speed. No answer may be stale.")  # fmt: skip
    ratios = report.ratios
    stale = report.edits_by_symbol.stale + report.edits_by_file.stale
    elsewhere = report.edits_by_symbol.elsewhere + report.edits_by_file.elsewhere
    edits = report.edits_by_symbol.lexical.n + report.edits_by_file.lexical.n
    show_table(("ratios of medians, and counts", ""), [
        ("edit to fresh / rebuild of text and graph", f"{ratios.edit_to_rebuild:.4f}"),
        ("edit to fresh / rebuild of text and graph, CPU", f"{ratios.edit_to_rebuild_processor:.4f}"),
        ("edit to fresh / parse of the file", f"{ratios.edit_to_parse:.1f}"),
        ("edit to fresh semantic search / cold to embedded", f"{ratios.semantic_edit_to_embedding:.4f}"),
        ("warm to embedded / cold to embedded", f"{ratios.warm_to_cold_embedded:.3f}"),
        ("stale answers", f"{stale} of {edits}"),
        ("semantic answers that rank another file above the edited one", f"{elsewhere} of {edits}"),
    ])  # fmt: skip


def _show_comparison(comparison: ColdStartComparison) -> None:
    _explain("Both programs in turn on this machine. Below 1, ctx-lsp is faster.")
    rows = (
        ("ours, process start to searchable", comparison.ours, comparison.ours_processor),
        ("theirs, process start to end", comparison.theirs, comparison.theirs_processor),
    )
    heads = (f"beside {comparison.command} (s)", "p50", "max", "CPU p50", "n")
    seconds = [(name, f"{a.p50:.2f}", f"{a.highest:.2f}", f"{b.p50:.2f}", str(a.n)) for name, a, b in rows]
    ratios = ("ours / theirs", f"{comparison.ratio:.2f}", "", f"{comparison.processor_ratio:.2f}", "")
    show_table(heads, [*seconds, ratios])


def _show_scale(scales: Iterable[Scale]) -> None:
    _explain("Copies of the folder, until there are so many files. An edit should take about as long in each.")
    heads = (
        "copies without vectors",
        "symbols",
        "searchable (s)",
        "memory (MB)",
        "applied p50",
        "fresh p50 (ms)",
        "p95",
    )
    show_table(heads, [
        (
            f"{one.files:,} files", f"{one.symbols:,}", f"{one.searchable:.1f}", _megabytes(one.resident),
            f"{one.edits.applied.p50:.1f}", f"{one.edits.lexical.p50:.1f}",
            f"{one.edits.lexical.p95:.1f}",
        )
        for one in scales
    ])  # fmt: skip


def _show_graph(scales: Iterable[GraphScale]) -> None:
    _explain("Copies of the folder, until there are so many lines: CPU time of the graph, compared with parsing the "
             "files and extracting their facts in one process.")  # fmt: skip
    heads = ("copies", "symbols", "edges", "facts (CPU s)", "graph (CPU s)", "graph / facts", "graph (bytes a symbol)")
    show_table(heads, [
        (
            f"{one.cost.lines:,} lines", f"{one.cost.symbols:,}", f"{one.cost.edges:,}",
            f"{one.cost.facts_seconds:.2f}", f"{one.cost.graph_seconds:.2f}", f"{one.to_facts:.2f}",
            f"{one.graph_bytes_per_symbol:,.0f}",
        )
        for one in scales
    ])  # fmt: skip


def _explain(sentence: str) -> None:
    print_line(f"\n{sentence}")


def _show_spreads(head: str, spreads: Iterable[tuple[str, Spread]]) -> None:
    rows = [
        (name, f"{one.p50:.2f}", f"{one.p95:.2f}", f"{one.p99:.2f}", f"{one.highest:.2f}", str(one.n))
        for name, one in spreads
    ]
    show_table((head, "p50", "p95", "p99", "max", "n"), rows)


def _stages(name: str, stages: Mapping[str, Spread]) -> Iterable[tuple[str, Spread]]:
    return ((f"{name}: {stage}", one) for stage, one in stages.items())


def _megabytes(size: int) -> str:
    return f"{size / MEGABYTE:.1f}"


def _range(lines: Iterable[int]) -> str:
    sizes = sorted(lines)
    return f"{sizes[0]:,} to {sizes[-1]:,}" if sizes else "no"
