"""Resolves Swift modules, which are the targets of a package. All files in a target see each other's definitions."""

from collections.abc import Iterable

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.modules.files import Files, folders_above, is_below, project_above
from ctx_lsp.graph.projects.model import SwiftPackage
from ctx_lsp.syntax.model import Import

MAX_CANDIDATES = 16  # definitions with the same name whose modules are checked

_TARGET_FOLDERS = frozenset({"Sources", "Tests", "Plugins"})  # each folder in these is a target


def module_of(path: str, files: Files) -> str:
    """Return the name of the module that a Swift file belongs to; "" if it is unknown."""
    package = project_above(path, "Package.swift", files)
    if isinstance(package, SwiftPackage):
        fitting = [(len(folder), name) for name, folder in package.targets if is_below(path, folder)]
        if fitting:
            return max(fitting)[1]
    inner = ""
    for folder in folders_above(path):
        if folder.rpartition("/")[2] in _TARGET_FOLDERS:
            return inner
        inner = folder.rpartition("/")[2]
    return ""


def in_modules(
    path: str, imports: Iterable[Import], candidates: tuple[Definition, ...], files: Files
) -> tuple[Definition, ...]:
    """Return the candidates in the module of the file at `path`, else those in the modules that the file imports.

    Only the first `MAX_CANDIDATES` candidates are considered.
    """
    modules = [module_of(one.path, files) for one in candidates[:MAX_CANDIDATES]]
    own = {module_of(path, files)} if candidates else set()
    for seen in (own, {one.module for one in imports}):
        found = tuple(one for one, module in zip(candidates, modules, strict=False) if module in seen)
        if found:
            return found
    return ()
