"""Notices which notes have changed since the previous look, and which files of code they are about."""

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import path_of
from ctx_lsp.memory import JudgedNote, notes_in
from ctx_lsp.workspace.analysis import Analysis

_Marks = tuple[str, str, str, bool, tuple[tuple[str, str], ...]]
"""What the marks on code follow from: a note's path, type, title, whether it counts, and its anchors with digests."""


class NoteNews:
    """The notes as of the last look. Not thread-safe."""

    def __init__(self) -> None:
        """Start without notes."""
        self._seen: frozenset[_Marks] = frozenset()

    def paths_with_news(self, analysis: Analysis, token: CancelToken) -> frozenset[str]:
        """Return the files that the notes which came, changed or went since the last look are about.

        Changes of a note's text do not count, because the marks on code do not quote it. Raises `Cancelled`.
        """
        notes, _ = notes_in(analysis.snapshot, 0, lambda _: True, token)
        by_marks = {_marks(one): one for one in notes}
        changed = self._seen ^ by_marks.keys()
        self._seen = frozenset(by_marks)
        written = {path_of(target) for marks in changed for target, _ in marks[-1]}
        now = {path_of(anchor.now) for marks in changed if marks in by_marks for anchor in by_marks[marks].anchors}
        return frozenset(written | now)


def _marks(one: JudgedNote) -> _Marks:
    anchors = tuple((one.root + anchor.target, anchor.digest) for anchor in one.note.anchors)
    return one.path, one.note.type, one.note.title, one.is_in_use, anchors
