"""Edits that confirm an outdated note, because it still holds, or that prepare its update by a person.

Both kinds of edits update the anchors to the current code. If an anchor's code is gone, an update points the anchor to
the most similar definition or file; the user decides whether the note is about that code.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ctx_lsp.claims.nearest import replacement
from ctx_lsp.features.definition_diff import KINDS
from ctx_lsp.graph.entry import path_of, qualname_of, without_numbers
from ctx_lsp.memory import Anchor, JudgedAnchor, JudgedNote, NoteError, ValueSpan, anchor_of, note_spans, read_note
from ctx_lsp.memory.anchors import namesakes
from ctx_lsp.memory.model import NoteState
from ctx_lsp.memory.note_text import split_note
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_COMPARED = 2_000  # names of files or of definitions among which the nearest one is sought


@dataclass(frozen=True, slots=True)
class NoteEdit:
    """A text that replaces the bytes `start`–`end` of a note."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class NoteUpdate:
    """The edits that update an outdated note to the current code, and the place to look at afterwards.

    `start`–`end` is a byte range in the edited note: the first anchor whose code is gone, else a false statement, or
    else the start of the note's text. `nearest` holds the symbols and paths that replace code that is gone. `gone`
    holds the anchors without a replacement.
    """

    edits: tuple[NoteEdit, ...]
    start: int
    end: int
    nearest: tuple[str, ...]
    gone: tuple[str, ...]


def confirmed_edits(snapshot: Snapshot, note: JudgedNote, day: date) -> tuple[NoteEdit, ...] | None:
    """Return the edits that accept a note, set its date to `day` and update its anchors to the current code.

    Return None if code that the note is about is gone, or if the edits would change anything else in the note.
    """
    if note.verdict == "orphaned":
        return None
    anchors = tuple(_anchor_to(snapshot, note.root, one, one.now) for one in note.anchors)
    return _edits(snapshot, note, day, anchors, "accepted")


def updated(snapshot: Snapshot, note: JudgedNote, day: date, false: tuple[int, int] | None) -> NoteUpdate | None:
    """Return the edits that update the anchors and the date of a note, and the place to look at afterwards.

    An anchor whose code is gone moves to the most similar code. The date becomes `day` only if no anchor's code is
    gone. The text and the state of the note are not edited. `false` is the byte range of a false statement in the note,
    or None. Return None if the edits would change anything else in the note.
    """
    places = [one.now or _nearest(snapshot, note.root, one.anchor.target) for one in note.anchors]
    anchors = tuple(
        _anchor_to(snapshot, note.root, one, place) for one, place in zip(note.anchors, places, strict=True)
    )
    lost = [number for number, one in enumerate(note.anchors) if one.verdict == "orphaned"]
    edits = _edits(snapshot, note, note.note.date if lost else day, anchors, note.note.state)
    if edits is None:
        return None
    if false is not None and not lost:
        shift = sum(len(one.text.encode()) - (one.end - one.start) for one in edits if one.end <= false[0])
        start, end = (offset + shift for offset in false)
    else:
        start, end = _focus(with_edits(snapshot.files[note.path].source.data, edits), lost)
    nearest = tuple(places[number] for number in lost if places[number])
    gone = tuple(note.anchors[number].anchor.target for number in lost if not places[number])
    return NoteUpdate(edits, start, end, nearest, gone)


def with_edits(data: bytes, edits: Iterable[NoteEdit]) -> bytes:
    """Return the bytes of a note after the edits."""
    for one in sorted(edits, key=lambda edit: edit.start, reverse=True):
        data = data[: one.start] + one.text.encode() + data[one.end :]
    return data


def _edits(
    snapshot: Snapshot, note: JudgedNote, day: date, anchors: Sequence[Anchor], state: NoteState
) -> tuple[NoteEdit, ...] | None:
    """Return the edits of a note's date, anchors and state; None if they would change anything else in the note."""
    data = snapshot.files[note.path].source.data
    spans = note_spans(data)
    changes: list[tuple[ValueSpan | None, str, str]] = [
        (spans.date, note.note.date.isoformat(), day.isoformat()),
        (spans.state, note.note.state, state),
    ]
    for place, old, new in zip(spans.anchors, note.note.anchors, anchors, strict=True):
        changes += [(place.target, old.target, new.target), (place.digest, old.digest, new.digest)]
    edits = tuple(NoteEdit(one.start, one.end, one.written(new)) for one, old, new in changes if one and old != new)
    try:
        edited = read_note(with_edits(data, edits).decode())
    except (NoteError, UnicodeError):
        return None
    return edits if edited == replace(note.note, date=day, state=state, anchors=tuple(anchors)) else None


def _anchor_to(snapshot: Snapshot, root: str, one: JudgedAnchor, place: str) -> Anchor:
    """Return the anchor `one`, moved to the symbol or path `place`; unchanged if it is fresh or `place` is "".

    If the anchor has a digest, the digest is updated to the current code. However, if the anchor's code is gone,
    `place` is a guess; the digest of the old code then stays, so that the note is out of date until somebody confirms
    it.
    """
    definition = snapshot.definition(place) if one.verdict != "fresh" else None
    if definition is not None and one.verdict == "orphaned":
        return Anchor(definition.id.removeprefix(root), one.anchor.digest)
    if definition is not None:
        now = anchor_of(snapshot, definition)
        return Anchor(now.target.removeprefix(root), now.digest if one.anchor.digest else "")
    return Anchor(place.removeprefix(root)) if one.verdict == "orphaned" and place else one.anchor


def _focus(data: bytes, lost: Sequence[int]) -> tuple[int, int]:
    """Return the range of the first of the anchors numbered `lost`, or else the start of the text below the title."""
    if lost:
        target = note_spans(data).anchors[lost[0]].target
        return target.start, target.end
    content = split_note(data.decode())[1].encode()
    heading, end, body = content.lstrip().partition(b"\n")
    start = len(data) - len(body.lstrip() or heading + end + body)
    return start, start


def _nearest(snapshot: Snapshot, root: str, target: str) -> str:
    """Return the definition or file below `root` that is most similar to `target`, which is gone; "" if none is.

    A definition with the same name is preferred to one in the same file with a similar name. If several have the same
    name, the one in the nearest file is returned.
    """
    whole = root + target
    path = path_of(whole)
    if "::" not in target:
        paths = (one for one in snapshot.files if one.startswith(root))
        return _nearest_path(path, [one for one in paths if _file_name(one) == _file_name(path)])
    named = [one for one in namesakes(snapshot, whole, root) if one.kind in KINDS]
    if named and len(named) <= MAX_COMPARED:
        same = [one for one in named if _unnumbered(one.id) == _unnumbered(whole)] or named
        nearest = _nearest_path(path, [one.path for one in same])
        return next(one.id for one in same if one.path == nearest)
    return _alike(snapshot, path, whole)


def _alike(snapshot: Snapshot, path: str, target: str) -> str:
    """Return the definition in the file at `path` whose name is most similar to `target`; "" if none is similar."""
    entry = snapshot.files.get(path)
    inside = [one for one in (entry.definitions if entry else ()) if one.kind in KINDS][:MAX_COMPARED]
    by_name = {_unnumbered(one.id): one.id for one in reversed(inside)}  # the first one of a name
    found = replacement(_unnumbered(target), by_name)
    return by_name[found] if found is not None else ""


def _nearest_path(path: str, paths: Sequence[str]) -> str:
    """Return the path that shares the most parts with the beginning and end of `path`; "" if `paths` is empty."""
    return max(sorted(paths), key=lambda one: _common(path, one), default="")


def _common(one: str, other: str) -> int:
    parts, others = one.split("/"), other.split("/")
    return _run(parts, others) + _run(parts[::-1], others[::-1])


def _run(parts: Sequence[str], others: Sequence[str]) -> int:
    pairs = enumerate(zip(parts, others, strict=False))
    return next((number for number, (one, other) in pairs if one != other), min(len(parts), len(others)))


def _file_name(path: str) -> str:
    return path.rpartition("/")[2]


def _unnumbered(target: str) -> str:
    return without_numbers(qualname_of(target))
