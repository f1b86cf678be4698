"""The shared tier: fetches rows from shared storage in the background, and pauses after a failure.

One thread collects the waiting requests and passes them on, as one, to a second thread, which has the storage open. The
second thread is abandoned after `WAIT_SECONDS`, because calls to a network file system or a hanging server cannot be
interrupted. After a failure, each request gets an empty result at once, until the pause is over (a circuit breaker).
Opening the storage may take longer, because the user may be asked for a key. Such an attempt to open the storage
continues during the pause.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from ctx_lsp.sharing.abandonable import AbandonableThread
from ctx_lsp.sharing.row_source import Rows
from ctx_lsp.sharing.storage import SharingError, no_answer

WAIT_SECONDS = 5.0  # for one request, and as long for the place to be opened before it
OPEN_SECONDS = 60.0  # after which an attempt to open the place is abandoned
FIRST_PAUSE, LONGEST_PAUSE = 15.0, 600.0  # seconds without requests after a failure; each further failure doubles them
KEYS_AT_ONCE = 400  # a few megabytes of records
IDLE_SECONDS = 20.0  # after which files and connections are given up

log = logging.getLogger(__name__)


class OpenRows(Protocol):
    """An open shared storage, with the keys to decrypt its rows. Only one thread may use it."""

    def get_many(self, keys: Sequence[bytes]) -> Rows:
        """Return the rows that trusted writers have shared under these local keys. Raises `SharingError`."""

    def close(self) -> None:
        """Close files and connections."""


@dataclass(frozen=True, slots=True)
class SharingUse:
    """The state of the shared tier.

    `found` and `missing` count the requested rows that the storage contained and those that it lacked. `problem` is ""
    if there is none.
    """

    location: str = ""
    found: int = 0
    missing: int = 0
    problem: str = ""


class SharedTier:
    """A source of rows (`RowSource`) in shared storage. `open_rows` opens the storage, which may be slow or fail."""

    def __init__(
        self,
        location: str,
        open_rows: Callable[[], OpenRows],
        *,
        wait: float = WAIT_SECONDS,
        pause: float = FIRST_PAUSE,
    ) -> None:
        self._location = location
        self._open = open_rows
        self._wait, self._first_pause = wait, pause
        self._pause = pause
        self._open_until = 0.0  # the breaker is open until then (`time.monotonic`)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._asked: queue.SimpleQueue[tuple[Sequence[bytes], Future[Rows]] | None] = queue.SimpleQueue()
        self._helper: AbandonableThread[OpenRows] | None = None
        self._found = self._missing = 0
        self._problem = ""
        self._closed = False

    @property
    def available(self) -> bool:
        """Whether a request made now may succeed: the tier is neither closed nor pausing."""
        return not self._closed and time.monotonic() >= self._open_until

    @property
    def use(self) -> SharingUse:
        """The current state of the tier."""
        return SharingUse(self._location, self._found, self._missing, self._problem)

    def fetch(self, keys: Sequence[bytes]) -> "Future[Rows]":
        """Request the rows of `keys`. The result lacks rows that are not shared, and is empty if sharing fails."""
        promised: Future[Rows] = Future()
        if not (keys and self.available):
            promised.set_result({})
            return promised
        with self._lock:
            self._asked.put((keys, promised))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="shared-rows", daemon=True)
                self._thread.start()
        return promised

    def close(self) -> None:
        """Stop using the storage. The requests that are still waiting soon get an empty result."""
        self._closed = True
        self._asked.put(None)

    def _run(self) -> None:
        while (batch := self._next()) is not None:
            keys = list(dict.fromkeys(key for some, _ in batch for key in some))
            rows = self._rows(keys) if keys and self.available else {}
            for some, promised in batch:
                promised.set_result({key: rows[key] for key in some if key in rows})

    def _next(self) -> "list[tuple[Sequence[bytes], Future[Rows]]] | None":
        """Wait for requests, and return those to handle together. Return None if the thread must end.

        The result is empty if a request arrived just as the wait ended; then call this method again.
        """
        try:
            first = self._asked.get(timeout=IDLE_SECONDS)
        except queue.Empty:
            first = None
        if first is None:
            with self._lock:
                if not self._closed and not self._asked.empty():
                    return []
                self._thread = None
                helper, self._helper = self._helper, None  # the next thread opens the place again
            if helper is not None:
                helper.end()
            while self._closed and not self._asked.empty():
                if (left := self._asked.get()) is not None:
                    left[1].set_result({})
            return None
        batch = [first]
        size = len(first[0])
        while size < KEYS_AT_ONCE and not self._asked.empty():
            if (more := self._asked.get()) is None:
                self._asked.put(None)
                break
            batch.append(more)
            size += len(more[0])
        return batch

    def _rows(self, keys: Sequence[bytes]) -> Rows:
        """Read rows from the shared storage, with a time limit. Return no rows if this fails."""
        helper = self._helper = self._helper or AbandonableThread(self._open)
        if not helper.opened.wait(self._wait):
            self._not_opened(helper)
            return {}
        try:
            rows = helper.ask(lambda opened: opened.get_many(keys)).result(self._wait)
        except (SharingError, TimeoutError) as error:
            self._failed(str(error) or no_answer(self._wait))
            return {}
        self._found += len(rows)
        self._missing += len(keys) - len(rows)
        self._problem, self._pause = "", self._first_pause
        return rows

    def _failed(self, reason: str) -> None:
        if self._helper is not None:
            self._helper.end()
            self._helper = None
        self._wait_for(self._pause, reason)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _not_opened(self, helper: AbandonableThread[OpenRows]) -> None:
        reason = f"not open after {self._wait:g} seconds"
        if time.monotonic() - helper.began > OPEN_SECONDS:
            self._failed(reason)
        else:
            self._wait_for(self._first_pause, reason)

    def _wait_for(self, pause: float, reason: str) -> None:
        self._problem = f"shared data cannot be used ({self._location}): {reason}"
        self._open_until = time.monotonic() + pause
        log.warning("%s; trying again in %g s", self._problem, pause)
