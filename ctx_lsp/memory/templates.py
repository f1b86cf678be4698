"""Beginnings of notes that an editor offers to write: a title, and a question that the author has to answer.

A saved note that still holds nothing but the question says nothing about the code, so it is not in force.
"""

import re
from collections.abc import Mapping

from ctx_lsp.memory.model import Note, NoteType

UNANSWERED = "its text is still the question of its template"

_NAME = "{0}"
_QUESTIONS: Mapping[NoteType, tuple[str, str]] = {
    "decision": (f"Decision about {_NAME}", f"What was decided about `{_NAME}`, and why?"),
    "gotcha": (f"Gotcha in {_NAME}", f"What goes wrong with `{_NAME}`, and how is it avoided?"),
}


def note_beginnings(name: str) -> Mapping[NoteType, str]:
    """Return the beginnings of new notes about the symbol or file `name`, by type. The first line is the title."""
    return {kind: f"{title}\n\n{question}".format(name) for kind, (title, question) in _QUESTIONS.items()}


def is_unanswered(note: Note) -> bool:
    """Return whether the text of a note is still the question of a template."""
    return _QUESTION.fullmatch(note.body) is not None


def question_line(text: str) -> int:
    """Return the number, counted from 0, of the last line of a text at which a question of a template begins."""
    return max((text.count("\n", 0, found.start()) for found in _QUESTION.finditer(text)), default=0)


def _pattern(question: str) -> str:
    """Return a pattern for a question about any name, also if an editor has wrapped its lines."""
    return r"\s+".join(map(re.escape, question.split())).replace(re.escape(_NAME), "[^`]+")


_QUESTION = re.compile("|".join(_pattern(question) for _, question in _QUESTIONS.values()))
