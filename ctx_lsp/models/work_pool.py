"""Threads that make something of texts in the background, the most wanted first, with a model that may fail.

They yield: while anything urgent is under way they pause after the texts at hand. They hold no index state: the writer
hands texts in and collects what was made. A text that the model fails for is skipped; a model that fails for one text
after another stops the pool, never the index. A provider that is down is left alone for a while and then asked again;
its texts wait. What is made of a text is the caller's matter (`embedding`, `summarising`).
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

DELIVERY = 64  # values delivered at once: of vectors, about half a second's work
REMEMBERED = 256  # delivered values that a question about an older snapshot can still have
PATIENCE = 0.1  # seconds a thread waits for urgent work to end: requests without end must not stop it for good
STRIKES = 8  # failures in a row after which it may be the model that is at fault, not the texts
EASY = "a"  # a text that every model that works can do something with
NICENESS = 5  # mild: a thread that hardly runs while it holds the interpreter's lock would hold up everything
CLOSING = 2.0  # seconds; a text takes milliseconds, in a large model some hundred

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class JobSpec(Generic[Made]):
    """What a pool makes: `make` makes it of up to `batch` texts at once, in order, and raises `ModelError`.

    `verb` and `noun` name the work and its product. Failures of a remote model may pass. A thread rests for `pause`
    seconds after each call; `close` ends calls under way, as far as that can be.
    """

    verb: str
    noun: str
    make: Callable[[Sequence[str]], list[Made]]
    batch: int
    is_remote: bool
    close: Callable[[], None]
    pause: float = 0.0


class WorkPool(Generic[Made]):
    """Background work with `threads` threads; `on_ready` is called from any thread whenever something waits."""

    def __init__(self, trade: JobSpec[Made], threads: int, gate: Gate, on_ready: Callable[[], None]) -> None:
        self._trade = trade
        self._gate = gate
        self._on_ready = on_ready
        self._changed = threading.Condition()
        self._wanted: dict[bytes, str] = {}
        self._working: set[bytes] = set()
        self._done: dict[bytes, Made] = {}
        self._delivered: dict[bytes, Made] = {}
        self._closed = False
        self._strikes = 0
        self._first_failure = ""
        self._stopped = ""  # why the work has stopped for good
        self._outage: Outage | None = None
        self.failed: set[bytes] = set()  # texts that the model failed for
        self.reports: dict[bytes, str] = {}  # of these failures
        names = [f"{trade.verb}-{number}" for number in range(threads)]
        self._threads = [threading.Thread(target=self._run, name=name, daemon=True) for name in names]
        for thread in self._threads:
            thread.start()

    @property
    def error(self) -> str:
        """Why nothing is made, for good or for now; empty while something is."""
        outage = self._outage
        if outage and not (self._wanted or self._working) and monotonic() >= outage.until:
            outage = None  # nobody is left to find out whether it lasts
        return self._stopped or (outage.reason if outage else "")

    @property
    def problem(self) -> str:
        """What is wrong, for the user; empty while there was no failure."""
        skipped = f"texts without a {self._trade.noun}: {len(self.failed)}; the first failure: {self._first_failure}"
        return self.error or (skipped if self.failed else "")

    def want(self, texts: Mapping[bytes, str]) -> None:
        """Replace the list of wanted texts, the first to be made first. Texts not wanted any more are dropped."""
        with self._changed:
            known = (self._working, self._done, self.failed)
            self._wanted = {key: text for key, text in texts.items() if not any(key in keys for keys in known)}
            if self._wanted:
                self._changed.notify_all()

    def forget_failures(self, but: Collection[bytes]) -> None:
        """Forget the texts that the model failed for, but those that somebody still wants something made of."""
        with self._changed:
            self.failed.intersection_update(but)
            self.reports = {key: report for key, report in self.reports.items() if key in but}

    def collect(self) -> list[tuple[bytes, Made]]:
        """Take what was finished since the last call."""
        with self._changed:
            done, self._done = self._done, {}
            self._delivered.update(done)
            for key in list(islice(self._delivered, max(0, len(self._delivered) - REMEMBERED))):
                del self._delivered[key]
            return list(done.items())

    def close(self) -> None:
        """Stop after the texts now at work; a model that hangs is left behind."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._gate.wake()
        self._trade.close()
        end = monotonic() + CLOSING
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))

    def _run(self) -> None:
        lower_thread_priority(NICENESS)
        while (texts := self._take()) is not None:
            self._work(texts)
            if self._trade.pause:
                with self._changed:
                    self._changed.wait_for(lambda: self._closed, self._trade.pause)

    def _take(self) -> dict[bytes, str] | None:
        """Wait for texts and take them; None once closed."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted or self._closed)
                while self._outage and not self._closed and (left := self._outage.until - monotonic()) > 0:
                    self._changed.wait(left)
            self._gate.wait(PATIENCE, lambda: self._closed)
            with self._changed:
                if self._closed:
                    return None
                if self._wanted:
                    return self._begin(list(islice(self._wanted, self._trade.batch)))

    def _begin(self, keys: Sequence[bytes]) -> dict[bytes, str]:
        self._working.update(keys)
        return {key: self._wanted.pop(key, "") for key in keys}

    def _work(self, texts: Mapping[bytes, str]) -> None:
        made = attempt(lambda: self._trade.make(list(texts.values())))
        if isinstance(made, Fault):
            self._take_failure(texts, made)
            return
        with self._changed:
            self._working.difference_update(texts)
            self._strikes = 0
            is_back = self._outage is not None
            if is_back:
                self._outage = None
                self.reports.clear()
                self.failed.clear()  # what it refused may have been refused because of its own state
            self._done.update(zip(texts, made, strict=True))
            deliver = is_back or len(self._done) >= DELIVERY or not (self._wanted or self._working)
            self._changed.notify_all()
        if deliver:
            self._on_ready()

    def _take_failure(self, texts: Mapping[bytes, str], fault: Fault) -> None:
        """Have the texts wait for a provider that is down; else find the one at fault, and skip it."""
        error = fault.error
        if isinstance(error, ProviderError) and not error.rejected:
            self._put_back(texts)
            self._rest(str(error), error.retry_after)
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

    def _rest(self, reason: str, wish: float) -> None:
        """Leave the provider alone for a while."""
        with self._changed:
            if self._outage is None:
                log.warning("no %s is made for a while: %s", self._trade.noun, reason)
            self._outage = begin_or_prolong(self._outage, reason, monotonic(), wish)
            self._changed.notify_all()
        self._on_ready()  # who waits must learn that there will be nothing for a while

    def _skip(self, key: bytes, failure: str, report: str) -> None:
        """Note a failure; the first is told.

        After too many in a row the model is asked for something easy: where that fails too, the work ends. One that is
        remote rests, for it may come back.
        """
        if self._strikes + 1 >= STRIKES and not self._trade.is_remote and self._works():
            self._strikes = 0
        with self._changed:
            self.reports[key] = report
            self._working.discard(key)
            if not self.failed:
                log.warning("a text is left without a %s: %s", self._trade.noun, failure)
                self._first_failure = failure
            self.failed.add(key)
            self._strikes += 1
            is_struck = self._strikes >= STRIKES and not self._stopped
            if is_struck and self._trade.is_remote:
                self._strikes = 0
            elif is_struck:
                log.warning("no %s is made any more: %s", self._trade.noun, failure)
                self._stopped = failure
                self._closed = True
            deliver = is_struck or not (self._wanted or self._working)
            self._changed.notify_all()
        if is_struck and self._trade.is_remote:
            self._rest(failure, 0.0)
        elif deliver:
            self._on_ready()  # also after an error: who waits must learn that there will be nothing

    def _works(self) -> bool:
        """Whether the model does its work on a plain word, so that the texts before are at fault."""
        return not isinstance(attempt(lambda: self._trade.make([EASY])), Fault)
