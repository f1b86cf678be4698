"""Workspace lookups and path functions shared by the rules that resolve module names."""

import posixpath
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.modules.rules import folder_files
from ctx_lsp.graph.projects.model import Project
from ctx_lsp.syntax.model import Import

# Folders of vendored packages or test samples. Only files below such a folder's parent can import from it.
_PRIVATE_FOLDERS = frozenset(
    {"node_modules", "site-packages", "vendor", "_vendor", "third_party", "fixtures", "__fixtures__", "testdata"}
)


T = TypeVar("T")


class FileHeadView(Protocol):
    """The part of a file's head (its language, imports and package) that module rules need."""

    @property
    def imports(self) -> tuple[Import, ...]:
        """The imports of the file."""


class Files(Protocol):
    """The lookups that module rules may make in the workspace."""

    def exists(self, path: str, /) -> bool:
        """Return whether there is a file at `path`."""

    def modules(self, stem: str, /) -> tuple[str, ...]:
        """Return the paths of the files whose `module_stem` is `stem`."""

    def folder(self, folder: str, /) -> tuple[str, ...]:
        """Return the paths of the files directly in `folder`."""

    def project(self, path: str, /) -> Project | None:
        """Return the parsed configuration file at `path`; None if there is none."""

    def projects(self, kind: str, name: str, /) -> tuple[str, ...]:
        """Return the paths of the configuration files that define a project of `kind` (such as `npm`) called `name`."""

    def is_source_root(self, folder: str, /) -> bool:
        """Return whether `folder` is a source root: a folder from which a project's full module names start."""

    def packaged(self, package: str, name: str, /) -> tuple[Definition, ...]:
        """Return the top-level definitions called `name` in the files of `package`."""

    def qualified(self, language: str, name: str, /) -> tuple[Definition, ...]:
        """Return the types and modules whose fully qualified name is `name`; empty in languages without such names."""

    def head(self, path: str, /) -> FileHeadView | None:
        """Return the head of the file at `path`; None if there is no such file."""

    def kept(self, find: Callable[[], T], /) -> T:
        """Return the result of `find`, which the caller caches for other references in the file."""

    def symbol(self, path: str, qualname: str, /) -> Definition | None:
        """Return the definition of `qualname` in the file at `path`; None if there is none."""


def module_stem(path: str) -> str:
    """Return the last part of a file's module name: the file's stem, or the folder's name for `__init__.py` etc."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    stands_for_folder = f"{stem}.{name.rpartition('.')[2]}" in folder_files()
    return folders[-1] if stands_for_folder and folders else stem


def below(folder: str, path: str) -> str:
    """Convert `path`, given relative to `folder`, to a workspace path; `folder` is "" for the workspace folder."""
    whole = posixpath.normpath(posixpath.join(folder, path))
    return "" if whole == "." else whole


def folder_of(path: str) -> str:
    """Return the parent folder of a path."""
    return path.rpartition("/")[0]


def is_below(path: str, folder: str) -> bool:
    """Return whether `path` is `folder` itself or a path inside `folder`."""
    return not folder or path == folder or path.startswith(f"{folder}/")


def folders_above(path: str) -> Iterator[str]:
    """Yield the folders above a path, innermost first; the last one is "", the workspace folder."""
    while path:
        path = folder_of(path)
        yield path


def existing(candidates: Iterable[str], files: Files) -> tuple[str, ...]:
    """Return the candidate paths that exist."""
    return tuple(path for path in candidates if files.exists(path))


def shared(origin: str, path: str) -> int:
    """Return the length in characters of the deepest folder path that contains both `origin` and `path`."""
    return len(posixpath.commonprefix([f"{origin}/", f"{path}/"]).rpartition("/")[0])


def nearest(origin: str, paths: Iterable[str]) -> list[str]:
    """Sort paths by nearness to `origin`: longest shared folder first, then shortest path first."""
    return sorted(paths, key=lambda path: (-shared(origin, path), len(path), path))


def nearest_only(origin: str, paths: list[str]) -> tuple[str, ...]:
    """Return only the paths nearest to `origin`: those that share the longest folder path with `origin`."""
    most = max((shared(origin, path) for path in paths), default=0)
    return tuple(path for path in paths if shared(origin, path) == most)


def is_private(path: str, origin: str) -> bool:
    """Return whether `path` is in a folder of vendored packages or test samples that `origin` cannot import from."""
    parts = path.split("/")
    first = next((number for number, part in enumerate(parts) if part in _PRIVATE_FOLDERS), None)
    return first is not None and not is_below(origin, "/".join(parts[:first]))


def project_above(origin: str, name: str, files: Files) -> Project | None:
    """Return the project that the nearest file called `name` configures; None if there is no such project.

    The file may be in the folder of `origin` or in any folder above it.
    """
    for folder in folders_above(origin):
        project = files.project(f"{folder}/{name}".lstrip("/"))
        if project is not None:
            return project
    return None


def projects_near(origin: str, kind: str, name: str, files: Files) -> Iterator[Project]:
    """Yield the projects with the given kind and name that the file `origin` can refer to, nearest first."""
    for path in nearest(origin, files.projects(kind, name)):
        project = files.project(path)
        if project is not None and not is_private(path, origin):
            yield project
