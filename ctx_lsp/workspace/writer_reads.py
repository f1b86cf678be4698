"""Reads of the writer's state for the workspace. These functions run on the writer's thread."""

from collections.abc import Mapping
from typing import NamedTuple

from ctx_lsp.cache.archive import CacheKeys
from ctx_lsp.cache.records import edges_key, file_key
from ctx_lsp.graph.file_failures import FileFailure
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.monitoring.monitor import IndexSize
from ctx_lsp.snapshot.snapshot import Snapshot


class WriterState(NamedTuple):
    """The snapshot with all changes so far, and how far the work on it has come."""

    snapshot: Snapshot
    searchable: bool
    embedded: bool
    work: Mapping[str, Mapping[str, int]]
    failures: tuple[FileFailure, ...]


def writer_state(writer: Writer) -> WriterState:
    """Return the current state, with all changes so far."""
    return WriterState(
        writer.current(), writer.searchable, writer.embedded, writer.host.log.by_source(), writer.failures
    )


def cache_keys(writer: Writer) -> CacheKeys:
    """Return the cache keys of all current files, after all pending data has been written."""
    while writer.cache.waiting:
        writer.cache.write(writer.host, writer.inputs.overlay)
    sources = [(path, entry.source) for path, entry in writer.host.files.items()]
    records = [key(path, source) for path, source in sources for key in (file_key, edges_key)]
    return CacheKeys(records, [key for path, _ in sources for key in writer.host.chunk_keys(path)])


def index_size(writer: Writer) -> IndexSize:
    """Measure the index as it is, without applying changes that wait."""
    files = writer.host.files
    return IndexSize(
        files=len(files),
        chunks=sum(len(entry.facts.chunks) for entry in files.values()),
        components={
            "text": sum(len(entry.source.data) for entry in files.values()),
            **writer.host.array_bytes(),
            "records on disk": writer.cache.size_bytes(),
        },
    )
