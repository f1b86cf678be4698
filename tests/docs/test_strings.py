"""The list of user-visible strings is up to date."""

import os

from tests.docs.strings import PAGE, literals, strings


def test_the_list_is_current() -> None:
    made = strings()
    if os.environ.get("UPDATE_DOCS"):
        PAGE.write_text(made, "utf-8")
    assert PAGE.read_text("utf-8") == made, "run the tests once with UPDATE_DOCS=1"


def test_it_holds_strings_of_each_part() -> None:
    made = strings()
    for part in ("ctx_lsp/cli/", "ctx_lsp/settings/", "ctx_lsp/retrieval/gaps.py", "package.json", ".ts\n", ".lua\n"):
        assert part in made


def test_types_are_left_out_and_descriptions_inside_them_are_not() -> None:
    source = (
        'def f(x: "A | B | None", y: Annotated["A or B", Meta(description="Such as one of these")]) -> "C | D | E": ...'
    )
    assert list(literals(source)) == ["Such as one of these"]
