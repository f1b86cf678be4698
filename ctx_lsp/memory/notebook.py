"""Judges the notes of a snapshot against its code, and selects those about a file or symbol."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple
from weakref import ref

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.faults import Fault, attempt
from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.entry import path_of
from ctx_lsp.memory.anchors import AnchorVerdict, JudgedAnchor, is_symbol, judge, judge_symbol
from ctx_lsp.memory.decay import STALE, strength
from ctx_lsp.memory.model import Anchor, Note, NoteError
from ctx_lsp.memory.note_text import FOLDER, line_of_field, note_id, read_note
from ctx_lsp.memory.superseding import Superseding, superseding
from ctx_lsp.memory.templates import UNANSWERED, is_unanswered, question_line
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.ignore import parse_rules
from ctx_lsp.text.source import SourceText

MAX_NOTES = 1_000  # in a workspace: a person reads a few of them
CACHED = 2 * MAX_NOTES  # notes whose parsed form is kept; a note takes about a kilobyte
CACHED_SNAPSHOTS = 4  # whose judged notes are kept: the latest, and those of questions that are still being answered

log = logging.getLogger(__name__)

_MISPLACED = f"a note must be directly in {FOLDER}, with a name that ends in .md, to be read"
_UNANSWERED = f"{UNANSWERED}: answer it, or delete the note"

_WORST_FIRST: tuple[AnchorVerdict, ...] = ("orphaned", "drifted", "moved", "fresh")


@dataclass(frozen=True, slots=True)
class JudgedNote:
    """A note in the file at `path`, with a verdict on each of its anchors.

    `strength` is the strength of the note (0–1) on the day of the request. `root` is the folder that the note's
    paths are relative to; it is "" or ends in a slash. `superseded_by` is the id of the accepted note that replaces
    this one, or "".
    """

    path: str
    root: str
    note: Note
    anchors: tuple[JudgedAnchor, ...]
    strength: float
    superseded_by: str

    @property
    def id(self) -> str:
        """The name of the note's file, without the extension."""
        return note_id(self.path)

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
    def is_in_use(self) -> bool:
        """Whether the note is accepted, not replaced, and more than the question of a template."""
        return self.note.state == "accepted" and not self.superseded_by and not is_unanswered(self.note)

    @property
    def is_current(self) -> bool:
        """Whether the note is in use, and all code that it is about still exists."""
        return self.is_in_use and self.verdict != "orphaned"


@dataclass(frozen=True, slots=True)
class NoteProblem:
    """A file in a notes folder that is not a valid note, or a valid note with a fault, and the reason.

    `line` is the number, counted from 0, of the line to which the reason applies; 0 if the reason is not about a line.
    """

    path: str
    message: str
    line: int = 0
    is_valid: bool = False

    @property
    def text(self) -> str:
        """The problem as a sentence that names the file."""
        return f"{self.path}{':' if self.is_valid else ' is not a valid note:'} {self.message}"


def notes_in(
    snapshot: Snapshot, day: int, exists: Callable[[str], bool], token: CancelToken | None = None
) -> tuple[tuple[JudgedNote, ...], tuple[NoteProblem, ...]]:
    """Return the notes of a snapshot, sorted by path, and the problems of notes. Raises `Cancelled`.

    `day` is the day of the request, in days since 1970; `exists` is passed to `anchors.judge`. Anchors to symbols are
    judged once for each snapshot.
    """
    book = _notebook(snapshot, token or CancelToken())
    return tuple(_judged(snapshot, one, day, exists) for one in book.notes), book.problems


def unread_in(snapshot: Snapshot) -> frozenset[str]:
    """Return the paths of the files in folders of notes, or below one, that are not read as notes."""
    return _notebook(snapshot, CancelToken()).unread


def notes_about(notes: Iterable[JudgedNote], target: str) -> list[JudgedNote]:
    """Return the notes about a symbol or a file, those with an anchor to it before those whose scope covers it.

    A note about a class or a file is also about its members; a note about a member is also about its class and file.
    A note whose code is gone is about the symbol or file that its anchor names.
    """
    anchored, covering = [], []
    for one in notes:
        if any(_meets(anchor.now or one.root + anchor.anchor.target, target) for anchor in one.anchors):
            anchored.append(one)
        elif _covers(one, path_of(target)):
            covering.append(one)
    return anchored + covering


def notes_about_gone_code(notes: Iterable[JudgedNote], path: str) -> list[JudgedNote]:
    """Return the accepted notes, not replaced, with an anchor to the file at `path` or code in it that is gone."""
    used = (one for one in notes if one.is_in_use)
    return [one for one in used if any(path_of(target) == path for target in gone_targets(one))]


def gone_targets(one: JudgedNote) -> list[str]:
    """Return the workspace symbols and paths of a note's anchors whose code is gone."""
    return [one.root + anchor.anchor.target for anchor in one.anchors if anchor.verdict == "orphaned"]


def _meets(now: str, target: str) -> bool:
    """Return whether one of two symbols or files contains the other."""
    return _contains(now, target) or _contains(target, now)


def _contains(outer: str, inner: str) -> bool:
    return inner == outer or (inner.startswith((f"{outer}::", f"{outer}.")) and path_of(inner) == path_of(outer))


def _covers(one: JudgedNote, path: str) -> bool:
    scope = one.note.scope
    return bool(scope) and path.startswith(one.root) and parse_rules("\n".join(scope)).covers(path[len(one.root) :])


class _ReadNote(NamedTuple):
    """A note, with the results that depend only on the snapshot.

    These are the id of the note that supersedes this one, or "", and the verdicts on the note's anchors to symbols.
    """

    path: str
    note: Note
    superseded_by: str
    symbols: Mapping[Anchor, JudgedAnchor]


class _Notebook(NamedTuple):
    """The notes of a snapshot, sorted by path, their problems, and `unread_in`."""

    notes: tuple[_ReadNote, ...]
    problems: tuple[NoteProblem, ...]
    unread: frozenset[str]


_notebooks: Lru[int, tuple[ref[Snapshot], _Notebook]] = Lru(CACHED_SNAPSHOTS)  # keyed by the snapshot's address


def _notebook(snapshot: Snapshot, token: CancelToken) -> _Notebook:
    """Return the notes of a snapshot, which are read and judged once. Raises `Cancelled`."""
    known = _notebooks.get(id(snapshot))
    if known is not None and known[0]() is snapshot:
        return known[1]
    notes: list[tuple[str, Note]] = []
    problems: list[NoteProblem] = []
    inside = sorted(filter(is_in_notes_folder, snapshot.files))
    paths = list(filter(is_note, inside))
    problems += [NoteProblem(path, _MISPLACED) for path in inside if not is_note(path)]
    for path in paths[:MAX_NOTES]:
        token.check()
        source = snapshot.files[path].source
        read = _read(source)
        if isinstance(read, Note):
            notes.append((path, read))
            if is_unanswered(read):
                problems.append(NoteProblem(path, _UNANSWERED, question_line(source.data.decode()), is_valid=True))
        else:
            problems.append(NoteProblem(path, read.message, read.line))
    if len(paths) > MAX_NOTES:
        message = f"only {MAX_NOTES:,} notes are read, in the order of their paths, and none from this one on"
        problems.append(NoteProblem(paths[MAX_NOTES], message, is_valid=True))
    replacing = superseding(notes, paths)
    for path, message in _faults(replacing):
        line = line_of_field(snapshot.files[path].source.data.decode(), "supersedes")
        problems.append(NoteProblem(path, message, line, is_valid=True))
    found = tuple(
        _ReadNote(
            path,
            note,
            replacing.replaced.get(path, ""),
            {one: judge_symbol(snapshot, one, _root(path), token) for one in note.anchors if is_symbol(one)},
        )
        for path, note in notes
    )
    unread = frozenset(inside) - {path for path, _ in notes}
    return _notebooks.put(id(snapshot), (ref(snapshot), _Notebook(found, tuple(problems), unread)))[1]


def _faults(replacing: Superseding) -> Iterator[tuple[str, str]]:
    """Yield the paths of notes whose `supersedes` is wrong, and why."""
    for path, old in sorted(replacing.circular.items()):
        which = f"{', '.join(old)}, which replaces this note directly or indirectly"
        yield path, f"supersedes is circular: this note replaces {which}, so neither is replaced"
    for path, misspelt in sorted(replacing.misspelt.items()):
        for written, near in misspelt:
            yield path, f"supersedes names no note: there is no {written}; nearest: {near}"


def _judged(snapshot: Snapshot, read: _ReadNote, day: int, exists: Callable[[str], bool]) -> JudgedNote:
    root, note = _root(read.path), read.note
    anchors = tuple(read.symbols.get(one) or judge(snapshot, one, root, exists) for one in note.anchors)
    return JudgedNote(read.path, root, note, anchors, strength(note.type, note.date, day), read.superseded_by)


def is_note(path: str) -> bool:
    """Return whether the file at a path is meant to be a note: a Markdown file directly in a folder of notes."""
    folder, found, name = path.rpartition(FOLDER)
    return bool(found) and name.endswith(".md") and "/" not in name and (not folder or folder.endswith("/"))


def is_in_notes_folder(path: str) -> bool:
    """Return whether a path is that of a file in a folder of notes, or below it."""
    return path.startswith(FOLDER) or f"/{FOLDER}" in path


def _root(path: str) -> str:
    return path[: path.rindex(FOLDER)]


class _Invalid(NamedTuple):
    """Why a text is not a note, and the line to which this applies."""

    message: str
    line: int


_read_notes: Lru[bytes, Note | _Invalid] = Lru(CACHED)


def _read(source: SourceText) -> Note | _Invalid:
    """Return the note in a text, or the reason why the text is not a note."""
    known = _read_notes.get(source.digest)
    if known is not None:
        return known
    text = source.data.decode()
    found = attempt(partial(read_note, text))
    if isinstance(found, Fault):
        line = 0
        if isinstance(found.error, NoteError):
            line = found.error.line or line_of_field(text, found.error.field)
        else:  # one file must not take the other notes with it
            log.error("reading a note failed: %s", found.report)
        return _read_notes.put(source.digest, _Invalid(str(found.error) or "the text cannot be read", line))
    return _read_notes.put(source.digest, found)
