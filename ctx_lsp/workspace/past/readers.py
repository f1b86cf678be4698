"""The readers of Git data about the workspace's folders: commit messages, and the histories of files."""

from collections.abc import Callable

from ctx_lsp.settings import Settings
from ctx_lsp.text.roots import Roots
from ctx_lsp.workspace.cache_service import CacheService
from ctx_lsp.workspace.past.commit_reading import CommitReader
from ctx_lsp.workspace.past.history_reading import HistoryReader


class PastReaders:
    """The two readers of Git data. The settings switch each of them on or off."""

    def __init__(self, on_read: Callable[[bool], None], cache: CacheService) -> None:
        """Create idle readers; both call `on_read` as described in `BackgroundReader`."""
        self.commits = CommitReader(on_read)
        self.history = HistoryReader(on_read, cache)
        self._begun = False

    def begin(self, roots: Roots, settings: Settings) -> None:
        """Start reading histories too. Call this when questions can be answered, so that answers are not delayed."""
        if not self._begun:
            self._begun = True
            self.read(roots, settings)

    def read(self, roots: Roots, settings: Settings) -> None:
        """Update the data to match the folders and settings, in the background. Returns immediately.

        Histories are read only after `begin`.
        """
        self.commits.read(roots if settings.search.commits else Roots())
        if self._begun:
            self.history.read(roots if settings.history.enabled else Roots())

    @property
    def has_read(self) -> bool:
        """Whether histories have been read and no update is running."""
        return self._begun and not self.history.reading

    def close(self) -> None:
        """Stop reading histories."""
        self.history.close()
