"""Reads the messages of the latest commits in the background, and reads them again when the history has grown.

`lexical.commit_messages` indexes the messages; `text.git` runs Git. A folder outside every repository has no messages.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from ctx_lsp.lexical.commit_messages import CommitMessage, CommitMessages, commit_messages
from ctx_lsp.text.git import GitError, history, paths_touched, resolve_revision
from ctx_lsp.text.roots import Root, Roots

log = logging.getLogger(__name__)

LATEST = 3_000  # commits per folder; reading them takes about a second


class CommitReader:
    """The messages of the folders' latest commits, which one background thread reads on request. Thread-safe."""

    def __init__(self, on_read: Callable[[], None]) -> None:
        """`on_read` is called from the reading thread whenever nothing is left to read."""
        self._on_read = on_read
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wanted: Roots | None = None
        self._heads: tuple[tuple[Path, str], ...] = ()
        self.messages: CommitMessages | None = None

    def read(self, roots: Roots) -> None:
        """Bring the messages up to date with the folders' latest commits in the background; return immediately."""
        with self._lock:
            if not (roots.all or self._heads or self._thread):
                return  # there are no folders, and there were none before
            self._wanted = roots
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="commit-reader", daemon=True)
                self._thread.start()

    @property
    def reading(self) -> bool:
        """Whether messages are being read at present, so that `messages` may soon change."""
        return self._thread is not None

    def _run(self) -> None:
        try:
            while (roots := self._next()) is not None:
                self._read(roots)
        finally:  # a failure must not block callers that wait for the messages
            with self._lock:
                if self._thread is threading.current_thread():
                    self._thread = None
            self._on_read()

    def _next(self) -> Roots | None:
        """Return the folders to read next, or None if nothing is left to read and the calling thread must end."""
        with self._lock:
            roots, self._wanted = self._wanted, None
            if roots is None:
                self._thread = None
            return roots

    def _read(self, roots: Roots) -> None:
        heads = tuple((root.directory, _head(root.directory)) for root in roots.all)
        if heads != self._heads:
            pairs = zip(roots.all, heads, strict=True)
            messages = [one for root, (_, head) in pairs if head for one in _messages_of(root, head)]
            self._heads, self.messages = heads, commit_messages(messages) if messages else None


def _head(folder: Path) -> str:
    try:
        return resolve_revision(folder, "HEAD")
    except GitError:
        return ""


def _messages_of(root: Root, head: str) -> Iterator[CommitMessage]:
    try:
        commits = history(root.directory, head, LATEST)
        touched = paths_touched(root.directory, [commit.name for commit in commits])
    except GitError as error:
        log.info("the history of %s cannot be read: %s", root.directory, error)
        return
    for commit in commits:
        yield CommitMessage(
            root.prefix + commit.name, commit.message, tuple(root.prefix + path for path in touched[commit.name])
        )
