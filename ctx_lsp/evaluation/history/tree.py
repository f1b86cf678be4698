"""A folder that holds the files of one commit after another, written from a repository that is left as it is.

It is for indexing what the past looked like, so that whatever decides on disk which files count does so here too. The
folder is a repository as well, whose history ends where the files do: nothing in it knows of later commits.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from ctx_lsp.text.git import objects_folder, read_texts, tree_below

_UNSAFE = frozenset({"", ".", "..", ".git"})  # parts of paths that a tree should not have, and a hostile one may


class PastTree:
    """The files below `folder`, which is empty at first and written to by nobody else."""

    def __init__(self, repository: Path, folder: Path) -> None:
        """Make `folder` a repository with the objects of `repository`. Raises `GitError`, `OSError`."""
        self._repository = repository
        self._folder = folder
        self._names: dict[str, str] = {}  # what git calls the contents, by path
        self._git = folder / ".git"
        (self._git / "refs").mkdir(parents=True)  # without it, git takes the folder for none of its own
        (self._git / "objects" / "info").mkdir(parents=True)
        (self._git / "objects" / "info" / "alternates").write_bytes(os.fsencode(objects_folder(repository)) + b"\n")

    def move(self, commit: str) -> list[str]:
        """Make the folder hold the files of the commit of that full name; returns the paths that differ.

        Links and submodules are left out, and contents that the repository lacks. Raises `GitError`, `OSError`.
        """
        wanted = {path: name for path, name in tree_below(self._repository, commit).texts.items() if _is_safe(path)}
        gone = [path for path in self._names if path not in wanted]
        new = {path: name for path, name in wanted.items() if self._names.get(path) != name}
        contents = dict(read_texts(self._repository, new.values()))
        self._remove(gone)
        for path, name in new.items():
            if name in contents:
                file = self._folder / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(contents[name])
        self._names = wanted
        (self._git / "HEAD").write_text(f"{commit}\n", "ascii")
        return [*gone, *new]

    def rewrite(self, contents: Mapping[str, bytes]) -> list[str]:
        """Give files other contents until the next `move`; returns their paths. Raises `OSError`."""
        for path, data in contents.items():
            (self._folder / path).write_bytes(data)
            self._names[path] = ""  # no name of git's, so that the next move writes it anew
        return [*contents]

    def _remove(self, paths: Iterable[str]) -> None:
        """Remove files and the folders that become empty: a file may take the place of one."""
        for path in paths:
            file = self._folder / path
            file.unlink(missing_ok=True)
            for folder in file.parents:
                if folder == self._folder or any(folder.iterdir()):
                    break
                folder.rmdir()


def _is_safe(path: str) -> bool:
    return "\\" not in path and not any(part.lower() in _UNSAFE for part in path.split("/"))
