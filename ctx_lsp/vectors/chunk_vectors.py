"""The vectors of chunks: the keys of the texts to embed, the existing vectors, and the texts that lack a vector.

The vectors are updated file by file. `graph.entry` defines the text that is embedded for a chunk, `table` searches the
vectors, and `ingest.embedding_backlog` obtains missing vectors.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
from immutables import Map

from ctx_lsp.graph.entry import vector_key
from ctx_lsp.vectors.table import VectorTable, VectorView

ChunkRef = tuple[str, int]  # workspace path, and number of the chunk in its file

KeepBack = Callable[[str, str], bool]
"""A function of a workspace path and a text in that file; it returns True if the text must not be embedded."""


class ChunkVectors:
    """The vectors of all chunks in the workspace. Not thread-safe."""

    def __init__(self) -> None:
        self._table: VectorTable | None = None
        self._identity = ""
        self._keep_back: KeepBack | None = None
        self._keys: dict[str, dict[int, bytes]] = {}  # keyed by path and chunk number
        self._kept_back: dict[str, list[bytes]] = {}  # keyed by path: the keys of texts that must not be embedded
        self.chunks: Map[bytes, tuple[ChunkRef, ...]] = Map()  # keyed by vector key
        self.missing: dict[bytes, str] = {}  # texts without a vector, keyed by vector key; the latest edits come last
        self.unkeyed: dict[str, None] = {}  # files whose missing texts are not known yet
        self.newly_missing: dict[bytes, None] = {}  # keys that became missing and were not looked up yet

    @property
    def is_used(self) -> bool:
        """Whether a model is in use."""
        return self._table is not None

    def use_model(self, identity: str, dimensions: int, keep_back: KeepBack | None, paths: Iterable[str]) -> None:
        """Drop all vectors and switch to the model with the given identity.

        After this call, the caller must call `set_texts` for each of `paths`. `keep_back` returns True for texts that
        must not be embedded; None means that all texts may be embedded.
        """
        self.drop_model()
        self._identity, self._table, self._keep_back = identity, VectorTable(dimensions), keep_back
        self.unkeyed = dict.fromkeys(paths)

    def drop_model(self) -> None:
        """Drop all vectors and stop using the model."""
        self._table = None
        self._keys, self._kept_back, self.chunks = {}, {}, Map()
        self.missing, self.newly_missing, self.unkeyed = {}, {}, {}

    def set_texts(self, path: str, texts: Sequence[str]) -> None:
        """Set the texts to embed for the chunks of a file, in order; pass an empty sequence for a deleted file.

        Texts that must not be embedded are only counted. Does nothing without a model.
        """
        if self._table is None:
            return
        made = {number: vector_key(self._identity, text) for number, text in enumerate(texts)}
        before = self._kept_back.get(path, [])
        kept_back = [key for number, key in made.items() if self._is_kept_back(path, texts[number], key, before)]
        self.unkeyed.pop(path, None)  # only after all texts have been checked, which may fail
        self._kept_back.pop(path, None)
        if kept_back:
            self._kept_back[path] = kept_back
        keys = {number: key for number, key in made.items() if key not in kept_back}
        old = self._keys.pop(path, {})
        if keys:
            self._keys[path] = keys
        if keys != old:
            self._replace(path, old, keys)
            for number, key in keys.items():
                if key not in self._table:
                    self.missing[key] = texts[number]
                    self.newly_missing[key] = None
            for key in set(old.values()) - set(keys.values()):
                if key not in self.chunks:
                    self.missing.pop(key, None)

    def _is_kept_back(self, path: str, text: str, key: bytes, before: Sequence[bytes]) -> bool:
        """Return whether a text must not be embedded. Texts that were checked earlier are not checked again.

        `before` holds the keys of the file's texts that an earlier check rejected.
        """
        if self._keep_back is None or key in self.chunks:
            return False
        return key in before or self._keep_back(path, text)

    def _replace(self, path: str, old: Mapping[int, bytes], keys: Mapping[int, bytes]) -> None:
        chunks = self.chunks.mutate()
        for number, key in old.items():
            rest = tuple(ref for ref in chunks[key] if ref != (path, number))
            if rest:
                chunks[key] = rest
            else:
                del chunks[key]
        for number, key in keys.items():
            chunks[key] = tuple(sorted((*chunks.get(key, ()), (path, number))))
        self.chunks = chunks.finish()

    def add(self, vectors: Iterable[tuple[bytes, np.ndarray]]) -> Iterator[bytes]:
        """Add vectors for missing keys, yield the keys that were added, and drop vectors that are no longer needed.

        All of this happens only while the caller consumes the iterator.
        """
        if self._table is None:
            return
        for key, vector in vectors:
            if self.missing.pop(key, None) is not None and key not in self._table:
                self._table.add(key, vector)
                yield key
        self._table.retain(self.chunks)

    def keys(self, path: str) -> list[bytes]:
        """Return the vector keys of a file's chunks in order; the list is empty without a model."""
        return list(self._keys.get(path, {}).values())

    @property
    def kept_back(self) -> int:
        """The number of chunks that must not be embedded."""
        return sum(map(len, self._kept_back.values()))

    def view(self) -> VectorView | None:
        """Return a searchable view of the current vectors, or None without a model."""
        return self._table.view() if self._table is not None else None

    def extend_graph(self, rows: int) -> bool:
        """Link up to `rows` more vectors into the graph of a large table, and return whether more are left to link."""
        return self._table is not None and self._table.extend_graph(rows)
