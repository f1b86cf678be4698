"""The syntax rules of a language: its queries, and the settings that queries cannot express.

`languages/README.md` explains the keys. Languages without a folder have no rules and no outline.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Literal

from ctx_lsp.languages.folders import FOLDERS
from ctx_lsp.languages.table import language
from ctx_lsp.syntax.parser import MAX_PARSED_BYTES, Query, load_query

ModuleAlias = Literal["path", "last", "stem", "assumed"]

NO_LIMIT = 0

_NEVER = re.compile(r"(?!)")
_ALWAYS = re.compile("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Syntax:
    """The `syntax` section of `language.toml`; its fields are named after the keys."""

    separators: tuple[str, ...] = (".",)
    path_separator: str = "."
    constructors: frozenset[str] = frozenset()
    constant_names: re.Pattern[str] = _NEVER
    exported_names: re.Pattern[str] = _ALWAYS
    key_words: frozenset[str] = frozenset()  # keywords that parsers mistake for names after a syntax error
    line_ended: frozenset[str] = frozenset()
    export_marks: Literal["none", "top", "all"] = "none"
    module_alias: ModuleAlias = "path"
    capitals_construct: bool = True
    joins_clauses: bool = False
    imports_rebind: bool = False
    relative_paths: frozenset[str] = frozenset()
    blanks_macros: bool = False
    blanks_conditions: bool = False
    blanks_contexts: bool = False
    system_macros: tuple[str, ...] = ()  # the imports in branches that need one of them come last
    ends_members: bool = False
    member_types: bool = False
    spaced_separators: bool = True
    implicit_members: bool = False
    sees_others: bool = False
    sees_starred: bool = True
    calls_locals: bool = True
    objects: Mapping[str, str] = field(default_factory=dict)
    expressions: tuple[str, ...] = ()
    variable_names: re.Pattern[str] = _ALWAYS
    deepest: int = 3
    most_definitions: int = NO_LIMIT
    longest: int = MAX_PARSED_BYTES


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageRules(Syntax):
    """The queries and settings of one language. The values in `objects` are heads of access paths, such as `@self`."""

    outline: Query
    references: Query
    embedded: Query | None  # only for languages whose texts contain pieces in other languages


@cache
def rules_of(name: str) -> LanguageRules | None:
    """Return the rules of the language `name`; None if it has no folder or lacks a query."""
    folders = FOLDERS.inherited(name)
    if not folders:
        return None
    grammar = language(name).grammar
    outline = load_query(grammar, folders, "outline.scm", "types.scm")
    references = load_query(grammar, folders, "references.scm")
    if outline is None or references is None:
        return None
    values = FOLDERS.section(name, "syntax", Syntax)
    given = {key.name: getattr(values, key.name) for key in fields(Syntax)}
    given["objects"] = {word: f"@{what}" for word, what in values.objects.items()}
    embedded = load_query(grammar, folders, "embedded.scm")
    return LanguageRules(outline=outline, references=references, embedded=embedded, **given)
