"""The visibility rules of a language: names visible without an import, and how a type may be split into pieces.

The rules are in the `visibility` section of each language folder; `languages/README.md` explains them. `scope` applies
the rules to lookups, and `graph.tables` applies them to the keys of tables.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from ctx_lsp.languages.folders import FOLDERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Visibility:
    """The `visibility` section of a language folder; `languages/README.md` explains the keys."""

    family: str = ""
    folder_visible: bool = False
    bare_members: Literal["inherited", "own", "body", "none"] = "own"
    global_names: bool = False
    packages: bool = False
    package_clauses: bool = False
    nested_packages: bool = False
    outer_packages: bool = False
    root_package: bool = False
    qualified_names: bool = False
    rooted_paths: bool = False
    module_visible: bool = False
    out_of_line_members: Literal["", "folder", "anywhere"] = ""
    partial_types: Literal["", "file", "anywhere"] = ""
    reopened_types: bool = False
    separate_type_names: bool = False
    structural_types: bool = False
    named_bases: bool = False
    methods_name_parameters: bool = False
    extensions: bool = False
    bare_extensions: bool = False
    extended_first: bool = False
    extensions_see_members: bool = False
    flattened_fields: bool = False
    separate_field_names: bool = False
    field_mark: str = ""
    setter_mark: str = ""
    accessors: bool = False
    calls_without_parentheses: bool = False
    exports_values: bool = False
    listed_stars: bool = False
    front_files: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    file_local: bool = False


@cache
def visibility_of(language: str) -> Visibility:
    """Return the visibility rules of a language, or the default rules if the language is unknown."""
    found = FOLDERS.section(language, "visibility", Visibility)
    return found if found.family else replace(found, family=language)


def family(language: str) -> str:
    """Return the family of a language; code can refer to definitions in any language of the same family."""
    return visibility_of(language).family
