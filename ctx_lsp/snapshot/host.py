"""The host: the single owner of derived state. It applies changed texts incrementally and publishes snapshots.

The host is synchronous and uses no threads, files or clocks: callers pass in texts and vectors. After any sequence of
calls, its state equals that of a fresh host given the same texts.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

import numpy as np

from ctx_lsp.base import profiling
from ctx_lsp.cache.records import FileRecord
from ctx_lsp.engine.events import Event, EventLog
from ctx_lsp.graph.derivation import Derivation
from ctx_lsp.graph.entry import FileEntry, embedding_texts
from ctx_lsp.graph.evidence import EdgesRecord, StoredEdges
from ctx_lsp.graph.file_failures import FileFailures
from ctx_lsp.lexical.index import LexicalIndex
from ctx_lsp.lexical.terms import NO_TERMS, FileTerms, file_terms
from ctx_lsp.snapshot.open_files import OutdatedBuffer
from ctx_lsp.snapshot.snapshot import FEW_MISSING, Snapshot
from ctx_lsp.snapshot.summaries import Summaries, with_sentence
from ctx_lsp.text.paths import SortedPaths
from ctx_lsp.text.secrets import is_secret
from ctx_lsp.text.source import SourceText
from ctx_lsp.vectors.chunk_vectors import ChunkVectors, KeepBack

RECENT_TERMS = 32  # files whose terms are kept; users seldom switch between more files than this
NO_RECORDS: Mapping[str, FileRecord] = MappingProxyType({})


class Host:
    """The derived state of all files. Not thread-safe: there is one writer."""

    def __init__(self) -> None:
        self.failures = FileFailures()
        self._derivation = Derivation(self.failures)
        self._paths = SortedPaths()  # files that have an entry
        self._lexical = LexicalIndex()
        self._behind: dict[str, None] = {}  # changed files that the next `apply` finishes if a step of this one fails
        self._recent_terms: dict[str, FileTerms] = {}
        self._vectors = ChunkVectors()
        self.summaries = Summaries(is_secret)

    @property
    def revision(self) -> int:
        """The number of times that texts have changed."""
        return self._derivation.engine.revision

    @property
    def log(self) -> EventLog:
        """The log of computed and reused values."""
        return self._derivation.engine.log

    @property
    def files(self) -> Mapping[str, FileEntry]:
        """The entries of all files, as an immutable mapping keyed by workspace path."""
        return self._derivation.files

    def files_below(self, folder: str) -> list[str]:
        """Return the sorted paths of the files below `folder`."""
        return self._paths.below(folder)

    @property
    def plain_files(self) -> Collection[str]:
        """The files that are read as plain text for now. They have no symbols, edges or vectors."""
        return self._derivation.plain_files

    def apply(
        self,
        texts: Mapping[str, SourceText | None],
        known: Mapping[str, FileRecord] = NO_RECORDS,
        *,
        as_plain_text: bool = False,
    ) -> dict[str, FileRecord | None]:
        """Set the texts of files and return the records of the files that changed.

        A deleted file has None as its text and as its record. `known` holds records built earlier from the same texts.
        Edges are built later, by `resolve`. With `as_plain_text`, the files can be searched at a tenth of the cost, but
        count as plain text until this method gets them again; none of them may have been read in full before.
        """
        facts = {path: record.facts for path, record in known.items()}
        changed = self._derivation.set_texts(texts, facts, as_plain_text=as_plain_text)
        self._behind.update(dict.fromkeys(changed))
        for path in changed:
            self.failures.forget(path)
        self._derivation.make_entries()
        records = {path: known.get(path) or self._record(path) for path in self._behind}
        with profiling.stage("text index"):
            self._lexical.put_many({path: record.terms if record else NO_TERMS for path, record in records.items()})
        for path in records:
            if path not in self.plain_files:
                self._set_summarised(path)
                self._set_embedded(path)
            if path in self.files:
                self._paths.add(path)
            else:
                self._paths.discard(path)
                self.failures.forget(path)
        self._behind.clear()
        return records

    def _record(self, path: str) -> FileRecord | None:
        """Build a file's record. The terms of recent files are kept, so that an edit recomputes only a few of them."""
        before = self._recent_terms.pop(path, NO_TERMS)
        entry = self.files.get(path)
        if entry is None:
            return None
        ways = (partial(file_terms, entry, before), partial(file_terms, entry))
        with profiling.stage("terms", entry.language):
            terms = self.failures.attempt(
                "terms", path, lambda: self.failures.attempt("edited terms", path, *ways), lambda: NO_TERMS
            )
        self._recent_terms[path] = terms
        if len(self._recent_terms) > RECENT_TERMS:
            del self._recent_terms[next(iter(self._recent_terms))]
        return FileRecord(entry.facts, terms)

    def prepare(self, path: str) -> None:
        """Prepare a file for editing, so that its first edit is as cheap as later ones."""
        if path not in self._recent_terms:
            self._record(path)
        if path in self.files:
            self._derivation.prepare(self.files[path])

    def remember_edges(self, stored: Mapping[str, StoredEdges]) -> None:
        """Register edges from an earlier run; `resolve` reuses them if they are still valid."""
        for path, edges in stored.items():
            self._derivation.remember(path, edges)

    def edges_record(self, path: str) -> EdgesRecord | None:
        """Return a record of a file's edges, to store for a later run; None if they are outdated or incomplete."""
        return self._derivation.edges_record(path)

    @property
    def unresolved(self) -> int:
        """The number of files whose edges are not resolved yet."""
        return self._derivation.unresolved

    def resolve(self, limit: int | None = None) -> list[str]:
        """Resolve the edges of up to `limit` files whose edges are outdated.

        Returns the paths of the files whose edges were computed rather than reused from an earlier run.
        """
        return self._derivation.resolve(limit)

    @property
    def vector_keys(self) -> int:
        """The number of distinct texts that should have a vector."""
        return len(self._vectors.chunks)

    @property
    def expected_vectors(self) -> int:
        """The value of `vector_keys`, plus an estimate for files whose texts are not known yet."""
        keyed = len(self.files) - len(self.unkeyed)
        return round(self.vector_keys * len(self.files) / keyed) if keyed > 0 else 0

    @property
    def missing(self) -> dict[bytes, str]:
        """The texts that have no vector yet, keyed by vector key, most recently edited last."""
        return self._vectors.missing

    @property
    def unkeyed(self) -> dict[str, None]:
        """The files that have not been searched for missing texts yet."""
        return self._vectors.unkeyed

    @property
    def newly_missing(self) -> dict[bytes, None]:
        """The keys in `missing` that have not been looked up in the cache yet.

        The caller removes each key that it looks up.
        """
        return self._vectors.newly_missing

    def use_model(self, identity: str, dimensions: int, keep_back: KeepBack | None = None) -> None:
        """Keep vectors of the model `identity` from now on and discard all others.

        Call `key_chunks` repeatedly to find the missing texts of files that are already known; finding all of them at
        once would take a second. Texts for which `keep_back` returns True get no vector.
        """
        self._vectors.use_model(identity, dimensions, keep_back, self._in_full())

    def _in_full(self) -> list[str]:
        """Return the files that have been read in full."""
        return [path for path in self.files if path not in self.plain_files]

    def drop_model(self) -> None:
        """Stop keeping vectors and discard the existing ones."""
        self._vectors.drop_model()

    def key_chunks(self, limit: int) -> bool:
        """Look for missing texts in about `limit` chunks of the `unkeyed` files; return whether any files are left."""
        while self.unkeyed and limit > 0:
            path = next(reversed(self.unkeyed))
            self._set_embedded(path)
            limit -= 1 + len(self.chunk_keys(path))
        return bool(self.unkeyed)

    def _set_embedded(self, path: str) -> None:
        if self._vectors.is_used:
            set_texts = self._vectors.set_texts
            self.failures.attempt(
                "embedding", path, lambda: set_texts(path, self._texts(path)), lambda: set_texts(path, ())
            )

    def _texts(self, path: str) -> list[str]:
        """Return the texts to embed for a file, ordered by chunk number."""
        entry = self.files.get(path)
        texts = embedding_texts(entry) if entry else []
        sentences = self.summaries.of(path)
        return list(map(with_sentence, texts, sentences)) if sentences else texts

    def _set_summarised(self, path: str) -> None:
        set_file = self.summaries.set_file
        self.failures.attempt(
            "summaries", path, lambda: set_file(path, self.files.get(path)), lambda: set_file(path, None)
        )

    def add_vectors(self, vectors: Iterable[tuple[bytes, np.ndarray]], *, from_store: bool = False) -> None:
        """Add vectors for missing keys, and drop the vectors of texts that no longer exist.

        `from_store` is true if the vectors were loaded from the store, and false if they are new.
        """
        for key in self._vectors.add(vectors):
            self.log.add(Event(self.revision, "adopted" if from_store else "computed", "vector", key))

    def chunk_keys(self, path: str) -> Sequence[bytes]:
        """Return the vector keys of a file's chunks, in order; empty if no model is in use."""
        return self._vectors.keys(path)

    def paths_with(self, key: bytes) -> list[str]:
        """Return the files with a chunk whose text has the vector key `key`."""
        return [path for path, _ in self._vectors.chunks.get(key, ())]

    def use_summaries(self, identity: str) -> None:
        """Use the summaries of the summariser `identity` ("" for none); `key_summaries` finds the missing ones."""
        for path in self.summaries.use(identity, self._in_full()):
            self._set_embedded(path)

    def key_summaries(self, limit: int) -> bool:
        """Look for missing summaries in about `limit` chunks of files that have not been searched yet.

        Returns whether any such files are left.
        """
        while self.summaries.unkeyed and limit > 0:
            path = next(reversed(self.summaries.unkeyed))
            self._set_summarised(path)
            limit -= 1 + len(self.files[path].facts.chunks)
        return bool(self.summaries.unkeyed)

    def add_summaries(self, sentences: Iterable[tuple[bytes, str]], *, from_store: bool = False) -> None:
        """Add missing summaries, and mark their chunks to be embedded again.

        `from_store` is true if the summaries were loaded from the store, and false if they are new.
        """
        taken, paths = self.summaries.add(sentences)
        for key in taken:
            self.log.add(Event(self.revision, "adopted" if from_store else "computed", "summary", key))
        for path in paths:
            self._set_embedded(path)

    def neighbours(self, path: str) -> Iterator[str]:
        """Yield the files that the edges of `path` lead to, then the files with edges into it."""
        graph = self._derivation.graph
        edges = graph.by_file.get(path)
        yield from edges.target_paths if edges else ()
        yield from graph.dependants.get(path, ())

    def array_bytes(self) -> dict[str, int]:
        """Return the size of the arrays in memory, in bytes, by component. All other state is in Python objects."""
        vectors = self._vectors.view()
        return {"lexical": self._lexical.view().array_bytes, "vectors": vectors.array_bytes if vectors else 0}

    def tidy(self) -> bool:
        """Merge parts of a lexical index for a few milliseconds; answers stay the same. Return whether work is left."""
        return self._lexical.tidy() or self.summaries.tidy()

    @property
    def segments(self) -> int:
        """The number of segments in the lexical index, all of which every search visits."""
        return self._lexical.segments

    def extend_vector_graph(self, rows: int) -> bool:
        """Add up to `rows` rows to the graph for approximate search, if there is one; return whether more remain."""
        return self._vectors.extend_graph(rows)

    def snapshot(
        self,
        known_files: int | None,
        outdated_buffers: tuple[OutdatedBuffer, ...] = (),
        *,
        more_vectors: bool = False,
    ) -> Snapshot:
        """Return the current state as an immutable value; `known_files` is the number of files to index, if known.

        `outdated_buffers` are the open buffers that are not in line with the disk.
        `more_vectors` is true while missing vectors are being computed or their model is being loaded.
        """
        return Snapshot(
            revision=self.revision,
            files=self._derivation.files,
            names=self._derivation.tables.names.values,
            initials=self._derivation.tables.initials.values,
            tables=self._derivation.frozen_tables(),
            graph=self._derivation.graph,
            lexical=self._lexical.view(),
            vectors=self._vectors.view(),
            chunks_by_key=self._vectors.chunks,
            known_files=known_files,
            unresolved_files=self.unresolved + len(self.plain_files),
            missing_vectors=len(self.missing),
            waiting=dict(self.missing) if len(self.missing) <= FEW_MISSING else {},
            unkeyed_files=len(self.unkeyed) + (len(self.plain_files) if self._vectors.is_used else 0),
            plain_files=len(self.plain_files),
            kept_back=self._vectors.kept_back,
            summaries=self.summaries.view(),
            summarised=self.summaries.count,
            more_vectors=more_vectors,
            outdated_buffers=outdated_buffers,
        )
