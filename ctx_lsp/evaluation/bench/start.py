"""Measures how soon after its start the engine can search a repository, and compares this with another program."""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.base.system import children_processor_seconds, split_command
from ctx_lsp.evaluation.bench.figures import Spread, ratio, spread
from ctx_lsp.evaluation.bench.process import probe, seconds_of

PATH = "{path}"  # placeholder for the folder's path in the command of another program
TEXT_ONLY = {"CTX_LSP_CACHE_ENABLED": "false", "CTX_LSP_MODEL_EMBEDDING": "none"}


@dataclass(frozen=True, slots=True)
class EngineStart:
    """The start-up times of the engine without a server, in seconds, over several fresh processes.

    Fields ending in `_own` are measured from the start of the workspace; `searchable` and `embedded` are measured from
    the start of the process. `processor` is the CPU time of a process.
    """

    searchable: Spread
    embedded: Spread
    searchable_own: Spread
    embedded_own: Spread
    processor: Spread


@dataclass(frozen=True, slots=True)
class Rebuild:
    """The wall-clock and CPU time until text and graph can be searched, in seconds, without a cache or a model."""

    seconds: Spread
    processor: Spread


@dataclass(frozen=True, slots=True)
class ColdStartComparison:
    """Times of the engine's cold starts and of another program's indexing, in wall-clock and CPU seconds.

    The two programs take turns. Each ratio divides the engine's time by the other program's time, and is the median
    over all turns.
    """

    command: str
    ours: Spread
    theirs: Spread
    ours_processor: Spread
    theirs_processor: Spread
    ratio: float
    processor_ratio: float


def warm_start(root: Path, variables: Mapping[str, str], runs: int) -> EngineStart:
    """Measure `runs` starts of the engine with the cache named in `variables`; the cache must already be filled."""
    lines = [probe("start", root, variables) for _ in range(runs)]
    return EngineStart(
        searchable=spread([line["searchable"]["elapsed"] for line in lines]),
        embedded=spread([line["embedded"]["elapsed"] for line in lines]),
        searchable_own=spread([line["searchable"]["seconds"] for line in lines]),
        embedded_own=spread([line["embedded"]["seconds"] for line in lines]),
        processor=spread([line["embedded"]["processor"] for line in lines]),
    )


def rebuild(root: Path, variables: Mapping[str, str], runs: int) -> Rebuild:
    """Measure how long it takes to index the folder without a cache or a model, as the baseline for edit times.

    `variables` are environment variables with the settings, and `runs` is the number of fresh processes that index the
    folder.
    """
    lines = [probe("searchable", root, {**variables, **TEXT_ONLY})["searchable"] for _ in range(runs)]
    return Rebuild(spread([line["seconds"] for line in lines]), spread([line["worked"] for line in lines]))


def cold_start_comparison(root: Path, variables: Mapping[str, str], command: str, runs: int) -> ColdStartComparison:
    """Run `command` and a cold start of the engine in turn, and compare their times; the first pair does not count.

    The text {path} in the command is replaced with the path of the folder. Raises `ValueError` if the command does not
    contain {path}, and `ProbeError` if the command fails.
    """
    if PATH not in command:
        raise ValueError(f"the command must name the folder by {PATH}")
    theirs = [part.replace(PATH, str(root)) for part in split_command(command)]

    def our_start() -> float:
        with tempfile.TemporaryDirectory(prefix="ctx-lsp-bench-") as empty:
            cache = {"CTX_LSP_CACHE_DIRECTORY": empty, "CTX_LSP_CACHE_ENABLED": "true"}
            return float(probe("searchable", root, {**variables, **cache})["searchable"]["elapsed"])

    pairs = [(_timed(our_start), _timed(lambda: seconds_of(theirs))) for _ in range(runs + 1)][1:]
    return ColdStartComparison(
        command=command,
        ours=spread([ours[0] for ours, _ in pairs]),
        theirs=spread([theirs[0] for _, theirs in pairs]),
        ours_processor=spread([ours[1] for ours, _ in pairs]),
        theirs_processor=spread([theirs[1] for _, theirs in pairs]),
        ratio=spread([ratio(ours[0], theirs[0]) for ours, theirs in pairs]).p50,
        processor_ratio=spread([ratio(ours[1], theirs[1]) for ours, theirs in pairs]).p50,
    )


def _timed(run: Callable[[], float]) -> tuple[float, float]:
    """Return the seconds that `run` reports, and the CPU seconds of the processes that `run` has started."""
    before = children_processor_seconds()
    return run(), children_processor_seconds() - before
