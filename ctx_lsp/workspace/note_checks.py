"""Checks of notes: anchors whose code has changed or is gone, as false statements of the note and remarks on the code.

They are `CheckedClaim`s of the kind "note", so that diagnostics, settings and the command line treat them like other
statements. The statements in a note's text are checked like those of any document.
"""

import re
from collections.abc import Callable, Iterator
from datetime import date

from ctx_lsp.claims import CheckedClaim
from ctx_lsp.claims.model import Claim, ClaimSeverity, refuted
from ctx_lsp.memory import JudgedAnchor, JudgedNote, anchor_of, is_note, notes_in
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText

MAX_REMARKS = 20  # about one file of code

_DATE = re.compile(r"^date:.*$", re.MULTILINE)


def note_claims(
    snapshot: Snapshot, path: str, source: SourceText, exists: Callable[[str], bool]
) -> tuple[CheckedClaim, ...]:
    """Return what is wrong with the anchors of the note at `path`, or the outdated notes about code of this file."""
    entry = snapshot.files.get(path)
    if entry is None or entry.source != source:
        return ()
    notes = notes_in(snapshot, 0, exists)[0]
    if is_note(path):
        return tuple(claim for one in notes if one.path == path for claim in _of_note(one, source))
    return tuple(claim for one in notes if one.is_current for claim in _of_code(snapshot, path, one))[:MAX_REMARKS]


def confirmed_text(snapshot: Snapshot, note: JudgedNote, day: date) -> str | None:
    """Return the text of a note whose anchors are set to the code as it is now; None if code of it is gone."""
    text = snapshot.files[note.path].source.data.decode()
    front, fence, rest = text.partition("\n---\n")
    for one in note.anchors:
        if one.verdict == "orphaned":
            return None
        definition = snapshot.definition(one.now)
        if definition is not None and one.anchor.digest and one.verdict != "fresh":
            now = anchor_of(snapshot, definition)
            front = front.replace(one.anchor.digest, now.digest)
            front = front.replace(one.anchor.target, now.target.removeprefix(note.root))
    return f"{_DATE.sub(f'date: {day.isoformat()!r}', front, count=1)}{fence}{rest}"


def _of_note(one: JudgedNote, source: SourceText) -> Iterator[CheckedClaim]:
    for anchor in one.anchors:
        target = anchor.anchor.target
        start = source.data.find(target.encode())
        if start < 0 or anchor.verdict not in ("drifted", "orphaned"):
            continue
        if anchor.verdict == "orphaned":
            yield _claim(start, target, f"{target} is gone: update the note, or delete it", "high")
        else:
            yield _claim(start, target, f"{_named(anchor)} since the note was written: does it still hold?", "low")


def _named(anchor: JudgedAnchor) -> str:
    moved = "" if anchor.now.endswith(anchor.anchor.target) else f" (now {anchor.now})"
    return f"{anchor.anchor.target}{moved} has changed"


def _of_code(snapshot: Snapshot, path: str, note: JudgedNote) -> Iterator[CheckedClaim]:
    for anchor in note.anchors:
        definition = snapshot.definition(anchor.now) if anchor.verdict == "drifted" else None
        if definition is not None and definition.path == path:
            start = snapshot.files[path].facts.spans[definition.index].name_start
            reason = f"This code has changed since a {note.note.type} was noted in {note.path}: “{note.note.title}”"
            yield _claim(start, definition.name, reason, "low", about=note.path)


def _claim(start: int, name: str, reason: str, severity: ClaimSeverity, about: str = "") -> CheckedClaim:
    """Return a refuted claim about a name; `about` is the path of the note if it is not the checked document."""
    claim = Claim("note", start, start + len(name.encode()), name, name, about)
    return CheckedClaim(claim, refuted(reason, severity))
