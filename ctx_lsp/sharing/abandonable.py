"""A thread that opens a shared storage and answers questions about it. Callers can abandon the thread at any time.

A network file system or a server that hangs cannot be interrupted, so a caller that has waited long enough leaves the
thread behind. A storage that has not been used for `IDLE_SECONDS` is closed, so that idle servers keep no connection
open. The storage opens itself again when it is next used.
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
    """A storage that an `AbandonableThread` opens. The thread closes it when it is idle, and before the thread ends."""

    def close(self) -> None:
        """Release files and connections until the next use."""


Opened = TypeVar("Opened", bound=Closable)
Answer = TypeVar("Answer")


class AbandonableThread(Generic[Opened]):
    """A thread that calls `open_place` first and then answers questions, one after another, until `end` is called."""

    def __init__(self, open_place: Callable[[], Opened]) -> None:
        self._open = open_place
        self._work: queue.SimpleQueue[Callable[[Opened | Fault], None] | None] = queue.SimpleQueue()
        self.began = time.monotonic()
        self.opened = threading.Event()  # set if opening has failed, too
        threading.Thread(target=self._run, name="shared-storage", daemon=True).start()

    def ask(self, question: Callable[[Opened], Answer]) -> "Future[Answer]":
        """Call `question` on the thread, and return a future of its answer.

        The future can fail only with `SharingError`. If it is cancelled early enough, `question` is not called.
        """
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
        """Close the storage and end the thread as soon as all earlier questions are answered."""
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
    """Return the fault's error if it is a `SharingError`, otherwise a new `SharingError` with the fault's report.

    Any other error is a defect. The report contains no data.
    """
    return fault.error if isinstance(fault.error, SharingError) else SharingError(fault.report)
