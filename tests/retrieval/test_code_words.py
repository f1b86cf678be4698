"""The share of code in a question, by its words, and its effect on the ranking."""

import pytest

from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.code_words import code_words
from ctx_lsp.retrieval.ranking.weights import FAVOURING_CODE, QUESTION
from tests.retrieval.searching import found
from tests.workspaces import snapshot_of

SHOP = """
=== shop/publish.py
def publish_package(package, registry):
    '''Publish a package of goods.'''
    for each in package:
        registry.publish(each)
    return registry.publish(package)
=== .github/workflows/release.yml
on: release
jobs:
  publish:
    steps:
      - run: publish package
"""


@pytest.mark.parametrize(
    "query",
    ["which workflow publishes the package to PyPI", "bump the docker image in CI", "where is the dependency pinned"],
)
def test_builds_and_settings_are_not_about_code(query: str) -> None:
    assert analyse(query).code < 0.3


@pytest.mark.parametrize(
    "query",
    [
        "how is the exception thrown by the parser handled",
        "which method implements the iterator",
        "publish",  # a look-up
        "",
    ],
)
def test_behaviour_and_names_are_about_code(query: str) -> None:
    assert analyse(query).code > 0.5


def first(query: str) -> str:
    return found(snapshot_of(SHOP), query).items[0].path


def test_a_question_about_builds_finds_the_build() -> None:
    assert first("which workflow publishes the package on a release") == ".github/workflows/release.yml"
    assert first("which method publishes each package when the loop iterates") == "shop/publish.py"


def test_parts_that_favour_code_count_by_the_share() -> None:
    half, all_of_it = QUESTION.of_code(0.5), QUESTION.of_code(1.0)
    assert all_of_it == QUESTION
    assert all(half.of(part) == QUESTION.of(part) / 2 > 0 for part in FAVOURING_CODE)
    assert half.lexical == QUESTION.lexical


def test_the_words_are_common_ones() -> None:
    """Names of projects occur in few repositories, so the model must not know them."""
    terms = code_words().terms
    assert 300 < len(terms) < 2_000
    assert terms["workflow"] < 0 < terms["exception"]
