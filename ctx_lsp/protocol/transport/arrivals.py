"""Detection of bytes that have arrived but were not read, so that agents' requests do not overtake earlier edits.

The editor's messages and those of agents come over different streams, each with a thread. A thread that was woken by an
edit waits its turn like all others, and the thread of an agent that asks some milliseconds later may run before it.
"""

import io
import select
import time
from io import FileIO

LONGEST_SECONDS = 0.5  # before an agent's request is served anyway
PAUSE_SECONDS = 0.0005
FIRST_TOO_HIGH = 1_024  # descriptors from here on cannot be passed to `select`


class ArrivalReader(io.RawIOBase):
    """A raw stream for one reading thread. Other threads can wait until it has read all that has arrived."""

    def __init__(self, raw: FileIO) -> None:
        """Read from `raw`, a pipe of a system where `select` takes pipes, with a descriptor below `FIRST_TOO_HIGH`."""
        self._raw = raw
        self._is_waiting = False  # all earlier bytes were read, and what is made of them was passed on
        self._has_ended = False

    def readable(self) -> bool:
        """Return True."""
        return True

    def fileno(self) -> int:
        """Return the descriptor of the stream."""
        return self._raw.fileno()

    def readinto(self, buffer: memoryview) -> int | None:  # type: ignore[override]  # any buffer will do
        """Wait for bytes, and read them into `buffer`. Return their number, which is 0 at the end."""
        self._is_waiting = True
        try:
            select.select([self._raw], [], [])  # bytes that have arrived stay visible until this thread runs again
            self._is_waiting = False
            count = self._raw.readinto(buffer)
        except (OSError, ValueError):
            self._has_ended = True
            raise
        self._has_ended = count == 0
        return count

    def close(self) -> None:
        """Close the stream."""
        self._has_ended = True
        self._raw.close()
        super().close()

    def catch_up(self) -> None:
        """Wait until the reading thread has read what has arrived so far, but not longer than `LONGEST_SECONDS`."""
        end = time.monotonic() + LONGEST_SECONDS
        while not self._is_idle() and time.monotonic() < end:
            time.sleep(PAUSE_SECONDS)

    def _is_idle(self) -> bool:
        # In this order: bytes that `select` does not see any more were read before, and the thread waits again only
        # after it has passed them on.
        return self._has_ended or (not self._has_arrivals() and self._is_waiting)

    def _has_arrivals(self) -> bool:
        try:
            return bool(select.select([self._raw], [], [], 0)[0])
        except (OSError, ValueError):  # it was closed meanwhile
            return False
