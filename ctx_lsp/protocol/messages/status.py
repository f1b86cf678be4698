"""Messages of `ctx-lsp.status` and `ctx-lsp.dashboard`: the state of the index and of the server."""

from collections.abc import Mapping
from typing import Annotated, Literal

from ctx_lsp.protocol.messages.common import WireObject, doc
from ctx_lsp.protocol.messages.search import WireCoverage

Watcher = Literal["server", "client", "nobody"]


class WireCounts(WireObject, frozen=True):
    """Sizes of the index."""

    files: Annotated[int, doc("Indexed files.")]
    symbols: Annotated[int, doc("Symbols in these files.")]
    chunks: Annotated[int, doc("Chunks of these files.")]
    edges: Annotated[int, doc("Edges of the dependency graph.")]
    kept_back: Annotated[int, doc("Chunks that no provider receives, because they may contain a secret.")]
    summaries: Annotated[int, doc("Chunks with a summary.")]
    outdated_buffers: Annotated[int, doc("Open buffers whose files have changed or were deleted on disk below them.")]


class WireCacheUse(WireObject, frozen=True):
    """The cache of this workspace."""

    path: Annotated[str, doc("The cache folder; empty if nothing is kept.")]
    bytes: Annotated[int, doc("Bytes on disk of the stores that the workspace uses.")]
    shared: Annotated[str, doc("The place where the team shares derived data; empty if it is not used.")]
    shared_found: Annotated[int, doc("Rows of the cache that were found there.")]
    shared_missing: Annotated[int, doc("Rows that were asked for and not found there.")]


class WireMemory(WireObject, frozen=True):
    """Memory used by the server's process."""

    rss_bytes: Annotated[int, doc("Resident size in bytes.")]


class WireFailure(WireObject, frozen=True):
    """A file that is only partly indexed, because of a bug in ctx-lsp."""

    path: Annotated[str, doc("The workspace path of the file.")]
    stage: Annotated[str, doc("The computation that failed.")]
    report: Annotated[str, doc("A report to send, without source text.")]


class WireLatency(WireObject, frozen=True):
    """The latency of one method or command, measured over its latest answers."""

    p50: Annotated[float, doc("The median in milliseconds.")]
    p95: Annotated[float, doc("The 95th percentile in milliseconds.")]
    p99: Annotated[float, doc("The 99th percentile in milliseconds.")]
    n: Annotated[int, doc("How many answers were given since the start.")]


class WireSettings(WireObject, frozen=True):
    """Problems in the current settings."""

    problems: Annotated[tuple[str, ...], doc("Sentences about settings that are ignored.")]


class WireStatus(WireObject, frozen=True):
    """The current state of the server."""

    state: Annotated[Literal["indexing", "ready", "failed"], doc("The state of the index.")]
    searchable: Annotated[bool, doc("Whether text search and the graph cover every file.")]
    revision: Annotated[int, doc("The revision of the index.")]
    coverage: Annotated[WireCoverage, doc("How much of the workspace the index covers.")]
    counts: Annotated[WireCounts, doc("Sizes of the index.")]
    languages: Annotated[Mapping[str, int], doc("Indexed files by language.")]
    skipped: Annotated[Mapping[str, int], doc("Skipped files and folders by reason.")]
    cache: Annotated[WireCacheUse, doc("The cache of this workspace.")]
    memory: Annotated[WireMemory, doc("Memory of the server's process.")]
    model: Annotated[str, doc("The embedding model; empty if there is none.")]
    reranker: Annotated[str, doc("The reranking model; empty if there is none.")]
    work: Annotated[Mapping[str, Mapping[str, int]], doc("Computations since the start, by query and outcome.")]
    failures: Annotated[tuple[WireFailure, ...], doc("Files that are only partly indexed; at most 100.")]
    warnings: Annotated[tuple[str, ...], doc("Sentences about the state.")]
    latencies: Annotated[Mapping[str, WireLatency], doc("Latencies by method or command.")]
    agents: Annotated[int, doc("Agents that are attached.")]
    watching: Annotated[Watcher, doc("Who reports changes on disk.")]
    versions: Annotated[Mapping[str, str], doc("Versions of the server and of its libraries.")]
    settings: Annotated[WireSettings, doc("The settings in force.")]
    broken_invariants: Annotated[Mapping[str, int], doc("Internal checks that failed, by name.")]


class WireDashboard(WireObject, frozen=True):
    """The metrics of the server as a document."""

    text: Annotated[str, doc("The document, in Markdown. Its plots are made of characters.")]
