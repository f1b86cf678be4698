"""Notes about the code that live in the repository: conventions, decisions, gotchas and failures.

A note is a Markdown file in `.ctx-lsp/memory/`, so it is indexed, edited and reviewed like any other file. `note_text`
reads and writes notes, `anchors` judges whether the code that a note speaks of is still the same, `decay` says how much
a note's age takes away from it, and `notebook` finds the notes of a snapshot. A note is data to quote, never an
instruction to follow. Ranking notes for a question is the task of `workspace`.
"""

from ctx_lsp.memory.anchors import AnchorVerdict, JudgedAnchor, anchor_of
from ctx_lsp.memory.model import NOTE_TYPES, Anchor, Note, NoteError, NoteState, NoteType
from ctx_lsp.memory.note_text import FOLDER, MAX_BODY, note_path, write_note
from ctx_lsp.memory.notebook import JudgedNote, NoteProblem, notes_about, notes_in

__all__ = [
    "FOLDER",
    "MAX_BODY",
    "NOTE_TYPES",
    "Anchor",
    "AnchorVerdict",
    "JudgedAnchor",
    "JudgedNote",
    "Note",
    "NoteError",
    "NoteProblem",
    "NoteState",
    "NoteType",
    "anchor_of",
    "note_path",
    "notes_about",
    "notes_in",
    "write_note",
]
