"""A gate between urgent and background work: background work waits while urgent work is under way.

The gate schedules nothing and starts no thread. Urgent work announces itself; background work calls `wait` before each
small piece.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

SETTLING = 0.005  # seconds to wait for the next urgent work: it often follows immediately, as a question does an edit


class Gate:
    """Open while no urgent work is under way. Thread-safe."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._urgent = 0

    @contextmanager
    def urgent(self) -> Iterator[None]:
        """Hold background work up inside the `with` block."""
        self.enter()
        try:
            yield
        finally:
            self.leave()

    def enter(self) -> None:
        """Begin urgent work. A call of `leave` must follow, from any thread."""
        with self._changed:
            self._urgent += 1
            if self._urgent == 1:
                self._changed.notify_all()

    def leave(self) -> None:
        """End urgent work."""
        with self._changed:
            self._urgent -= 1
            if not self._urgent:
                self._changed.notify_all()

    def wait(self, timeout: float, given_up: Callable[[], bool]) -> None:
        """Wait until no urgent work is under way, at most `timeout` seconds, and only while `given_up()` is false."""
        end = monotonic() + timeout
        with self._changed:
            while self._urgent and not given_up() and (left := end - monotonic()) > 0:
                self._changed.wait_for(lambda: not self._urgent or given_up(), left)
                self._changed.wait_for(lambda: self._urgent or given_up(), SETTLING)

    def wake(self) -> None:
        """Make waiting threads call their `given_up` again."""
        with self._changed:
            self._changed.notify_all()
