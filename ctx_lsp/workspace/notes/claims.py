"""Checks whether the code that notes are about has changed or no longer exists.

The results are `CheckedClaim`s of the kind "note", located in the note or at the changed code, so that diagnostics,
settings and the command line treat them like false statements. The statements in a note's text are checked like those
of any document.
"""

from collections.abc import Callable, Iterator

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.claims import CheckedClaim
from ctx_lsp.claims.model import Claim, ClaimSeverity, refuted
from ctx_lsp.memory import JudgedAnchor, JudgedNote, NoteProblem, is_in_notes_folder, note_spans, notes_in
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText

MAX_REMARKS = 20  # about one file of code


def note_claims(
    snapshot: Snapshot, path: str, source: SourceText, exists: Callable[[str], bool], token: CancelToken
) -> tuple[CheckedClaim, ...]:
    """Return claims about the faults and outdated anchors of the note at `path`, or about notes on the code at `path`.

    Return no claims if `source` is not the text in the index. Raises `Cancelled`.
    """
    entry = snapshot.files.get(path)
    if entry is None or entry.source != source:
        return ()
    notes, problems = notes_in(snapshot, 0, exists, token)
    if is_in_notes_folder(path):
        invalid = (_of_problem(one, source) for one in problems if one.path == path)
        return *invalid, *(claim for one in notes if one.path == path for claim in _of_note(one, source))
    return tuple(claim for one in notes if one.is_current for claim in _of_code(snapshot, path, one))[:MAX_REMARKS]


def _of_problem(problem: NoteProblem, source: SourceText) -> CheckedClaim:
    start, end = source.line_range(min(problem.line, source.line_count - 1))
    text = source.slice(start, end).rstrip()
    return _claim(start, start + len(text.encode()), text, f"This note has a fault: {problem.message}", "high")


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
