"""Keeps the Git histories of the workspace's folders current in the background.

`history.reading` reads the history of one folder.
"""

import logging
import os
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.faults import Fault, attempt
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.cache.record_cache import root_file
from ctx_lsp.history.histories import Histories
from ctx_lsp.history.log import History, HistoryLog
from ctx_lsp.history.reading import read_history
from ctx_lsp.text.git import GitError
from ctx_lsp.text.roots import Roots
from ctx_lsp.workspace.cache_service import CacheService

CLOSE_TIMEOUT = 1.0  # seconds; a call of Git may take longer and is left to end by itself

log = logging.getLogger(__name__)


class HistoryReader:
    """A reader of the folders' Git histories, which it publishes as `histories`. Thread-safe.

    Its background thread starts on request and ends when nothing is left to read.
    """

    def __init__(self, on_read: Callable[[bool], None], cache: CacheService) -> None:
        """Create a reader that caches commits in the stores of `cache`.

        When the background thread ends, it calls `on_read` with whether the histories have changed.
        """
        self._on_read = on_read
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wanted: Roots | None = None
        self._cache = cache
        self._closed = CancelToken()
        self._logs: dict[Path, HistoryLog] = {}
        self.histories = Histories()
        self.listeners: list[Callable[[], None]] = []  # called on the reading thread after each change of `histories`

    def read(self, roots: Roots) -> None:
        """Update the histories to match the folders, in the background. Returns immediately."""
        with self._lock:
            if not (roots.all or self._logs or self._thread):
                return  # there are no folders, and there were none before
            self._wanted = roots
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="history-reader", daemon=True)
                self._thread.start()

    @property
    def reading(self) -> bool:
        """Whether the thread is running, in which case the histories may soon change."""
        return self._thread is not None

    def close(self) -> None:
        """Stop reading, and wait at most `CLOSE_TIMEOUT` seconds for the thread to end."""
        self._closed.cancel()
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join(CLOSE_TIMEOUT)

    def _run(self) -> None:
        changed = False
        try:
            while (roots := self._next()) is not None:
                changed |= self._read(roots)
        finally:  # a failure must not block callers that wait for the end
            with self._lock:
                if self._thread is threading.current_thread():
                    self._thread = None
            self._on_read(changed)

    def _next(self) -> Roots | None:
        """Return the folders to read next, or None if nothing is left to read and the calling thread must end."""
        with self._lock:
            roots, self._wanted = self._wanted, None
            if roots is None:
                self._thread = None
            return roots

    def _read(self, roots: Roots) -> bool:
        """Update the histories to match the folders; return whether they changed. Runs on the background thread."""
        known, self._logs = self._logs, {}
        found: dict[Path, History] = {}
        for root in roots.all:
            folder = root.directory
            view = self.histories.by_folder.get(folder)
            work = partial(read_history, folder, known.get(folder), partial(self._store, folder), self._closed)
            read = attempt(work)  # a failure in one folder must not cost the histories of the others
            if isinstance(read, Fault):
                if isinstance(read.error, GitError):
                    log.info("the history of %s cannot be read: %s", folder, read.error)
                else:
                    log.error("reading the history of %s failed", folder, exc_info=read.error)
                continue
            if read is None:
                return False
            self._logs[folder] = read
            found[folder] = view if view is not None and view.tip == read.tip else read.view()
        before = self.histories
        if (roots, found) == (before.roots, before.by_folder):
            return False
        self.histories = Histories(roots, found)
        if not (found or before.by_folder):
            return False
        for listener in self.listeners:
            told = attempt(listener)  # a failure must not cost the other listeners the news
            if isinstance(told, Fault):
                log.error("a listener to histories failed", exc_info=told.error)
        return True

    def _store(self, folder: Path) -> BlobStore:
        cache, seal = self._cache.place
        return BlobStore(root_file(cache, folder, seal) if cache else None, os.path.realpath(folder), seal=seal)
