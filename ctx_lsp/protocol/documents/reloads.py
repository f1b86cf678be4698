"""Reloads of open documents whose files have changed on disk: tells the client, and lets agents' requests wait for it.

The editor's text is what answers are about, so the server never takes the text from disk in its place. Clients that
reload a document send its new text a moment later.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from ctx_lsp.protocol.documents.open_texts import OpenTexts
from ctx_lsp.protocol.messages.common import plain_members
from ctx_lsp.protocol.messages.documents import CHANGED_ON_DISK, WireChangedOnDisk
from ctx_lsp.protocol.transport.inbox import on_loop
from ctx_lsp.workspace import Analysis, OutdatedBuffer, Workspace

RELOAD_SECONDS = 0.3  # maximum wait of a request for a reload; Neovim takes some 10 ms

Finished = Callable[["Future[Analysis]"], None]


class Reloads:
    """The documents that the client should reload. Use it on the loop thread, except `outdated`."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, workspace: Workspace, notify: Callable[[str, object], None]
    ) -> None:
        """Create it for a workspace. `notify` sends a notification with a method and parameters."""
        self._loop = loop
        self._workspace = workspace
        self._notify = notify
        self._waiting: dict[Future[Analysis], asyncio.TimerHandle] = {}
        self._not_reloaded: set[OutdatedBuffer] = set()  # those for which a request has waited in vain
        self._told: dict[str, float] = {}  # when the client was last told to reload the file at a path
        self.texts: OpenTexts | None = None

    def outdated(self, buffer: OutdatedBuffer) -> None:
        """Tell the client that the file of a buffer has changed, if the buffer can be reloaded. Any thread may call."""
        if buffer.can_be_reloaded:
            on_loop(self._loop, self._tell, buffer.path)

    def analysis(self) -> "Future[Analysis]":
        """Return a future with an analysis. It waits a limited time until the client has reloaded all documents."""
        answer: Future[Analysis] = Future()
        self._ask(answer)
        return answer

    def texts_changed(self) -> None:
        """Look again whether all documents are reloaded, after the client has sent a text."""
        for answer in list(self._waiting):
            self._ask(answer)

    def _tell(self, path: str) -> None:
        for uri in self._uris_of(path):
            self._told[path] = self._loop.time()
            self._notify(CHANGED_ON_DISK, plain_members(WireChangedOnDisk(uri)))

    def _uris_of(self, path: str) -> list[str]:
        return self.texts.uris_of(path) if self.texts is not None else []

    def _is_reloading(self) -> bool:
        """Return whether the client has closed a document that it was told to reload, and not opened it again."""
        now = self._loop.time()
        self._told = {path: told for path, told in self._told.items() if now - told < RELOAD_SECONDS}
        return not all(map(self._uris_of, self._told))

    def _ask(self, answer: "Future[Analysis]", *, is_last: bool = False) -> None:
        if not is_last and self._is_reloading():
            self._wait(answer)
            return
        made = self._workspace.analysis()
        made.add_done_callback(lambda done: on_loop(self._loop, partial(self._made, answer, done, is_last=is_last)))

    def _made(self, answer: "Future[Analysis]", made: "Future[Analysis]", *, is_last: bool) -> None:
        if answer.done():
            return
        if made.cancelled() or made.exception() is not None:
            self._finish(answer, made)
            return
        awaited = {one for one in made.result().snapshot.outdated_buffers if one.can_be_reloaded}
        self._not_reloaded &= awaited
        if is_last:
            self._not_reloaded |= awaited
        if awaited <= self._not_reloaded:
            self._finish(answer, made)
        else:
            self._wait(answer)

    def _wait(self, answer: "Future[Analysis]") -> None:
        if answer not in self._waiting:
            self._waiting[answer] = self._loop.call_later(RELOAD_SECONDS, partial(self._ask, answer, is_last=True))

    def _finish(self, answer: "Future[Analysis]", made: "Future[Analysis]") -> None:
        timer = self._waiting.pop(answer, None)
        if timer is not None:
            timer.cancel()
        if made.cancelled():
            answer.cancel()
        elif (error := made.exception()) is not None:
            answer.set_exception(error)
        else:
            answer.set_result(made.result())

    def close(self) -> None:
        """Cancel the requests that wait."""
        for answer, timer in self._waiting.items():
            timer.cancel()
            answer.cancel()
        self._waiting.clear()
