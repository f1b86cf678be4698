"""A thread that reads something about the workspace's folders on request, and again after each further request.

`commit_reading` and `history_reading` say what is read.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable

from ctx_lsp.text.roots import Roots


class BackgroundReader(ABC):
    """Reads on one background thread, which ends when nothing is left to read. Thread-safe."""

    def __init__(self, name: str, on_read: Callable[[bool], None]) -> None:
        """`name` is that of the thread, which calls `on_read` when nothing is left to read: true if it found news."""
        self._name = name
        self._on_read = on_read
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wanted: Roots | None = None

    @property
    @abstractmethod
    def _holds_something(self) -> bool:
        """Whether folders have been read, so that reading no folders changes something."""

    @abstractmethod
    def _read(self, roots: Roots) -> bool:
        """Read the folders, on the background thread. Return whether that changed what is known."""

    def read(self, roots: Roots) -> None:
        """Bring what is known up to date with the folders in the background; return immediately."""
        with self._lock:
            if not (roots.all or self._holds_something or self._thread):
                return  # there are no folders, and there were none before
            self._wanted = roots
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    @property
    def reading(self) -> bool:
        """Whether something is being read at present, so that what is known may soon change."""
        return self._thread is not None

    def join(self, timeout: float) -> None:
        """Wait for the end of the thread, but at most `timeout` seconds."""
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
