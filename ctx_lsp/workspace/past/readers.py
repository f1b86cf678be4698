"""Reads the Git histories of the workspace folders, and indexes their commit messages."""

import threading
from collections.abc import Callable
from dataclasses import replace

from ctx_lsp.history.histories import Histories
from ctx_lsp.lexical.commit_messages import CommitMessages
from ctx_lsp.settings import Settings
from ctx_lsp.text.roots import Roots
from ctx_lsp.workspace.cache_service import CacheService
from ctx_lsp.workspace.past.definition_histories import DefinitionHistories
from ctx_lsp.workspace.past.history_reading import HistoryReader
from ctx_lsp.workspace.past.message_index import message_index


class PastReaders:
    """The history reader, the index of commit messages, and the histories of definitions. Thread-safe.

    `messages` is None if no messages have been read. `definitions` is read on request.
    """

    def __init__(self, on_read: Callable[[bool], None], cache: CacheService) -> None:
        """Create an idle reader, which calls `on_read` as described in `HistoryReader`."""
        self.history = HistoryReader(on_read, cache)
        self.history.listeners.append(self._index_messages)
        self.messages: CommitMessages | None = None
        self.definitions = DefinitionHistories()
        self._lock = threading.Lock()
        self._wanted = Roots()
        self._begun = False

    def begin(self) -> None:
        """Start reading. Call this when questions can be answered, so that the first answers are not delayed."""
        with self._lock:
            if not self._begun:
                self._begun = True
                self.history.read(self._wanted)

    def read(self, roots: Roots, settings: Settings) -> None:
        """Update the data to match the folders and settings, in the background. Returns immediately.

        Nothing is read before `begin`.
        """
        with self._lock:
            self._wanted = roots if settings.history.enabled else Roots()
            if self._begun:
                self.history.read(self._wanted)

    @property
    def has_read(self) -> bool:
        """Whether histories have been read and no update is running."""
        return self._begun and not self.history.reading

    @property
    def histories(self) -> Histories:
        """The histories read so far. Their `unread` holds the folders whose histories are still to be read."""
        has_read, wanted = self.has_read, self._wanted.all
        # After `has_read`: if reading ends in between, these are the new histories, and not old ones that count as new.
        found = self.history.histories
        unread = () if has_read else tuple(root for root in wanted if root not in found.roots.all)
        return replace(found, unread=unread) if unread else found

    def close(self) -> None:
        """Stop reading."""
        self.history.close()

    def _index_messages(self) -> None:
        self.messages = message_index(self.history.histories)
