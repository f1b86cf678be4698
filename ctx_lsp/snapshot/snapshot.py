"""An immutable view of the whole index at one revision: the only input to retrieval and packing.

All parts are derived from the same texts. Edges, vectors and summaries may be incomplete; `lexical_coverage` and
`semantic_coverage` are the shares of the files and texts that are covered.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ctx_lsp.graph.edges import Graph
from ctx_lsp.graph.entry import Definition, FileEntry, path_of, qualname_of
from ctx_lsp.graph.lookups import FrozenTables
from ctx_lsp.graph.style_documents import style_documents
from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.snapshot.open_files import OutdatedBuffer
from ctx_lsp.syntax.items.identifiers import identifier_of
from ctx_lsp.vectors.chunk_vectors import ChunkRef
from ctx_lsp.vectors.table import VectorView

FEW_MISSING = 8  # texts that a question may embed itself, in about 60 ms


@dataclass(frozen=True)
class Snapshot:
    """The state of the whole index at one revision. Immutable."""

    revision: int
    files: Mapping[str, FileEntry]  # keyed by workspace path
    names: Mapping[str, Collection[str]]  # last part of a symbol's name → paths of files that define it, unordered
    initials: Mapping[str, Collection[str]]  # result of `tables.initial` → unordered keys of `names`
    tables: FrozenTables  # to resolve single references again: edges do not store their positions
    graph: Graph
    lexical: LexicalView
    vectors: VectorView | None
    chunks_by_key: Mapping[bytes, tuple[ChunkRef, ...]]
    known_files: int | None  # number of files to index; None until they have been listed
    unresolved_files: int  # files whose edges are not resolved yet, among them the plain ones
    missing_vectors: int
    waiting: Mapping[bytes, str]  # the missing texts by key, if they are few enough for a question to wait for
    unkeyed_files: int  # files indexed before the model was loaded, whose missing texts are not known yet
    plain_files: int = 0  # files that were only read as plain text so far
    kept_back: int = 0  # chunks without a vector, because they seem to hold a secret and the model is remote
    summaries: LexicalView | None = None  # sentences about chunks, numbered like chunks; None if there are none
    summarised: int = 0  # chunks that have a sentence
    more_vectors: bool = False  # whether vectors are still being computed, or their model is being loaded
    outdated_buffers: tuple[OutdatedBuffer, ...] = ()  # open buffers whose files have changed on disk below them
    no_semantic_reason: str = ""  # why a question is answered without semantic search; empty if nothing is wrong

    @cached_property
    def chunk_count(self) -> int:
        """The number of chunks."""
        return sum(len(entry.facts.chunks) for entry in self.files.values())

    @cached_property
    def style_documents(self) -> tuple[str, ...]:
        """The paths of the style documents, sorted."""
        return style_documents(self.files)

    @property
    def is_complete(self) -> bool:
        """Whether the text of all files is indexed."""
        return self.lexical_coverage >= 1.0

    @property
    def lexical_coverage(self) -> float:
        """The share of the known files whose text and edges are in this snapshot; 0 until the files have been listed.

        A file without resolved edges counts as half a file.
        """
        return self._share_of_known(len(self.files) - self.unresolved_files / 2)

    @property
    def semantic_coverage(self) -> float:
        """The share of the chunk texts that have a vector; 0 if no model is in use, 1 if there is nothing to embed.

        Known files that are not in this snapshot yet count as files without vectors.
        """
        seen = self._share_of_known(len(self.files) - self.unkeyed_files)
        if self.vectors is None and self.files:
            return 0.0
        return seen * (1.0 - self.missing_vectors / len(self.chunks_by_key)) if self.chunks_by_key else seen

    def _share_of_known(self, files: float) -> float:
        """Return `files` as a share of all known files; 0 while the number of known files is unknown."""
        if self.known_files is None:
            return 0.0
        return min(1.0, files / self.known_files) if self.known_files else 1.0

    def named(self, name: str) -> tuple[Definition, ...]:
        """Return every definition called `name`, ordered by path and position."""
        paths = sorted(self.names.get(name, ()))
        return tuple(definition for path in paths for definition in self.files[path].by_name[name])

    def items(self, written: str) -> tuple[Definition, ...]:
        """Return the items with the identifier `written`.

        If their definitions differ in shape, only those with the lowest `ItemFacts.shape` are returned.
        """
        found = self.tables.items(identifier_of(written))
        shapes = [one.item.shape for one in found if one.item]
        return tuple(one for one in found if one.item and one.item.shape == min(shapes))

    def with_vectors(self, made: Mapping[bytes, np.ndarray]) -> "Snapshot":
        """Return a copy of this snapshot that also has the vectors `made`, which must be for texts without a vector."""
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

    def without_semantic_search(self, reason: str) -> "Snapshot":
        """Return a copy that records why semantic search is not used, or this snapshot if `reason` is empty."""
        return replace(self, no_semantic_reason=reason) if reason else self

    def is_test(self, node: str) -> bool:
        """Return whether a symbol is a test or test code, or whether a file is a test file."""
        entry, definition = self.files[path_of(node)], self.definition(node)
        return entry.role == "test" or (definition is not None and definition.index in entry.tests)

    def definition(self, node: str) -> Definition | None:
        """Return the definition with the id `node`; None for a file or an unknown id."""
        entry = self.files.get(path_of(node))
        return entry.by_qualname.get(qualname_of(node)) if entry else None
