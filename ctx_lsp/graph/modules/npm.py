"""Resolves the exports of npm packages in the workspace to files.

Build output is seldom in the workspace, so a missing target is mapped to the sources that the target is built from.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from ctx_lsp.graph.modules.files import Files, below, folder_of, is_below, projects_near
from ctx_lsp.graph.modules.patterns import substituted
from ctx_lsp.graph.modules.tsconfig import effective
from ctx_lsp.graph.projects.model import NpmPackage

_OUTPUTS = frozenset({"dist", "lib", "build", "out", "output", "esm", "cjs", "es", "umd", "types", "typings", "mjs"})
_BUILT_SUFFIXES = (
    *(".d.ts", ".d.mts", ".d.cts", ".min.js", ".js", ".mjs", ".cjs", ".jsx"),
    *(".ts", ".mts", ".cts", ".tsx"),
)
# A script beside `package.json` only loads the build output if the package also has TypeScript sources.
_SHIM_SUFFIXES = (".js", ".mjs", ".cjs")
_SOURCE_SUFFIXES = (".ts", ".tsx", ".mts", ".cts")
_CONFIGS = ("tsconfig.json", "tsconfig.build.json")

FileAt = Callable[[str, Files], str | None]
"""A function that resolves a path, with or without a suffix, to a file."""


def package_file(origin: str, module: str, files: Files, file_at: FileAt) -> str | None:
    """Return the file that an import such as `pkg` or `@scope/pkg/sub` refers to; None if the package is external."""
    parts = module.split("/")
    count = 2 if module.startswith("@") else 1
    name, sub = "/".join(parts[:count]), "/".join(parts[count:])
    for package in projects_near(origin, "npm", name, files):
        found = _exported(package, sub, files, file_at) if isinstance(package, NpmPackage) else None
        if found:
            return found
    return None


def own_file(package: NpmPackage, module: str, files: Files, file_at: FileAt) -> str | None:
    """Return the file that an import such as `#name` inside a package refers to; None if there is none."""
    return _first(package, substituted(package.imports, module), files, file_at)


def folder_file(package: NpmPackage, files: Files, file_at: FileAt) -> str | None:
    """Return the main file of a package whose folder is imported by path; None if the package names none."""
    return _first(package, package.mains, files, file_at)


def _exported(package: NpmPackage, sub: str, files: Files, file_at: FileAt) -> str | None:
    customary = (sub, f"src/{sub}") if sub else (*package.mains, "index", "src/index")
    if package.exports is None:
        found = _first(package, customary, files, file_at)
    else:
        targets = substituted(package.exports, f"./{sub}" if sub else ".")
        found = _first(package, targets, files, file_at)
        if targets and not found:  # build output that is missing and named differently from its source
            found = _first(package, customary, files, file_at) or _of_build_format(package, targets, files, file_at)
    is_shim = found and not sub and found.endswith(_SHIM_SUFFIXES) and folder_of(found) == package.folder
    source = file_at(below(package.folder, "src/index"), files) if is_shim else None
    return source if source and source.endswith(_SOURCE_SUFFIXES) else found


def _first(package: NpmPackage, targets: Iterable[str], files: Files, file_at: FileAt) -> str | None:
    inside = [target for target in targets if not target.startswith("#")]
    there = (file_at(below(package.folder, target), files) for target in inside)
    sources = (file_at(path, files) for target in inside for path in _sources(package, target, files))
    return next((path for path in chain(there, sources) if path), None)


def _sources(package: NpmPackage, target: str, files: Files) -> Iterator[str]:
    """Yield the paths, without suffixes, of the sources from which `target` may have been built."""
    stem = _stem(below("", target))
    yield from _by_config(package.folder, below(package.folder, stem), files)
    parts = stem.split("/")
    while len(parts) > 1 and parts[0] in _OUTPUTS:
        parts = parts[1:]
    yield below(package.folder, "/".join(("src", *parts)))
    yield below(package.folder, "/".join(parts))


def _of_build_format(package: NpmPackage, targets: Iterable[str], files: Files, file_at: FileAt) -> str | None:
    """Return the source file of one of the build outputs `targets`; None if there is none.

    This handles packages whose output has one folder for each format. For example, `build/modern/index.js` is built
    from `src/index`.
    """
    for target in targets:
        output, *parts = below("", target).split("/")
        source = below(package.folder, _stem("/".join(("src", *parts[1:]))))
        if output in _OUTPUTS and len(parts) > 1 and (found := file_at(source, files)):
            return found
    return None


def _stem(path: str) -> str:
    """Return the path of a built file without its suffix."""
    return path.removesuffix(next((suffix for suffix in _BUILT_SUFFIXES if path.endswith(suffix)), ""))


def _by_config(folder: str, built: str, files: Files) -> Iterator[str]:
    for name in _CONFIGS:
        config = effective(below(folder, name), files)
        if config and config.out_dir and is_below(built, config.out_dir):
            rest = built[len(config.out_dir) + 1 :]
            yield below(config.root_dir if config.root_dir is not None else below(folder, "src"), rest)
