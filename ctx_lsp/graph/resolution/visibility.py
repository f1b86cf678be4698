"""Which names the files of a language see without an import, and what its types are put together from.

Facts about languages: the section on visibility of their folders, explained in `languages/README.md`. How a name is
looked up by them is in `scope`, by which keys the tables answer in `tables`.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from ctx_lsp.languages.folders import FOLDERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Visibility:
    """The section on visibility; its keys bear the same names."""

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
    members_apart: Literal["", "folder", "anywhere"] = ""
    partial_types: Literal["", "file", "anywhere"] = ""
    reopened_types: bool = False
    types_apart: bool = False
    structural_types: bool = False
    named_bases: bool = False
    extensions: bool = False
    bare_extensions: bool = False
    extended_first: bool = False
    extensions_see_members: bool = False
    flattened_fields: bool = False
    fields_apart: bool = False
    field_mark: str = ""
    accessors: bool = False
    called_bare: bool = False
    exports_values: bool = False
    front_files: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    file_local: bool = False


@cache
def visibility_of(language: str) -> Visibility:
    """What the files of a language see; that of an unknown language is each key's default."""
    found = FOLDERS.section(language, "visibility", Visibility)
    return found if found.family else replace(found, family=language)


def family(language: str) -> str:
    """The name for all languages whose code can name each other's definitions."""
    return visibility_of(language).family
