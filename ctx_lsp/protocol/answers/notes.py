"""Conversion of notes to wire types."""

from ctx_lsp.protocol.answers.locations import wire_location, wire_range
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.messages.notes import (
    WireAnchor,
    WireNote,
    WireNoteEdit,
    WireNoteProblem,
    WireNoteUpdate,
    WireProposal,
    WireRecall,
)
from ctx_lsp.protocol.routes import Call
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Analysis, NoteUpdate, ProposedNote, Recall, RecalledNote


def wire_recall(call: Call[Analysis], recall: Recall) -> WireRecall:
    """Convert recalled notes to their wire type."""
    return WireRecall(
        revision=call.captured.revision,
        notes=tuple(_note(call, one) for one in recall.notes),
        total=recall.total,
        problems=tuple(
            WireNoteProblem(call.names.uri_of(one.path), one.message, one.is_valid) for one in recall.problems
        ),
        warnings=recall.warnings,
    )


def wire_proposal(one: ProposedNote) -> WireProposal:
    """Convert a proposed note to its wire type."""
    return WireProposal(one.type, one.text, one.about, one.source, one.day.isoformat() if one.day else None)


def wire_update(
    call: Call[Analysis], uri: str, source: SourceText, update: NoteUpdate, place: types.Range, *, sent: bool
) -> WireNoteUpdate:
    """Convert the update of a note to its wire type.

    `source` is the note's present text. `place` is the range that an editor should show after the edits. `sent` is true
    if the editor was asked to make the edits.
    """
    positions = call.session.positions
    edits = (WireNoteEdit(wire_range(positions.range(source, one.start, one.end)), one.text) for one in update.edits)
    return WireNoteUpdate(uri, tuple(edits), wire_range(place), update.nearest, update.gone, sent)


def _note(call: Call[Analysis], recalled: RecalledNote) -> WireNote:
    one, note = recalled.judged, recalled.judged.note
    uri, place = wire_location(call, one.path, 0, 0)
    return WireNote(
        id=one.id,
        uri=uri,
        range=place,
        type=note.type,
        title=note.title,
        text=note.body,
        reason=note.reason,
        category=note.category,
        date=note.date.isoformat(),
        source=note.source,
        state=note.state,
        anchors=tuple(WireAnchor(each.anchor.target, each.verdict, each.now) for each in one.anchors),
        verdict=recalled.verdict,
        contradictions=recalled.contradictions,
        strength=round(one.strength, 2),
        stale=one.is_stale,
        in_force=recalled.is_in_force,
        doubts=recalled.doubts,
        superseded_by=one.superseded_by or None,
    )
