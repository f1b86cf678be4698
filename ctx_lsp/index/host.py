"""The single owner of the derived state: applies changed texts by delta and publishes immutable snapshots.

Synchronous and without threads, files or clocks: the texts come in as values and the vectors are brought by somebody
else. After any sequence of calls the state equals that of a fresh host given the same texts.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from ctx_lsp.index.definitions import Definitions, LookupKey
from ctx_lsp.index.entry import FileEntry, chunk_documents, embedding_texts, make_entry, vector_key
from ctx_lsp.index.graph import FileEdges, Graph
from ctx_lsp.index.lexical import LexicalIndex
from ctx_lsp.index.resolve import resolve_file
from ctx_lsp.index.snapshot import ChunkRef, Snapshot
from ctx_lsp.index.vectors import VectorTable
from ctx_lsp.text.source import SourceText


class Host:
    """Derived state of all files. Not thread-safe: one writer."""

    def __init__(self) -> None:
        self.revision = 0
        self.definitions = Definitions.empty()
        self._graph = Graph.empty()
        self._lexical = LexicalIndex()
        self._lookups: dict[str, frozenset[LookupKey]] = {}
        self._readers: dict[LookupKey, set[str]] = {}
        self._unresolved: dict[str, None] = {}  # files whose edges are to be made again, in order
        self._vectors: VectorTable | None = None
        self._identity = ""
        self._chunk_keys: dict[str, Sequence[bytes]] = {}
        self._chunks_by_key: dict[bytes, tuple[ChunkRef, ...]] = {}
        self.missing: dict[bytes, str] = {}  # texts that have no vector yet, by key; the latest edits are last

    def apply(self, texts: Mapping[str, SourceText | None]) -> int:
        """Set the texts of files (None: the file is gone) and return how many of them really changed.

        Edges are left to `resolve`.
        """
        changes: dict[str, FileEntry | None] = {}
        for path, source in texts.items():
            old = self.definitions.files.get(path)
            if source is None and old is not None:
                changes[path] = None
            elif source is not None and (old is None or old.source.data != source.data):
                changes[path] = make_entry(path, source)
        if changes:
            self.revision += 1
            self._replace(changes)
        return len(changes)

    def _replace(self, changes: Mapping[str, FileEntry | None]) -> None:
        self.definitions, changed = self.definitions.replaced(changes)
        self._lexical.put_many({p: chunk_documents(e) if e else [] for p, e in changes.items()})
        for path, entry in changes.items():
            self._set_chunk_keys(path, entry)
        dropped = {path: None for path, entry in changes.items() if entry is None}
        if dropped:
            self._graph = self._graph.replaced(dropped)
            for path in dropped:
                self._set_lookups(path, frozenset())
                self._unresolved.pop(path, None)
        self._unresolved.update(dict.fromkeys(path for path, entry in changes.items() if entry is not None))
        readers = {path for key in changed for path in self._readers.get(key, ())}
        self._unresolved.update(dict.fromkeys(sorted(readers & self.definitions.files.keys())))

    @property
    def vector_keys(self) -> int:
        """Number of different texts that should have a vector."""
        return len(self._chunks_by_key)

    @property
    def unresolved(self) -> int:
        """Number of files whose edges are still to be made."""
        return len(self._unresolved)

    def resolve(self, limit: int | None = None) -> list[str]:
        """Make the edges of up to `limit` files that need it; returns their paths."""
        paths = list(self._unresolved)[:limit]
        edges: dict[str, FileEdges | None] = {}
        for path in paths:
            edges[path], keys = resolve_file(self.definitions.files[path], self.definitions)
            self._set_lookups(path, keys)
            del self._unresolved[path]
        if edges:
            self._graph = self._graph.replaced(edges)
        return paths

    def _set_lookups(self, path: str, keys: frozenset[LookupKey]) -> None:
        old = self._lookups.pop(path, frozenset())
        for key in old - keys:
            readers = self._readers[key]
            readers.discard(path)
            if not readers:
                del self._readers[key]
        for key in keys - old:
            self._readers.setdefault(key, set()).add(path)
        if keys:
            self._lookups[path] = keys

    def use_model(self, identity: str, dimensions: int) -> None:
        """Start (or start again) to keep vectors, of the model named by `identity`; every chunk is then missing."""
        self._identity, self._vectors = identity, VectorTable(dimensions)
        self._chunk_keys, self._chunks_by_key, self.missing = {}, {}, {}
        for path, entry in self.definitions.files.items():
            self._set_chunk_keys(path, entry)

    def drop_model(self) -> None:
        """Keep no vectors any more."""
        self._vectors = None
        self._chunk_keys, self._chunks_by_key, self.missing = {}, {}, {}

    def _set_chunk_keys(self, path: str, entry: FileEntry | None) -> None:
        if self._vectors is None:
            return
        old = self._chunk_keys.pop(path, ())
        texts = embedding_texts(entry) if entry else []
        keys = tuple(vector_key(self._identity, text) for text in texts)
        if keys:
            self._chunk_keys[path] = keys
        if keys == old:
            return
        for number, key in enumerate(old):
            self._forget(key, (path, number))
        for number, (key, text) in enumerate(zip(keys, texts, strict=True)):
            self._chunks_by_key[key] = (*self._chunks_by_key.get(key, ()), (path, number))
            if key not in self._vectors:
                self.missing[key] = text
        for key in set(old) - set(keys):
            if key not in self._chunks_by_key:
                self.missing.pop(key, None)

    def _forget(self, key: bytes, chunk: ChunkRef) -> None:
        rest = tuple(ref for ref in self._chunks_by_key[key] if ref != chunk)
        if rest:
            self._chunks_by_key[key] = rest
        else:
            del self._chunks_by_key[key]

    def add_vectors(self, vectors: Iterable[tuple[bytes, np.ndarray]]) -> None:
        """Take vectors that were made for missing keys; those of texts that are gone by now are let go."""
        if self._vectors is None:
            return
        for key, vector in vectors:
            if self.missing.pop(key, None) is not None and key not in self._vectors:
                self._vectors.add(key, vector)
        self._vectors.retain(self._chunks_by_key)

    def extend_vector_graph(self, rows: int) -> bool:
        """Link up to `rows` more rows for approximate search, where there are enough to need it; whether more wait."""
        return self._vectors is not None and self._vectors.extend_graph(rows)

    def snapshot(self, known_files: int | None) -> Snapshot:
        """The current state as an immutable value; `known_files` is how many files there are to index, or None."""
        return Snapshot(
            revision=self.revision,
            definitions=self.definitions,
            graph=self._graph,
            lexical=self._lexical.view(),
            vectors=self._vectors.view() if self._vectors is not None else None,
            chunk_keys=dict(self._chunk_keys),
            chunks_by_key=dict(self._chunks_by_key),
            known_files=known_files,
            missing_vectors=len(self.missing),
        )
