"""Keeps the Git histories of the workspace's folders current in the background.

`history.reading` reads the history of one folder.
"""

import logging
import os
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
from ctx_lsp.workspace.past.background_reading import BackgroundReader

CLOSE_TIMEOUT = 1.0  # seconds; a call of Git may take longer and is left to end by itself

log = logging.getLogger(__name__)


class HistoryReader(BackgroundReader):
    """A reader of the folders' Git histories, which it publishes as `histories`."""

    def __init__(self, on_read: Callable[[bool], None], cache: CacheService) -> None:
        """Create a reader that caches commits in the stores of `cache`; `on_read` is as in `BackgroundReader`."""
        super().__init__("history-reader", on_read)
        self._cache = cache
        self._closed = CancelToken()
        self._logs: dict[Path, HistoryLog] = {}
        self.histories = Histories()
        self.listeners: list[Callable[[], None]] = []  # called on the reading thread after each change of `histories`

    @property
    def _holds_something(self) -> bool:
        return bool(self._logs)

    def close(self) -> None:
        """Stop reading, and wait at most `CLOSE_TIMEOUT` seconds for the thread to end."""
        self._closed.cancel()
        self.join(CLOSE_TIMEOUT)

    def _read(self, roots: Roots) -> bool:
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
        cache = self._cache.folder
        return BlobStore(root_file(cache, folder) if cache else None, os.path.realpath(folder))
