"""From an import as written to the workspace files it means, by each language's own rules.

Language rules for module names only; members of the modules are looked up in `bindings`. What is not in the workspace
(the standard library, packages of others) gives nothing, though a file may go by its last name.
"""

from collections.abc import Callable

from ctx_lsp.graph.modules.files import Files
from ctx_lsp.graph.modules.go import go_files
from ctx_lsp.graph.modules.includes import included_files
from ctx_lsp.graph.modules.packages import qualified_places, type_places
from ctx_lsp.graph.modules.paths import path_files
from ctx_lsp.graph.modules.places import ModulePlace
from ctx_lsp.graph.modules.python import python_files
from ctx_lsp.graph.modules.rooted import dart_files, haskell_files, lua_files, ruby_files
from ctx_lsp.graph.modules.rules import modules_of
from ctx_lsp.graph.modules.rust import rust_places
from ctx_lsp.graph.modules.script import script_files
from ctx_lsp.graph.modules.zig import zig_files

_LONGEST = 4_096  # bytes in a path, on most systems

_Places = tuple[ModulePlace, ...]
_Rule = Callable[[str, str, str, Files], _Places]  # of language, path of the importing file, module


def _whole(finder: Callable[[str, str, Files], tuple[str, ...]]) -> _Rule:
    """A rule that finds whole files, whatever the language."""

    def places(_: str, path: str, module: str, files: Files) -> _Places:
        return tuple(map(ModulePlace, finder(path, module, files)))

    return places


_WHOLE = (
    dart_files, go_files, haskell_files, included_files, lua_files, python_files, ruby_files, script_files, zig_files,
)  # fmt: skip
_INSIDE = (qualified_places, rust_places, type_places)

RULES = {rule.__name__: _whole(rule) for rule in _WHOLE} | {rule.__name__: rule for rule in _INSIDE}
"""The rules by the names that the folders of languages use."""


def module_places(path: str, language: str, module: str, files: Files) -> _Places:
    """Where the members of `module` are, which may be inside a file; empty where it is external."""
    if len(module) > _LONGEST:
        return ()
    found = modules_of(language)
    places = RULES[found.rule](language, path, module, files) if found.rule else ()
    if places or found.paths is None:
        return places
    return tuple(map(ModulePlace, path_files(found.paths, path, module, files)))
