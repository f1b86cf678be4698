"""A folder that contains the files of one commit at a time, copied from a repository without changing it.

The engine indexes this folder like any other, so the usual rules decide which files are indexed. The folder is also a
git repository whose history ends at the commit, so nothing in it reveals later commits.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from ctx_lsp.text.git import objects_folder, read_texts, tree_below

_UNSAFE = frozenset({"", ".", "..", ".git"})  # path components that occur only in a malformed or hostile tree


class PastTree:
    """The files of one commit in `folder`, which must be empty at first and must not be written to by anyone else."""

    def __init__(self, repository: Path, folder: Path) -> None:
        """Turn `folder` into a git repository that borrows the objects of `repository`.

        Raises `GitError` and `OSError`.
        """
        self._repository = repository
        self._folder = folder
        self._names: dict[str, str] = {}  # object names of the contents, keyed by path
        self._git = folder / ".git"
        (self._git / "refs").mkdir(parents=True)  # without this folder, git does not recognise the repository
        (self._git / "objects" / "info").mkdir(parents=True)
        (self._git / "objects" / "info" / "alternates").write_bytes(os.fsencode(objects_folder(repository)) + b"\n")

    def move(self, commit: str) -> list[str]:
        """Replace the files in the folder with those of `commit`; return the paths that changed.

        `commit` is a full hash. Symbolic links, submodules, and files with missing or very large contents are not
        written. Raises `GitError` and `OSError`.
        """
        wanted = {path: name for path, name in tree_below(self._repository, commit).texts.items() if _is_safe(path)}
        gone = [path for path in self._names if path not in wanted]
        new = {path: name for path, name in wanted.items() if self._names.get(path) != name}
        contents = dict(read_texts(self._repository, new.values()))
        self._remove([*gone, *(path for path, name in new.items() if path in self._names and name not in contents)])
        for path, name in new.items():
            if name in contents:
                file = self._folder / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(contents[name])
        self._names = wanted
        (self._git / "HEAD").write_text(f"{commit}\n", "ascii")
        return [*gone, *new]

    def rewrite(self, contents: Mapping[str, bytes]) -> list[str]:
        """Write the given contents to files; return their paths. The next `move` undoes this. Raises `OSError`."""
        for path, data in contents.items():
            file = self._folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            self._names[path] = ""  # not an object name, so that the next move writes the file again
        return [*contents]

    def _remove(self, paths: Iterable[str]) -> None:
        """Remove files and the folders that become empty, because a later file may have the path of such a folder."""
        for path in paths:
            file = self._folder / path
            file.unlink(missing_ok=True)
            for folder in file.parents:
                if folder == self._folder or any(folder.iterdir()):
                    break
                folder.rmdir()


def _is_safe(path: str) -> bool:
    return "\\" not in path and not any(part.lower() in _UNSAFE for part in path.split("/"))
