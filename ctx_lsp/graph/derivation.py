"""The query graph: text → entry → tables → edges.

Declares these steps to the incremental engine and reuses values from an earlier run. The structures that span all files
(the lexical index and the vectors) are in `snapshot.host`.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from itertools import islice
from typing import Any

from immutables import Map

from ctx_lsp.base import profiling
from ctx_lsp.engine.engine import Engine
from ctx_lsp.engine.sources import Input, Read, RecordedRead, Source, Table
from ctx_lsp.graph.edges import FileEdges, Graph
from ctx_lsp.graph.entry import EntryMaker, FileEntry, entry_with_facts, make_entry, with_definitions
from ctx_lsp.graph.evidence import EdgesRecord, StoredEdges, evidence
from ctx_lsp.graph.file_failures import FileFailures
from ctx_lsp.graph.lookups import FrozenTables, Lookups
from ctx_lsp.graph.resolution.incremental import IncrementalEdges
from ctx_lsp.graph.resolution.resolve import resolve_file
from ctx_lsp.graph.tables import Tables, declare_tables
from ctx_lsp.syntax.facts import facts_without_items, no_facts, plain_facts
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.text.source import SourceText

_NO_READERS: Map[str, bool] = Map()
_NO_USERS: Map[str, int] = Map()
_NO_EDGES = FileEdges()
_ADOPTED_AT_ONCE = 30  # files whose cached edges are decoded and checked in one step, in half a millisecond each


class Derivation:
    """The entries, tables and edges of all files, updated incrementally. Not thread-safe."""

    def __init__(self, failures: FileFailures) -> None:
        """Declare the inputs, queries and tables from which the state is derived.

        Computations that fail for a single file are recorded in `failures`.
        """
        self.engine = Engine()
        self._failures = failures
        self._maker = EntryMaker()
        self._edited: set[str] = set()  # paths in the latest `set_texts` whose files had a text before
        self._edges_edited: set[str] = set()  # files that were edited since their edges were computed
        self._texts: Input[str, SourceText, None] = self.engine.input("text", None)
        self._is_plain: Input[str, bool, bool] = self.engine.input("is plain", False)
        self._entries = self.engine.query("entry", None, self._make_entry)
        self.tables = declare_tables(self.engine, self._entries, failures)
        self._by_name: dict[str, Table[Any, Any, Any]] = {f.name: getattr(self.tables, f.name) for f in fields(Tables)}
        self._by_number = {table.number: name for name, table in self._by_name.items()}
        self._edges = self.engine.query("edges", None, self._resolve)
        self._dependants: Table[str, Map[str, bool], Map[str, bool]] = self.engine.table(
            "dependants", _NO_READERS, self._edges, _target_paths, None
        )
        self._users: Table[str, Map[str, int], Map[str, int]] = self.engine.table(
            "users", _NO_USERS, self._edges, _edges_by_target, None
        )
        self._resolver = IncrementalEdges()
        self._remembered: dict[str, StoredEdges] = {}  # edges of current texts from an earlier run, unverified

    @property
    def files(self) -> Mapping[str, FileEntry]:
        """The entries of all files, as an immutable mapping keyed by workspace path."""
        return self._entries.values

    @property
    def graph(self) -> Graph:
        """The resolved edges of all files, as an immutable graph."""
        return Graph(self._edges.values, self._dependants.values, self._users.values)

    def frozen_tables(self) -> FrozenTables:
        """Return a frozen view of the current tables."""
        return FrozenTables(self.tables)

    @property
    def plain_files(self) -> Collection[str]:
        """The files that are read as plain text for now. They have no symbols and no edges."""
        return self._is_plain.values

    def set_texts(
        self, texts: Mapping[str, SourceText | None], known: Mapping[str, FileFacts], *, as_plain_text: bool = False
    ) -> list[str]:
        """Set the texts of files (None for a deleted file) and return the paths that changed.

        Facts in `known`, computed earlier from the same texts, are reused. With `as_plain_text`, the files are read as
        plain text until their texts are set again without it; none of them may have been read in full before.
        """
        with profiling.stage("tables"):
            return self._set_texts(texts, known, as_plain_text=as_plain_text)

    def _set_texts(
        self, texts: Mapping[str, SourceText | None], known: Mapping[str, FileFacts], *, as_plain_text: bool
    ) -> list[str]:
        were_plain = self._is_plain.values
        plain = {path: True if as_plain_text and text is not None else None for path, text in texts.items()}
        changed = list(dict.fromkeys((*self.engine.set(self._texts, texts), *self.engine.set(self._is_plain, plain))))
        for path in changed:
            self._remembered.pop(path, None)
        gone = [path for path in changed if texts[path] is None]
        for path in gone:
            self._resolver.forget(path)
        self.engine.drop(self._entries, gone)
        self.engine.drop(self._edges, gone)
        there = [path for path in changed if texts[path] is not None]
        self._edited = {path for path in there if path in self._entries.values and path not in were_plain}
        self._edges_edited.update(self._edited)
        self._edges_edited.difference_update(gone)
        self.engine.want(self._entries, there)
        if not as_plain_text:
            self.engine.want(self._edges, there)
        self._adopt_entries({path: known[path] for path in there if path in known})
        return changed

    def make_entries(self) -> None:
        """Compute the entries for the texts that were set."""
        with profiling.stage("tables"):
            self.engine.refresh(self._entries)

    def prepare(self, entry: FileEntry) -> None:
        """Keep the state from which a file's entry and edges can be computed incrementally after the next edit."""

        def prepare() -> None:
            self._maker.prepare(entry)
            if entry.path not in self._edges.red:
                self._resolver.prepare(self.frozen_tables().lookups(entry))

        self._failures.attempt("preparation", entry.path, prepare, lambda: None)

    @property
    def unresolved(self) -> int:
        """The number of files whose edges are still to be computed."""
        return len(self._edges.red)

    def remember(self, path: str, stored: StoredEdges) -> None:
        """Register the cached edges of a file, which `resolve` reuses if they are still valid."""
        self._remembered[path] = stored

    def resolve(self, limit: int | None = None) -> list[str]:
        """Update the edges of outdated files; return the files whose edges had to be computed, at most `limit`.

        Adopted cached edges do not count towards `limit`, because adopting them takes a fraction of the time.
        """
        paths = list(islice(self._edges.red, None if limit is None else max(limit, _ADOPTED_AT_ONCE)))
        remembered = {path: self._remembered.pop(path) for path in paths if path in self._remembered}
        valid = {path: record for path, stored in remembered.items() if (record := self._valid(path, stored))}
        for path in valid:
            self._resolver.forget(path)
        self.engine.adopt(self._edges, {path: (r.edges, self._reads(path, r)) for path, r in valid.items()})
        computed = len(paths) - len(valid)
        with profiling.stage("tables"):
            return self.engine.refresh(self._edges, computed if limit is None else min(limit, computed))

    def _valid(self, path: str, stored: StoredEdges) -> EdgesRecord | None:
        """Return the stored record of a file's edges if its look-ups still give the same answers."""

        def read() -> EdgesRecord | None:
            record = stored()
            return record if record and record.evidence == self._evidence(record.lookups) else None

        with profiling.stage("cache reading"):
            return self._failures.value_or_none("reading cached edges", path, read)

    def edges_record(self, path: str) -> EdgesRecord | None:
        """Return a record of a file's edges for a later run; None if the edges are outdated or incomplete."""
        if path in self._edges.red or path not in self._edges.values or self._failures.has(path, "facts", "edges"):
            return None
        lookups: dict[str, list[Hashable]] = {}
        for number, key in sorted(self.engine.reads(self._edges, path), key=repr):
            if number in self._by_number:
                lookups.setdefault(self._by_number[number], []).append(key)
        return EdgesRecord(self._edges.values[path], lookups, self._evidence(lookups))

    def _evidence(self, lookups: Mapping[str, Sequence[Hashable]]) -> bytes:
        answers: list[tuple[int, object]] = []
        place = 0
        for name, keys in lookups.items():
            if name in self._by_name:
                get = self._by_name[name].values.get
                answers += [(place, found) for place, key in enumerate(keys, place) if (found := get(key)) is not None]
                place += len(keys)
        return evidence(answers)

    def _reads(self, path: str, record: EdgesRecord) -> Iterable[tuple[Source[Any, Any, Any], Iterable[Hashable]]]:
        yield self._entries, (path,)
        yield from ((self._by_name[name], keys) for name, keys in record.lookups.items())

    def _adopt_entries(self, known: Mapping[str, FileFacts]) -> None:
        made = {path: entry for path, facts in known.items() if (entry := self._entry_of(path, facts))}
        inputs: tuple[Input[str, Any, Any], ...] = (self._texts, self._is_plain)
        adopted = {path: (entry, [(source, (path,)) for source in inputs]) for path, entry in made.items()}
        self.engine.adopt(self._entries, adopted)

    def _entry_of(self, path: str, facts: FileFacts) -> FileEntry | None:
        """Build the entry of a file from facts that are already known; return None if that fails."""

        def make() -> FileEntry:
            return with_definitions(entry_with_facts(path, self._texts.values[path], facts))

        return self._failures.attempt("facts", path, make, lambda: None)

    def _make_entry(self, read: Read, path: str) -> FileEntry:
        source = read(self._texts, path)
        assert source is not None, "entries are wanted of files with a text"

        def whole() -> FileEntry:
            return self._maker.entry(path, source, is_edited=False)

        def usual() -> FileEntry:
            if path not in self._edited:
                return whole()
            edited = partial(self._maker.entry, path, source, is_edited=True)
            return self._failures.attempt("edited facts", path, edited, whole)

        simple = partial(make_entry, path, source, facts_without_items)
        plain = partial(make_entry, path, source, plain_facts)
        empty = partial(make_entry, path, source, no_facts)
        if read(self._is_plain, path):
            return replace(self._failures.attempt("facts", path, plain, empty), is_plain=True)
        return self._failures.attempt("facts", path, usual, simple, plain, empty)

    def _resolve(self, read: RecordedRead, path: str) -> FileEdges:
        entry = read(self._entries, path)
        assert entry is not None, "edges are wanted of files with an entry"
        is_edited = path in self._edges_edited
        self._edges_edited.discard(path)

        def whole() -> FileEdges:
            self._resolver.forget(path)
            return resolve_file(Lookups(self.tables, read, entry))

        def edited() -> FileEdges:
            cells = read.changed - {(self._entries.number, path)} if read.changed else None
            resolved = self._resolver.resolve(Lookups(self.tables, read, entry), cells)
            if resolved.reuses:
                read.keep_last()
            return resolved.edges

        def usual() -> FileEdges:
            return self._failures.attempt("edited edges", path, edited, whole) if is_edited else whole()

        with profiling.stage("edges", entry.language):
            return self._failures.attempt("edges", path, usual, lambda: _NO_EDGES)


def _target_paths(_: str, edges: FileEdges) -> Mapping[str, bool]:
    return dict.fromkeys(edges.target_paths, True)


def _edges_by_target(_: str, edges: FileEdges) -> Mapping[str, int]:
    return edges.targets
