"""Resolves Go import paths to folders, by the module path in `go.mod` or the usual path on a code-hosting site."""

from ctx_lsp.graph.modules.files import Files, folder_of, is_private, nearest, project_above
from ctx_lsp.graph.projects.model import GoModule

# Hosts whose repositories are at host/owner/name; the layout of other hosts is unknown.
_FORGES = frozenset({"github.com", "gitlab.com", "bitbucket.org", "codeberg.org"})
_FORGE_PARTS = 3


def go_files(origin: str, module: str, files: Files) -> tuple[str, ...]:
    """Return the files of the package `module`; empty if it is not in the workspace.

    Test files are included only if `origin` is itself a test file in the folder of the package.
    """
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
        return None  # in the standard library or an external module
    return "/".join(parts[_FORGE_PARTS:]) if parts[0] in _FORGES and len(parts) > _FORGE_PARTS else None


def _module_folder(origin: str, name: str, files: Files) -> str | None:
    """Return the folder of the module called `name`, or the local folder that replaces it; None if there is neither."""
    for path in nearest(origin, files.projects("go", name)):
        project = files.project(path)
        if isinstance(project, GoModule) and not is_private(path, origin):
            return project.folder if project.module == name else dict(project.replaced)[name]
    return None
