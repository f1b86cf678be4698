"""Hints about opened documents: the number of notes and the earlier tasks that are about each document.

A hint is a notification that clients show without a dialog, or ignore. Each document gets at most one hint in a
session. A document without a hint is checked again when it is reopened, because it may have notes or tasks by then.
While files are being indexed, documents wait; one analysis then serves all of them.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from ctx_lsp.protocol.messages.common import plain_members
from ctx_lsp.protocol.messages.journal import OPENED, WireOpened
from ctx_lsp.workspace import Analysis, Notes, Progress, Workspace

MAX_NAMED = 3  # tasks that the message names
MAX_TITLE = 40  # characters of each title in it

log = logging.getLogger(__name__)


class OpenHints:
    """Sender of hints about opened documents. All methods except `listen` must be called on the loop thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop, notify: Callable[[str, object], None]) -> None:
        """Create a sender; `notify` sends a notification with a method and parameters."""
        self._loop = loop
        self._notify = notify
        self._worker = ThreadPoolExecutor(1, "ctx-lsp-open")
        self._hinted: set[str] = set()  # URIs of documents that have had their hint
        self._waiting: dict[str, str] = {}  # paths of the documents that wait, by URI
        self._workspace: Workspace | None = None
        self._asked = False  # an analysis is under way
        self._again = False  # more of the index became ready in the meantime

    def opened(self, workspace: Workspace, path: str, uri: str) -> None:
        """Look for a hint about the document at `path` in the background, and send it if there is one."""
        if uri not in self._hinted:
            self._waiting[uri] = path
            self._workspace = workspace
            self._ask()

    def closed(self, uri: str) -> None:
        """Drop a closed document if it is still waiting for its hint."""
        self._waiting.pop(uri, None)

    def listen(self, progress: Progress) -> None:
        """Handle a progress report from the workspace: if all text is indexed, check the waiting documents.

        Every such report is handled, not only the first one, because a change on disk makes the index incomplete again
        for a moment without a report.
        """
        if progress.phase in ("embedding", "ready"):
            self._on_loop(self._ask)

    def close(self) -> None:
        """Stop looking for hints."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _ask(self) -> None:
        if self._asked:
            self._again = True
        elif self._waiting and self._workspace is not None:
            self._asked, self._again = True, False
            self._workspace.analysis().add_done_callback(lambda answer: self._on_loop(lambda: self._begin(answer)))

    def _begin(self, answer: "Future[Analysis]") -> None:
        """Check all waiting documents if the index is complete. Notes may be missing from an incomplete index."""
        self._asked = False
        if answer.cancelled() or answer.exception() is not None or self._workspace is None:
            return
        if answer.result().snapshot.is_complete:
            waiting, self._waiting = self._waiting, {}
            with suppress(RuntimeError):  # the server is ending
                looking = self._worker.submit(self._look, self._workspace, answer.result(), waiting)
                looking.add_done_callback(_looked)
        elif self._again:
            self._ask()

    def _look(self, workspace: Workspace, analysis: Analysis, paths: Mapping[str, str]) -> None:
        kept = Notes(analysis)
        for uri, path in paths.items():
            notes = len(kept.about(path))
            tasks = workspace.journal.about(path)
            if notes or tasks:
                titles = tuple(_short(one.title) for one in tasks[:MAX_NAMED])
                hint = WireOpened(uri, notes, tuple(one.id for one in tasks), _message(path, notes, len(tasks), titles))
                self._on_loop(partial(self._send, hint))

    def _send(self, hint: WireOpened) -> None:
        if hint.uri not in self._hinted:
            self._hinted.add(hint.uri)
            self._notify(OPENED, plain_members(hint))

    def _on_loop(self, work: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(work)


def _short(title: str) -> str:
    return title if len(title) <= MAX_TITLE else f"{title[: MAX_TITLE - 1].rstrip()}…"


def _message(path: str, notes: int, tasks: int, titles: tuple[str, ...]) -> str:
    counts = [f"{notes} note{'s' if notes > 1 else ''}"] if notes else []
    if tasks:
        named = ", ".join(f"“{title}”" for title in titles) + (", …" if tasks > len(titles) else "")
        counts.append(f"{tasks} earlier task{'s' if tasks > 1 else ''} ({named})")
    return f"{' and '.join(counts)} about {path}"


def _looked(answer: "Future[None]") -> None:
    if not answer.cancelled() and (error := answer.exception()) is not None:
        log.warning("looking for notes and tasks failed: %s", error)
