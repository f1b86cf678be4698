"""Lines that quote notes in packs: those in force about the code that a pack is for."""

from collections.abc import Iterable
from weakref import ref

from ctx_lsp.memory.notebook import JudgedNote, notes_about, notes_in
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_QUOTED = 3

_REMARKS = {"drifted": "; its code has changed since", "moved": "; its code has moved since"}


class NoteIndex:
    """A cache of the notes of the latest snapshot, which is held weakly. Thread-safe."""

    def __init__(self) -> None:
        """Create an empty cache."""
        self._latest: tuple[ref[Snapshot], tuple[JudgedNote, ...]] | None = None

    def lines(self, snapshot: Snapshot, targets: Iterable[str]) -> tuple[str, ...]:
        """Return up to `MAX_QUOTED` lines that quote notes about symbols or files, those of the first target first."""
        notes = self._in_force(snapshot)
        found = dict.fromkeys(one for target in targets for one in notes_about(notes, target)) if notes else {}
        return tuple(map(_line, list(found)[:MAX_QUOTED]))

    def _in_force(self, snapshot: Snapshot) -> tuple[JudgedNote, ...]:
        latest = self._latest  # threads may replace it at the same time; each result is right
        if latest is None or latest[0]() is not snapshot:
            # A note's strength depends on the day, but whether it is in force does not.
            notes = tuple(one for one in notes_in(snapshot, 0)[0] if one.is_in_force)
            latest = self._latest = ref(snapshot), notes
        return latest[1]


def _line(one: JudgedNote) -> str:
    return f"{one.note.type}: {one.note.title} ({one.path}{_REMARKS.get(one.verdict, '')})"
