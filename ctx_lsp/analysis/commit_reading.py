"""The messages of the latest commits, read in the background and again whenever the history has grown.

What is made of them is in `index.commits`; git is asked by `text.git`. A folder that is in no repository has none.
"""

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

from ctx_lsp.index.commits import CommitMessages, Told, commit_messages
from ctx_lsp.index.inputs import Root, Roots
from ctx_lsp.text.git import GitError, history, paths_touched, resolve_revision

log = logging.getLogger(__name__)

LATEST = 3_000  # commits of each folder's repository; a second's work


class CommitReader:
    """Holds the messages of the folders' latest commits. Thread-safe; one thread reads, and only when asked to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wanted: Roots | None = None
        self._heads: tuple[str, ...] = ()
        self.messages: CommitMessages | None = None

    def read(self, roots: Roots) -> None:
        """See that the messages are those of now; returns at once."""
        with self._lock:
            self._wanted = roots
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="commit-reader", daemon=True)
                self._thread.start()

    def forget(self) -> None:
        """Have no messages from now on, until they are read again."""
        with self._lock:
            self._wanted = Roots()
            self._heads, self.messages = (), None

    @property
    def reading(self) -> bool:
        """Whether the messages may be about to change."""
        return self._thread is not None

    def _run(self) -> None:
        while True:
            with self._lock:
                roots, self._wanted = self._wanted, None
                if roots is None:
                    self._thread = None
                    return
            self._read(roots)

    def _read(self, roots: Roots) -> None:
        heads = tuple(_head(root.directory) for root in roots.all)
        if heads == self._heads and self.messages is not None:
            return
        told = [one for root, head in zip(roots.all, heads, strict=True) if head for one in _told(root, head)]
        messages = commit_messages(told) if told else None
        with self._lock:
            if self._wanted is None:
                self._heads, self.messages = heads, messages


def _head(folder: Path) -> str:
    try:
        return resolve_revision(folder, "HEAD")
    except GitError:
        return ""


def _told(root: Root, head: str) -> Iterator[Told]:
    try:
        commits = history(root.directory, head, LATEST)
        touched = paths_touched(root.directory, [commit.name for commit in commits])
    except GitError as error:
        log.info("the history of %s cannot be read: %s", root.directory, error)
        return
    for commit in commits:
        yield Told(root.prefix + commit.name, commit.message, tuple(root.prefix + path for path in touched[commit.name]))
