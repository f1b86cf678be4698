"""Conversion of the state of the index and the cache to JSON."""

from collections.abc import Sequence

from ctx_lsp.cli.json_answers.values import JsonObject
from ctx_lsp.protocol.answers.parts import wire_cache_stores, wire_cache_use, wire_coverage, wire_failures
from ctx_lsp.workspace import CacheInfo, Sizes, Status, Transfer


def status_json(status: Status, cycles: Sequence[Sequence[str]] | None) -> JsonObject:
    """Convert the state of a workspace to JSON, with its import cycles if they are known."""
    return {
        "state": status.state,
        "searchable": status.searchable,
        "revision": status.revision,
        "coverage": wire_coverage(status.coverage),
        "files": status.files,
        "symbols": status.symbols,
        "chunks": status.chunks,
        "edges": status.edges,
        "keptBack": status.kept_back,
        "summaries": status.summaries,
        "languages": status.languages,
        "skipped": status.skipped,
        "cache": wire_cache_use(status),
        "memoryBytes": status.memory_bytes,
        "model": status.model,
        "reranker": status.reranker,
        "work": status.work,
        "failures": wire_failures(status),
        "warnings": status.warnings,
        **({} if cycles is None else {"importCycles": cycles}),
    }


def cache_json(info: CacheInfo) -> JsonObject:
    """Convert the contents of the cache folder to JSON."""
    return {
        "path": info.path,
        "bytes": info.bytes,
        "maxBytes": info.max_bytes,
        "stores": wire_cache_stores(info.stores),
    }


def sizes_json(sizes: Sizes) -> JsonObject:
    """Convert the effect of deleting cached data to JSON."""
    return {"before": sizes.before, "after": sizes.after, "deleted": sizes.deleted}


def transfer_json(transfer: Transfer) -> JsonObject:
    """Convert the result of an export or import to JSON."""
    return {"records": transfer.records, "vectors": transfer.vectors, "bytes": transfer.bytes}
