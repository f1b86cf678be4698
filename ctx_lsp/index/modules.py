"""From an import as written to the workspace files it may mean.

Language rules for module names only; members of the modules are looked up in `resolve`. A module of the standard
library or of a third-party package gives no file.
"""

import posixpath
from collections.abc import Callable, Iterable

from ctx_lsp.index.definitions import Lookups, module_stem
from ctx_lsp.index.entry import FileEntry

_SCRIPT_SUFFIXES = (".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte")
_ENDS_OF_CRATE_PATHS = frozenset({"crate", "self", "super", ""})
_PACKAGE_LANGUAGES = frozenset({"java", "kotlin", "scala", "csharp", "php"})


def module_files(entry: FileEntry, module: str, lookups: Lookups) -> tuple[str, ...]:
    """Paths of the workspace files that `module`, written in `entry`, may name; empty where it is external."""
    finder = _FINDERS.get(entry.language, _by_suffix)
    return finder(entry, module, lookups)


def is_package_language(language: str) -> bool:
    """Whether imports name a declared package rather than a file."""
    return language in _PACKAGE_LANGUAGES


def _python(entry: FileEntry, module: str, lookups: Lookups) -> tuple[str, ...]:
    level = len(module) - len(module.lstrip("."))
    parts = [part for part in module[level:].split(".") if part]
    folders = entry.path.split("/")[:-1]
    if level:
        base = folders[: len(folders) - (level - 1)]
        if level - 1 > len(folders):
            return ()
        return _existing(_python_paths("/".join([*base, *parts])), lookups)
    if not parts:
        return ()
    wanted = "/".join(parts)
    found = [path for path in lookups.modules(parts[-1]) if _is_module(path, wanted, (".py", ".pyi"))]
    return _nearest(entry.path, found)


def _python_paths(stem: str) -> list[str]:
    return [f"{stem}.py", f"{stem}/__init__.py", f"{stem}.pyi"] if stem else ["__init__.py"]


def _script(entry: FileEntry, module: str, lookups: Lookups) -> tuple[str, ...]:
    if not module.startswith("."):
        return ()
    target = posixpath.normpath(posixpath.join(posixpath.dirname(entry.path), module))
    bare = target
    for suffix in (".js", ".mjs", ".cjs", ".jsx"):  # TypeScript sources import the names of their output files
        bare = bare.removesuffix(suffix)
    stems = dict.fromkeys((target, bare))
    candidates = [target] + [stem + suffix for stem in stems for suffix in _SCRIPT_SUFFIXES]
    candidates += [f"{stem}/index{suffix}" for stem in stems for suffix in _SCRIPT_SUFFIXES]
    return _existing(candidates, lookups)[:1]


def _go(entry: FileEntry, module: str, lookups: Lookups) -> tuple[str, ...]:
    parts = [part for part in module.split("/") if part]
    if len(parts) < 2 or "." not in parts[0]:  # the standard library has no host in front
        return ()
    for start in range(1, len(parts)):
        files = lookups.folder("/".join(parts[start:]))
        if files:
            return tuple(path for path in files if path.endswith(".go"))
    return ()


def _rust(entry: FileEntry, module: str, lookups: Lookups) -> tuple[str, ...]:
    parts = module.split("::")
    named = [part for part in parts if part not in _ENDS_OF_CRATE_PATHS]
    if not named:
        return (entry.path,) if parts[0] == "self" else ()
    local = parts[0] in _ENDS_OF_CRATE_PATHS
    found = []
    for depth in range(len(named), 0, -1):  # the tail may be a type inside the module
        wanted = "/".join(named[:depth])
        found = [path for path in lookups.modules(named[depth - 1]) if _is_module(path, wanted, (".rs",))]
        if found or not local:
            break
    return _nearest(entry.path, found)


def _include(entry: FileEntry, module: str, lookups: Lookups) -> tuple[str, ...]:
    wanted = posixpath.normpath(module)
    while wanted.startswith("../"):
        wanted = wanted[3:]
    found = [p for p in lookups.modules(module_stem(wanted)) if p == wanted or p.endswith("/" + wanted)]
    return _nearest(entry.path, found)


def _by_suffix(entry: FileEntry, module: str, lookups: Lookups) -> tuple[str, ...]:
    wanted = module.replace("::", "/").replace(".", "/").replace("\\", "/").strip("/")
    if "/" in module:  # a path, perhaps with its suffix
        wanted = posixpath.splitext(posixpath.normpath(module).lstrip("./"))[0]
    if not wanted:
        return ()
    found = [path for path in lookups.modules(wanted.rpartition("/")[2]) if _is_module(path, wanted, ())]
    return _nearest(entry.path, found)


def _is_module(path: str, wanted: str, suffixes: tuple[str, ...]) -> bool:
    if suffixes and not path.endswith(suffixes):
        return False
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    full = folder if module_stem(path) != stem else (f"{folder}/{stem}" if folder else stem)
    return full == wanted or full.endswith("/" + wanted)


def _existing(candidates: Iterable[str], lookups: Lookups) -> tuple[str, ...]:
    return tuple(path for path in candidates if lookups.file(path) is not None)


def _nearest(origin: str, paths: list[str]) -> tuple[str, ...]:
    """Those of `paths` that share the longest folder prefix with `origin`."""
    if len(paths) < 2:
        return tuple(paths)
    shared = {path: len(posixpath.commonprefix([origin, path]).rpartition("/")[0]) for path in paths}
    best = max(shared.values())
    return tuple(path for path in paths if shared[path] == best)


_FINDERS: dict[str, Callable[[FileEntry, str, Lookups], tuple[str, ...]]] = {
    "python": _python,
    "javascript": _script,
    "typescript": _script,
    "tsx": _script,
    "vue": _script,
    "svelte": _script,
    "go": _go,
    "rust": _rust,
    "c": _include,
    "cpp": _include,
}
