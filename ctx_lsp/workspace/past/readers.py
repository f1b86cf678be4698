"""The readers of what Git tells about the workspace's folders: messages of commits, and the histories of files."""

from collections.abc import Callable

from ctx_lsp.settings import Settings
from ctx_lsp.text.roots import Roots
from ctx_lsp.workspace.cache_service import CacheService
from ctx_lsp.workspace.past.commit_reading import CommitReader
from ctx_lsp.workspace.past.history_reading import HistoryReader


class PastReaders:
    """Both readers, which read what the settings ask for."""

    def __init__(self, on_read: Callable[[bool], None], cache: CacheService) -> None:
        """A reader calls `on_read` on its own thread when nothing is left to read, with true if it found news."""
        self.commits = CommitReader(on_read)
        self.history = HistoryReader(on_read, cache)
        self._begun = False

    def begin(self, roots: Roots, settings: Settings) -> None:
        """Begin to read histories, which waits for this call so that it does not delay the first answers."""
        if not self._begun:
            self._begun = True
            self.read(roots, settings)

    def read(self, roots: Roots, settings: Settings) -> None:
        """Bring everything up to date in the background; return immediately."""
        self.commits.read(roots if settings.search.commits else Roots())
        if self._begun:
            self.history.read(roots if settings.history.enabled else Roots())

    @property
    def has_read(self) -> bool:
        """Whether histories have been read and are not being read again."""
        return self._begun and not self.history.reading

    def close(self) -> None:
        """Stop reading histories."""
        self.history.close()
