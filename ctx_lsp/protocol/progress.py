"""Progress bar in the editor during indexing (LSP's work-done progress). The workspace measures the progress."""

import asyncio
import logging
from concurrent.futures import Future
from contextlib import suppress
from uuid import uuid4

from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.transport.rpc import Client
from ctx_lsp.workspace import Progress

SHOW_EVERY_SECONDS = 0.2  # also the delay before a bar appears, because short work needs none
TITLE = "ctx-lsp: indexing"

# Percentages at which each phase begins and ends. They never decrease, because clients ignore a decrease.
PHASE_PERCENTAGES = {
    "scanning": (0, 5),
    "indexing": (5, 50),
    "embedding": (50, 100),
    "ready": (100, 100),
    "failed": (100, 100),
}
FINAL_PHASES = frozenset({"ready", "failed"})
HIGHEST = 99  # percent, until the work has ended

log = logging.getLogger(__name__)


class IndexProgress:
    """A progress bar that is shown from the start of indexing until the index is ready or indexing has failed.

    All methods except `listen` must be called on the loop thread.
    """

    def __init__(self, client: Client, loop: asyncio.AbstractEventLoop) -> None:
        self._client = client
        self._loop = loop
        self._latest = Progress("ready", 0, 0)
        self._due = False
        self._token: str | None = None
        self._begun = False
        self._percentage = 0
        self._allowed = False

    def allow(self) -> None:
        """Allow progress bars, because the client now accepts the requests that create them."""
        self._allowed = True
        self._show()

    def listen(self, progress: Progress) -> None:
        """Handle a progress report from the workspace. Callers may report at any rate; only some reports are shown."""
        self._latest = progress
        if not self._due:
            self._due = True
            with suppress(RuntimeError):  # the loop has ended, and the workspace soon will
                self._loop.call_soon_threadsafe(self._loop.call_later, SHOW_EVERY_SECONDS, self._show)

    def _show(self) -> None:
        self._due = False  # before `_latest` is read, so that a report arriving meanwhile is shown next time
        if self._begun:
            self._report()
        elif self._token is None and self._latest.phase not in FINAL_PHASES and self._allowed:
            self._token = str(uuid4())
            created = self._client.protocol.send_request(
                types.WINDOW_WORK_DONE_PROGRESS_CREATE, types.WorkDoneProgressCreateParams(self._token)
            )
            created.add_done_callback(self._created)

    def _created(self, created: "Future[object]") -> None:
        if created.exception() is not None:
            log.info("the client refused a progress bar: %s", created.exception())
            self._token, self._allowed = None, False
            return
        self._begun, self._percentage = True, 0
        message, percentage = self._state()
        self._send(types.WorkDoneProgressBegin(TITLE, cancellable=False, message=message, percentage=percentage))
        if self._latest.phase in FINAL_PHASES:
            self._report()

    def _report(self) -> None:
        message, percentage = self._state()
        if self._latest.phase in FINAL_PHASES:
            self._send(types.WorkDoneProgressEnd(message=message))
            self._token, self._begun = None, False
        else:
            self._send(types.WorkDoneProgressReport(message=message, percentage=percentage))

    def _state(self) -> tuple[str, int]:
        """Return the message and the percentage for the latest report."""
        latest = self._latest
        first, last = PHASE_PERCENTAGES[latest.phase]
        share = latest.done / latest.total if latest.total else 0.0
        counted = f" {latest.done}/{latest.total}" if latest.total and latest.phase not in FINAL_PHASES else ""
        # The total may grow while files are being found, but the percentage must not decrease.
        self._percentage = max(self._percentage, min(HIGHEST, int(first + share * (last - first))))
        return f"{latest.phase}{counted}", self._percentage

    def _send(
        self, value: types.WorkDoneProgressBegin | types.WorkDoneProgressReport | types.WorkDoneProgressEnd
    ) -> None:
        self._client.protocol.notify(types.PROGRESS, types.ProgressParams(token=self._token or "", value=value))
