"""The data files that the words of a question suggest, and their place in the ranking."""

import pytest

from ctx_lsp.retrieval.question.analyse import terms_of
from ctx_lsp.retrieval.question.data_files import ANY, AT_THE_ROOT, degree_asked_for, path_features
from ctx_lsp.retrieval.ranking.weights import TUNING, without
from tests.retrieval.searching import found
from tests.workspaces import snapshot_of

FILES = (
    ".github/workflows/release.yml",
    "locales/de.json",
    "package.json",
    "web/theme.css",
    "src/shop/release.py",
    "tests/data/orders.json",
    ".eslintrc.json",
)
SHOP = """
=== shop/colours.py
def main_colour(button):
    '''Return the colour of the main button, which is green.'''
    return button.style.main.green
=== web/style.css
.button-main { background: #2a2; }
=== locales/de.json
{"button": {"main": "Kaufen"}}
"""


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("which workflow publishes the package", ".github/workflows/release.yml"),
        ("bump the development dependencies", "package.json"),
        ("which linter rules are switched off", ".eslintrc.json"),
        ("style of links", "web/theme.css"),
    ],
)
def test_words_suggest_data_files(question: str, path: str) -> None:
    degrees = degree_asked_for(terms_of(question), FILES)
    assert max(degrees, key=lambda one: degrees[one]) == path


@pytest.mark.parametrize("question", ["how does the parser handle an unclosed bracket", "", "xyzzy"])
def test_questions_about_code_suggest_none(question: str) -> None:
    assert not degree_asked_for(terms_of(question), FILES)


def test_only_data_files_are_suggested() -> None:
    degrees = degree_asked_for(terms_of("publish a release with orders in a workflow"), FILES)
    assert ".github/workflows/release.yml" in degrees
    assert not degrees.keys() & {"src/shop/release.py", "tests/data/orders.json"}
    assert all(0.0 < one <= 1.0 for one in degrees.values())


def test_the_order_of_words_and_paths_does_not_matter() -> None:
    words = terms_of("which workflow publishes the German package with the main colour")
    assert degree_asked_for(words, FILES) == degree_asked_for(words[::-1], FILES[::-1])


def test_features_are_words_suffix_and_place() -> None:
    assert path_features("package.json") == {ANY, AT_THE_ROOT, "packag", ".json"}
    assert path_features("web/MainTheme.css") == {ANY, "web", "main", "them", "maintheme", ".css"}
    assert path_features(".editorconfig") >= {ANY, AT_THE_ROOT, ".editorconfig"}
    assert path_features("src/shop.py") == frozenset()


def test_a_suggested_file_stands_above_code_with_the_same_words() -> None:
    items = found(snapshot_of(SHOP), "where is the green of the main button's style defined in CSS").items
    assert items[0].path == "web/style.css"
    assert items[0].scores["data"] > 0.0
    assert all("data" not in one.scores or one.scores["data"] == 0.0 for one in items if one.path.endswith(".py"))


def test_a_lookup_suggests_none() -> None:
    items = found(snapshot_of(SHOP), "main_colour").items
    assert items[0].symbol == "shop/colours.py::main_colour"
    assert not any(one.scores.get("data") for one in items)


def test_without_the_part_all_data_files_lose_alike() -> None:
    query = "where is the green of the main button's style defined in CSS"
    answers = [found(snapshot_of(SHOP), query, tuning=one) for one in (TUNING, without(TUNING, ["data"]))]
    lost = [next(one.scores["role"] for one in each.items if one.path == "web/style.css") for each in answers]
    assert lost[1] < lost[0] <= 0.0
