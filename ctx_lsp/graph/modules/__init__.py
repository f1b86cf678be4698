"""Resolves module names in imports to workspace files, by the rules of each language.

The members of a module are looked up in `resolution.bindings`. External modules (the standard library, third-party
packages) are not resolved, even if the last part of the module's name is also the name of a workspace file.
"""

from collections.abc import Callable

from ctx_lsp.graph.modules.files import Files
from ctx_lsp.graph.modules.go import go_files
from ctx_lsp.graph.modules.includes import included_files
from ctx_lsp.graph.modules.packages import qualified_targets, type_targets
from ctx_lsp.graph.modules.paths import path_files
from ctx_lsp.graph.modules.python import python_files
from ctx_lsp.graph.modules.rooted import dart_files, haskell_files, lua_files, ruby_files
from ctx_lsp.graph.modules.rules import modules_of
from ctx_lsp.graph.modules.rust import rust_targets
from ctx_lsp.graph.modules.script import script_files
from ctx_lsp.graph.modules.targets import ModuleTarget
from ctx_lsp.graph.modules.zig import zig_files

_LONGEST = 4_096  # longest path in bytes on most systems

_Places = tuple[ModuleTarget, ...]
_Rule = Callable[[str, str, str, Files], _Places]  # takes the language, importing path, module name and files


def _whole(finder: Callable[[str, str, Files], tuple[str, ...]]) -> _Rule:
    """Turn a function that finds whole files into a rule. The rule ignores its language argument."""

    def places(_: str, path: str, module: str, files: Files) -> _Places:
        return tuple(map(ModuleTarget, finder(path, module, files)))

    return places


_WHOLE = (
    dart_files, go_files, haskell_files, included_files, lua_files, python_files, ruby_files, script_files, zig_files,
)  # fmt: skip
_INSIDE = (qualified_targets, rust_targets, type_targets)

RULES = {rule.__name__: _whole(rule) for rule in _WHOLE} | {rule.__name__: rule for rule in _INSIDE}
"""The rules, keyed by the names that the language folders use for them."""


def module_targets(path: str, language: str, module: str, files: Files) -> _Places:
    """Return the files, or definitions in files, that contain the members of `module`; empty for external modules.

    `module` is the name as written in the file at `path`.
    """
    if len(module) > _LONGEST:
        return ()
    found = modules_of(language)
    places = RULES[found.rule](language, path, module, files) if found.rule else ()
    if places or found.paths is None:
        return places
    return tuple(map(ModuleTarget, path_files(found.paths, path, module, files)))
