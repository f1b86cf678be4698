"""The pause of background work while a user types.

The next letter outdates what was derived from the last one, and on two cores an editor needs both to show a letter in
the next frame. So nothing is derived from an edit until typing pauses or a question asks for it. How a question gets
the latest text is not here but in `writer`.
"""

from time import monotonic

PAUSE_SECONDS = 0.25  # longer than the time between two letters of most users
LONGEST_SECONDS = 1.0  # after so long, work gets a turn between two letters, so that constant edits never stop it


class TypingPause:
    """Tells how long background work waits. Used by one thread."""

    def __init__(self) -> None:
        self._since = self._until = float("-inf")

    def edited(self) -> None:
        """Begin or extend the pause: the user has just edited an open buffer."""
        now = monotonic()
        if now >= self._until:
            self._since = now
        self._until = min(now + PAUSE_SECONDS, self._since + LONGEST_SECONDS)

    def remaining_seconds(self) -> float:
        """Return the seconds until the pause ends; 0 if there is none."""
        return max(0.0, self._until - monotonic())
