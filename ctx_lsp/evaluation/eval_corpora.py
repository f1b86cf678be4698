"""The folders to index for an evaluation, each with the tasks to run in it.

There is one folder for all tasks, or one for each repository.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ctx_lsp.evaluation.tasks import Task, TaskError


class CorpusRoot(msgspec.Struct, frozen=True):
    """The indexed subfolder of a repository; "" means the whole repository. Unknown JSON fields are ignored."""

    root: str = ""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A folder to index, and the tasks to run in it.

    A path in a task consists of `prefix` and the path relative to the folder.
    """

    name: str
    folder: Path
    prefix: str
    tasks: tuple[Task, ...]

    def locate(self, path: str) -> str:
        """Convert a workspace path to the path that the tasks use."""
        return self.prefix + path

    def own_path(self, path: str) -> str:
        """Convert a path in the tasks to a workspace path.

        A path outside the folder is converted to a path that no workspace file has.
        """
        return path.removeprefix(self.prefix) if path.startswith(self.prefix) else f"../{path}"


def read_roots(file: Path) -> dict[str, CorpusRoot]:
    """Read the subfolder to index in each folder, from a JSON file like `{"folder": {"root": "sub/folder"}}`.

    Raises `TaskError` if the format is wrong, and `OSError` if the file cannot be read.
    """
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, CorpusRoot])
    except msgspec.DecodeError as error:
        raise TaskError(f"{file}: {error}") from error


def corpora(path: Path, pattern: str, tasks: Sequence[Task], roots: Mapping[str, CorpusRoot]) -> list[Corpus]:
    """Return a corpus for each repository that the tasks name.

    The folder of a corpus is `path` followed by `pattern`, in which `{repo}` is replaced with the name of the
    repository; the folder need not exist. Raises `TaskError` for a task without `repo`.
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
