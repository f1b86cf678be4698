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
    """A `Cargo.toml`. `crate` is what code calls its library, `crate_root` the library's root file.

    `roots` are the root files that it names, the library's first; `renamed` has the dependencies that go by another
    name here: that name, and the crate's.
    """

    folder: str
    crate: str
    crate_root: str
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


@dataclass(frozen=True, slots=True)
class ZigBuild:
    """A `build.zig`: the root files of the modules that it gives names to."""

    folder: str
    modules: tuple[tuple[str, str], ...]


Project = ScriptConfig | NpmPackage | GoModule | CargoPackage | PythonProject | DartPackage | SwiftPackage | ZigBuild


def names_of(project: Project) -> tuple[tuple[str, str], ...]:
    """The names that others know a project by, or what it has beside it: kind of project, name."""
    kind, names = _names(project)
    return tuple((kind, name) for name in dict.fromkeys(names) if name)


def _names(project: Project) -> tuple[str, tuple[str, ...]]:
    match project:
        case NpmPackage():
            return "npm", (project.name,)
        case GoModule():
            return "go", (project.module, *(old for old, _ in project.replaced))
        case CargoPackage():
            return "cargo", (project.crate,)
        case DartPackage():
            return "pub", (project.name,)
        case ZigBuild():
            return "zig", tuple(name for name, _ in project.modules)
    return "", ()


def source_roots(project: Project) -> tuple[str, ...]:
    """Folders from which modules are imported by their full names, where a project has such folders."""
    return project.roots if isinstance(project, PythonProject) else ()


def joined(folder: str, path: str) -> str:
    """The workspace path of `path`, which is relative to `folder`; "" is the workspace's own folder."""
    whole = posixpath.normpath(posixpath.join(folder, path.lstrip("/")))
    return "" if whole == "." else whole
