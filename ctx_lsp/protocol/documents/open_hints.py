"""Hints about a document that was opened: how many notes and which earlier tasks are about it.

A hint is a notification, which a client shows without a dialog, or ignores. A document gets at most one in a session.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

from ctx_lsp.protocol.messages.common import plain_members
from ctx_lsp.protocol.messages.journal import OPENED, WireOpened
from ctx_lsp.workspace import Analysis, Notes, Workspace

PAUSE = 2.0  # seconds until a document is looked at again while files are being indexed
MAX_NAMED = 3  # tasks that the message names

log = logging.getLogger(__name__)


class OpenHints:
    """Sender of hints to the client. All methods must be called on the loop thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop, notify: Callable[[str, object], None]) -> None:
        """Create a sender; `notify` sends a notification with a method and parameters."""
        self._loop = loop
        self._notify = notify
        self._worker = ThreadPoolExecutor(1, "ctx-lsp-open")
        self._seen: set[str] = set()  # URIs of documents that were looked at

    def opened(self, workspace: Workspace, path: str, uri: str) -> None:
        """Look for a hint about the document at `path` in the background, and send it if there is one."""
        if uri not in self._seen:
            self._seen.add(uri)
            self._ask(workspace, path, uri)

    def close(self) -> None:
        """Stop looking for hints."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _ask(self, workspace: Workspace, path: str, uri: str) -> None:
        def begin(answer: "Future[Analysis]") -> None:
            if not answer.cancelled() and answer.exception() is None:
                with suppress(RuntimeError):  # the server is ending
                    looking = self._worker.submit(self._look, workspace, answer.result(), path, uri)
                    looking.add_done_callback(_looked)

        workspace.analysis().add_done_callback(begin)

    def _look(self, workspace: Workspace, analysis: Analysis, path: str, uri: str) -> None:
        if not analysis.snapshot.is_complete:  # notes may be missing
            self._on_loop(lambda: self._loop.call_later(PAUSE, self._ask, workspace, path, uri))
            return
        notes = len({note.path for found in Notes(analysis).anchored_in(path).values() for note in found})
        tasks = workspace.journal.about(path)
        if notes or tasks:
            titles = tuple(one.title for one in tasks[:MAX_NAMED])
            hint = WireOpened(uri, notes, tuple(one.id for one in tasks), _message(path, notes, len(tasks), titles))
            self._on_loop(lambda: self._notify(OPENED, plain_members(hint)))

    def _on_loop(self, work: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(work)


def _message(path: str, notes: int, tasks: int, titles: tuple[str, ...]) -> str:
    counts = [f"{notes} note{'s' if notes > 1 else ''}"] if notes else []
    if tasks:
        named = ", ".join(f"“{title}”" for title in titles) + (", …" if tasks > len(titles) else "")
        counts.append(f"{tasks} earlier task{'s' if tasks > 1 else ''} ({named})")
    return f"{' and '.join(counts)} about {path}"


def _looked(answer: "Future[None]") -> None:
    if not answer.cancelled() and (error := answer.exception()) is not None:
        log.warning("looking for notes and tasks failed: %s", error)
