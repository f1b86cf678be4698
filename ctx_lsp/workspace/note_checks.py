"""Checks whether the code that notes are about has changed or no longer exists.

The results are `CheckedClaim`s of the kind "note", located in the note or at the changed code, so that diagnostics,
settings and the command line treat them like false statements. The statements in a note's text are checked like those
of any document.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.claims import CheckedClaim
from ctx_lsp.claims.model import Claim, ClaimSeverity, refuted
from ctx_lsp.memory import (
    Anchor,
    JudgedAnchor,
    JudgedNote,
    NoteError,
    ValueSpan,
    anchor_of,
    is_note,
    note_spans,
    notes_in,
    read_note,
)
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText

MAX_REMARKS = 20  # about one file of code


@dataclass(frozen=True, slots=True)
class NoteEdit:
    """An edit that replaces the bytes of a note from `start` to `end` with `text`."""

    start: int
    end: int
    text: str


def note_claims(
    snapshot: Snapshot, path: str, source: SourceText, exists: Callable[[str], bool], token: CancelToken
) -> tuple[CheckedClaim, ...]:
    """Return claims about outdated anchors in the note at `path`, or about outdated notes on the code at `path`.

    Return no claims if `source` is not the text in the index. Raises `Cancelled`.
    """
    entry = snapshot.files.get(path)
    if entry is None or entry.source != source:
        return ()
    notes = notes_in(snapshot, 0, exists, token)[0]
    if is_note(path):
        return tuple(claim for one in notes if one.path == path for claim in _of_note(one, source))
    return tuple(claim for one in notes if one.is_current for claim in _of_code(snapshot, path, one))[:MAX_REMARKS]


def confirmed_edits(snapshot: Snapshot, note: JudgedNote, day: date) -> tuple[NoteEdit, ...] | None:
    """Return the edits that accept a note, set its date to `day` and update its anchors to the current code.

    Return None if code that the note is about is gone, or if the edits would change anything else in the note.
    """
    if note.verdict == "orphaned":
        return None
    data = snapshot.files[note.path].source.data
    spans = note_spans(data)
    anchors = tuple(_as_now(snapshot, note.root, one) for one in note.anchors)
    changes: list[tuple[ValueSpan | None, str, str]] = [
        (spans.date, note.note.date.isoformat(), day.isoformat()),
        (spans.state, note.note.state, "accepted"),
    ]
    for place, old, new in zip(spans.anchors, note.note.anchors, anchors, strict=True):
        changes += [(place.target, old.target, new.target), (place.digest, old.digest, new.digest)]
    edits = tuple(NoteEdit(one.start, one.end, one.written(new)) for one, old, new in changes if one and old != new)
    try:
        edited = read_note(with_edits(data, edits).decode())
    except (NoteError, UnicodeError):
        return None
    return edits if edited == replace(note.note, date=day, state="accepted", anchors=anchors) else None


def _as_now(snapshot: Snapshot, root: str, one: JudgedAnchor) -> Anchor:
    """Return the anchor, updated to the current code. An anchor without a digest stays without one."""
    definition = snapshot.definition(one.now) if one.verdict != "fresh" else None
    if definition is None:
        return one.anchor
    now = anchor_of(snapshot, definition)
    return Anchor(now.target.removeprefix(root), now.digest if one.anchor.digest else "")


def with_edits(data: bytes, edits: Iterable[NoteEdit]) -> bytes:
    """Return the bytes of a note with the edits applied."""
    for one in sorted(edits, key=lambda edit: edit.start, reverse=True):
        data = data[: one.start] + one.text.encode() + data[one.end :]
    return data


def _of_note(one: JudgedNote, source: SourceText) -> Iterator[CheckedClaim]:
    if one.verdict not in ("drifted", "orphaned"):
        return
    for anchor, spans in zip(one.anchors, note_spans(source.data).anchors, strict=True):
        start, end, target = spans.target.start, spans.target.end, anchor.anchor.target
        if anchor.verdict == "orphaned":
            yield _claim(start, end, target, f"{target} is gone: update the note, or delete it", "high")
        elif anchor.verdict == "drifted":
            reason = f"{_named(anchor)} since the note was written: does it still hold?"
            yield _claim(start, end, target, reason, "low")


def _named(anchor: JudgedAnchor) -> str:
    moved = "" if anchor.now.endswith(anchor.anchor.target) else f" (now {anchor.now})"
    return f"{anchor.anchor.target}{moved} has changed"


def _of_code(snapshot: Snapshot, path: str, note: JudgedNote) -> Iterator[CheckedClaim]:
    for anchor in note.anchors:
        definition = snapshot.definition(anchor.now) if anchor.verdict == "drifted" else None
        if definition is not None and definition.path == path:
            start = snapshot.files[path].facts.spans[definition.index].name_start
            end = start + len(definition.name.encode())
            reason = f"This code has changed since a {note.note.type} was noted in {note.path}: “{note.note.title}”"
            yield _claim(start, end, definition.name, reason, "low", about=note.path)


def _claim(start: int, end: int, name: str, reason: str, severity: ClaimSeverity, about: str = "") -> CheckedClaim:
    """Return a refuted claim about a name. If the claim is not in the note itself, `about` is the note's path."""
    claim = Claim("note", start, end, name, name, about)
    return CheckedClaim(claim, refuted(reason, severity))
