"""The state of the index, of its cache, and its digests on the wire."""

from collections.abc import Mapping, Sequence

from ctx_lsp.protocol.answers.search import wire_coverage
from ctx_lsp.protocol.latency import Latency
from ctx_lsp.protocol.messages.status import (
    Watcher,
    WireCacheUse,
    WireCounts,
    WireFailure,
    WireLatency,
    WireMemory,
    WireSettings,
    WireStatus,
)  # fmt: skip
from ctx_lsp.protocol.messages.upkeep import (
    CacheAction,
    WireCacheReport,
    WireCacheStore,
    WireDump,
    WireFileDump,
    WireReindexCounts,
)  # fmt: skip
from ctx_lsp.workspace import CacheInfo, Dump, ReindexCounts, Status


def wire_status(
    status: Status,
    latencies: Mapping[str, Latency],
    watching: Watcher,
    versions: Mapping[str, str],
    problems: Sequence[str],
    broken_invariants: Mapping[str, int],
) -> WireStatus:
    """The state of the workspace, with what the server knows besides."""
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
        ),
        languages=dict(status.languages),
        skipped=dict(status.skipped),
        cache=WireCacheUse(path=status.cache.path, bytes=status.cache.bytes),
        memory=WireMemory(rss_bytes=status.memory_bytes),
        model=status.model,
        reranker=status.reranker,
        work={source: dict(kinds) for source, kinds in status.work.items()},
        failures=tuple(WireFailure(path=one.path, stage=one.stage, report=one.report) for one in status.failures),
        warnings=status.warnings,
        latencies={
            name: WireLatency(p50=one.p50, p95=one.p95, p99=one.p99, n=one.n) for name, one in latencies.items()
        },
        watching=watching,
        versions=dict(versions),
        settings=WireSettings(problems=tuple(problems)),
        broken_invariants=dict(broken_invariants),
    )


def wire_reindex_counts(counts: ReindexCounts) -> WireReindexCounts:
    """What a re-indexing did."""
    return WireReindexCounts(files=counts.files, changed=counts.changed)


def wire_cache_report(now: CacheInfo, action: CacheAction, before: int) -> WireCacheReport:
    """The cache folder after an action; `before` is its size before."""
    return WireCacheReport(
        path=now.path,
        bytes=now.bytes,
        max_bytes=now.max_bytes,
        stores=tuple(
            WireCacheStore(
                kind=one.kind,
                root=one.root,
                bytes=one.bytes,
                last_used=one.last_used,
                exists=one.exists,
                file=one.file,
            )
            for one in now.stores
        ),
        action=action,
        before=before,
        after=now.bytes,
    )


def wire_dump(dump: Dump) -> WireDump:
    """Digests of the index."""
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
