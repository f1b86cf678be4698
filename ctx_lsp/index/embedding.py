"""Threads that turn missing texts into vectors in the background, newest text first, one text at a time.

They hold no index state: the writer hands texts in and collects finished vectors. A failing model stops the pool and
leaves its message; it never stops the index.
"""

import logging
import threading
from collections.abc import Callable, Mapping

import numpy as np

from ctx_lsp.index.embedder import Embedder, ModelError

log = logging.getLogger(__name__)

DELIVERY = 64  # vectors delivered at once: about half a second's work

Vectors = list[tuple[bytes, np.ndarray]]


class EmbeddingPool:
    """Background embedding with `threads` threads; `on_ready` is called from them whenever vectors wait."""

    def __init__(self, embedder: Embedder, threads: int, on_ready: Callable[[], None]) -> None:
        self._embedder = embedder
        self._on_ready = on_ready
        self._changed = threading.Condition()
        self._wanted: dict[bytes, str] = {}
        self._working: set[bytes] = set()
        self._done: Vectors = []
        self._closed = False
        self.error = ""
        self._threads = [threading.Thread(target=self._run, name=f"embed-{n}", daemon=True) for n in range(threads)]
        for thread in self._threads:
            thread.start()

    def want(self, texts: Mapping[bytes, str]) -> None:
        """Replace the list of wanted texts; the last one is made first. Texts not wanted any more are dropped."""
        with self._changed:
            made = {key for key, _ in self._done}
            self._wanted = {k: t for k, t in texts.items() if k not in self._working and k not in made}
            self._changed.notify_all()

    def collect(self) -> Vectors:
        """Take the vectors finished since the last call."""
        with self._changed:
            done, self._done = self._done, []
            return done

    def close(self) -> None:
        """Stop after the texts now being embedded (milliseconds each)."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        while (task := self._take()) is not None:
            key, text = task
            try:
                vector = self._embedder.embed(text)
            except ModelError as error:
                log.warning("embedding stopped: %s", error)
                self._fail(str(error))
                return
            with self._changed:
                self._working.discard(key)
                self._done.append((key, vector))
                enough = len(self._done) >= DELIVERY or not (self._wanted or self._working)
            if enough:
                self._on_ready()

    def _fail(self, message: str) -> None:
        with self._changed:
            self.error = message
            self._closed = True
            self._changed.notify_all()
        self._on_ready()  # who waits for vectors must learn that there will be none

    def _take(self) -> tuple[bytes, str] | None:
        with self._changed:
            while not self._wanted and not self._closed:
                self._changed.wait()
            if self._closed:
                return None
            key, text = self._wanted.popitem()
            self._working.add(key)
            return key, text
