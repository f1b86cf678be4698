"""Names of types and members with a special meaning in a language.

The names come from `types.toml` in the language folders; `languages/README.md` explains the keys. A name is special
only if the workspace does not define it.
"""

from dataclasses import dataclass
from functools import cache

from ctx_lsp.languages.folders import FOLDERS

_Names = frozenset[str]
_NONE: _Names = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeNames:
    """The contents of a language's `types.toml`; `languages/README.md` explains the keys."""

    # Types
    own_type: _Names = _NONE
    types_of: _Names = _NONE
    unions: _Names = _NONE
    functions: _Names = _NONE
    procedures: _Names = _NONE
    results: _Names = _NONE
    tuples: _Names = _NONE
    transparent: _Names = _NONE
    anything: _Names = _NONE
    # Members of values that wrap another value
    unwrapping: _Names = _NONE
    mapping_members: _Names = _NONE
    # Members of containers
    element_members: _Names = _NONE
    element_fields: _Names = _NONE
    same_members: _Names = _NONE
    callback_members: _Names = _NONE
    folding_members: _Names = _NONE
    taking_members: _Names = _NONE
    setting_members: _Names = _NONE
    key_members: _Names = _NONE
    value_members: _Names = _NONE
    # Members of types and of all values
    values_of_types: _Names = _NONE
    makers: _Names = _NONE
    type_members: _Names = _NONE
    copying: _Names = _NONE
    # Methods that the language calls implicitly, by priority
    constructors: tuple[str, ...] = ()
    call_methods: tuple[str, ...] = ()
    element_methods: tuple[str, ...] = ()
    iteration_methods: tuple[str, ...] = ()
    enter_methods: tuple[str, ...] = ()
    # Names that exist in every program
    built_in_members: _Names = _NONE
    built_in_names: _Names = _NONE


@cache
def type_names_of(language: str) -> TypeNames:
    """Return the names with a special meaning in a language."""
    return FOLDERS.section(language, "types", TypeNames)
