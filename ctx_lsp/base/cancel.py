"""Cooperative cancellation: a token that long loops check. Who cancels, and when, is not decided here."""

import threading


class Cancelled(BaseException):
    """The work was cancelled. A `BaseException`, so that no broad handler below the dispatcher can swallow it."""


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
        """Raise `Cancelled` once `cancel` was called; call it in every loop that may run for over a millisecond."""
        if self._event.is_set():
            raise Cancelled
