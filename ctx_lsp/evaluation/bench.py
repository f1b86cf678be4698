"""Measures the engine on one repository: indexing, warm queries by stage, edits, memory, cache. It prints nothing.

The workspace comes from a factory, so that the caller says where the cache is: a private, empty one makes the first
start cold and the second one show what the cache is worth.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from string import ascii_lowercase
from time import perf_counter

from ctx_lsp.analysis import Analysis, Workspace
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.memory import peak_bytes, resident_bytes
from ctx_lsp.evaluation.questions import questions, sample_symbols
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.retrieval.model import Filter, Item
from ctx_lsp.text.source import SourceText

LIMIT = 10  # results a search asks for, as an editor's list does
EVERY_RESULT = 200  # the most that a search gives; after an edit the question is what is indexed, not how it ranks
TEXT_SCORE = "bm25"  # the part of a score that only a text which holds the word can have
NONSENSE = "quizzaciously"  # begins the words that edits insert; no code is written with it
WARM_UP = 3  # queries before the clock counts: the first ones load what is loaded lazily


@dataclass(frozen=True, slots=True)
class Spread:
    """Milliseconds: the median, the 95th percentile, and how many were measured."""

    p50: float
    p95: float
    n: int


@dataclass(frozen=True, slots=True)
class Startup:
    """Seconds from the start of the workspace until text is searchable, and until every chunk has its vector."""

    searchable: float
    embedded: float


@dataclass(frozen=True, slots=True)
class BenchReport:
    """Everything measured on one repository; sizes in bytes.

    `search` and `query` hold `total` and each stage that the engine reports. `stale` counts edits that the next answer
    did not show, of which there must be none.
    """

    files: int
    lines: int
    symbols: int
    chunks: int
    cold: Startup
    cached: Startup
    search: Mapping[str, Spread]
    query: Mapping[str, Spread]
    edit_to_fresh: Spread
    stale: int
    resident: int
    peak: int
    cache: int


def bench(make_workspace: Callable[[], Workspace], samples: int, token: CancelToken) -> BenchReport:
    """Index twice (cold, then from the cache), then ask, pack and edit `samples` times each.

    Raises `ValueError` where the folder has no symbol to ask for.
    """
    cold = _start_and_close(make_workspace)
    workspace = make_workspace()
    try:
        cached = _start(workspace)
        analysis = workspace.analysis().result()
        symbols = sample_symbols(analysis, samples, token)
        if not symbols:
            raise ValueError("nothing to measure: no symbol was found")
        asked = questions(analysis, symbols)
        search = _measure(asked, lambda text: analysis.search(text, LIMIT, Filter(), "auto", token).timings)
        query = _measure(asked, lambda text: analysis.query(text, PackOptions(), token).timings)
        edits = [_edit(workspace, analysis, item, number, token) for number, item in enumerate(symbols)]
        status = workspace.status()
        resident = resident_bytes()
        return BenchReport(
            files=status.files,
            lines=sum(entry.source.line_count for entry in analysis.snapshot.files.values()),
            symbols=status.symbols,
            chunks=status.chunks,
            cold=cold,
            cached=cached,
            search=search,
            query=query,
            edit_to_fresh=spread([ms for ms, _ in edits]),
            stale=sum(not fresh for _, fresh in edits),
            resident=resident,
            peak=max(peak_bytes(), resident),  # the system notes the peak a little late
            cache=status.cache_bytes,
        )
    finally:
        workspace.close()


def spread(ms: Sequence[float]) -> Spread:
    """Sum up durations; of none, everything is zero."""
    if not ms:
        return Spread(0.0, 0.0, 0)
    p95 = quantiles(ms, n=20, method="inclusive")[-1] if len(ms) > 1 else ms[0]
    return Spread(median(ms), p95, len(ms))


def _start_and_close(make_workspace: Callable[[], Workspace]) -> Startup:
    workspace = make_workspace()
    try:
        return _start(workspace)
    finally:
        workspace.close()


def _start(workspace: Workspace) -> Startup:
    begin = perf_counter()
    workspace.start()
    workspace.wait_ready(semantic=False)
    searchable = perf_counter() - begin
    workspace.wait_ready(semantic=True)
    return Startup(searchable, perf_counter() - begin)


def _measure(asked: Sequence[str], ask: Callable[[str], Mapping[str, float]]) -> dict[str, Spread]:
    for text in asked[:WARM_UP]:
        ask(text)
    return by_stage(_timed(ask, text) for text in asked)


def _timed(ask: Callable[[str], Mapping[str, float]], text: str) -> dict[str, float]:
    begin = perf_counter()
    stages = ask(text)
    return {**stages, "total": 1000 * (perf_counter() - begin)}


def by_stage(timings: Iterable[Mapping[str, float]]) -> dict[str, Spread]:
    """Sum up the milliseconds of many answers, each stage over the answers that went through it; `total` comes last."""
    stages: dict[str, list[float]] = defaultdict(list)
    for timing in timings:
        for stage, ms in timing.items():
            stages[stage].append(ms)
    return {stage: spread(stages[stage]) for stage in sorted(stages, key=lambda stage: stage == "total")}


def _edit(workspace: Workspace, analysis: Analysis, item: Item, number: int, token: CancelToken) -> tuple[float, bool]:
    """Type a new word into the middle of a definition; milliseconds until a search saw it, and whether it did."""
    source = analysis.source(item.path) or SourceText(b"")
    word = NONSENSE + "".join(ascii_lowercase[int(digit)] for digit in str(number))
    middle = source.line_starts[source.line_at((item.start + item.end) // 2)]
    edited = SourceText(source.data[:middle] + f"{word}\n".encode() + source.data[middle:])
    begin = perf_counter()
    workspace.set_document(item.path, edited)
    answer = workspace.analysis().result().search(word, EVERY_RESULT, Filter(tests=True), "auto", token)
    ms = 1000 * (perf_counter() - begin)
    workspace.close_document(item.path)
    workspace.analysis().result()  # so that the next edit does not wait for this one to be taken back
    return ms, any(found.path == item.path and found.scores.get(TEXT_SCORE) for found in answer.items)
