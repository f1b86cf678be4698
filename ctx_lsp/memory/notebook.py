"""The notes of a snapshot, judged: all of them, or those about a file or symbol."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.entry import path_of
from ctx_lsp.memory.anchors import AnchorVerdict, JudgedAnchor, judge
from ctx_lsp.memory.decay import STALE, strength
from ctx_lsp.memory.model import Anchor, Note, NoteError
from ctx_lsp.memory.note_text import FOLDER, read_note
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.ignore import parse_rules
from ctx_lsp.text.source import SourceText

CACHED = 2_000  # notes whose parsed form is kept; a note takes about a kilobyte

_WORST_FIRST: tuple[AnchorVerdict, ...] = ("orphaned", "drifted", "moved", "fresh")


@dataclass(frozen=True, slots=True)
class JudgedNote:
    """A note in the file at `path`, with a verdict on each anchor and its strength (0–1) on the day of the request.

    `root` is the prefix of the workspace folder that the note's paths are relative to. `superseded_by` is the id of the
    accepted note that replaces this one, or "".
    """

    path: str
    root: str
    note: Note
    anchors: tuple[JudgedAnchor, ...]
    strength: float
    superseded_by: str

    @property
    def id(self) -> str:
        """The name of the note's file, without its ending."""
        return _id(self.path)

    @property
    def verdict(self) -> AnchorVerdict:
        """The worst verdict on an anchor; a note without anchors is fresh."""
        verdicts = {one.verdict for one in self.anchors}
        return next((one for one in _WORST_FIRST if one in verdicts), "fresh")

    @property
    def is_stale(self) -> bool:
        """Whether the note is so old that somebody should confirm or retire it."""
        return self.strength < STALE

    @property
    def is_in_force(self) -> bool:
        """Whether a reader may rely on the note: it is accepted, not replaced, and its code still exists."""
        return self.note.state == "accepted" and not self.superseded_by and self.verdict != "orphaned"


@dataclass(frozen=True, slots=True)
class NoteProblem:
    """A file among the notes that is not a note, and why."""

    path: str
    message: str


def notes_in(snapshot: Snapshot, day: int) -> tuple[tuple[JudgedNote, ...], tuple[NoteProblem, ...]]:
    """Return the notes of a snapshot, sorted by path, and the files that are not valid notes.

    `day` is the day of the request, counted from 1970.
    """
    notes: list[tuple[str, Note]] = []
    problems: list[NoteProblem] = []
    for path in sorted(path for path in snapshot.files if _is_note(path)):
        read = _read(snapshot.files[path].source)
        if isinstance(read, Note):
            notes.append((path, read))
        else:
            problems.append(NoteProblem(path, read))
    replaced = {
        (_root(path), old): _id(path) for path, note in notes if note.state == "accepted" for old in note.supersedes
    }
    judged = (_judged(snapshot, path, note, day, replaced.get((_root(path), _id(path)), "")) for path, note in notes)
    return tuple(judged), tuple(problems)


def notes_about(notes: Iterable[JudgedNote], target: str) -> list[JudgedNote]:
    """Return the notes about a symbol or a file, those with an anchor to it before those whose scope covers it.

    A note about a class or a file is also about its members; a note about a member is also about the file.
    """
    anchored, covering = [], []
    for one in notes:
        if any(_meets(anchor.now, target) for anchor in one.anchors):
            anchored.append(one)
        elif _covers(one, path_of(target)):
            covering.append(one)
    return anchored + covering


def _meets(now: str, target: str) -> bool:
    """Return whether one of two symbols or files contains the other."""
    return bool(now) and (_contains(now, target) or _contains(target, now))


def _contains(outer: str, inner: str) -> bool:
    return inner == outer or (inner.startswith((f"{outer}::", f"{outer}.")) and path_of(inner) == path_of(outer))


def _covers(one: JudgedNote, path: str) -> bool:
    scope = one.note.scope
    return bool(scope) and path.startswith(one.root) and parse_rules("\n".join(scope)).covers(path[len(one.root) :])


def _judged(snapshot: Snapshot, path: str, note: Note, day: int, superseded_by: str) -> JudgedNote:
    root = _root(path)
    anchors = tuple(judge(snapshot, _below(root, one)) for one in note.anchors)
    return JudgedNote(path, root, note, anchors, strength(note.type, note.date, day), superseded_by)


def _below(root: str, anchor: Anchor) -> Anchor:
    """Return the anchor with its target as a workspace path; a note's own paths are relative to its folder."""
    return replace(anchor, target=root + anchor.target)


def _is_note(path: str) -> bool:
    return path.endswith(".md") and (path.startswith(FOLDER) or f"/{FOLDER}" in path)


def _root(path: str) -> str:
    return path[: path.rindex(FOLDER)]


def _id(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


_read_notes: Lru[bytes, Note | str] = Lru(CACHED)


def _read(source: SourceText) -> Note | str:
    """Return the note in a text, or the reason why there is none."""
    known = _read_notes.get(source.digest)
    if known is not None:
        return known
    try:
        found: Note | str = read_note(source.data.decode())
    except NoteError as error:
        found = str(error)
    return _read_notes.put(source.digest, found)
