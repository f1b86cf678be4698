"""Handlers of the commands `ctx-lsp.reindex`, `ctx-lsp.cache` and `ctx-lsp.dump`."""

from concurrent.futures import Future

from ctx_lsp.protocol.answers.upkeep import wire_cache_report, wire_dump, wire_reindex_counts
from ctx_lsp.protocol.handlers.locations import paths_of
from ctx_lsp.protocol.messages.upkeep import (
    CacheParams,
    DumpParams,
    ReindexParams,
    WireCacheReport,
    WireDump,
    WireReindexCounts,
)  # fmt: skip
from ctx_lsp.protocol.routes import Call
from ctx_lsp.protocol.session import Session
from ctx_lsp.workspace import Analysis, ReindexCounts, cache_info, clear_cache, prune_cache


def start_reindex(session: Session, params: ReindexParams) -> "Future[ReindexCounts]":
    """Queue re-indexing of the given files, or else of all files, after all earlier edits and before all later ones."""
    if params.files is None:
        return session.workspace.reindex(None, params.force)
    names = session.names()
    return session.workspace.reindex(paths_of(names, params.files), params.force)


def reindex(call: Call[ReindexCounts], _: ReindexParams) -> WireReindexCounts:
    """Handle `ctx-lsp.reindex`: return how many files were checked and how many had changed."""
    return wire_reindex_counts(call.captured)


def cache(call: Call[None], params: CacheParams) -> WireCacheReport:
    """Handle `ctx-lsp.cache`: perform the action, and return the cache's old and new sizes and its stores."""
    settings = call.settings.cache
    before = cache_info(settings).bytes
    if params.action == "prune":
        prune_cache(settings)
    elif params.action == "clear":
        clear_cache(settings)
    return wire_cache_report(cache_info(settings), params.action, before)


def dump(call: Call[Analysis], params: DumpParams) -> WireDump:
    """Handle `ctx-lsp.dump`: return digests of the index, so that it can be compared with a fresh build."""
    return wire_dump(call.captured.dump(params.paths, call.token))
