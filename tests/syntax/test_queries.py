"""The query folders follow their conventions: queries compile, and use only known captures, predicates and keys."""

import re
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import ctx_lsp.languages
from ctx_lsp.languages import folders
from ctx_lsp.languages.table import all_languages
from ctx_lsp.syntax.model import SymbolKind
from ctx_lsp.syntax.rules import rules_of

QUERIES = Path(ctx_lsp.languages.__file__).parent
FOLDERS = folders.FOLDERS.names()
FILES = sorted(QUERIES.glob("*/*.scm"))
LANGUAGES = [row.name for row in all_languages() if row.name in FOLDERS]

_COMMENT_OR_STRING = re.compile(r'^\s*;.*$|"[^"\n]*"', re.MULTILINE)
_CAPTURE = re.compile(r"@([\w.]+)")
_PREDICATE = re.compile(r"\(#([\w?!.-]+)")
_TABLE_ROW = re.compile(r"^\| (`[^|]*`) \|", re.MULTILINE)


@cache
def documented_captures() -> set[str]:
    """The captures in the first columns of the tables in README.md, with each kind of definition."""
    readme = (QUERIES / "README.md").read_text("utf-8")
    named = {name for row in _TABLE_ROW.findall(readme) for name in re.findall(r"@([\w.]+)", row)}
    kinds = {kind.lower() for kind in get_args(SymbolKind)} | {"enum_member", "member", "none"}
    named |= {f"definition.{kind}" for kind in kinds} | {f"embedded.{name}" for name in (*LANGUAGES, "none")}
    return named - {"definition.KIND", "embedded.LANGUAGE"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_captures_and_predicates_are_the_documented_ones(file: Path) -> None:
    text = _COMMENT_OR_STRING.sub("", file.read_text("utf-8"))
    captures = {name for name in _CAPTURE.findall(text) if not name.startswith("_")}
    assert captures <= documented_captures()
    assert set(_PREDICATE.findall(text)) <= {"any-of?", "eq?", "not-eq?"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_queries_of_a_language_compile(language: str) -> None:
    assert rules_of(language) is not None


def test_a_language_without_a_folder_has_no_rules() -> None:
    assert rules_of("text") is None
    assert rules_of("llvm") is None


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_pattern_covers_one_node_and_its_descendants(name: str) -> None:
    rules = rules_of(name)
    assert rules is not None
    for query in (rules.outline, rules.references):
        assert all(query.is_pattern_rooted(number) for number in range(query.pattern_count))  # type: ignore[call-overload]  # the stub has a method
