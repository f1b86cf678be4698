"""Background threads that process texts in the order of their priority, with a model that may fail.

Threads yield: while urgent work is in progress, they pause after their current texts. They hold no index state; the
writer passes texts in and collects the results. A text on which the model fails is skipped. If a model fails on many
consecutive texts, the pool stops, but the index does not. A provider that is down is not contacted for a while, and its
texts wait. The callers define the work (`embedding`, `ingest.summarising`).
"""

import logging
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import Generic, TypeVar

from ctx_lsp.base.faults import Fault, attempt
from ctx_lsp.base.gate import Gate
from ctx_lsp.base.system import lower_thread_priority
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.outage import Outage, begin_or_prolong
from ctx_lsp.models.providers.http import ProviderError

log = logging.getLogger(__name__)

DELIVERY_BATCH = 64  # number of results that are delivered together; vectors take about half a second
MAX_CACHED = 256  # number of delivered results that are kept for questions about an older snapshot
MAX_YIELD = 0.1  # maximum seconds that a thread waits for urgent work, so that constant requests cannot block it
MAX_CONSECUTIVE_FAILURES = 8  # after this many, the model may be at fault, rather than the texts
PROBE_TEXT = "a"  # a text that every working model can process
NICENESS = 5  # low, because a thread that holds the interpreter's lock but hardly runs would block all others
CLOSE_TIMEOUT = (
    2.0  # seconds to wait for threads on closing; a text takes milliseconds, or some hundred in a large model
)

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class JobSpec(Generic[Result]):
    """The work of a pool: `make` converts up to `batch` texts to results, in order, and raises `ModelError`.

    `verb` and `noun` name the work and its result. If `is_remote` is set, failures may be temporary. A thread pauses
    for `pause` seconds after each call. `close` aborts running calls where possible.
    """

    verb: str
    noun: str
    make: Callable[[Sequence[str]], list[Result]]
    batch: int
    is_remote: bool
    close: Callable[[], None]
    pause: float = 0.0


class WorkPool(Generic[Result]):
    """Background work in `threads` threads.

    `on_ready` is called when results are ready, and when the work pauses or stops. Any thread may make this call.
    """

    def __init__(self, job: JobSpec[Result], threads: int, gate: Gate, on_ready: Callable[[], None]) -> None:
        self._job = job
        self._gate = gate
        self._on_ready = on_ready
        self._changed = threading.Condition()
        self._wanted: dict[bytes, str] = {}
        self._working: set[bytes] = set()
        self._done: dict[bytes, Result] = {}
        self._delivered: dict[bytes, Result] = {}
        self._closed = False
        self._failures_in_a_row = 0
        self._first_failure = ""
        self._stopped = ""  # why the work has stopped for good; empty until then
        self._outage: Outage | None = None
        self.failed: set[bytes] = set()  # keys of texts on which the model failed
        self.reports: dict[bytes, str] = {}  # reports of these failures
        names = [f"{job.verb}-{number}" for number in range(threads)]
        self._threads = [threading.Thread(target=self._run, name=name, daemon=True) for name in names]
        for thread in self._threads:
            thread.start()

    @property
    def error(self) -> str:
        """The reason why work has stopped for good or is paused; empty while it continues."""
        outage = self._outage
        if outage and not (self._wanted or self._working) and monotonic() >= outage.until:
            outage = None  # the pause is over, and no text is left to test the provider with
        return self._stopped or (outage.reason if outage else "")

    @property
    def problem(self) -> str:
        """A description of the problem, for the user; empty if there was no failure."""
        skipped = f"texts without a {self._job.noun}: {len(self.failed)}; the first failure: {self._first_failure}"
        return self.error or (skipped if self.failed else "")

    def want(self, texts: Mapping[bytes, str]) -> None:
        """Replace the waiting texts with `texts`, in order of priority; texts that are no longer wanted are dropped.

        Texts that are being processed, whose results wait for `collect`, or on which the model failed are not added.
        """
        with self._changed:
            known = (self._working, self._done, self.failed)
            self._wanted = {key: text for key, text in texts.items() if not any(key in keys for keys in known)}
            if self._wanted:
                self._changed.notify_all()

    def forget_failures(self, but: Collection[bytes]) -> None:
        """Forget the texts on which the model failed, except those with a key in `but`.

        A forgotten text is tried again if it is requested.
        """
        with self._changed:
            self.failed.intersection_update(but)
            self.reports = {key: report for key, report in self.reports.items() if key in but}

    def collect(self) -> list[tuple[bytes, Result]]:
        """Return the results that were finished since the last call."""
        with self._changed:
            done, self._done = self._done, {}
            self._delivered.update(done)
            for key in list(islice(self._delivered, max(0, len(self._delivered) - MAX_CACHED))):
                del self._delivered[key]
            return list(done.items())

    def close(self) -> None:
        """Stop after the current texts; abandon a thread whose model hangs."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._gate.wake()
        self._job.close()
        end = monotonic() + CLOSE_TIMEOUT
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))

    def _run(self) -> None:
        lower_thread_priority(NICENESS)
        while (texts := self._take()) is not None:
            self._work(texts)
            if self._job.pause:
                with self._changed:
                    self._changed.wait_for(lambda: self._closed, self._job.pause)

    def _take(self) -> dict[bytes, str] | None:
        """Wait for texts to process, and return them; return None once the pool is closed."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted or self._closed)
                while self._outage and not self._closed and (left := self._outage.until - monotonic()) > 0:
                    self._changed.wait(left)
            self._gate.wait(MAX_YIELD, lambda: self._closed)
            with self._changed:
                if self._closed:
                    return None
                if self._wanted:
                    return self._begin(list(islice(self._wanted, self._job.batch)))

    def _begin(self, keys: Sequence[bytes]) -> dict[bytes, str]:
        self._working.update(keys)
        return {key: self._wanted.pop(key, "") for key in keys}

    def _work(self, texts: Mapping[bytes, str]) -> None:
        made = attempt(lambda: self._job.make(list(texts.values())))
        if isinstance(made, Fault):
            self._take_failure(texts, made)
            return
        with self._changed:
            self._working.difference_update(texts)
            self._failures_in_a_row = 0
            is_back = self._outage is not None
            if is_back:
                self._outage = None
                self.reports.clear()
                self.failed.clear()  # the provider may have refused these texts because of its own state
            self._done.update(zip(texts, made, strict=True))
            deliver = is_back or len(self._done) >= DELIVERY_BATCH or not (self._wanted or self._working)
            self._changed.notify_all()
        if deliver:
            self._on_ready()

    def _take_failure(self, texts: Mapping[bytes, str], fault: Fault) -> None:
        """Put the texts back if the provider is down; otherwise find the text at fault, and skip it."""
        error = fault.error
        if isinstance(error, ProviderError) and not error.rejected:
            self._put_back(texts)
            self._pause(str(error), error.retry_after)
        elif len(texts) == 1:
            failure = str(error) if isinstance(error, ModelError) else fault.report
            self._skip(next(iter(texts)), failure, fault.report)
        else:
            left = dict(texts)
            while left and not self.error:
                key = next(iter(left))
                self._work({key: left.pop(key)})
            self._put_back(left)

    def _put_back(self, texts: Mapping[bytes, str]) -> None:
        with self._changed:
            self._working.difference_update(texts)
            self._wanted = {**texts, **self._wanted}

    def _pause(self, reason: str, retry_after: float) -> None:
        """Stop contacting the provider for a while."""
        with self._changed:
            if self._outage is None:
                log.warning("pausing; no %s for now: %s", self._job.noun, reason)
            self._outage = begin_or_prolong(self._outage, reason, monotonic(), retry_after)
            self._changed.notify_all()
        self._on_ready()  # waiting callers must learn that no results will come for a while

    def _skip(self, key: bytes, failure: str, report: str) -> None:
        """Skip the text with this key, and log the first such failure.

        `failure` is the message for the log, and `report` the details to keep. After too many consecutive failures of a
        local model, test it with an easy text, and stop the pool if that fails too. After as many failures of a remote
        model, only pause the pool, because the model may recover.
        """
        if self._failures_in_a_row + 1 >= MAX_CONSECUTIVE_FAILURES and not self._job.is_remote and self._works():
            self._failures_in_a_row = 0
        with self._changed:
            self.reports[key] = report
            self._working.discard(key)
            if not self.failed:
                log.warning("a text has no %s: %s", self._job.noun, failure)
                self._first_failure = failure
            self.failed.add(key)
            self._failures_in_a_row += 1
            is_struck = self._failures_in_a_row >= MAX_CONSECUTIVE_FAILURES and not self._stopped
            if is_struck and self._job.is_remote:
                self._failures_in_a_row = 0
            elif is_struck:
                log.warning("stopped; no %s from now on: %s", self._job.noun, failure)
                self._stopped = failure
                self._closed = True
            deliver = is_struck or not (self._wanted or self._working)
            self._changed.notify_all()
        if is_struck and self._job.is_remote:
            self._pause(failure, 0.0)
        elif deliver:
            self._on_ready()  # also when the pool stops: waiting callers must learn that no results will come

    def _works(self) -> bool:
        """Return whether the model can process an easy text; if it can, the failed texts are at fault."""
        return not isinstance(attempt(lambda: self._job.make([PROBE_TEXT])), Fault)
