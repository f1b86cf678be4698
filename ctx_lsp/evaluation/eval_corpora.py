"""Assignment of tasks to the folders to index: one folder for all tasks, or one for each repository."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ctx_lsp.evaluation.tasks import Task, TaskError


class CorpusRoot(msgspec.Struct, frozen=True):
    """The part of a repository's folder that is indexed; further fields are ignored."""

    root: str = ""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A folder to index and its tasks. A task's path is `prefix` plus the path in the folder."""

    name: str
    folder: Path
    prefix: str
    tasks: tuple[Task, ...]

    def locate(self, path: str) -> str:
        """Return the tasks' path for a workspace path."""
        return self.prefix + path

    def own_path(self, path: str) -> str:
        """Return the workspace path for a path of the tasks.

        For a path outside the folder it is a path that no file of the workspace has.
        """
        return path.removeprefix(self.prefix) if path.startswith(self.prefix) else f"../{path}"


def read_roots(file: Path) -> dict[str, CorpusRoot]:
    """Read the indexed part of each folder from a file like `{"folder": {"root": "sub/folder"}}`.

    Raises `TaskError` for a wrong format, and `OSError`.
    """
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, CorpusRoot])
    except msgspec.DecodeError as error:
        raise TaskError(f"{file}: {error}") from error


def corpora(path: Path, pattern: str, tasks: Sequence[Task], roots: Mapping[str, CorpusRoot]) -> list[Corpus]:
    """Return a corpus for each repository of the tasks: its folder below `path` is `pattern` with `{repo}` filled in.

    The folders need not exist. Raises `TaskError` for a task without `repo`.
    """
    by_repo: dict[str, list[Task]] = {}
    for task in tasks:
        if not task.repo:
            raise TaskError(f"task {task.id!r} names no `repo`, so its folder below {path} is not known")
        by_repo.setdefault(task.repo, []).append(task)
    return [_corpus(path, pattern.replace("{repo}", repo), mine, repo, roots) for repo, mine in by_repo.items()]


def _corpus(path: Path, name: str, tasks: Sequence[Task], repo: str, roots: Mapping[str, CorpusRoot]) -> Corpus:
    root = roots.get(name, CorpusRoot()).root.strip("/")
    return Corpus(repo, path / name / root, f"{root}/" if root else "", tuple(tasks))
