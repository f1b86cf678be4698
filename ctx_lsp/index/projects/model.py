"""What is known of a project, by the kind of its configuration file. All paths are workspace paths, normalised.

A path that leads out of the workspace begins with `../` and so names no file of it.
"""

import posixpath
from dataclasses import dataclass

Targets = tuple[tuple[str, tuple[str, ...]], ...]
"""Patterns with at most one `*`, each with what it stands for, in order."""


@dataclass(frozen=True, slots=True)
class ScriptConfig:
    """A `tsconfig.json` or `jsconfig.json`. None: not said here, so that one that it extends decides.

    `extends` and `references` are paths, or names of packages in `extends`; the targets of `paths` are as written.
    """

    folder: str
    extends: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    base_url: str | None = None
    paths: Targets | None = None
    paths_folder: str = ""
    root_dirs: tuple[str, ...] = ()
    root_dir: str | None = None
    out_dir: str | None = None


@dataclass(frozen=True, slots=True)
class NpmPackage:
    """A `package.json`. Targets are as written, relative to the folder; `exports` is None where all is exported."""

    folder: str
    name: str
    exports: Targets | None
    imports: Targets
    mains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoModule:
    """A `go.mod`: its folder, its module path and the local folders that stand in for other modules."""

    folder: str
    module: str
    replaced: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CargoPackage:
    """A `Cargo.toml`. `crate` is what code calls its library.

    `roots` are the root files that it names, the library's first; `renamed` has the dependencies that go by another
    name here: that name, and the crate's.
    """

    folder: str
    crate: str
    library: str
    roots: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PythonProject:
    """A `pyproject.toml`, `setup.cfg` or `setup.py`: folders from which its modules are imported."""

    folder: str
    roots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DartPackage:
    """A `pubspec.yaml`."""

    folder: str
    name: str


@dataclass(frozen=True, slots=True)
class SwiftPackage:
    """A `Package.swift`: the folders of its targets by name, as far as they are said."""

    folder: str
    targets: tuple[tuple[str, str], ...]


Project = ScriptConfig | NpmPackage | GoModule | CargoPackage | PythonProject | DartPackage | SwiftPackage


def names_of(project: Project) -> tuple[tuple[str, str], ...]:
    """Under which names others know the project or what it has beside it: kind of project, name."""
    match project:
        case NpmPackage(name=name) if name:
            return (("npm", name),)
        case GoModule(module=module, replaced=replaced):
            return tuple(("go", one) for one in dict.fromkeys((module, *(old for old, _ in replaced))))
        case CargoPackage(crate=crate) if crate:
            return (("cargo", crate),)
        case DartPackage(name=name):
            return (("pub", name),)
        case SwiftPackage(targets=targets):
            return tuple(("swift", name) for name in dict(targets))
    return ()


def source_roots(project: Project) -> tuple[str, ...]:
    """Folders from which modules are imported by their full names, where a project has such folders."""
    return project.roots if isinstance(project, PythonProject) else ()


def joined(folder: str, path: str) -> str:
    """The workspace path of `path`, which is relative to `folder`; "" is the workspace's own folder."""
    whole = posixpath.normpath(posixpath.join(folder, path.lstrip("/")))
    return "" if whole == "." else whole
