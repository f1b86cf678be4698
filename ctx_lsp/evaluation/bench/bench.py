"""Benchmarks one repository: start-up, warm queries by stage, edits, a branch switch and the server.

The other modules of this package take the measurements, and `cli.bench_output` prints them. All measurements share one
cache, which is empty at first. The first start is therefore cold, and later starts use what it has cached.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, sleep

import msgspec

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.bench.edits import ALL, by_file, by_symbol
from ctx_lsp.evaluation.bench.figures import Spread, by_stage, ratio
from ctx_lsp.evaluation.bench.freshness import Freshness, freshness
from ctx_lsp.evaluation.bench.graph import GraphScale, graph_scales
from ctx_lsp.evaluation.bench.scale import Scale, scales
from ctx_lsp.evaluation.bench.server import ServerFigures, measure_server
from ctx_lsp.evaluation.bench.start import (
    ColdStartComparison,
    EngineStart,
    Rebuild,
    cold_start_comparison,
    rebuild,
    warm_start,
)
from ctx_lsp.evaluation.bench.switch import Switch, switch
from ctx_lsp.evaluation.questions import questions, sample_symbols
from ctx_lsp.packing.model import PackRequest, QuestionSubject
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.workspace import Workspace

LIMIT = 10  # results per search, as many as an editor lists
SETTLING = 2.0  # seconds in which the idle engine merges the index fragments that indexing has left
WARM_UP = 3  # untimed first queries, because they trigger lazy loading


@dataclass(frozen=True, slots=True)
class BenchPlan:
    """The parameters of a benchmark, such as how often to measure.

    `scale` lists workspace sizes in files, and `graph` lists workspace sizes in lines. `against` is the command line of
    another program whose indexing time is compared with a cold start.
    """

    samples: int = 50
    starts: int = 3
    idle_seconds: float = 10.0
    edits: int = 400
    switched: int = 500
    scale: Sequence[int] = ()
    graph: Sequence[int] = ()
    against: str = ""
    runs: int = 5


@dataclass(frozen=True, slots=True)
class Ratios:
    """Ratios between times measured in one benchmark.

    Fields ending in `_processor` compare CPU times, which are less sensitive to other load on the machine. A rebuild
    indexes the whole folder with the same engine.
    """

    edit_to_rebuild: float
    edit_to_rebuild_processor: float
    edit_to_parse: float
    semantic_edit_to_embedding: float
    warm_to_cold_embedded: float


@dataclass(frozen=True, slots=True)
class BenchReport:
    """All measurements of one repository. `cache` is in bytes; the times of stages are in milliseconds.

    `lines` counts the lines of all files that contain symbols. `search` (without reranking), `reranked` (empty if there
    is no reranker) and `query` hold the time of each stage that the engine reports, and the `total`.
    """

    files: int
    lines: int
    symbols: int
    chunks: int
    cache: int
    server: ServerFigures
    rebuild: Rebuild
    warm: EngineStart
    search: Mapping[str, Spread]
    reranked: Mapping[str, Spread]
    query: Mapping[str, Spread]
    edits_by_symbol: Freshness
    edits_by_file: Freshness
    switch: Switch
    ratios: Ratios
    scale: Sequence[Scale]
    graph: Sequence[GraphScale]
    cold_start_comparison: ColdStartComparison | None


def bench(
    root: Path,
    settings: Settings,
    variables: Mapping[str, str],
    plan: BenchPlan,
    token: CancelToken,
    announce: Callable[[str], None],
) -> BenchReport:
    """Benchmark the folder `root`.

    `settings` apply to this process. `variables` are the environment variables with the settings for the measured
    processes; they must name an empty cache. `announce` is called with the name of each measurement before it starts.
    Raises `ValueError` if the folder has no symbol to ask about, and `ProbeError` if a measured process fails.
    """
    other = cold_start_comparison(root, variables, plan.against, plan.runs) if plan.against else None
    announce("reading the folder")
    lines = _sizes(root, settings, token)
    announce("a server: cold start, warm start, idle, edits")
    server = measure_server(root, variables, lines, plan.idle_seconds, plan.edits)
    announce("the engine: rebuilds and warm starts")
    rebuilt = rebuild(root, variables, plan.starts)
    warm = warm_start(root, variables, plan.starts)
    workspace = Workspace([root], settings)
    workspace.start()
    try:
        workspace.wait_ready()
        sleep(SETTLING)
        analysis = workspace.analysis().result()
        announce("warm queries")
        asked = questions(analysis, sample_symbols(analysis, 2 * plan.samples, token))
        first, others = asked[: plan.samples], asked[plan.samples :]  # the reranker has cached its scores for `first`
        search = _measure(first, lambda text: analysis.search(SearchRequest(text, LIMIT, rerank=False), token).timings)
        query = _measure(first, lambda text: analysis.pack(PackRequest(QuestionSubject(text)), token).timings)
        reranked: Mapping[str, Spread] = {}
        if analysis.reranking is not None:
            reranked = _measure(
                others, lambda text: analysis.search(SearchRequest(text, LIMIT, rerank=True), token).timings
            )
        announce("edits")
        freshness(workspace, by_file(analysis, WARM_UP, token), semantic=True, token=token)
        symbols = freshness(workspace, by_symbol(analysis, plan.samples, token), semantic=True, token=token)
        files = freshness(workspace, by_file(analysis, plan.samples, token), semantic=True, token=token)
        status = workspace.status()
    finally:
        workspace.close()
    announce("a switch of branches")
    switched = switch(root, settings, plan.switched, token)
    if plan.scale or plan.graph:
        announce("workspaces of other sizes")
    return BenchReport(
        files=status.files,
        lines=sum(lines.values()),
        symbols=status.symbols,
        chunks=status.chunks,
        cache=status.cache.bytes,
        server=server,
        rebuild=rebuilt,
        warm=warm,
        search=search,
        reranked=reranked,
        query=query,
        edits_by_symbol=symbols,
        edits_by_file=files,
        switch=switched,
        ratios=Ratios(
            edit_to_rebuild=ratio(symbols.lexical.p50, 1000 * rebuilt.seconds.p50),
            edit_to_rebuild_processor=ratio(symbols.processor.p50, 1000 * rebuilt.processor.p50),
            edit_to_parse=symbols.to_parse,
            semantic_edit_to_embedding=ratio(symbols.semantic.p50, 1000 * server.cold.embedded),
            warm_to_cold_embedded=ratio(warm.embedded.p50, server.cold.embedded),
        ),
        scale=tuple(scales(analysis, plan.scale, token)) if plan.scale else (),
        graph=tuple(graph_scales(analysis, plan.graph, token)) if plan.graph else (),
        cold_start_comparison=other,
    )


def _sizes(root: Path, settings: Settings, token: CancelToken) -> dict[str, int]:
    """Return the line count of each file that contains a symbol, keyed by path, without using the cache.

    Raises `ValueError` if no file contains a symbol.
    """
    text_only = msgspec.structs.replace(settings, model=ModelSettings("none"), cache=CacheSettings(enabled=False))
    workspace = Workspace([root], text_only)
    workspace.start()
    try:
        workspace.wait_ready(semantic=False)
        analysis = workspace.analysis().result()
        paths = sorted({item.path for item in analysis.workspace_symbols("", ALL, token)})
        if not paths:
            raise ValueError("nothing to measure: no symbol was found")
        return {path: source.line_count for path in paths if (source := analysis.source(path))}
    finally:
        workspace.close()


def _measure(asked: Sequence[str], ask: Callable[[str], Mapping[str, float]]) -> dict[str, Spread]:
    for text in asked[:WARM_UP]:
        ask(f"the {text}")  # a different question, because answers are cached
    return by_stage(_timed(ask, text) for text in asked)


def _timed(ask: Callable[[str], Mapping[str, float]], text: str) -> dict[str, float]:
    begin = perf_counter()
    stages = ask(text)
    return {**stages, "total": 1000 * (perf_counter() - begin)}
