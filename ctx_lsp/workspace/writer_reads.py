"""Reads of the writer's state for the workspace. Functions with a `Writer` run on the writer's thread."""

from collections.abc import Mapping
from typing import NamedTuple

from ctx_lsp.cache.archive import CacheKeys
from ctx_lsp.cache.records import edges_key, file_key
from ctx_lsp.graph.entry import FileEntry
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


class IndexParts(NamedTuple):
    """The files of the index, which never change, and the sizes in bytes of the components that the writer knows."""

    files: Mapping[str, FileEntry]
    components: Mapping[str, int]


def index_parts(writer: Writer) -> IndexParts:
    """Return what `index_size` measures, without applying changes that wait. Takes no time for any number of files."""
    return IndexParts(writer.host.files, {**writer.host.array_bytes(), "records on disk": writer.cache.size_bytes()})


def index_size(parts: IndexParts) -> IndexSize:
    """Measure the index. This visits every file, so it runs on the thread that asks."""
    files = parts.files
    return IndexSize(
        files=len(files),
        chunks=sum(len(entry.facts.chunks) for entry in files.values()),
        components={"text": sum(len(entry.source.data) for entry in files.values()), **parts.components},
    )
