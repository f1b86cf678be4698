"""Refresh requests, which ask the client to fetch code lenses or diagnostics again.

The client then sends requests that `handlers.lenses` and `handlers.claims` answer.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

from ctx_lsp.workspace import Progress

log = logging.getLogger(__name__)


class Refresh:
    """Sender of one kind of refresh request to the client. At most one request is pending at a time.

    All methods except `listen` must be called on the loop thread.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, what: str, send: Callable[[None], "Future[None]"]
    ) -> None:  # fmt: skip
        """Create a sender that sends nothing until `allow` is called.

        `send` sends a request; `what`, such as "lenses", is used in the log.
        """
        self._loop = loop
        self._what = what
        self._send = send
        self._allowed = False
        self._asked = False
        self._again = False
        self._was_ready = True

    def allow(self) -> None:
        """Allow refresh requests, which the client now accepts, and send the first one."""
        self._allowed = True
        self.ask()

    def listen(self, progress: Progress) -> None:
        """Handle a progress report from the workspace: ask for a refresh when the index becomes ready."""
        is_ready = progress.phase == "ready"
        if is_ready and not self._was_ready:
            with suppress(RuntimeError):  # the loop has ended, and the workspace soon will
                self._loop.call_soon_threadsafe(self.ask)
        self._was_ready = is_ready

    def ask(self) -> None:
        """Send a refresh request, now or after the answer to the pending one. Does nothing until `allow` is called."""
        if not self._allowed:
            return
        if self._asked:
            self._again = True
            return
        self._asked = True
        self._send(None).add_done_callback(self._answered)

    def _answered(self, answer: "Future[None]") -> None:
        self._asked = False
        if answer.cancelled():  # the connection has ended
            return
        if answer.exception() is not None:
            log.info("the client does not refresh %s: %s", self._what, answer.exception())
            self._allowed = False
        elif self._again:
            self._again = False
            self.ask()
