"""Refresh of code lenses in the editor, after the index has caught up or the settings have changed.

`handlers.lenses` creates the lenses.
"""

import asyncio
import logging
from concurrent.futures import Future
from contextlib import suppress

from ctx_lsp.protocol.transport.rpc import Client
from ctx_lsp.workspace import Progress

log = logging.getLogger(__name__)


class LensRefresh:
    """Sender of lens refresh requests to the client, with at most one request pending at a time.

    All methods except `listen` must be called on the loop thread.
    """

    def __init__(self, client: Client, loop: asyncio.AbstractEventLoop) -> None:
        self._client = client
        self._loop = loop
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
        """Ask for a refresh, now or after the answer to the pending request."""
        if not self._allowed:
            return
        if self._asked:
            self._again = True
            return
        self._asked = True
        self._client.workspace_code_lens_refresh(None).add_done_callback(self._answered)

    def _answered(self, answer: "Future[None]") -> None:
        self._asked = False
        if answer.cancelled():  # the connection has ended
            return
        if answer.exception() is not None:
            log.info("the client does not refresh lenses: %s", answer.exception())
            self._allowed = False
        elif self._again:
            self._again = False
            self.ask()
