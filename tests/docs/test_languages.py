"""The page of languages is up to date, and no language loses features."""

from pathlib import Path

import pytest

from ctx_lsp.languages.table import all_languages
from tests.docs.languages_table import PAGE, finds_imports, has_outline, has_query, has_types, numbers, written

FULL_DEPTH = (
    "python", "javascript", "typescript", "tsx", "java", "go", "rust", "c", "cpp", "csharp", "ruby", "php", "kotlin",
    "swift", "scala",
)  # fmt: skip
FURTHER = 25  # languages beside those of full depth, at the least


def test_the_page_has_the_current_table() -> None:
    text = PAGE.read_text("utf-8")
    assert text == written(text), "run `python -m tests.docs.languages_table --write`"


def test_the_readme_has_the_current_numbers() -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text("utf-8")
    known = numbers()
    assert f"[{known['outlined']} languages](docs/languages.md)" in readme
    assert f"Types are followed in {known['full']} languages" in readme
    assert f"grammars of {known['outlined'] + known['parsed']} languages" in readme


def test_many_languages_have_an_outline_and_references() -> None:
    outlined = {one.name for one in all_languages() if has_outline(one.name)}
    assert set(FULL_DEPTH) <= outlined
    both = {name for name in outlined if has_query(name, "outline.scm") and has_query(name, "references.scm")}
    assert len(both - set(FULL_DEPTH)) >= FURTHER


@pytest.mark.parametrize("name", FULL_DEPTH)
def test_imports_are_found_in_the_languages_of_full_depth(name: str) -> None:
    assert finds_imports(name) or name == "swift"  # whose imports name modules; the files of one see each other


def test_languages_without_outlines_have_no_types() -> None:
    assert all(has_outline(one.name) for one in all_languages() if has_types(one.name))
