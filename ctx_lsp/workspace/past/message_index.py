"""Makes the index of commit messages from the histories of the workspace's folders."""

from collections.abc import Iterator

from ctx_lsp.history.histories import Histories
from ctx_lsp.history.log import History
from ctx_lsp.lexical.commit_messages import CommitMessage, CommitMessages, commit_messages

MAX_FILES = 12  # maximum number of files touched by one commit; larger commits mix topics


def message_index(histories: Histories) -> CommitMessages | None:
    """Index the latest commit messages of all folders, except those of large commits. Return None if none are left."""
    messages = [
        message
        for root in histories.roots.all
        if root.directory in histories.by_folder
        for message in _messages(histories.by_folder[root.directory], root.prefix)
    ]
    return commit_messages(messages) if messages else None


def _messages(history: History, prefix: str) -> Iterator[CommitMessage]:
    for index, body in history.latest_bodies():
        commit = history.commit(index)
        touched = history.touched(index)
        if len(touched) <= MAX_FILES:
            current = tuple(prefix + path for path in map(history.path, touched) if path is not None)
            yield CommitMessage(prefix + commit.name, commit.subject, body, current)
