"""Tasks from a history: the files or definitions of a commit, of which one is given and the others are to be found.

Each commit is asked of the history and of an index that end before it. The index is that of the commit before all tasks
of the repository, which leaks nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.history.histories import Histories
from ctx_lsp.history.log import History, HistoryLog
from ctx_lsp.text.git_log import LoggedCommit, commit_names, logged_commits
from ctx_lsp.text.roots import Root, Roots

MAX_TASKS = 40  # the newest commits of a repository that give tasks
MAX_ANSWERS = 12  # files or definitions of a commit; larger ones have more than one topic
BATCH = 500
CODE = frozenset({"source", "test"})


@dataclass(frozen=True)
class Past:
    """A commit, the files of code that existed before it and that it changed, and the history before it."""

    commit: LoggedCommit
    files: tuple[str, ...]
    history: History

    @property
    def histories(self) -> Histories:
        """The history as that of a workspace with one folder."""
        root = Root(Path("/repository"), "")
        return Histories(Roots((root,)), {root.directory: self.history})


def commits_of(folder: Path, head: str) -> list[LoggedCommit]:
    """Return the commits that lead to `head`, oldest first."""
    names = commit_names(folder, head, 20_000)[::-1]
    return [
        one for start in range(0, len(names), BATCH) for one in logged_commits(folder, names[start : start + BATCH])
    ]


def pasts(commits: Sequence[LoggedCommit]) -> Iterator[Past]:
    """Yield the newest commits that changed at least two existing files of code, oldest first."""
    wanted = {one.name for one in [one for one in commits if len(_code(one)) > 1 and len(one.files) <= 30][-MAX_TASKS:]}
    log = HistoryLog()
    for commit in commits:
        if commit.name in wanted:
            history = log.view()
            files = tuple(path for path in _code(commit) if history.number(path) is not None)
            if 1 < len(files) <= MAX_ANSWERS:
                yield Past(commit, files, history)
        log.add(commit)


def _code(commit: LoggedCommit) -> list[str]:
    changed = (one.former or one.path for one in commit.files if one.kind in "MR")
    return [path for path in changed if file_role(path) in CODE]


def recall(found: Sequence[str], wanted: Sequence[str], given: str, at: int = 5) -> float:
    """Return the share of what is wanted besides what is given among the first `at` of what was found."""
    others = set(wanted) - {given}
    return len(others & set(found[:at])) / len(others)
