"""Finds the current notes about symbols and files, and quotes their titles in lines for packs and hover cards.

The statements of these notes are not checked against the code here; `workspace.notes` does that.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from weakref import ref

from ctx_lsp.graph.entry import path_of
from ctx_lsp.memory.anchors import is_symbol
from ctx_lsp.memory.notebook import JudgedNote, notes_about, notes_in, unread_in
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_QUOTED = 3
MAX_TRIED = 20  # notes about the targets of one request that may have to be checked before they are quoted

_REMARKS = {"drifted": ", whose code has changed since", "moved": ", whose code has moved since"}


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A line that quotes the title of the note at `path`."""

    text: str
    path: str


@dataclass(frozen=True, slots=True)
class _SnapshotNotes:
    """The notes of a snapshot, as far as the index tells: the `current` ones by path, and the paths of the `others`.

    The others include files in folders of notes that are not valid notes. `unindexed` pairs the paths of current notes
    with the files or folders of their anchors that the index lacks.
    """

    current: Mapping[str, JudgedNote]
    others: frozenset[str]
    unindexed: tuple[tuple[str, str], ...]


class NoteIndex:
    """A cache of the current notes (`is_current`) of the latest snapshot, which is held weakly. Thread-safe."""

    def __init__(self) -> None:
        """Create an empty cache."""
        self._latest: tuple[ref[Snapshot], _SnapshotNotes] | None = None

    def current(self, snapshot: Snapshot) -> Mapping[str, JudgedNote]:
        """Return the current notes, keyed by path. Files that are not in the index count as existing."""
        return self._notes(snapshot).current

    def withheld(self, snapshot: Snapshot, exists: Callable[[str], bool]) -> frozenset[str]:
        """Return the paths of the notes that are not current or not valid.

        `exists` tells about files that are not in the index.
        """
        notes = self._notes(snapshot)
        gone = {path for path, target in notes.unindexed if not exists(target)}
        return notes.others | gone if gone else notes.others

    def lines(
        self, snapshot: Snapshot, targets: Iterable[str], is_quoted: Callable[[JudgedNote], bool] = lambda _: True
    ) -> tuple[NoteLine, ...]:
        """Return up to `MAX_QUOTED` lines that quote notes about symbols or files, those of the first target first.

        Only notes that pass `is_quoted` are quoted; it is asked about at most `MAX_TRIED` notes.
        """
        notes = self.current(snapshot).values()
        found = dict.fromkeys(one for target in targets for one in notes_about(notes, target)) if notes else {}
        quoted = filter(is_quoted, islice(found, MAX_TRIED))
        return tuple(map(_line, islice(quoted, MAX_QUOTED)))

    def anchored(self, snapshot: Snapshot, path: str) -> dict[str, list[JudgedNote]]:
        """Return the notes with an anchor in the file at `path`, keyed by the anchor's current symbol or path."""
        found: dict[str, list[JudgedNote]] = {}
        for one in self.current(snapshot).values():
            for target in dict.fromkeys(anchor.now for anchor in one.anchors):
                if path_of(target) == path:
                    found.setdefault(target, []).append(one)
        return found

    def _notes(self, snapshot: Snapshot) -> _SnapshotNotes:
        latest = self._latest  # threads may replace it at the same time; each result is right
        if latest is None or latest[0]() is not snapshot:
            # The strength of a note depends on the day, but these lines do not show it.
            notes = notes_in(snapshot, 0, lambda _: True)[0]
            current = {one.path: one for one in notes if one.is_current}
            others = unread_in(snapshot).union(one.path for one in notes if not one.is_current)
            unindexed = tuple(_unindexed(snapshot, current.values())) if snapshot.is_complete else ()
            latest = self._latest = ref(snapshot), _SnapshotNotes(current, others, unindexed)
        return latest[1]


def _unindexed(snapshot: Snapshot, notes: Iterable[JudgedNote]) -> Iterator[tuple[str, str]]:
    for one in notes:
        for judged in one.anchors:
            if not is_symbol(judged.anchor) and judged.now not in snapshot.files:
                yield one.path, judged.now


def _line(one: JudgedNote) -> NoteLine:
    text = f"{one.note.type} noted in {one.path}{_REMARKS.get(one.verdict, '')}: “{one.note.title}”"
    return NoteLine(text, one.path)
