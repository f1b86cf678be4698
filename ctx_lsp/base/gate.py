"""A gate between urgent and background work: background work waits while urgent work is in progress.

Code that does urgent work announces it to the gate. Background work calls `wait` before each small piece of work. The
gate itself does not schedule work or start threads.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

SETTLING = 0.005  # seconds to wait after urgent work, because more often follows, such as a request after an edit


class Gate:
    """A gate that is open while no urgent work is in progress. Thread-safe."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._urgent = 0

    @contextmanager
    def urgent(self) -> Iterator[None]:
        """Make background work wait for the duration of the `with` block."""
        self.enter()
        try:
            yield
        finally:
            self.leave()

    def enter(self) -> None:
        """Announce the start of urgent work. Call `leave` when the work ends, from the same or another thread."""
        with self._changed:
            self._urgent += 1
            if self._urgent == 1:
                self._changed.notify_all()

    def leave(self) -> None:
        """Announce the end of urgent work."""
        with self._changed:
            self._urgent -= 1
            if not self._urgent:
                self._changed.notify_all()

    def wait(self, timeout: float, given_up: Callable[[], bool]) -> None:
        """Wait until no urgent work is in progress, `given_up()` returns True or `timeout` seconds have passed.

        If there is urgent work at first, also wait until none has been in progress for `SETTLING` seconds.
        """
        end = monotonic() + timeout
        with self._changed:
            while self._urgent and not given_up() and (left := end - monotonic()) > 0:
                self._changed.wait_for(lambda: not self._urgent or given_up(), left)
                self._changed.wait_for(lambda: self._urgent or given_up(), SETTLING)

    def wake(self) -> None:
        """Make waiting threads call `given_up` immediately."""
        with self._changed:
            self._changed.notify_all()
