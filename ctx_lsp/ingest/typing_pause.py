"""The pause of background work while a user types.

The next letter makes obsolete what was derived from the last one, and on two cores an editor needs both to show a
letter in the next frame. So nothing is derived from an edit until typing pauses, a question asks for it, or the pause
has lasted for a second. `writer` applies the latest texts for questions, and says which work goes on during the pause.
"""

from time import monotonic

PAUSE_SECONDS = 0.25  # longer than the time between two letters of most users
LONGEST_SECONDS = 1.0  # the next pause can only begin when all work is done, so that constant edits never stop it


class TypingPause:
    """The time that background work still has to wait. Used by one thread."""

    def __init__(self) -> None:
        self._begun: float | None = None  # when the first edit since the last end of all work arrived
        self._until = 0.0

    def note_edit(self) -> None:
        """Begin or extend the pause: the user has just edited an open buffer."""
        now = monotonic()
        if self._begun is None:
            self._begun = now
        self._until = min(now + PAUSE_SECONDS, self._begun + LONGEST_SECONDS)

    def note_idle(self) -> None:
        """Let the next edit begin a new pause: all work is done."""
        self._begun = None

    def remaining_seconds(self) -> float:
        """Return the seconds until the pause ends; 0 if there is none."""
        return max(0.0, self._until - monotonic())
