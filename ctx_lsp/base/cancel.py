"""Cooperative cancellation: long loops check a token and stop when it is cancelled."""

import threading


class Cancelled(BaseException):
    """Exception raised by cancelled work. It is a `BaseException`, so that `except Exception` does not catch it."""


class CancelToken:
    """A flag that one thread sets and other threads check."""

    __slots__ = ("_event",)

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Tell the work that checks this token to stop."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise `Cancelled` if `cancel` was called. Call this in every loop that may take longer than a millisecond."""
        if self._event.is_set():
            raise Cancelled
