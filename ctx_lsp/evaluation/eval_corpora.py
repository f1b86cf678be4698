"""Assignment of tasks to the folders to index: one folder for all tasks, or one for each repository."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ctx_lsp.evaluation.tasks import Task, TaskError


class CorpusRoot(msgspec.Struct, frozen=True):
    """The part of a repository's folder that is indexed; unknown fields are ignored."""

    root: str = ""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A folder to index, and its tasks. Paths in the tasks are `prefix` plus the path within the folder."""

    name: str
    folder: Path
    prefix: str
    tasks: tuple[Task, ...]

    def locate(self, path: str) -> str:
        """Convert a workspace path to the path that the tasks use."""
        return self.prefix + path

    def own_path(self, path: str) -> str:
        """Convert a path in the tasks to a workspace path.

        A path outside the folder becomes one that no workspace file has.
        """
        return path.removeprefix(self.prefix) if path.startswith(self.prefix) else f"../{path}"


def read_roots(file: Path) -> dict[str, CorpusRoot]:
    """Read the indexed part of each folder from a file like `{"folder": {"root": "sub/folder"}}`.

    Raises `TaskError` if the format is wrong, and `OSError`.
    """
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, CorpusRoot])
    except msgspec.DecodeError as error:
        raise TaskError(f"{file}: {error}") from error


def corpora(path: Path, pattern: str, tasks: Sequence[Task], roots: Mapping[str, CorpusRoot]) -> list[Corpus]:
    """Return a corpus for each repository that the tasks name.

    Its folder below `path` is `pattern` with `{repo}` filled in; the folder need not exist. Raises `TaskError` for a
    task without `repo`.
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
