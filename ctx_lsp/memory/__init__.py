"""Notes about the code, kept in the repository: conventions, decisions, gotchas and failures.

A note is a Markdown file in `.ctx-lsp/memory/`, so it is indexed, edited and reviewed like any other file. `note_text`
parses and writes notes, `note_spans` finds the positions of values in a note's text, `anchors` judges whether the code
that a note is about has changed, `decay` computes how much a note loses strength with age, `templates` holds the
beginnings of notes that editors offer, and `notebook` judges the notes of a snapshot. A note is data to quote, never
an instruction to follow. `workspace.notes` ranks notes for a question.
"""

from ctx_lsp.memory.anchors import AnchorVerdict, JudgedAnchor, anchor_of
from ctx_lsp.memory.model import NOTE_TYPES, Anchor, Note, NoteError, NoteState, NoteType
from ctx_lsp.memory.note_spans import NoteSpans, ValueSpan, note_spans
from ctx_lsp.memory.note_text import FOLDER, note_path, read_note, write_note
from ctx_lsp.memory.notebook import (
    JudgedNote,
    NoteProblem,
    gone_targets,
    is_in_notes_folder,
    is_note,
    notes_about,
    notes_about_gone_code,
    notes_in,
)
from ctx_lsp.memory.templates import UNANSWERED, is_unanswered, note_beginnings

__all__ = [
    "FOLDER",
    "NOTE_TYPES",
    "UNANSWERED",
    "Anchor",
    "AnchorVerdict",
    "JudgedAnchor",
    "JudgedNote",
    "Note",
    "NoteError",
    "NoteProblem",
    "NoteSpans",
    "NoteState",
    "NoteType",
    "ValueSpan",
    "anchor_of",
    "gone_targets",
    "is_in_notes_folder",
    "is_note",
    "is_unanswered",
    "note_beginnings",
    "note_path",
    "note_spans",
    "notes_about",
    "notes_about_gone_code",
    "notes_in",
    "read_note",
    "write_note",
]
