"""Packages of Go: folders, found by the module path in `go.mod`, or under a forge's customary path."""

from ctx_lsp.graph.modules.files import Files, folder_of, is_private, nearest, project_above
from ctx_lsp.graph.projects.model import GoModule

# Where repositories lie two names below the host; of other hosts that is not known.
_FORGES = frozenset({"github.com", "gitlab.com", "bitbucket.org", "codeberg.org"})
_FORGE_PARTS = 3


def go_files(origin: str, module: str, files: Files) -> tuple[str, ...]:
    """The files of the package at an import path. Tests belong to it only for tests in the same folder."""
    folder = _folder(origin, module, files)
    if folder is None or is_private(folder, origin):
        return ()
    beside = folder_of(origin) == folder and origin.endswith("_test.go")
    return tuple(
        path for path in files.folder(folder) if path.endswith(".go") and (beside or not path.endswith("_test.go"))
    )


def _folder(origin: str, module: str, files: Files) -> str | None:
    parts = [part for part in module.split("/") if part] or [""]
    for end in range(len(parts), 0, -1):
        name = "/".join(parts[:end])
        base = _module_folder(origin, name, files)
        if base is not None:
            return "/".join(part for part in (base, *parts[end:]) if part)
    if "." not in parts[0] or isinstance(project_above(origin, "go.mod", files), GoModule):
        return None  # of the standard library, or of a module that is not here
    return "/".join(parts[_FORGE_PARTS:]) if parts[0] in _FORGES and len(parts) > _FORGE_PARTS else None


def _module_folder(origin: str, name: str, files: Files) -> str | None:
    """The folder of the module of that path: its own, or one that stands in for it."""
    for path in nearest(origin, files.projects("go", name)):
        project = files.project(path)
        if isinstance(project, GoModule) and not is_private(path, origin):
            return project.folder if project.module == name else dict(project.replaced)[name]
    return None
