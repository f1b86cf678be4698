"""How long it takes until a repository can be asked: the engine alone, and beside any other program that indexes it."""

import shlex
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.base.system import children_processor_seconds
from ctx_lsp.evaluation.bench.figures import Spread, ratio, spread
from ctx_lsp.evaluation.bench.process import probe, seconds_of

PATH = "{path}"  # stands for the folder in the command of another program
TEXT_ONLY = {"CTX_LSP_CACHE_ENABLED": "false", "CTX_LSP_MODEL_EMBEDDING": "none"}


@dataclass(frozen=True, slots=True)
class EngineStart:
    """Seconds over several fresh processes, without a server: `…_own` counts from the start of the workspace, the
    others from the start of the process; `processor` is what the processors worked for each process."""

    searchable: Spread
    embedded: Spread
    searchable_own: Spread
    embedded_own: Spread
    processor: Spread


@dataclass(frozen=True, slots=True)
class Rebuild:
    """Seconds from the start of the workspace, nothing cached and no model, until text and graph could be asked."""

    seconds: Spread
    processor: Spread


@dataclass(frozen=True, slots=True)
class Contest:
    """Cold starts to searchable in alternation with another program's indexing, in seconds: wall clock and processor.

    The ratios are ours to theirs, medians over the pairs.
    """

    command: str
    ours: Spread
    theirs: Spread
    ours_processor: Spread
    theirs_processor: Spread
    ratio: float
    processor_ratio: float


def warm_start(root: Path, variables: Mapping[str, str], runs: int) -> EngineStart:
    """Start the engine with the cache that `variables` name, which is full already."""
    lines = [probe("start", root, variables) for _ in range(runs)]
    return EngineStart(
        searchable=spread([line["searchable"]["elapsed"] for line in lines]),
        embedded=spread([line["embedded"]["elapsed"] for line in lines]),
        searchable_own=spread([line["searchable"]["seconds"] for line in lines]),
        embedded_own=spread([line["embedded"]["seconds"] for line in lines]),
        processor=spread([line["embedded"]["processor"] for line in lines]),
    )


def rebuild(root: Path, variables: Mapping[str, str], runs: int) -> Rebuild:
    """Index the folder in fresh processes, as an edit is compared with: without a cache, and without a model."""
    lines = [probe("searchable", root, {**variables, **TEXT_ONLY})["searchable"] for _ in range(runs)]
    return Rebuild(spread([line["seconds"] for line in lines]), spread([line["worked"] for line in lines]))


def contest(root: Path, variables: Mapping[str, str], command: str, runs: int) -> Contest:
    """Run our cold start and `command`, in which {path} stands for the folder, in turn; the first pair does not count.

    Raises `ValueError` where the command does not name the folder, `ProbeError` where it fails.
    """
    if PATH not in command:
        raise ValueError(f"the command must name the folder by {PATH}")
    theirs = [part.replace(PATH, str(root)) for part in shlex.split(command)]

    def our_start() -> float:
        with tempfile.TemporaryDirectory(prefix="ctx-lsp-bench-") as empty:
            cache = {"CTX_LSP_CACHE_DIRECTORY": empty, "CTX_LSP_CACHE_ENABLED": "true"}
            return float(probe("searchable", root, {**variables, **cache})["searchable"]["elapsed"])

    pairs = [(_timed(our_start), _timed(lambda: seconds_of(theirs))) for _ in range(runs + 1)][1:]
    return Contest(
        command=command,
        ours=spread([ours[0] for ours, _ in pairs]),
        theirs=spread([theirs[0] for _, theirs in pairs]),
        ours_processor=spread([ours[1] for ours, _ in pairs]),
        theirs_processor=spread([theirs[1] for _, theirs in pairs]),
        ratio=spread([ratio(ours[0], theirs[0]) for ours, theirs in pairs]).p50,
        processor_ratio=spread([ratio(ours[1], theirs[1]) for ours, theirs in pairs]).p50,
    )


def _timed(run: Callable[[], float]) -> tuple[float, float]:
    """Wall-clock seconds as `run` has them, and the processor's seconds of the processes that it started."""
    before = children_processor_seconds()
    return run(), children_processor_seconds() - before
