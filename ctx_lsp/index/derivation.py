"""What follows from what: texts are the input, entries follow from texts, edges from entries and the tables over them.

The declarations of the red-green engine and nothing more. Structures over all files that are kept by delta (lexical
index, vectors) are in `host`.
"""

from collections.abc import Mapping

from ctx_lsp.engine.engine import Engine
from ctx_lsp.engine.sources import Input, Read
from ctx_lsp.index.entry import FileEntry, make_entry
from ctx_lsp.index.graph import FileEdges, Graph
from ctx_lsp.index.resolve import resolve_file
from ctx_lsp.index.tables import Lookups, declare_tables
from ctx_lsp.text.source import SourceText

_NOBODY: frozenset[str] = frozenset()


class Derivation:
    """Entries, tables and edges of all files. Not thread-safe."""

    def __init__(self) -> None:
        self.engine = Engine()
        self._texts: Input[str, SourceText, None] = self.engine.input("text", None)
        self._entries = self.engine.query("entry", None, self._make_entry)
        self.tables = declare_tables(self.engine, self._entries)
        self._edges = self.engine.query("edges", None, self._resolve)
        self._dependants = self.engine.table("dependants", _NOBODY, self._edges, _target_paths, _paths)

    @property
    def files(self) -> Mapping[str, FileEntry]:
        """The entries by workspace path; immutable."""
        return self._entries.values

    @property
    def graph(self) -> Graph:
        """The edges of all files that have been resolved; immutable."""
        return Graph(self._edges.values, self._dependants.values)

    def set_texts(self, texts: Mapping[str, SourceText | None]) -> list[str]:
        """Set the texts of files (None: the file is gone) and make their entries; returns the paths that changed."""
        changed = self.engine.set(self._texts, texts)
        gone = [path for path in changed if texts[path] is None]
        self.engine.drop(self._entries, gone)
        self.engine.drop(self._edges, gone)
        there = [path for path in changed if texts[path] is not None]
        self.engine.want(self._entries, there)
        self.engine.refresh(self._entries)
        self.engine.want(self._edges, there)
        return changed

    @property
    def unresolved(self) -> int:
        """Number of files whose edges are still to be made."""
        return len(self._edges.red)

    def resolve(self, limit: int | None = None) -> list[str]:
        """Make the edges of up to `limit` files that need it; returns their paths."""
        return self.engine.refresh(self._edges, limit)

    def _make_entry(self, read: Read, path: str) -> FileEntry:
        source = read(self._texts, path)
        assert source is not None, "entries are wanted of files with a text"
        return make_entry(path, source)

    def _resolve(self, read: Read, path: str) -> FileEdges:
        entry = read(self._entries, path)
        assert entry is not None, "edges are wanted of files with an entry"
        return resolve_file(Lookups(self.tables, read, entry))


def _target_paths(_: str, edges: FileEdges) -> Mapping[str, bool]:
    return dict.fromkeys(edges.target_paths, True)


def _paths(parts: Mapping[str, bool]) -> frozenset[str]:
    return frozenset(parts)
