"""The pause of background work while a user types.

Each letter makes the facts and vectors of the text before it obsolete, and on two cores an editor needs both to show a
letter in the next frame. So nothing is derived from an edit until typing pauses, a question asks for it, or the pause
has lasted for a second. `writer` applies the latest texts for questions, and says which work goes on during the pause.
"""

from time import monotonic

PAUSE_SECONDS = 0.25  # longer than the time between two letters of most users
LONGEST_SECONDS = 1.0
TURN_SECONDS = 0.1  # of work after each pause, also while edits go on, so that constant edits never stop it


class TypingPause:
    """A pause that background work makes while the user is typing. Only one thread may use it."""

    def __init__(self) -> None:
        self._begun = self._until = float("-inf")

    def note_edit(self) -> None:
        """Begin or extend the pause: the user has just edited an open buffer."""
        now = monotonic()
        if now >= self._until + TURN_SECONDS:
            self._begun = now
        self._until = min(now + PAUSE_SECONDS, self._begun + LONGEST_SECONDS)

    def remaining_seconds(self) -> float:
        """Return the seconds until the pause ends; 0 if there is none."""
        return max(0.0, self._until - monotonic())
