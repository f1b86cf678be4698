"""Finds rare alternatives in uncommitted lines, for diagnostics. `patterns.departures` defines which are rare.

The index shows that most files contain no departures. Only for other files, git is run to read the committed text and,
once per commit, the trends.
"""

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.lru import Lru
from ctx_lsp.features.past.trends import trends_at
from ctx_lsp.features.past.uncommitted import SubmoduleFile, committed_entry, written_lines
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.detail.lines import Lines
from ctx_lsp.patterns.departures import Departure, departures, without_migrations
from ctx_lsp.patterns.trend import Trends
from ctx_lsp.workspace.analysis import Analysis

KEPT = 64  # files whose committed texts are kept

_Tips = tuple[str, ...]
"""The commits that are checked out, one for each folder with a history."""


class DepartureChecker:
    """A finder of departures in uncommitted lines.

    It keeps results, committed texts and trends between calls, and is not thread-safe.
    """

    def __init__(self) -> None:
        self._found: Lru[str, tuple[tuple[int, _Tips], tuple[Departure, ...]]] = Lru(KEPT)
        self._committed: Lru[str, tuple[str, FileEntry | None]] = Lru(KEPT)
        self._trends: tuple[_Tips, Trends] | None = None

    def departures(self, analysis: Analysis, path: str, token: CancelToken) -> tuple[Departure, ...]:
        """Return the departures in the uncommitted lines of an indexed file, in text order.

        The result is empty until all files are indexed and the history is read, and for files in submodules. Raises
        `Cancelled`, and `GitError` if git fails, after which the next call tries again.
        """
        snapshot, tips = analysis.snapshot, analysis.histories.tips
        inputs = snapshot.revision, tips
        known = self._found.get(path)
        if known is not None and known[0] == inputs:
            return known[1]
        found: tuple[Departure, ...] = ()
        entry = snapshot.files.get(path)
        if entry is not None and entry.alternatives and snapshot.is_complete:
            adopted = analysis.packs.adoption.at(snapshot, token, analysis.histories)
            if any(departures(adopted, path, ((0, entry.source.line_count),))):
                found = tuple(departures(adopted, path, self._uncommitted(analysis, entry)))
        if found:
            found = tuple(without_migrations(found, self._trends_at(analysis, tips, token)))
        if snapshot.is_complete:  # the revision does not change with edges that are resolved later
            self._found.put(path, (inputs, found))
        return found

    def _uncommitted(self, analysis: Analysis, entry: FileEntry) -> Lines:
        located = analysis.histories.locate(entry.path)
        if located is None:
            return ()
        tip, known = located.history.tip, self._committed.get(entry.path)
        if known is None or known[0] != tip:
            try:
                known = tip, committed_entry(located, entry)
            except SubmoduleFile:
                return ()
            if known[1] is not None:  # a new file may turn out to be a moved one, once the former is deleted
                self._committed.put(entry.path, known)
        return written_lines(known[1], entry)

    def _trends_at(self, analysis: Analysis, tips: _Tips, token: CancelToken) -> Trends:
        if self._trends is None or self._trends[0] != tips:
            self._trends = tips, trends_at({at: one.tip for at, one in analysis.histories.by_folder.items()}, token)
        return self._trends[1]
