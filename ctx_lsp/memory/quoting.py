"""Finds the current notes about symbols and files, and quotes their titles in lines for packs and hover cards.

The statements of these notes are not checked against the code here; `workspace.notes` does that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from weakref import ref

from ctx_lsp.graph.entry import path_of
from ctx_lsp.memory.notebook import JudgedNote, notes_about, notes_in
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_QUOTED = 3

_REMARKS = {"drifted": ", whose code has changed since", "moved": ", whose code has moved since"}


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A line that quotes the title of the note at `path`."""

    text: str
    path: str


class NoteIndex:
    """A cache of the current notes (`is_current`) of the latest snapshot, which is held weakly. Thread-safe."""

    def __init__(self) -> None:
        """Create an empty cache."""
        self._latest: tuple[ref[Snapshot], tuple[JudgedNote, ...]] | None = None

    def lines(self, snapshot: Snapshot, targets: Iterable[str]) -> tuple[NoteLine, ...]:
        """Return up to `MAX_QUOTED` lines that quote notes about symbols or files, those of the first target first."""
        notes = self._current(snapshot)
        found = dict.fromkeys(one for target in targets for one in notes_about(notes, target)) if notes else {}
        return tuple(map(_line, list(found)[:MAX_QUOTED]))

    def anchored(self, snapshot: Snapshot, path: str) -> dict[str, list[JudgedNote]]:
        """Return the notes with an anchor in the file at `path`, keyed by the anchor's current symbol or path."""
        found: dict[str, list[JudgedNote]] = {}
        for one in self._current(snapshot):
            for target in dict.fromkeys(anchor.now for anchor in one.anchors):
                if path_of(target) == path:
                    found.setdefault(target, []).append(one)
        return found

    def _current(self, snapshot: Snapshot) -> tuple[JudgedNote, ...]:
        latest = self._latest  # threads may replace it at the same time; each result is right
        if latest is None or latest[0]() is not snapshot:
            # The strength of a note depends on the day, but these lines do not show it.
            notes = tuple(one for one in notes_in(snapshot, 0, lambda _: True)[0] if one.is_current)
            latest = self._latest = ref(snapshot), notes
        return latest[1]


def _line(one: JudgedNote) -> NoteLine:
    text = f"{one.note.type} noted in {one.path}{_REMARKS.get(one.verdict, '')}: “{one.note.title}”"
    return NoteLine(text, one.path)
