"""Base class for readers that load data about the workspace's folders on a background thread.

The subclass is in `history_reading`.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable

from ctx_lsp.text.roots import Roots


class BackgroundReader(ABC):
    """A reader whose background thread starts on request and ends when nothing is left to read. Thread-safe."""

    def __init__(self, name: str, on_read: Callable[[bool], None]) -> None:
        """Name the thread `name`. At its end, the thread calls `on_read`, passing whether the data changed."""
        self._name = name
        self._on_read = on_read
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wanted: Roots | None = None

    @property
    @abstractmethod
    def _holds_something(self) -> bool:
        """Whether data of any folder is loaded, in which case a request for no folders must drop it."""

    @abstractmethod
    def _read(self, roots: Roots) -> bool:
        """Update the data to match the folders; return whether the data changed. Runs on the background thread."""

    def read(self, roots: Roots) -> None:
        """Update the data to match the folders, in the background. Returns immediately."""
        with self._lock:
            if not (roots.all or self._holds_something or self._thread):
                return  # there are no folders, and there were none before
            self._wanted = roots
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    @property
    def reading(self) -> bool:
        """Whether the thread is running, in which case the data may soon change."""
        return self._thread is not None

    def join(self, timeout: float) -> None:
        """Wait until the thread ends, for at most `timeout` seconds."""
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join(timeout)

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
