"""Data types for notes, without verdicts. `anchors` and `notebook` judge notes against a snapshot."""

from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

NoteType = Literal["convention", "decision", "gotcha", "failure"]
NoteState = Literal["accepted", "proposed"]

NOTE_TYPES: tuple[NoteType, ...] = get_args(NoteType)


class NoteError(Exception):
    """Error raised for a text that is not a valid note. The message is a sentence for the user.

    `field` names the field of the front matter that is wrong; it is empty if the error is about something else. `line`
    is the number, counted from 0, of the line with the error, or 0 if the line is not known.
    """

    def __init__(self, message: str, field: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.field = field
        self.line = line


@dataclass(frozen=True, slots=True)
class Anchor:
    """A symbol (`path::qualified.name`) or file (a path) that a note is about.

    `digest` identifies the text that the symbol had when the note was written; it is empty for a file, or if unknown.
    """

    target: str
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """The content of a note; its path is not included.

    `reason` says why the note was written. `scope` holds git-ignore patterns for the paths to which the note applies.
    `supersedes` holds the ids of the notes that this one replaces. `source` names the author: `person`, `agent`, or a
    commit. A note that is only `proposed` waits for a person to accept it.
    """

    type: NoteType
    title: str
    body: str
    date: date
    reason: str = ""
    category: str = ""
    scope: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    supersedes: tuple[str, ...] = ()
    source: str = "person"
    state: NoteState = "accepted"
