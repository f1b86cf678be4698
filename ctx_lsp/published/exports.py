"""Lists what the modules of a repository's packages export, so that imports in other repositories can be resolved.

Re-exports are followed here, at the time of publication, because only the publisher has the graph. Members of a type
are not listed: their definitions are found by the name of the type.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.modules.files import folder_of, is_below
from ctx_lsp.graph.modules.script import script_files
from ctx_lsp.graph.projects.model import GoModule, NpmPackage, PythonProject
from ctx_lsp.graph.resolution.bindings import DEFAULT, Bindings
from ctx_lsp.graph.tables import head_of
from ctx_lsp.published.model import PublishedExport
from ctx_lsp.published.packages import ProvidedPackage
from ctx_lsp.published.versions import Ecosystem
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.model import STARRED, WHOLE

_PYTHON = (".py", ".pyi")
_SCRIPTS = (".ts", ".tsx", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs")
_INTERNAL = frozenset({"internal", "vendor", "testdata"})  # folders of Go whose packages others cannot import
_BESIDE = frozenset(  # modules and folders beside those of a Python package, in the folder of its manifest
    {
        "setup", "conftest", "noxfile", "toxfile", "fabfile", "pavement", "dodo",
        "doc", "docs", "example", "examples", "benchmark", "benchmarks", "scripts", "ci",
    }
)  # fmt: skip


class _Module(NamedTuple):
    """A module: the name by which other files import it, and its files. The first file represents the module."""

    name: str
    paths: tuple[str, ...]


def exports_of(snapshot: Snapshot, packages: Sequence[ProvidedPackage]) -> Iterator[PublishedExport]:
    """Yield an export for each module of the packages and for each name in it.

    An export refers to its package by a number, which is the package's index in `packages`.
    """
    folders = {one.manifest: folder_of(one.manifest) for one in packages}
    for number, package in enumerate(packages):
        inner = [folders[one.manifest] for one in packages if _is_inside(one, package, folders)]
        own = [
            path
            for path in _sources(snapshot, folders[package.manifest])
            if not any(is_below(path, one) for one in inner)
        ]
        seen: set[str] = set()
        for module in _MODULES[package.ecosystem](snapshot, package, own):
            if module.name not in seen:
                seen.add(module.name)
                yield from _of_module(snapshot, number, module, package.ecosystem)


def _is_inside(one: ProvidedPackage, package: ProvidedPackage, folders: Mapping[str, str]) -> bool:
    inner, outer = folders[one.manifest], folders[package.manifest]
    return one.ecosystem == package.ecosystem and inner != outer and is_below(inner, outer)


def _sources(snapshot: Snapshot, folder: str) -> list[str]:
    return [path for path in sorted(snapshot.files) if is_below(path, folder) and snapshot.files[path].role == "source"]


def _of_module(snapshot: Snapshot, number: int, module: _Module, ecosystem: Ecosystem) -> Iterator[PublishedExport]:
    whole = _resolved(snapshot, module.paths[0], WHOLE) if ecosystem == "npm" else None
    yield PublishedExport(number, module.name, "", *(whole or (module.paths[0], "")))
    seen: set[str] = set()
    for path in module.paths:
        for name in _names(snapshot, path, ecosystem, set()):
            place = _place(snapshot, path, name) if name not in seen else None
            if place is not None:
                seen.add(name)
                yield PublishedExport(number, module.name, name, *place)


def _names(snapshot: Snapshot, path: str, ecosystem: Ecosystem, visited: set[str]) -> Iterator[str]:
    """Yield the names that importers of a file may see: its own, imported ones, and those of star imports.

    `visited` holds the files whose names were yielded before; they are skipped.
    """
    entry = snapshot.files.get(path)
    if entry is None or path in visited:
        return
    visited.add(path)
    yield from (name for name in entry.top_level if ecosystem != "golang" or name[:1].isupper())
    if ecosystem == "golang":
        return
    outline = entry.facts.outline
    yield from (one.alias for one in outline.exports if one.alias not in (STARRED, WHOLE))
    if ecosystem == "npm":
        yield DEFAULT
    imports = [one for one in outline.imports if not one.scope]
    yield from (one.alias for one in imports if one.alias.isidentifier())  # `export { name }` may follow in scripts
    stars = [one for one in imports if one.name == "*" and (ecosystem == "pypi" or one.reexport)]
    bindings = Bindings(path, head_of(entry), snapshot.tables.lookups(entry))
    for star in stars:
        for other in bindings.module_paths(star):
            yield from _names(snapshot, other, ecosystem, visited)


def _place(snapshot: Snapshot, path: str, name: str) -> tuple[str, str] | None:
    own = snapshot.files[path].top_level.get(name)
    if own and not own[0].fallback and not any(one.alias == name for one in snapshot.files[path].facts.outline.exports):
        return _main(snapshot, own[0])
    return _resolved(snapshot, path, name)


def _resolved(snapshot: Snapshot, path: str, name: str) -> tuple[str, str] | None:
    """Return the path and the qualified name of the definition that importers of a file see as `name`, or None."""
    entry = snapshot.files[path]
    found = Bindings(path, head_of(entry), snapshot.tables.lookups(entry)).exported_from(path, name)
    return _main(snapshot, found[0][0]) if found else None


def _main(snapshot: Snapshot, definition: Definition) -> tuple[str, str]:
    """Return the path and the qualified name of the overload that represents all overloads of `definition`."""
    entry = snapshot.files[definition.path]
    return entry.path, entry.definitions[entry.main_indices[definition.index]].qualname


def _python_modules(snapshot: Snapshot, package: ProvidedPackage, own: Iterable[str]) -> Iterator[_Module]:
    roots = package.project.roots if isinstance(package.project, PythonProject) else ()
    importable = [root for root in roots if f"{root}/__init__.py".lstrip("/") not in snapshot.files]
    for path in own:
        root = max((root for root in importable if is_below(path, root)), key=len, default=None)
        if root is None or not path.endswith(_PYTHON):
            continue
        stem = path[len(root) :].lstrip("/").rpartition(".")[0].removesuffix("/__init__")
        parts = stem.split("/")
        is_beside = root == folder_of(package.manifest) and parts[0] in _BESIDE and parts[0] != package.name
        if all(part.isidentifier() for part in parts) and not is_beside:
            yield _Module(".".join(parts), (path,))


def _npm_modules(snapshot: Snapshot, package: ProvidedPackage, own: Iterable[str]) -> Iterator[_Module]:
    """Yield the main module of a package, and the modules whose names begin with the package's name and a slash.

    If the manifest has `exports`, the latter are the modules that it names. Otherwise, each script file is one.
    """
    project, folder = package.project, folder_of(package.manifest)
    exports = project.exports if isinstance(project, NpmPackage) else None
    subpaths = ["", *(key.removeprefix(".") for key, _ in exports or () if key != "." and "*" not in key)]
    lookups = snapshot.tables.lookups(snapshot.files[package.manifest])
    for subpath in subpaths:
        if found := script_files(f"{folder}/importer.ts".lstrip("/"), f"{package.name}{subpath}", lookups):
            yield _Module(f"{package.name}{subpath}", found)
    for path in own if exports is None else ():
        if path.endswith(_SCRIPTS):
            inside = path[len(folder) :].lstrip("/")
            stem = inside.rpartition(".")[0]
            for name in dict.fromkeys((inside, stem, stem.removesuffix("/index"))):
                yield _Module(f"{package.name}/{name}", (path,))


def _go_modules(_: Snapshot, package: ProvidedPackage, own: Iterable[str]) -> Iterator[_Module]:
    folder = folder_of(package.manifest)
    module = package.project.module if isinstance(package.project, GoModule) else package.name
    by_folder: dict[str, list[str]] = {}
    for path in own:
        if path.endswith(".go") and _INTERNAL.isdisjoint(path.split("/")):
            by_folder.setdefault(folder_of(path), []).append(path)
    for inside, paths in by_folder.items():
        name = f"{module}/{inside[len(folder) :].lstrip('/')}".rstrip("/")
        first = sorted(paths, key=lambda path: (not _stands_for_package(path, name), path))
        yield _Module(name, tuple(first))


def _stands_for_package(path: str, module: str) -> bool:
    """Return whether a file is the one that readers of a Go package open first."""
    return path.rpartition("/")[2] in ("doc.go", f"{module.rpartition('/')[2]}.go")


_MODULES: dict[Ecosystem, Callable[[Snapshot, ProvidedPackage, Iterable[str]], Iterator[_Module]]] = {
    "pypi": _python_modules,
    "npm": _npm_modules,
    "golang": _go_modules,
}
