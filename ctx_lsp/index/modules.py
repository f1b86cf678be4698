"""From an import as written to the workspace files it may mean.

Language rules for module names only; members of the modules are looked up in `bindings`. A module of the standard
library or of a third-party package gives no file.
"""

import posixpath
from collections.abc import Callable, Iterable
from typing import Protocol

_SCRIPT_SUFFIXES = (".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte")
_ENDS_OF_CRATE_PATHS = frozenset({"crate", "self", "super", ""})

# Files that stand for the folder they are in.
_FOLDER_MODULES = frozenset({"__init__", "index", "mod", "lib", "main", "init"})


class Files(Protocol):
    """The files of the workspace, as far as module names go."""

    def exists(self, path: str, /) -> bool:
        """Whether there is a file at `path`."""

    def modules(self, stem: str, /) -> tuple[str, ...]:
        """Paths of the files whose `module_stem` is `stem`."""

    def folder(self, folder: str, /) -> tuple[str, ...]:
        """Paths of the files directly in `folder`."""


def module_stem(path: str) -> str:
    """The last part of the module name that a path answers to: the file's stem, or its folder's for `__init__` etc."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    return folders[-1] if stem in _FOLDER_MODULES and folders else stem


def module_files(path: str, language: str, module: str, files: Files) -> tuple[str, ...]:
    """Paths of the files that `module`, written in the file at `path`, may name; empty where it is external."""
    finder = _FINDERS.get(language, _by_suffix)
    return finder(path, module, files)


def _python(origin: str, module: str, files: Files) -> tuple[str, ...]:
    level = len(module) - len(module.lstrip("."))
    parts = [part for part in module[level:].split(".") if part]
    folders = origin.split("/")[:-1]
    if level:
        base = folders[: len(folders) - (level - 1)]
        if level - 1 > len(folders):
            return ()
        return _existing(_python_paths("/".join([*base, *parts])), files)
    if not parts:
        return ()
    wanted = "/".join(parts)
    found = [path for path in files.modules(parts[-1]) if _is_module(path, wanted, (".py", ".pyi"))]
    return _nearest(origin, found)


def _python_paths(stem: str) -> list[str]:
    return [f"{stem}.py", f"{stem}/__init__.py", f"{stem}.pyi"] if stem else ["__init__.py"]


def _script(origin: str, module: str, files: Files) -> tuple[str, ...]:
    if not module.startswith("."):
        return ()
    target = posixpath.normpath(posixpath.join(posixpath.dirname(origin), module))
    bare = target
    for suffix in (".js", ".mjs", ".cjs", ".jsx"):  # TypeScript sources import the names of their output files
        bare = bare.removesuffix(suffix)
    stems = dict.fromkeys((target, bare))
    candidates = [target] + [stem + suffix for stem in stems for suffix in _SCRIPT_SUFFIXES]
    candidates += [f"{stem}/index{suffix}" for stem in stems for suffix in _SCRIPT_SUFFIXES]
    return _existing(candidates, files)[:1]


def _go(origin: str, module: str, files: Files) -> tuple[str, ...]:
    parts = [part for part in module.split("/") if part]
    if len(parts) < 2 or "." not in parts[0]:  # the standard library has no host in front
        return ()
    for start in range(1, len(parts)):
        found = files.folder("/".join(parts[start:]))
        if found:
            return tuple(path for path in found if path.endswith(".go"))
    return ()


def _rust(origin: str, module: str, files: Files) -> tuple[str, ...]:
    parts = module.split("::")
    named = [part for part in parts if part not in _ENDS_OF_CRATE_PATHS]
    if not named:
        return (origin,) if parts[0] == "self" else ()
    local = parts[0] in _ENDS_OF_CRATE_PATHS
    found = []
    for depth in range(len(named), 0, -1):  # the tail may be a type inside the module
        wanted = "/".join(named[:depth])
        found = [path for path in files.modules(named[depth - 1]) if _is_module(path, wanted, (".rs",))]
        if found or not local:
            break
    return _nearest(origin, found)


def _include(origin: str, module: str, files: Files) -> tuple[str, ...]:
    wanted = posixpath.normpath(module)
    while wanted.startswith("../"):
        wanted = wanted[3:]
    found = [p for p in files.modules(module_stem(wanted)) if p == wanted or p.endswith("/" + wanted)]
    return _nearest(origin, found)


def _by_suffix(origin: str, module: str, files: Files) -> tuple[str, ...]:
    wanted = module.replace("::", "/").replace(".", "/").replace("\\", "/").strip("/")
    if "/" in module:  # a path, perhaps with its suffix
        wanted = posixpath.splitext(posixpath.normpath(module).lstrip("./"))[0]
    if not wanted:
        return ()
    found = [path for path in files.modules(wanted.rpartition("/")[2]) if _is_module(path, wanted, ())]
    return _nearest(origin, found)


def _is_module(path: str, wanted: str, suffixes: tuple[str, ...]) -> bool:
    if suffixes and not path.endswith(suffixes):
        return False
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    full = folder if module_stem(path) != stem else (f"{folder}/{stem}" if folder else stem)
    return full == wanted or full.endswith("/" + wanted)


def _existing(candidates: Iterable[str], files: Files) -> tuple[str, ...]:
    return tuple(path for path in candidates if files.exists(path))


def _nearest(origin: str, paths: list[str]) -> tuple[str, ...]:
    """Those of `paths` that share the longest folder prefix with `origin`."""
    if len(paths) < 2:
        return tuple(paths)
    shared = {path: len(posixpath.commonprefix([origin, path]).rpartition("/")[0]) for path in paths}
    best = max(shared.values())
    return tuple(path for path in paths if shared[path] == best)


_FINDERS: dict[str, Callable[[str, str, Files], tuple[str, ...]]] = {
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
