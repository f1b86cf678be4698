"""An immutable view of the whole index at one revision. Retrieval and packing read this and nothing else.

All parts belong to the same texts; vectors alone may lag behind, and then `coverage.semantic` says so.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ctx_lsp.graph.edges import Graph
from ctx_lsp.graph.entry import Definition, FileEntry, path_of, qualname_of
from ctx_lsp.graph.lookups import FrozenTables
from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.vectors.chunk_vectors import ChunkRef
from ctx_lsp.vectors.table import VectorView

FEW_MISSING = 8  # texts; to embed so many takes some 60 ms


@dataclass(frozen=True)
class Snapshot:
    """One revision of the index."""

    revision: int
    files: Mapping[str, FileEntry]  # by workspace path
    names: Mapping[str, Collection[str]]  # last name of a symbol → paths of the files that define it, in no order
    initials: Mapping[str, Collection[str]]  # the keys of `names` by what `tables.initial` makes of them, in no order
    tables: FrozenTables  # for whoever resolves names of this revision: edges do not say where in a file they start
    graph: Graph
    lexical: LexicalView
    vectors: VectorView | None
    chunks_by_key: Mapping[bytes, tuple[ChunkRef, ...]]
    known_files: int | None  # how many there are to index; None until they have been listed
    unresolved_files: int  # whose edges are still to be made
    missing_vectors: int
    waiting: Mapping[bytes, str]  # the missing texts by key, where they are so few that a question can wait for them
    unkeyed_files: int  # files whose texts are not even among the missing, because the model came after them
    kept_back: int = 0  # chunks without a vector because they seem to hold a secret and the model is elsewhere
    summaries: LexicalView | None = None  # sentences about chunks, numbered as these; None where nobody makes any
    summarised: int = 0  # chunks that have one
    more_vectors: bool = False  # whether vectors are still being made, or their model is being loaded
    no_meaning: str = ""  # why a question on it goes without search by meaning, where that is not as it should be

    @cached_property
    def chunk_count(self) -> int:
        """Number of chunks."""
        return sum(len(entry.facts.chunks) for entry in self.files.values())

    @property
    def lexical_coverage(self) -> float:
        """Share of the known files whose text and edges are in this snapshot; 0 until it is known which there are.

        A file counts half while its edges are still to be made.
        """
        return self._share_of_known(len(self.files) - self.unresolved_files / 2)

    @property
    def semantic_coverage(self) -> float:
        """Share of the chunk texts that have a vector; 0 without a model, 1 where there is nothing to embed.

        Texts of known files that are not in this snapshot yet have none.
        """
        seen = self._share_of_known(len(self.files) - self.unkeyed_files)
        if self.vectors is None and self.files:
            return 0.0
        return seen * (1.0 - self.missing_vectors / len(self.chunks_by_key)) if self.chunks_by_key else seen

    def _share_of_known(self, files: float) -> float:
        """What share of all files `files` of them are; none until it is known how many there are."""
        if self.known_files is None:
            return 0.0
        return min(1.0, files / self.known_files) if self.known_files else 1.0

    def named(self, name: str) -> tuple[Definition, ...]:
        """Every definition whose last name is `name`, by path and position."""
        return tuple(one for path in sorted(self.names.get(name, ())) for one in self.files[path].by_name[name])

    def with_vectors(self, made: Mapping[bytes, np.ndarray]) -> "Snapshot":
        """This snapshot as it would be if the vectors of some texts that it waits for had been made before."""
        if self.vectors is None or not made:
            return self
        waiting = {key: text for key, text in self.waiting.items() if key not in made}
        missing = self.missing_vectors - len(made)
        return replace(
            self,
            vectors=self.vectors.with_vectors(made),
            missing_vectors=missing,
            waiting=waiting,
            more_vectors=self.more_vectors and bool(missing or self.unkeyed_files),
        )

    def without_meaning(self, reason: str) -> "Snapshot":
        """This snapshot for a question that has no vector, for a `reason` ("": that is as it should be)."""
        return replace(self, no_meaning=reason) if reason else self

    def definition(self, node: str) -> Definition | None:
        """The definition with the id `node`; None for a file or an unknown id."""
        entry = self.files.get(path_of(node))
        return entry.by_qualname.get(qualname_of(node)) if entry else None
