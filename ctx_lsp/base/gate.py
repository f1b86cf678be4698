"""A gate between urgent and background work: the background waits while anything urgent is under way.

It schedules nothing and starts no thread. Who is urgent says so; the background asks before each small piece of work.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

SETTLING = 0.005  # seconds: one urgent thing often follows another at once, as a question follows an edit


class Gate:
    """Open while nothing urgent is under way. Thread-safe."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._urgent = 0

    @contextmanager
    def urgent(self) -> Iterator[None]:
        """Hold the background up inside the `with` block."""
        self.enter()
        try:
            yield
        finally:
            self.leave()

    def enter(self) -> None:
        """Something urgent begins; `leave` must follow, from whichever thread."""
        with self._changed:
            self._urgent += 1
            if self._urgent == 1:
                self._changed.notify_all()

    def leave(self) -> None:
        """Something urgent has ended."""
        with self._changed:
            self._urgent -= 1
            if not self._urgent:
                self._changed.notify_all()

    def wait(self, patience: float, given_up: Callable[[], bool]) -> None:
        """Wait until nothing urgent is under way, but no longer than `patience` seconds, nor once `given_up()`."""
        end = monotonic() + patience
        with self._changed:
            while self._urgent and not given_up() and (left := end - monotonic()) > 0:
                self._changed.wait_for(lambda: not self._urgent or given_up(), left)
                self._changed.wait_for(lambda: self._urgent or given_up(), SETTLING)

    def wake(self) -> None:
        """Have those who wait look again whether they give up."""
        with self._changed:
            self._changed.notify_all()
