"""Conversion of status, re-indexing counts, cache reports and index digests to wire types."""

from collections.abc import Mapping, Sequence

from ctx_lsp.protocol.answers.parts import wire_cache_stores, wire_cache_use, wire_coverage, wire_failures
from ctx_lsp.protocol.latency import Latency
from ctx_lsp.protocol.messages.status import (
    Watcher,
    WireCounts,
    WireLatency,
    WireMemory,
    WireSettings,
    WireStatus,
)  # fmt: skip
from ctx_lsp.protocol.messages.upkeep import (
    CacheAction,
    WireCacheReport,
    WireDump,
    WireFileDump,
    WireReindexCounts,
)  # fmt: skip
from ctx_lsp.workspace import CacheInfo, Dump, ReindexCounts, Status


def wire_status(
    status: Status,
    latencies: Mapping[str, Latency],
    agents: int,
    watching: Watcher,
    versions: Mapping[str, str],
    problems: Sequence[str],
    broken_invariants: Mapping[str, int],
) -> WireStatus:
    """Combine the state of the workspace and the state of the server into one wire object."""
    return WireStatus(
        state=status.state,
        searchable=status.searchable,
        revision=status.revision,
        coverage=wire_coverage(status.coverage),
        counts=WireCounts(
            files=status.files,
            symbols=status.symbols,
            chunks=status.chunks,
            edges=status.edges,
            kept_back=status.kept_back,
            summaries=status.summaries,
            outdated_buffers=status.outdated_buffers,
        ),
        languages=dict(status.languages),
        skipped=dict(status.skipped),
        cache=wire_cache_use(status),
        memory=WireMemory(rss_bytes=status.memory_bytes),
        model=status.model,
        reranker=status.reranker,
        work={source: dict(kinds) for source, kinds in status.work.items()},
        failures=wire_failures(status),
        warnings=status.warnings,
        latencies={
            name: WireLatency(p50=one.p50, p95=one.p95, p99=one.p99, n=one.n) for name, one in latencies.items()
        },
        agents=agents,
        watching=watching,
        versions=dict(versions),
        settings=WireSettings(problems=tuple(problems)),
        broken_invariants=dict(broken_invariants),
    )


def wire_reindex_counts(counts: ReindexCounts) -> WireReindexCounts:
    """Convert the counts of checked and changed files to their wire type."""
    return WireReindexCounts(files=counts.files, changed=counts.changed)


def wire_cache_report(now: CacheInfo, action: CacheAction, before: int) -> WireCacheReport:
    """Convert the state of the cache folder to its wire type. `before` is the folder's size before the action."""
    return WireCacheReport(
        path=now.path,
        bytes=now.bytes,
        max_bytes=now.max_bytes,
        stores=wire_cache_stores(now.stores),
        action=action,
        before=before,
        after=now.bytes,
    )


def wire_dump(dump: Dump) -> WireDump:
    """Convert the digests of the index to their wire type."""
    return WireDump(
        revision=dump.revision,
        known_files=dump.known_files,
        files={
            path: WireFileDump(
                text=one.text, outline=one.outline, places=one.places, chunks=one.chunks, edges=one.edges
            )
            for path, one in dump.files.items()
        },
        names=dump.names,
        dependants=dump.dependants,
        documents=dump.documents,
        frequencies=dump.frequencies,
        searches={label: tuple(hits) for label, hits in dump.searches.items()},
        unkeyed=dump.unkeyed,
        vectors=dict(dump.vectors),
    )
