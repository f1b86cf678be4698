"""The strength of a note, which falls as the note ages. It does not affect the verdicts on the note's anchors."""

from collections.abc import Mapping
from datetime import date

from ctx_lsp.memory.model import NoteType

# Days after which a note has lost half of its strength; a convention holds until it is retired.
HALF_LIVES: Mapping[NoteType, int | None] = {"convention": None, "decision": 180, "gotcha": 90, "failure": 90}
STALE = 0.3  # a note that is weaker should be confirmed or retired
EPOCH = date(1970, 1, 1)


def strength(kind: NoteType, written: date, day: int) -> float:
    """Return the strength (0–1) of a note of type `kind` on `day` (days since 1970).

    The strength falls with the age of the note, except for types without a half-life. It is 1 if the note is dated
    later than `day`.
    """
    half_life = HALF_LIVES[kind]
    age = max(0, day - (written - EPOCH).days)
    return 1.0 if half_life is None else 0.5 ** (age / half_life)
