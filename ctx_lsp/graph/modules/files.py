"""What the rules for module names may ask of the workspace, and what they have in common. The rules are beside it."""

import posixpath
from collections.abc import Iterable, Iterator
from typing import Protocol

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.modules.rules import folder_files
from ctx_lsp.graph.projects.model import Project
from ctx_lsp.syntax.model import Import

# Below such a folder lie packages that nothing outside the folder around it means: copies, and samples for tests.
_PRIVATE_FOLDERS = frozenset(
    {"node_modules", "site-packages", "vendor", "_vendor", "third_party", "fixtures", "__fixtures__", "testdata"}
)


class FileHeadView(Protocol):
    """What a file says about itself."""

    @property
    def imports(self) -> tuple[Import, ...]:
        """Its imports."""


class Files(Protocol):
    """The files of the workspace, as far as module names go."""

    def exists(self, path: str, /) -> bool:
        """Whether there is a file at `path`."""

    def modules(self, stem: str, /) -> tuple[str, ...]:
        """Paths of the files whose `module_stem` is `stem`."""

    def folder(self, folder: str, /) -> tuple[str, ...]:
        """Paths of the files directly in `folder`."""

    def project(self, path: str, /) -> Project | None:
        """What the configuration file at `path` says."""

    def projects(self, kind: str, name: str, /) -> tuple[str, ...]:
        """Paths of the configuration files of the projects of a kind (`npm`, `go`, `cargo` …) that go by a name."""

    def is_source_root(self, folder: str, /) -> bool:
        """Whether a project has modules in `folder` that are imported by their full names."""

    def packaged(self, package: str, name: str, /) -> tuple[Definition, ...]:
        """Top-level definitions of that name in files of a package."""

    def qualified(self, language: str, name: str, /) -> tuple[Definition, ...]:
        """Types and modules of that dotted name, in languages where such a name is known in the whole program."""

    def head(self, path: str, /) -> FileHeadView | None:
        """What the file at `path` imports."""

    def symbol(self, path: str, qualname: str, /) -> Definition | None:
        """The definition of that qualified name in the file at `path`."""


def module_stem(path: str) -> str:
    """The last part of the module name that a path answers to: the file's stem, or its folder's for `__init__` etc."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    stands_for_folder = f"{stem}.{name.rpartition('.')[2]}" in folder_files()
    return folders[-1] if stands_for_folder and folders else stem


def below(folder: str, path: str) -> str:
    """The workspace path of `path` in `folder`; "" is the workspace's own folder."""
    whole = posixpath.normpath(posixpath.join(folder, path))
    return "" if whole == "." else whole


def folder_of(path: str) -> str:
    """The folder that a path lies in."""
    return path.rpartition("/")[0]


def is_below(path: str, folder: str) -> bool:
    """Whether a path is that of a folder or of something in it."""
    return not folder or path == folder or path.startswith(f"{folder}/")


def folders_above(path: str) -> Iterator[str]:
    """The folders that a path lies in, from the inside out; the last one is ""."""
    while path:
        path = folder_of(path)
        yield path


def existing(candidates: Iterable[str], files: Files) -> tuple[str, ...]:
    """Those of some paths at which there is a file."""
    return tuple(path for path in candidates if files.exists(path))


def shared(origin: str, path: str) -> int:
    """Length of the path of the folder that two paths have in common."""
    return len(posixpath.commonprefix([f"{origin}/", f"{path}/"]).rpartition("/")[0])


def nearest(origin: str, paths: Iterable[str]) -> list[str]:
    """Paths, those first that share the longest folder with `origin`, and of these the shortest."""
    return sorted(paths, key=lambda path: (-shared(origin, path), len(path), path))


def nearest_only(origin: str, paths: list[str]) -> tuple[str, ...]:
    """Those of `paths` that share the longest folder with `origin`."""
    most = max((shared(origin, path) for path in paths), default=0)
    return tuple(path for path in paths if shared(origin, path) == most)


def is_private(path: str, origin: str) -> bool:
    """Whether `path` is in a folder of copies or samples that `origin` is not beside."""
    parts = path.split("/")
    first = next((number for number, part in enumerate(parts) if part in _PRIVATE_FOLDERS), None)
    return first is not None and not is_below(origin, "/".join(parts[:first]))


def project_above(origin: str, name: str, files: Files) -> Project | None:
    """What the nearest configuration file of that name says, in the folder of `origin` or above."""
    for folder in folders_above(origin):
        project = files.project(f"{folder}/{name}".lstrip("/"))
        if project is not None:
            return project
    return None


def projects_near(origin: str, kind: str, name: str, files: Files) -> Iterator[Project]:
    """The projects of a kind and name that `origin` can mean, the nearest first."""
    for path in nearest(origin, files.projects(kind, name)):
        project = files.project(path)
        if project is not None and not is_private(path, origin):
            yield project
