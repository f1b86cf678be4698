"""Modules of Swift: the targets of a package. All files of a target see each other's definitions."""

from ctx_lsp.index.modules.files import Files, folders_above, is_below, project_above
from ctx_lsp.index.projects.model import SwiftPackage

_TARGET_FOLDERS = frozenset({"Sources", "Tests", "Plugins"})  # each folder in one is a target


def module_of(path: str, files: Files) -> str:
    """The name of the module that a Swift file belongs to; "" where no package tells."""
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
