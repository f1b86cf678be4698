"""Parsed project configurations, one dataclass per kind of file. All paths are normalised workspace paths.

A path outside the workspace begins with `../` and therefore matches no file.
"""

import posixpath
from dataclasses import dataclass

Targets = tuple[tuple[str, tuple[str, ...]], ...]
"""Patterns with at most one `*`, each with its targets in order, as in `exports` or `paths` of JavaScript projects."""


@dataclass(frozen=True, slots=True)
class ScriptConfig:
    """A `tsconfig.json` or `jsconfig.json`. None marks a missing value, which a base configuration may supply.

    `references` holds paths, `extends` holds paths or package names, and `paths` keeps its targets as written.
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
    """A `package.json`. Targets are written relative to the folder; `exports` is None if all files are exported."""

    folder: str
    name: str
    exports: Targets | None
    imports: Targets
    mains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoModule:
    """A `go.mod`: its folder, its module path and the local folders that replace other modules."""

    folder: str
    module: str
    replaced: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CargoPackage:
    """A `Cargo.toml`. `crate` is the library's name in code, and `crate_root` is the library's root file.

    `roots` holds the root files that the manifest lists, the library's first. `renamed` pairs the local names of
    renamed dependencies with the names of their crates.
    """

    folder: str
    crate: str
    crate_root: str
    roots: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PythonProject:
    """A Python project's folder and source roots, from `pyproject.toml`, `setup.cfg` or `setup.py`.

    The customary source roots are included even if the file does not name them.
    """

    folder: str
    roots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DartPackage:
    """A `pubspec.yaml`: the folder and name of a Dart package."""

    folder: str
    name: str


@dataclass(frozen=True, slots=True)
class SwiftPackage:
    """A `Package.swift`: the names and folders of its targets."""

    folder: str
    targets: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ZigBuild:
    """A `build.zig`: the names and root files of its modules."""

    folder: str
    modules: tuple[tuple[str, str], ...]


Project = ScriptConfig | NpmPackage | GoModule | CargoPackage | PythonProject | DartPackage | SwiftPackage | ZigBuild


def names_of(project: Project) -> tuple[tuple[str, str], ...]:
    """Return the names by which imports refer to a project or its parts, as pairs of kind and name."""
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
    """Return the folders from which a project's full module names start; only Python projects have such folders."""
    return project.roots if isinstance(project, PythonProject) else ()


def joined(folder: str, path: str) -> str:
    """Convert `path`, given relative to `folder`, to a workspace path; `folder` is "" for the workspace folder."""
    whole = posixpath.normpath(posixpath.join(folder, path.lstrip("/")))
    return "" if whole == "." else whole
