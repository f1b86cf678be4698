"""What Git knows about the workspace's folders: the histories of their files, and an index of commit messages."""

from collections.abc import Callable

from ctx_lsp.lexical.commit_messages import CommitMessages
from ctx_lsp.settings import Settings
from ctx_lsp.text.roots import Roots
from ctx_lsp.workspace.cache_service import CacheService
from ctx_lsp.workspace.past.history_reading import HistoryReader
from ctx_lsp.workspace.past.message_index import message_index


class PastReaders:
    """The reader of histories, and the index of the messages in them, which is None if there are none."""

    def __init__(self, on_read: Callable[[bool], None], cache: CacheService) -> None:
        """Create an idle reader, which calls `on_read` as described in `BackgroundReader`."""
        self.history = HistoryReader(on_read, cache)
        self.history.listeners.append(self._index_messages)
        self.messages: CommitMessages | None = None
        self._begun = False

    def begin(self, roots: Roots, settings: Settings) -> None:
        """Start reading. Call this when questions can be answered, so that the first answers are not delayed."""
        if not self._begun:
            self._begun = True
            self.read(roots, settings)

    def read(self, roots: Roots, settings: Settings) -> None:
        """Update the data to match the folders and settings, in the background. Returns immediately.

        Does nothing before `begin`.
        """
        if self._begun:
            self.history.read(roots if settings.history.enabled else Roots())

    @property
    def has_read(self) -> bool:
        """Whether histories have been read and no update is running."""
        return self._begun and not self.history.reading

    def close(self) -> None:
        """Stop reading."""
        self.history.close()

    def _index_messages(self) -> None:
        self.messages = message_index(self.history.histories)
