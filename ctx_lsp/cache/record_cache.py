"""Caches the records of a workspace's files from one run to the next, in one persistent store per root.

A root's store is named after the root's real path, so that two worktrees or clones never share one. A record is used
only for exactly the text that it was derived from; the host also checks that edges are still valid. Open buffers are
not stored, because the next run starts from the text on disk. `records` converts records to bytes; `blob_store` handles
file errors.
"""

import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Protocol, TypeVar

from ctx_lsp.base import profiling
from ctx_lsp.base.digest import digest
from ctx_lsp.cache.blob_files import FORMAT
from ctx_lsp.cache.blob_store import BUSY_TIMEOUT, BlobStore
from ctx_lsp.cache.records import (
    FileRecord,
    decode_edges,
    decode_file,
    edges_key,
    encode_edges,
    encode_file,
    file_key,
    with_checksum,
    without_checksum,
)
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.graph.evidence import EdgesRecord, StoredEdges
from ctx_lsp.graph.file_failures import DERIVED_STAGES, FileFailures
from ctx_lsp.lexical.terms import file_terms
from ctx_lsp.sealing.seal import UNSEALED, Seal, sealed_name
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText

FOLDER = "roots"
SUFFIX = f"-{FORMAT}.sqlite3"
MAX_ROOT_BYTES = 3 << 28  # about ten million lines of Java in one version, or fewer in several versions
STEP_EDGES = 10  # files whose edges are stored in one transaction; slow, because their evidence is computed again
STEP_FILES = 50  # files stored in one transaction, which takes about ten milliseconds
STEP_WHOLE = 5  # files whose terms are counted again in one step, which also takes about ten milliseconds

Value = TypeVar("Value")

_UNPRINTABLE = re.compile(r"[^\w.-]+", re.ASCII)


def root_file(folder: Path, root: Path, seal: Seal = UNSEALED) -> Path:
    """Return the path of a root's store in the cache `folder`. The path of a sealed store does not reveal the root."""
    real = os.path.realpath(root)
    name = sealed_name("" if seal.fingerprint else _UNPRINTABLE.sub("_", Path(real).name)[:40] or "root", seal)
    return folder / FOLDER / f"{name}-{seal.row_key(digest(os.fsencode(real))).hex()[:16]}{SUFFIX}"


@dataclass(frozen=True, slots=True)
class CachedRecords:
    """Records from an earlier run, keyed by workspace path."""

    files: Mapping[str, FileRecord]
    edges: Mapping[str, StoredEdges]


class DerivedState(Protocol):
    """The derived state from which records are built."""

    @property
    def files(self) -> Mapping[str, FileEntry]:
        """The entries of all files, keyed by workspace path."""

    @property
    def failures(self) -> FileFailures:
        """The failures of per-file computations."""

    def edges_record(self, path: str) -> EdgesRecord | None:
        """Return a record of a file's edges; None if they are outdated or incomplete."""


NO_CACHED_RECORDS = CachedRecords({}, {})


class FileCache:
    """The stores of the workspace's roots, and a queue of records to write. No method raises.

    The cache belongs to one thread; other threads may only read `warning` and call `size_bytes`.
    """

    def __init__(self, folder: Path | None, seal: Seal = UNSEALED) -> None:
        """Use the cache `folder`, or store nothing if it is None."""
        self._folder = folder
        self._seal = seal
        self._roots = Roots()
        self._stores: dict[Path, BlobStore] = {}  # keyed by the root's folder
        self._files: dict[str, tuple[SourceText, FileRecord]] = {}  # records to write, by path
        self._edges: dict[str, None] = {}  # paths whose edges are to be written
        self._all_known: dict[str, None] = {}  # paths whose record and edges must be built and written

    @property
    def warning(self) -> str:
        """The reason why records are not stored; empty if they are stored."""
        return next((store.warning for store in list(self._stores.values()) if store.warning), "")

    @property
    def waiting(self) -> bool:
        """Whether there are records to write."""
        return bool(self._files or self._edges or self._all_known)

    def size_bytes(self) -> int:
        """Return the size of the roots' stores in bytes."""
        return sum(store.size_bytes() for store in list(self._stores.values()))

    def use_roots(self, roots: Roots) -> None:
        """Store the records of `roots`, and only those, from now on."""
        self._roots = roots
        folders = {root.directory for root in roots.all}
        for folder in self._stores.keys() - folders:
            self._stores.pop(folder).close()
        if self._folder is None:
            return
        for folder in folders - self._stores.keys():
            file = root_file(self._folder, folder, self._seal)
            self._stores[folder] = BlobStore(file, os.path.realpath(folder), wait=BUSY_TIMEOUT, seal=self._seal)

    def use_folder(self, folder: Path | None, known: Collection[str], seal: Seal = UNSEALED) -> None:
        """Store records in `folder` from now on, or nowhere if it is None.

        Queue the files at the `known` paths for writing.
        """
        self.close()
        self._folder, self._seal = folder, seal
        self.use_roots(self._roots)
        self._all_known.clear()
        self.note_everything(known)

    def find_records(self, texts: Mapping[str, SourceText | None], failures: FileFailures) -> CachedRecords:
        """Return the stored records for exactly these texts; report unreadable records to `failures`."""
        with profiling.stage("cache reading"):
            return self._find_records(texts, failures)

    def _find_records(self, texts: Mapping[str, SourceText | None], failures: FileFailures) -> CachedRecords:
        found: dict[bytes, bytes] = {}
        sources = {path: source for path, source in texts.items() if source is not None}
        for store, paths in self._by_store(sources):
            found |= store.get_many(record_keys({path: sources[path] for path in paths}))
        return _records(sources, found, failures)

    def take_rows(
        self, texts: Mapping[str, SourceText], rows: Mapping[bytes, bytes], failures: FileFailures
    ) -> CachedRecords:
        """Decode the records of exactly these texts from `rows`, which come from another cache, and return them.

        Store the valid rows of files, and those of edges whose checksum is right; report unreadable ones to `failures`.
        """
        found = _records(texts, rows, failures)
        for store, paths in self._by_store(texts):
            keys = [file_key(path, texts[path]) for path in paths if path in found.files]
            keys += [edges_key(path, texts[path]) for path in paths if path in found.edges]
            store.put_many([(key, rows[key]) for key in keys])
        return found

    def note_files(self, made: Mapping[str, tuple[SourceText, FileRecord]]) -> None:
        """Queue new records for writing."""
        if self._stores:
            self._files.update(made)

    def note_everything(self, paths: Iterable[str]) -> None:
        """Queue the records and edges of files for writing."""
        if self._stores:
            self._all_known.update(dict.fromkeys(paths))
            self.note_edges(self._all_known)

    def note_edges(self, paths: Iterable[str]) -> None:
        """Queue the edges of files for writing."""
        if self._stores:
            self._edges.update(dict.fromkeys(paths))

    def write(self, derived: DerivedState, open_documents: Collection[str], *, edges_too: bool = True) -> None:
        """Take a limited part of the queue and write it, except for `open_documents`, which are dropped from the queue.

        If `edges_too` is false, edges stay in the queue. They are less urgent, because rebuilding them takes only a
        tenth as long as rebuilding file records.
        """
        files = _take(self._files, STEP_FILES)
        edges = _take(self._edges, STEP_EDGES) if edges_too else {}
        all_known = _take(self._all_known, STEP_WHOLE)
        for store, paths in self._by_store({**files, **all_known, **edges}):
            rows: list[tuple[bytes, bytes]] = []
            for path in paths:
                if path not in open_documents:
                    made = partial(
                        _rows, derived, path, files.get(path), is_whole=path in all_known, edges_too=path in edges
                    )
                    rows += derived.failures.attempt("cache writing", path, made, tuple)
            store.put_many(rows)

    def close(self) -> None:
        """Close all stores. Records in the queue are not written."""
        for store in self._stores.values():
            store.close()
        self._stores.clear()

    def _by_store(self, paths: Iterable[str]) -> list[tuple[BlobStore, list[str]]]:
        found: dict[Path, list[str]] = {}
        for path in paths:
            located = self._roots.locate(path)
            if located is not None:
                found.setdefault(located[0].directory, []).append(path)
        return [(self._stores[folder], group) for folder, group in found.items() if folder in self._stores]


def record_keys(texts: Mapping[str, SourceText]) -> list[bytes]:
    """Return the keys of the records and edges of these texts."""
    return [key(path, source) for path, source in texts.items() for key in (file_key, edges_key)]


def _records(texts: Mapping[str, SourceText], rows: Mapping[bytes, bytes], failures: FileFailures) -> CachedRecords:
    """Return the records in `rows`; report unreadable ones to `failures`."""
    files: dict[str, FileRecord] = {}
    edges: dict[str, StoredEdges] = {}
    for path, source in texts.items():
        file, edge = file_key(path, source), edges_key(path, source)
        read = partial(_decoded, file, source, rows.get(file))
        record = failures.attempt("cache reading", path, read, lambda: None)
        if record is not None:
            files[path] = record
        of_edges = without_checksum(edge, source, rows.get(edge, b""))
        if of_edges:
            edges[path] = partial(decode_edges, of_edges, path, source)
    return CachedRecords(files, edges)


def _decoded(key: bytes, source: SourceText, data: bytes | None) -> FileRecord | None:
    """Decode the record of a file. Without `data`, nothing fails either, which clears an earlier failure."""
    return decode_file(without_checksum(key, source, data), source) if data else None


def _rows(
    derived: DerivedState, path: str, made: tuple[SourceText, FileRecord] | None, *, is_whole: bool, edges_too: bool
) -> Sequence[tuple[bytes, bytes]]:
    """Return the rows to store for a file: its record, and, if `edges_too`, its edges.

    The record is `made`, if given. If `is_whole`, it is built from the file's current entry instead, unless the file
    has no entry, was only read as plain text so far, or one of its computations has failed.
    """
    entry = derived.files.get(path)
    is_known = entry is not None and not entry.is_plain and not derived.failures.has(path, *DERIVED_STAGES)
    if is_whole and entry is not None and is_known:
        made = entry.source, FileRecord(entry.facts, file_terms(entry))
    rows = [_row(file_key(path, made[0]), made[0], encode_file(made[1]))] if made else []
    record = derived.edges_record(path) if edges_too else None
    of_edges = encode_edges(record, entry.source) if entry is not None and record is not None else b""
    if entry is not None and of_edges:
        rows.append(_row(edges_key(path, entry.source), entry.source, of_edges))
    return rows


def _row(key: bytes, source: SourceText, data: bytes) -> tuple[bytes, bytes]:
    return key, with_checksum(key, source, data)


def _take(waiting: dict[str, Value], limit: int) -> dict[str, Value]:
    taken = dict(islice(waiting.items(), limit))
    for key in taken:
        del waiting[key]
    return taken
