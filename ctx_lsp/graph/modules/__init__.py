"""From an import as written to the workspace files it means, by each language's own rules.

Language rules for module names only; members of the modules are looked up in `bindings`. What is not in the workspace
(the standard library, packages of others) gives nothing, though a file may go by its last name.
"""

from collections.abc import Callable

from ctx_lsp.graph.modules.files import Files
from ctx_lsp.graph.modules.go import go_files
from ctx_lsp.graph.modules.includes import included_files
from ctx_lsp.graph.modules.packages import type_places
from ctx_lsp.graph.modules.paths import path_files
from ctx_lsp.graph.modules.places import ModulePlace
from ctx_lsp.graph.modules.python import python_files
from ctx_lsp.graph.modules.rooted import dart_files, haskell_files, lua_files, ruby_files
from ctx_lsp.graph.modules.rust import rust_places
from ctx_lsp.graph.modules.script import script_files
from ctx_lsp.graph.modules.zig import zig_files
from ctx_lsp.graph.resolution.visibility import PACKAGES

_LONGEST = 4_096  # bytes in a path, on most systems

_FINDERS: dict[str, Callable[[str, str, Files], tuple[str, ...]]] = {
    "python": python_files,
    **dict.fromkeys(("javascript", "typescript", "tsx", "vue", "svelte", "astro"), script_files),
    "go": go_files,
    **dict.fromkeys(("c", "cpp", "objc", "cuda", "arduino"), included_files),
    "ruby": ruby_files,
    "lua": lua_files,
    "haskell": haskell_files,
    "dart": dart_files,
    "zig": zig_files,
}


def module_places(path: str, language: str, module: str, files: Files) -> tuple[ModulePlace, ...]:
    """Where the members of `module` are, which may be inside a file; empty where it is external."""
    if len(module) > _LONGEST:
        return ()
    if language == "rust":
        return rust_places(path, module, files)
    if language == "elixir":
        return tuple(ModulePlace(one.path, one.qualname) for one in files.qualified(language, module))
    if language in PACKAGES:
        types = type_places(language, module, files)
        return types or tuple(map(ModulePlace, path_files(language, path, module, files)))
    finder = _FINDERS.get(language)
    found = finder(path, module, files) if finder else path_files(language, path, module, files)
    return tuple(map(ModulePlace, found))
