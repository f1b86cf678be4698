"""Threads that turn missing texts into vectors in the background, the most wanted first, one text at a time.

They yield: while anything urgent is under way they pause after the text at hand. They hold no index state: the writer
hands texts in and collects finished vectors, and a question may have the few that it lacks made at once. A text that
the model fails for is skipped; a model that fails for one text after another stops the pool, never the index.
"""

import logging
import os
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from itertools import islice
from time import monotonic

import numpy as np

from ctx_lsp.base.gate import Gate
from ctx_lsp.index.embedder import Embedder
from ctx_lsp.index.model_files import ModelError

log = logging.getLogger(__name__)

DELIVERY = 64  # vectors delivered at once: about half a second's work
REMEMBERED = 256  # delivered vectors that a question about an older snapshot can still have
PATIENCE = 0.1  # seconds a thread waits for urgent work to end: requests without end must not stop it for good
STRIKES = 8  # failures in a row after which it is the model that is at fault, not the texts
NICENESS = 5  # mild: a thread that hardly runs while it holds the interpreter's lock would hold up everything
CLOSING = 2.0  # seconds; a text takes milliseconds, in a large model some hundred

Vectors = list[tuple[bytes, np.ndarray]]


class EmbeddingPool:
    """Background embedding with `threads` threads; `on_ready` is called from any thread whenever vectors wait."""

    def __init__(self, embedder: Embedder, threads: int, gate: Gate, on_ready: Callable[[], None]) -> None:
        self._embedder = embedder
        self._gate = gate
        self._on_ready = on_ready
        self._changed = threading.Condition()
        self._wanted: dict[bytes, str] = {}
        self._working: set[bytes] = set()
        self._done: dict[bytes, np.ndarray] = {}
        self._delivered: dict[bytes, np.ndarray] = {}
        self._closed = False
        self._strikes = 0
        self._first_failure = ""
        self.failed: set[bytes] = set()  # texts that the model failed for; it only grows
        self.error = ""  # why embedding has stopped
        self._threads = [threading.Thread(target=self._run, name=f"embed-{n}", daemon=True) for n in range(threads)]
        for thread in self._threads:
            thread.start()

    @property
    def problem(self) -> str:
        """What is wrong, for the user; empty while every text could be embedded."""
        skipped = f"texts without a vector: {len(self.failed)}; the first failure: {self._first_failure}"
        return self.error or (skipped if self.failed else "")

    def urgent(self) -> AbstractContextManager[None]:
        """Hold the background up inside a `with` block."""
        return self._gate.urgent()

    def embed(self, question: str) -> np.ndarray:
        """The unit vector of a question, float32 (dimensions,). Raises `ModelError`."""
        return self._embedder.embed(question)

    def want(self, texts: Mapping[bytes, str]) -> None:
        """Replace the list of wanted texts, the first to be made first. Texts not wanted any more are dropped."""
        with self._changed:
            known = (self._working, self._done, self.failed)
            self._wanted = {key: text for key, text in texts.items() if not any(key in keys for keys in known)}
            if self._wanted:
                self._changed.notify_all()

    def make(self, key: bytes, text: str) -> np.ndarray | None:
        """The vector of one text: remembered, awaited from the thread that is at it, or made by the calling thread.

        It is delivered like the others. None where there is none to be had.
        """
        with self._changed:
            self._changed.wait_for(lambda: key not in self._working)
            known = self._done.get(key, self._delivered.get(key))
            if known is not None or key in self.failed or self.error:
                return known
            self._begin(key)
        return self._embed(key, text)

    def collect(self) -> Vectors:
        """Take the vectors finished since the last call."""
        with self._changed:
            done, self._done = self._done, {}
            self._delivered.update(done)
            for key in list(islice(self._delivered, max(0, len(self._delivered) - REMEMBERED))):
                del self._delivered[key]
            return list(done.items())

    def close(self) -> None:
        """Stop after the texts now being embedded; a model that hangs is left behind."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._gate.wake()
        end = monotonic() + CLOSING
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))

    def _run(self) -> None:
        _be_nice()
        while (task := self._take()) is not None:
            self._embed(*task)

    def _take(self) -> tuple[bytes, str] | None:
        """Wait for a text and for a time to make it; None once closed."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted or self._closed)
            self._gate.wait(PATIENCE, lambda: self._closed)
            with self._changed:
                if self._closed:
                    return None
                if self._wanted:
                    key = next(iter(self._wanted))
                    return key, self._begin(key)

    def _begin(self, key: bytes) -> str:
        self._working.add(key)
        return self._wanted.pop(key, "")

    def _embed(self, key: bytes, text: str) -> np.ndarray | None:
        vector, failure = None, ""
        try:
            vector = self._embedder.embed(text)
        except ModelError as error:
            failure = str(error)
        with self._changed:
            self._working.discard(key)
            if vector is None:
                self._count(key, failure)
            else:
                self._strikes = 0
                self._done[key] = vector
            deliver = bool(self.error) or len(self._done) >= DELIVERY or not (self._wanted or self._working)
            self._changed.notify_all()
        if deliver:
            self._on_ready()  # also after an error: who waits for vectors must learn that there will be none
        return vector

    def _count(self, key: bytes, failure: str) -> None:
        """Note a failure; the first is told, the last of too many in a row ends embedding."""
        if not self.failed:
            log.warning("a text is left without a vector: %s", failure)
            self._first_failure = failure
        self.failed.add(key)
        self._strikes += 1
        if self._strikes == STRIKES:
            log.warning("embedding has stopped: %s", failure)
            self.error = failure
            self._closed = True


def _be_nice() -> None:
    """Let the scheduler prefer every other thread; only Linux has a niceness for each thread."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):  # forbidden in some sandboxes, and not worth a word
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)
