"""The messages of the latest commits, read in the background and again whenever the history has grown.

What is made of them is in `lexical.commit_messages`; git is asked by `text.git`. A folder that is in no repository has
none.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from ctx_lsp.lexical.commit_messages import CommitMessage, CommitMessages, commit_messages
from ctx_lsp.text.git import GitError, history, paths_touched, resolve_revision
from ctx_lsp.text.roots import Root, Roots

log = logging.getLogger(__name__)

LATEST = 3_000  # commits of each folder's repository; a second's work


class CommitReader:
    """Holds the messages of the folders' latest commits. Thread-safe; one thread reads, and only when asked to."""

    def __init__(self, on_read: Callable[[], None]) -> None:
        """`on_read` is called from the thread that has read, whenever there is nothing more to read."""
        self._on_read = on_read
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wanted: Roots | None = None
        self._heads: tuple[tuple[Path, str], ...] = ()
        self.messages: CommitMessages | None = None

    def read(self, roots: Roots) -> None:
        """See that the messages are those of the folders' latest commits; returns at once."""
        with self._lock:
            if not (roots.all or self._heads or self._thread):
                return  # nothing was ever wanted
            self._wanted = roots
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="commit-reader", daemon=True)
                self._thread.start()

    @property
    def reading(self) -> bool:
        """Whether the messages may be about to change."""
        return self._thread is not None

    def _run(self) -> None:
        try:
            while (roots := self._next()) is not None:
                self._read(roots)
        finally:  # whoever waits for the messages must not wait for ever
            with self._lock:
                if self._thread is threading.current_thread():
                    self._thread = None
            self._on_read()

    def _next(self) -> Roots | None:
        """The folders to read for; None where there is nothing more to do, and then this thread is none any more."""
        with self._lock:
            roots, self._wanted = self._wanted, None
            if roots is None:
                self._thread = None
            return roots

    def _read(self, roots: Roots) -> None:
        heads = tuple((root.directory, _head(root.directory)) for root in roots.all)
        if heads != self._heads:
            told = [one for root, (_, head) in zip(roots.all, heads, strict=True) if head for one in _told(root, head)]
            self._heads, self.messages = heads, commit_messages(told) if told else None


def _head(folder: Path) -> str:
    try:
        return resolve_revision(folder, "HEAD")
    except GitError:
        return ""


def _told(root: Root, head: str) -> Iterator[CommitMessage]:
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
