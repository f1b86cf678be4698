"""Progress reports for listeners, and a way for threads to wait until the workspace is in a given state.

`workspace` decides what is reported and what threads wait for.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from functools import partial

from ctx_lsp.features.model import Progress

Listener = Callable[[Progress], None]


class ProgressReports:
    """A distributor of progress reports that also wakes threads waiting for a condition. Thread-safe."""

    def __init__(self) -> None:
        """Create a distributor without listeners."""
        self._listeners: list[Listener] = []
        self._changed = threading.Condition()
        self._changes = 0

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` with every later report, on the thread that makes the report."""
        self._listeners.append(listener)

    def report(self, progress: Progress) -> None:
        """Wake the waiting threads, and call the listeners with `progress`."""
        self.wake()
        for listener in self._listeners:
            listener(progress)

    def wake(self) -> None:
        """Make the waiting threads check their conditions again."""
        with self._changed:
            self._changes += 1
            self._changed.notify_all()

    def wait_until(self, holds: Callable[[float | None], bool], timeout: float | None) -> bool:
        """Call `holds` now and after each report or `wake`, until it returns true.

        `holds` receives the number of seconds left, or None if there is no time limit. Return False after `timeout`
        seconds, or if `holds` raises `TimeoutError` or `CancelledError`.
        """
        end = None if timeout is None else time.monotonic() + timeout

        def left() -> float | None:
            return None if end is None else max(0.0, end - time.monotonic())

        while True:
            changes = self._changes
            try:
                if holds(left()):
                    return True
            except (TimeoutError, CancelledError):
                return False
            with self._changed:
                if not self._changed.wait_for(partial(self._changed_since, changes), left()):
                    return False

    def _changed_since(self, changes: int) -> bool:
        return self._changes != changes
