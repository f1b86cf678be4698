"""Resolves Python modules to files whose path relative to a source root is exactly the imported module name.

A source root is a folder that is presumably on `sys.path`: a folder above the importing file that is not part of a
package, a folder named in a project's configuration, or the folder of a script.
"""

import sys
from collections.abc import Iterator

from ctx_lsp.graph.modules.files import Files, existing, folder_of, is_below, is_private, shared

_SUFFIXES = (".py", ".pyi", ".pyw")
_SOURCE_FOLDERS = frozenset({"src", "lib", "python"})  # these are source roots for all files below their parent folder


def python_files(origin: str, module: str, files: Files) -> tuple[str, ...]:
    """Return the files of `module`, source files before stubs."""
    level = len(module) - len(module.lstrip("."))
    parts = [part for part in module[level:].split(".") if part]
    if level:
        return _relative(origin, level, parts, files)
    return _absolute(origin, parts, files) if parts else ()


def _relative(origin: str, level: int, parts: list[str], files: Files) -> tuple[str, ...]:
    folders = origin.split("/")[:-1]
    if level - 1 > len(folders):
        return ()
    base = folders[: len(folders) - (level - 1)]
    return existing(_paths("/".join(base + parts), is_folder=not parts), files)


def _paths(stem: str, *, is_folder: bool = False) -> Iterator[str]:
    """Yield the possible paths of a module: packages before plain files, as in Python, and stubs last.

    If `is_folder`, the module is known to be a package, and only the paths of its `__init__` files are yielded.
    """
    inside = f"{stem}/__init__" if stem else "__init__"
    for suffix in (".py", ".pyi"):
        yield inside + suffix
        if stem and not is_folder:
            yield stem + suffix


def _absolute(origin: str, parts: list[str], files: Files) -> tuple[str, ...]:
    wanted = "/".join(parts)
    roots = dict.fromkeys(root for path in files.modules(parts[-1]) if (root := _root_of(path, wanted)) is not None)
    is_standard = parts[0] in sys.stdlib_module_names
    seen = [root for root in roots if _is_root(origin, root, parts[0], files, is_standard=is_standard)]
    for root in sorted(seen, key=lambda root: (-shared(origin, root), len(root), root)):
        found = existing(_paths(f"{root}/{wanted}".lstrip("/")), files)
        if found:
            return found
    return ()


def _root_of(path: str, wanted: str) -> str | None:
    """Return the source root from which the file at `path` would be the module `wanted`; None if there is none."""
    if not path.endswith(_SUFFIXES):
        return None
    stem = path.rpartition(".")[0].removesuffix("/__init__")
    if stem == wanted:
        return ""
    return stem[: -len(wanted) - 1] if stem.endswith(f"/{wanted}") else None


def _is_root(origin: str, root: str, top: str, files: Files, *, is_standard: bool) -> bool:
    """Return whether an import of `top` in the file `origin` can refer to a module in `root`."""
    if _is_package(root, files) or is_private(root, origin):
        return False
    if folder_of(origin) == root:
        return True  # a script's own folder takes precedence
    if is_standard:  # the standard library comes next, except for its own sources
        return is_below(origin, f"{root}/{top}".lstrip("/")) and not _in_package(root, files)
    if _in_package(root, files):
        return False
    if is_below(origin, root) or files.is_source_root(root):
        return True
    above, _, name = root.rpartition("/")
    return name in _SOURCE_FOLDERS and is_below(origin, above)


def _is_package(folder: str, files: Files) -> bool:
    return bool(existing((f"{folder}/__init__.py".lstrip("/"), f"{folder}/__init__.pyi".lstrip("/")), files))


def _in_package(folder: str, files: Files) -> bool:
    """Return whether any folder above `folder` is a package."""
    while folder:
        folder = folder_of(folder)
        if folder and _is_package(folder, files):
            return True
    return False
