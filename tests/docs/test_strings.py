"""The lists of user-visible strings are up to date, and can be read in ten minutes each."""

import os

import pytest

from tests.docs.strings import LISTS, MOST_WORDS, PARTS, literals, strings


@pytest.mark.parametrize("part", PARTS)
def test_each_list_is_current_and_short_enough_to_be_read(part: str) -> None:
    made, page = strings()[part], LISTS / f"{part}.txt"
    if os.environ.get("UPDATE_DOCS"):
        LISTS.mkdir(exist_ok=True)
        page.write_text(made, "utf-8")
    assert page.read_text("utf-8") == made, "run the tests once with UPDATE_DOCS=1"
    assert len(made.split()) <= MOST_WORDS


def test_there_is_no_other_list() -> None:
    assert {page.stem for page in LISTS.iterdir()} == PARTS.keys()


def test_they_hold_strings_of_each_part() -> None:
    made = strings()
    assert "package.json\n" in made["vscode_manifest"]
    assert ".ts\n" in made["vscode"]
    assert ".lua\n" in made["neovim"]
    assert "ctx_lsp/retrieval/gaps.py\n" in made["answers"]


def test_types_are_left_out_and_descriptions_inside_them_are_not() -> None:
    source = (
        'def f(x: "A | B | None", y: Annotated["A or B", Meta(description="Such as one of these")]) -> "C | D | E": ...'
    )
    assert list(literals(source)) == ["Such as one of these"]
