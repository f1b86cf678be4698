"""A thread that has a shared place open and answers questions about it. It can be abandoned at any time.

Neither a file system of the network nor a server that hangs lets itself be interrupted, so a caller that has waited
long enough leaves the thread behind. A place that nobody asks for a while is closed, so that idle servers hold no
connections; what is opened here opens again at its next use.
"""

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Generic, Protocol, TypeVar

from ctx_lsp.base.faults import Fault, attempt
from ctx_lsp.sharing.storage import SharingError

IDLE_SECONDS = 20.0


class Closable(Protocol):
    """What a thread opens, and closes while it is idle and when it ends."""

    def close(self) -> None:
        """Give up files and connections until the next use."""


Opened = TypeVar("Opened", bound=Closable)
Answer = TypeVar("Answer")


class AbandonableThread(Generic[Opened]):
    """A thread that calls `open_place` first and then answers questions, one after another, until `end`."""

    def __init__(self, open_place: Callable[[], Opened]) -> None:
        self._open = open_place
        self._work: queue.SimpleQueue[Callable[[Opened | Fault], None] | None] = queue.SimpleQueue()
        self.began = time.monotonic()
        self.opened = threading.Event()  # set if opening has failed, too
        threading.Thread(target=self._run, name="shared-place", daemon=True).start()

    def ask(self, question: Callable[[Opened], Answer]) -> "Future[Answer]":
        """Return the promised answer of `question`; it raises `SharingError`. If cancelled before, it is not asked."""
        promised: Future[Answer] = Future()

        def work(opened: Opened | Fault) -> None:
            if not promised.set_running_or_notify_cancel():
                return
            answer = opened if isinstance(opened, Fault) else attempt(partial(question, opened))
            if isinstance(answer, Fault):
                promised.set_exception(_as_sharing_error(answer))
            else:
                promised.set_result(answer)

        self._work.put(work)
        return promised

    def end(self) -> None:
        """Close the place after the questions asked so far."""
        self._work.put(None)

    def _run(self) -> None:
        opened = attempt(self._open)
        self.opened.set()
        is_idle = False
        while True:
            try:
                work = self._work.get(timeout=None if is_idle else IDLE_SECONDS)
            except queue.Empty:
                is_idle = True
                _close(opened)
                continue
            if work is None:
                break
            is_idle = False
            work(opened)
        _close(opened)


def _close(opened: Closable | Fault) -> None:
    if not isinstance(opened, Fault):
        attempt(opened.close)


def _as_sharing_error(fault: Fault) -> SharingError:
    """Return the error of a shared place; any other is a defect, which is reported without the data it is about."""
    return fault.error if isinstance(fault.error, SharingError) else SharingError(fault.report)
