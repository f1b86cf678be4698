"""Functions that read the writer's state for the workspace. All except `index_size` run on the writer's thread."""

from collections.abc import Mapping
from concurrent.futures import CancelledError
from typing import NamedTuple

from ctx_lsp.cache.archive import CacheKeys
from ctx_lsp.cache.records import edges_key, file_key
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.graph.file_failures import FileFailure
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.monitoring.monitor import IndexSize
from ctx_lsp.snapshot.snapshot import Snapshot

SIZE_TIMEOUT = 2.0  # seconds to wait for the writer's current step, which takes some ten milliseconds


class WriterState(NamedTuple):
    """The current snapshot, and the progress of the writer's work.

    `searchable`, `embedded` and `failures` are as in `Writer`. `work` counts the engine's events by source and kind.
    """

    snapshot: Snapshot
    searchable: bool
    embedded: bool
    work: Mapping[str, Mapping[str, int]]
    failures: tuple[FileFailure, ...]


def writer_state(writer: Writer) -> WriterState:
    """Return the state after all changes queued so far."""
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


class _IndexParts(NamedTuple):
    """An immutable mapping of the files, and the sizes in bytes of the writer's components."""

    files: Mapping[str, FileEntry]
    components: Mapping[str, int]


def index_size(writer: Writer) -> IndexSize | None:
    """Measure the index; return None if the writer is closed or does not answer in time.

    May be called on any thread except the writer's. The files are visited on the calling thread.
    """
    try:
        parts = writer.put(_index_parts).result(SIZE_TIMEOUT)
    except (TimeoutError, CancelledError):
        return None
    files = parts.files
    return IndexSize(
        files=len(files),
        chunks=sum(len(entry.facts.chunks) for entry in files.values()),
        components={"text": sum(len(entry.source.data) for entry in files.values()), **parts.components},
    )


def _index_parts(writer: Writer) -> _IndexParts:
    """Return the data from which `index_size` measures the index, without applying pending changes.

    Takes constant time.
    """
    return _IndexParts(writer.host.files, {**writer.host.array_bytes(), "records on disk": writer.cache.size_bytes()})
