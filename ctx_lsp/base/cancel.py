"""Cooperative cancellation: a token that long loops check. The owner of a token decides when to cancel."""

import threading


class Cancelled(BaseException):
    """Cancellation of the work. A `BaseException`, so that no broad handler below the dispatcher swallows it."""


class CancelToken:
    """A flag set from one thread and checked from others."""

    __slots__ = ("_event",)

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the work that holds this token to stop."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise `Cancelled` if `cancel` was called. Call this in every loop that may run longer than a millisecond."""
        if self._event.is_set():
            raise Cancelled
