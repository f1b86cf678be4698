"""Conversion of notes to JSON."""

from ctx_lsp.cli.json_answers.values import JsonObject
from ctx_lsp.workspace import ProposedNote, Recall, RecalledNote


def recall_json(recall: Recall) -> JsonObject:
    """Convert recalled notes to JSON."""
    return {
        "notes": [_note(one) for one in recall.notes],
        "total": recall.total,
        "problems": [{"path": one.path, "message": one.message, "valid": one.is_valid} for one in recall.problems],
        "warnings": list(recall.warnings),
    }


def proposal_json(one: ProposedNote) -> JsonObject:
    """Convert a proposed note to JSON."""
    return {
        "type": one.type,
        "text": one.text,
        "about": list(one.about),
        "source": one.source,
        "date": one.day.isoformat() if one.day else None,
    }


def _note(recalled: RecalledNote) -> JsonObject:
    one, note = recalled.judged, recalled.judged.note
    return {
        "id": one.id,
        "path": one.path,
        "type": note.type,
        "title": note.title,
        "text": note.body,
        "reason": note.reason,
        "category": note.category,
        "date": note.date.isoformat(),
        "source": note.source,
        "state": note.state,
        "anchors": [
            {"target": each.anchor.target, "verdict": each.verdict, "now": each.now or None} for each in one.anchors
        ],
        "verdict": recalled.verdict,
        "contradictions": list(recalled.contradictions),
        "strength": round(one.strength, 2),
        "stale": one.is_stale,
        "inForce": recalled.is_in_force,
        "doubts": list(recalled.doubts),
        "supersededBy": one.superseded_by or None,
    }
