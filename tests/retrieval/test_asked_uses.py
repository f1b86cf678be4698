"""Questions for the users of a symbol, recognised by their words alone."""

import pytest

from ctx_lsp.retrieval.question.asked_uses import AskedUses, asked_uses

NAMED = {
    "who calls PutMessage": "PutMessage",
    "Which functions call parse_table?": "parse_table",
    "what uses Order::total": "Order::total",
    "what calls the save method": "save",
    "who uses the function `which`": "which",
    "find all callers of `foo_bar()` in the code base": "foo_bar",
    "list the call sites of Cart.add": "Cart.add",
    "where is Worker.perform_job called from": "Worker.perform_job",
    "where do we use parse_table": "parse_table",
    "all places that reference LIMIT_OF_LINES": "LIMIT_OF_LINES",
    "places where parse_table is used": "parse_table",
    "parse_table usages": "parse_table",
    "is old_helper still used anywhere?": "old_helper",
    "what breaks if I rename parse_table": "parse_table",
    "impact of changing Cart.add": "Cart.add",
    "where is parse_table used in the http handlers?": "parse_table",
    "who calls parse_table from the scheduler": "parse_table",
}


@pytest.mark.parametrize("question", NAMED)
def test_the_name_is_found(question: str) -> None:
    assert asked_uses(question) == AskedUses(NAMED[question], is_word=False)


@pytest.mark.parametrize("question", ["who uses sessions", "callers of cleanup", "what calls commit"])
def test_an_english_word_may_not_be_a_name(question: str) -> None:
    assert asked_uses(question) == AskedUses(question.rsplit(maxsplit=1)[-1], is_word=True)


@pytest.mark.parametrize(
    "question",
    [
        "parse_table",
        "how is the cache used",
        "where is the lock used",
        "who calls it",
        "where are dependent jobs enqueued after their dependency finishes",
        "who calls PutMessage when the memory queue is full",
        "how is the timeout used when connecting",
        "which headers does Request.send use",
        "",
        "callers of",
        "what happens when we delete a column",
        "who uses every option",
        "what happens when removing items",
        "find users of team",
        "get users for tenant",
        "in what order are items called",
        "where is commit called in case of errors",
        "how is Request constructed",
        "API calls",
        "CPU usage",
        "who calls " + "x" * 1000,
    ],
)
def test_other_questions_ask_for_more(question: str) -> None:
    assert asked_uses(question) is None
