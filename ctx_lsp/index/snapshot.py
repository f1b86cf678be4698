"""An immutable view of the whole index at one revision. Retrieval and packing read this and nothing else.

All parts belong to the same texts; vectors alone may lag behind, and then `coverage.semantic` says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ctx_lsp.index.definitions import Definitions
from ctx_lsp.index.entry import Definition, FileEntry, path_of, qualname_of
from ctx_lsp.index.graph import Graph
from ctx_lsp.index.lexical import LexicalView
from ctx_lsp.index.vectors import VectorView

ChunkRef = tuple[str, int]  # workspace path, number of the chunk in its file


@dataclass(frozen=True)
class Snapshot:
    """One revision of the index."""

    revision: int
    definitions: Definitions
    graph: Graph
    lexical: LexicalView
    vectors: VectorView | None
    chunk_keys: Mapping[str, Sequence[bytes]]
    chunks_by_key: Mapping[bytes, tuple[ChunkRef, ...]]
    known_files: int | None  # how many there are to index; None until they have been listed
    missing_vectors: int

    @property
    def files(self) -> Mapping[str, FileEntry]:
        """Entries by workspace path."""
        return self.definitions.files

    @cached_property
    def chunk_count(self) -> int:
        """Number of chunks."""
        return sum(len(entry.facts.chunks) for entry in self.files.values())

    @property
    def lexical_coverage(self) -> float:
        """Share of the known files whose text is in this snapshot; 0 while it is not known which there are."""
        if self.known_files is None:
            return 0.0
        return min(1.0, len(self.files) / self.known_files) if self.known_files else 1.0

    @property
    def semantic_coverage(self) -> float:
        """Share of the chunk texts that have a vector; 0 without a model, 1 where there is nothing to embed."""
        if not self.files:
            return 1.0
        if self.vectors is None:
            return 0.0
        return 1.0 - self.missing_vectors / len(self.chunks_by_key) if self.chunks_by_key else 1.0

    def definition(self, node: str) -> Definition | None:
        """The definition with the id `node`; None for a file or an unknown id."""
        entry = self.files.get(path_of(node))
        return entry.by_qualname.get(qualname_of(node)) if entry else None
