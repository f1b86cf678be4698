"""Filter for candidate units by path, language, kind and test role. Filtering does not change the ranking."""

from functools import lru_cache

from ctx_lsp.graph.entry import FileEntry, path_of
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.retrieval.units import Unit
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.ignore import parse_rules


class Admission:
    """A `ResultFilter` bound to a snapshot. Calling the object tests a unit; calling `path` tests the path of a file.

    Calling `file_of_kinds` with a path tests whether the filter accepts the file and the file has a symbol of the
    requested kinds.
    """

    def __init__(self, snapshot: Snapshot, wanted: ResultFilter) -> None:
        self._snapshot = snapshot
        self._wanted = wanted
        self._changed = frozenset(wanted.changed or ())
        self._changed_lines = dict(wanted.changed_lines)
        files = _FileFilter(snapshot, wanted)  # an object of its own: a cycle would keep the snapshot in memory
        self.path = lru_cache(maxsize=None)(files.admits)
        self.file_of_kinds = lru_cache(maxsize=None)(files.has_kinds)

    @property
    def restricts_paths(self) -> bool:
        """Whether the filter can reject files."""
        wanted = self._wanted
        by_path = wanted.include or wanted.exclude or wanted.folders
        return bool(by_path or wanted.languages or wanted.since or wanted.withheld) or wanted.tests is False

    @property
    def restricts(self) -> bool:
        """Whether the filter can reject units."""
        return self.restricts_paths or bool(self._wanted.kinds)

    def __call__(self, unit: Unit) -> bool:
        """Return whether the filter accepts the unit."""
        if not self.path(unit.path):
            return False
        entry = self._snapshot.files[unit.path]
        if self._wanted.tests is False and unit.symbol in entry.tests:
            return False  # a test in the same file as the code under test
        if self._wanted.since and not self._has_changed(unit):
            return False
        kinds = self._wanted.kinds
        return not kinds or (unit.symbol >= 0 and entry.definitions[unit.symbol].kind in kinds)

    def _has_changed(self, unit: Unit) -> bool:
        entry = self._snapshot.files[unit.path]
        if unit.symbol >= 0:
            return entry.definitions[unit.symbol].id in self._changed
        return unit.path in self._changed and self._has_changed_lines(entry, unit.chunk)

    def _has_changed_lines(self, entry: FileEntry, number: int) -> bool:
        """Return whether a line of a chunk differs from the revision."""
        line_at, chunk = entry.source.line_at, entry.facts.chunks[number]
        pieces = chunk.pieces[-1:] if chunk.kind == "part" else chunk.pieces
        ranges = [(line_at(start), line_at(max(start, end - 1)) + 1) for start, end in pieces]
        changed = self._changed_lines.get(entry.path, ())
        return any(first < end and start < last for start, end in ranges for first, last in changed)


class _FileFilter:
    """The part of a `ResultFilter` that is about files."""

    def __init__(self, snapshot: Snapshot, wanted: ResultFilter) -> None:
        self._snapshot = snapshot
        self._wanted = wanted
        self._include = parse_rules("\n".join(wanted.include))
        self._exclude = parse_rules("\n".join(wanted.exclude))
        self._changed = frozenset(map(path_of, wanted.changed or ()))

    def has_kinds(self, path: str) -> bool:
        """Return whether the filter accepts the file and the file has a symbol of the requested kinds."""
        return self.admits(path) and not self._snapshot.files[path].kinds.isdisjoint(self._wanted.kinds)

    def admits(self, path: str) -> bool:
        """Return whether the filter accepts the file."""
        entry = self._snapshot.files.get(path)
        if entry is None:
            return False  # lexical segments still contain deleted files
        wanted = self._wanted
        if path in wanted.withheld or (wanted.folders and path not in wanted.folders):
            return False
        if wanted.languages and entry.language not in wanted.languages:
            return False
        if (wanted.tests is False and entry.role == "test") or (wanted.since and path not in self._changed):
            return False
        if wanted.include and not self._include.covers(path):
            return False
        return not self._exclude.covers(path)
