"""Hints after a save. A hint names a file that nearly always changes with the saved file but has not been changed.

The client shows a hint as a message with the actions *Open* and *Not this time*. The same pair of files is named only
once until the saved file has another committed text, whichever action the user chooses: commits of other files, and
branches on which the file is the same, do not bring the hint back for the same change.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.transport.rpc import Client
from ctx_lsp.workspace import Analysis, UsualPartner

log = logging.getLogger(__name__)

OPEN, NOT_NOW = "Open", "Not this time"


class SaveHints:
    """Sender of hints after a save. A hint names a file that usually changes together with the saved file.

    Call all methods on the loop thread.
    """

    def __init__(self, client: Client, loop: asyncio.AbstractEventLoop) -> None:
        self._client = client
        self._loop = loop
        self._worker = ThreadPoolExecutor(1, "ctx-lsp-hint")
        self._named: set[tuple[bytes, str, str]] = set()  # committed text and files of earlier hints
        self.can_show = False  # whether the client shows messages with actions, and opens documents

    def saved(self, analysis: "Future[Analysis]", path: str, uri_of: Callable[[str], str]) -> None:
        """Look for a hint about the saved file `path` in the background, and show it if there is one.

        `uri_of` returns the URI of a workspace path.
        """
        if not self.can_show:
            return

        def begin(answer: "Future[Analysis]") -> None:
            if not answer.cancelled() and answer.exception() is None:
                with suppress(RuntimeError):  # the server is ending
                    self._worker.submit(self._look, answer.result(), path, uri_of).add_done_callback(_looked)

        analysis.add_done_callback(begin)

    def close(self) -> None:
        """Stop looking for hints."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _look(self, analysis: Analysis, path: str, uri_of: Callable[[str], str]) -> None:
        found = analysis.past.usual_partner(path)
        if found is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._show, found, uri_of(found.partner.path))

    def _show(self, found: UsualPartner, uri: str) -> None:
        one = found.partner
        key = found.committed, one.of, one.path
        if key in self._named:
            return
        self._named.add(key)
        saved = _file_name(one.of)  # the user knows which file was saved, and long messages are cut off
        saved = one.of if saved == _file_name(one.path) else saved
        habit = f"{one.path} usually changes with {saved} ({one.together} of {one.changes} times)"
        message = f"{habit}, but has not been changed"
        actions = [types.MessageActionItem(OPEN), types.MessageActionItem(NOT_NOW)]
        asked = self._client.window_show_message_request(
            types.ShowMessageRequestParams(types.MessageType.Info, message, actions)
        )
        asked.add_done_callback(lambda answer: self._answered(answer, uri))

    def _answered(self, answer: "Future[Any]", uri: str) -> None:
        if answer.cancelled():  # the connection has ended
            return
        if answer.exception() is not None:
            log.info("the client does not show hints: %s", answer.exception())
            return
        chosen = answer.result()  # as the client sent it: nothing, or an object with the title of an action
        if isinstance(chosen, Mapping) and chosen.get("title") == OPEN:
            self._client.window_show_document(types.ShowDocumentParams(uri, take_focus=True))


def _file_name(path: str) -> str:
    return path.rpartition("/")[2]


def _looked(answer: "Future[None]") -> None:
    if not answer.cancelled() and (error := answer.exception()) is not None:
        log.error("looking for a hint failed", exc_info=error)
