"""Requests for a change, and the questions that only begin like one."""

import pytest

from ctx_lsp.retrieval.question.change_words import asks_for_change, is_framed
from tests.workspaces import snapshot_of


@pytest.mark.parametrize(
    "text",
    [
        "add a limit to the retries",
        "Could you please handle empty carts?",
        "how do I add a new currency",
        "how can we handle empty carts",
        "where should I convert the prices",
        "change how prices are rounded",
        "We need to update the tax table",
        "how to update the tax table",
        "fix Cart.total",
        "rename `total`",
        "remove apply_discount()",
        "modify how prices are rounded",
    ],
)
def test_a_request_asks_for_a_change(text: str) -> None:
    assert asks_for_change(text)


@pytest.mark.parametrize(
    "text",
    [
        "how do we handle empty carts?",
        "where do we update the tax table",
        "where do you validate the prices",
        "how does the shop handle empty carts",
        "add tax",
        "Cart.total fix",
        "fix",
        "Cart.add",
        "release notes",
        "cache eviction policy",
        "try catch handling",
    ],
)
def test_a_question_about_the_code_does_not(text: str) -> None:
    assert not asks_for_change(text)


SHOP = """
=== shop/tax.py
def tax(price):
    return price
def add_rate(): ...
def rate(): ...
def notes(): ...
class Cart: ...
=== CHANGELOG.md
=== docs/topics.md
# Widgets
=== shop/log.py
def log(): ...
"""


@pytest.mark.parametrize(
    "text", ["change tax", "Fix tax.", "modify tax", "edit cart", "rewrite rate", "Rename Tax", "add tax"]
)
def test_two_words_ask_for_a_change_of_the_code_that_the_second_names(text: str) -> None:
    assert asks_for_change(text, snapshot_of(SHOP))
    assert not asks_for_change(text)


@pytest.mark.parametrize(
    "text",
    [
        "tax", "change", "edit", "rate tax", "tax change", "tax rate", "change cheque", "change widgets",
        "release notes", "add rate", "change log", "please tax",
    ],
)  # fmt: skip
def test_a_look_up_does_not(text: str) -> None:
    """A name of two words is one, and so are two nouns, and a word that only documents have."""
    assert not asks_for_change(text, snapshot_of(SHOP))


def test_a_verb_after_please_is_not_the_code_that_it_is_about() -> None:
    snapshot = snapshot_of("=== a.py\ndef merge(): ...\ndef change(): ...\n")
    assert not any(asks_for_change(text, snapshot) for text in ("please merge", "please change", "now change"))


def test_a_phrase_before_the_leading_word_is_told_from_the_word() -> None:
    assert is_framed("How do I change the layout?")
    assert is_framed("please change the layout")
    assert not is_framed("change the layout")
    assert not is_framed("(change) the layout")
