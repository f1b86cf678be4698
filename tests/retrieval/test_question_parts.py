"""The parts of a question: sentences, items and clauses that can stand alone, and nothing else."""

import time

import pytest

from ctx_lsp.retrieval.question.parts import MAX_PARTS, parts_of_question


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How is the cart total computed and where is the receipt printed?",
            ("How is the cart total computed", "where is the receipt printed?"),
        ),
        (
            "Where is the file locked, how are dirty pages written, and what does the check command verify?",
            ("Where is the file locked", "how are dirty pages written", "what does the check command verify?"),
        ),
        (
            "How are free pages found; is the free list synced, and does the check command verify pages?",
            ("How are free pages found", "is the free list synced", "does the check command verify pages?"),
        ),
        (
            "Is the file locked on open, and who writes dirty pages?",
            ("Is the file locked on open", "who writes dirty pages?"),
        ),
        (
            "The total is wrong. Where is tax added? How are discounts rounded? Prices are cents.",
            ("The total is wrong. Where is tax added?", "How are discounts rounded? Prices are cents."),
        ),
        (
            "Tell me about the shop:\n- how carts are stored\n- which currency prices have",
            ("Tell me about the shop: how carts are stored", "Tell me about the shop: which currency prices have"),
        ),
        (
            "1. where is tax added\n2. where are receipts printed",
            ("where is tax added", "where are receipts printed"),
        ),
    ],
)
def test_parts_that_can_stand_alone(question: str, parts: tuple[str, ...]) -> None:
    assert parts_of_question(question) == parts


@pytest.mark.parametrize(
    "question",
    [
        "",
        "Cart",
        "Fix the rounding of totals and add a test",
        "Where is tax added, e.g. For foreign customers",
        "Where is the limit checked, e.g. Rate limits for users?",
        "How does the cart differ from the order, i.e. Cart vs. Order?",
        "why does this workflow fail:\n- name: build image\n- run: docker build .",
        "What resets the cart, and when is it emptied?",
        "How is the total computed and how?",
        "What happens to the cached total, when the price of an item changes?",
        "What is the order of a cart, which is empty at first, worth?",
        "Which function opens the order, and is never called again?",
        "Which functions read the cart and are never called by tests?",
        "When my code throws an error, are my conditions consulted at all, and do the limits and pauses still hold?",
        "If the shop file is locked, what does the cart do?",
        "Where are carts, orders, how they say, and receipts stored?",
        "The total is wrong. It should be a whole number. Where is tax added?",
        "- a single item of a list",
        " ".join(f"Where is the {name} total computed?" for name in "abcdefgh"[: MAX_PARTS + 1]),
    ],
    ids=lambda question: question[:30],
)
def test_other_questions_stay_whole(question: str) -> None:
    assert parts_of_question(question) == (question,)


@pytest.mark.parametrize("piece", [" ", "?", "- ", " and ", "how ", "a. ", "\n"])
def test_a_long_question_is_divided_in_linear_time(piece: str) -> None:
    begin = time.process_time()
    parts_of_question("how " + piece * 20_000 + "x")
    assert time.process_time() - begin < 5.0
