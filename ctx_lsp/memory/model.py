"""Types of notes. They hold no verdicts: `anchors` and `notebook` judge notes against a snapshot."""

from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

NoteType = Literal["convention", "decision", "gotcha", "failure"]
NoteState = Literal["accepted", "proposed"]

NOTE_TYPES: tuple[NoteType, ...] = get_args(NoteType)


class NoteError(Exception):
    """A text is not a valid note. The message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A symbol (`path::qualified.name`) or file (a path) that a note is about.

    `digest` identifies the symbol's text when the note was written; it is empty for files, and if it is not known.
    """

    target: str
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A note, without the file that holds it.

    `reason` says why the note was written. `scope` holds git-ignore patterns of the paths that it applies to.
    `supersedes` holds the ids of notes that this one replaces. `source` names the author: `person`, `agent`, or a
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
