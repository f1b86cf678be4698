"""Reads the messages of the latest commits in the background, and rereads them after new commits.

`lexical.commit_messages` indexes the messages; `text.git` runs Git. A folder outside every repository has no messages.
"""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

from ctx_lsp.lexical.commit_messages import CommitMessage, CommitMessages, commit_messages
from ctx_lsp.text.git import GitError, history, paths_touched, resolve_revision
from ctx_lsp.text.roots import Root, Roots
from ctx_lsp.workspace.past.background_reading import BackgroundReader

log = logging.getLogger(__name__)

LATEST = 3_000  # commits per folder; reading them takes about a second


class CommitReader(BackgroundReader):
    """A reader of the folders' latest commit messages; `messages` is None if there are none."""

    def __init__(self, on_read: Callable[[bool], None]) -> None:
        """Create a reader without messages; `on_read` is as in `BackgroundReader`."""
        super().__init__("commit-reader", on_read)
        self._heads: tuple[tuple[Path, str], ...] = ()
        self.messages: CommitMessages | None = None

    @property
    def _holds_something(self) -> bool:
        return bool(self._heads)

    def _read(self, roots: Roots) -> bool:
        before = self.messages
        heads = tuple((root.directory, _head(root.directory)) for root in roots.all)
        if heads != self._heads:
            pairs = zip(roots.all, heads, strict=True)
            messages = [one for root, (_, head) in pairs if head for one in _messages_of(root, head)]
            self._heads, self.messages = heads, commit_messages(messages) if messages else None
        return self.messages is not before


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
