"""What cannot be said in a query about a language: a handful of values from `queries/<language>/language.toml`.

The conventions of the folders are in `queries/README.md`. Languages without a folder have no rules and no outline.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from ctx_lsp.syntax.languages import language
from ctx_lsp.syntax.parser import MAX_PARSED_BYTES, Query, load_query

ModuleAlias = Literal["path", "last"]

NO_LIMIT = 0

_NEVER = re.compile(r"(?!)")
_ALWAYS = re.compile("")


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """The queries and values of one language; the keys of `language.toml` bear the same names."""

    outline: Query
    references: Query
    embedded: Query | None  # only languages that hold pieces in others have it
    separators: tuple[str, ...]
    path_separator: str
    constructors: frozenset[str]
    constant_names: re.Pattern[str]
    exported_names: re.Pattern[str]
    key_words: frozenset[str]  # that name no definition; a parser that has lost the text takes them for names
    export_marks: Literal["none", "top", "all"]
    module_alias: ModuleAlias
    capitals_construct: bool
    joins_clauses: bool
    blanks_macros: bool
    blanks_conditions: bool
    ends_members: bool
    member_types: bool
    spaced_separators: bool
    implicit_members: bool
    sees_others: bool
    sees_starred: bool
    calls_locals: bool
    objects: Mapping[str, str]
    expressions: tuple[str, ...]
    variable_names: re.Pattern[str]
    deepest: int
    most_definitions: int
    longest: int


@cache
def rules_of(name: str) -> LanguageRules | None:
    """Return the rules of language `name`; None where it has no folder."""
    folders = _folders(name)
    if not folders:
        return None
    values: dict[str, Any] = {}
    for folder in folders:
        values |= _values(folder) or {}
    grammar = language(name).grammar
    outline = load_query(grammar, folders, "outline.scm", "types.scm")
    references = load_query(grammar, folders, "references.scm")
    if outline is None or references is None:
        return None
    return LanguageRules(
        outline=outline,
        references=references,
        embedded=load_query(grammar, folders, "embedded.scm"),
        separators=tuple(values.get("separators", (".",))),
        path_separator=values.get("path_separator", "."),
        constructors=frozenset(values.get("constructors", ())),
        constant_names=_pattern(values.get("constant_names"), _NEVER),
        exported_names=_pattern(values.get("exported_names"), _ALWAYS),
        key_words=frozenset(values.get("key_words", ())),
        export_marks=values.get("export_marks", "none"),
        module_alias=values.get("module_alias", "path"),
        capitals_construct=values.get("capitals_construct", True),
        joins_clauses=values.get("joins_clauses", False),
        blanks_macros=values.get("blanks_macros", False),
        blanks_conditions=values.get("blanks_conditions", False),
        ends_members=values.get("ends_members", False),
        member_types=values.get("member_types", False),
        spaced_separators=values.get("spaced_separators", True),
        implicit_members=values.get("implicit_members", False),
        sees_others=values.get("sees_others", False),
        sees_starred=values.get("sees_starred", True),
        calls_locals=values.get("calls_locals", True),
        objects={word: f"@{what}" for word, what in values.get("objects", {}).items()},
        expressions=tuple(values.get("expressions", ())),
        variable_names=_pattern(values.get("variable_names"), _ALWAYS),
        deepest=values.get("deepest", 3),
        most_definitions=values.get("most_definitions", NO_LIMIT),
        longest=values.get("longest", MAX_PARSED_BYTES),
    )


@cache
def _folders(name: str) -> tuple[str, ...]:
    """Return the folder of `name` after those that it inherits; () where it has none."""
    values = _values(name)
    if values is None:
        return ()
    inherited = [folder for parent in values.get("inherits", ()) for folder in _folders(parent)]
    return (*dict.fromkeys(inherited), name)


@cache
def _values(folder: str) -> dict[str, Any] | None:
    file = resources.files("ctx_lsp.syntax").joinpath("queries", folder, "language.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else None


def _pattern(text: str | None, default: re.Pattern[str]) -> re.Pattern[str]:
    return default if text is None else re.compile(text)
