"""Resolves Zig imports: paths of files, and names of modules that a build file defines."""

from ctx_lsp.graph.modules.files import Files, below, existing, folder_of, projects_near
from ctx_lsp.graph.projects.model import ZigBuild


def zig_files(origin: str, module: str, files: Files) -> tuple[str, ...]:
    """Return the file at the path `module`, or the root file of the module with that name."""
    if module.endswith(".zig"):
        return existing((below(folder_of(origin), module),), files)
    for build in projects_near(origin, "zig", module, files):
        found = existing((dict(build.modules)[module],), files) if isinstance(build, ZigBuild) else ()
        if found:
            return found
    return ()
