"""Sentences of commit messages that can be quoted alone, and those that lean on the text around them."""

import pytest

from ctx_lsp.memory.commit_reasons import reason_in
from ctx_lsp.memory.self_contained import is_whole, points_outside, refers_back


@pytest.mark.parametrize(
    ("sentence", "is_item", "expected"),
    [
        ("Prices lose cents because each is rounded.", False, True),
        ('The bank says "whole cents only".', False, True),
        ("The price is rounded (see `Cart.total`.)", False, True),
        ("Prices lose cents because each is rounded", False, False),
        ("Prices lose cents because each is rounded", True, True),
        ("It would be fine because a cart may be empty.)", False, False),
        ("The name `Cart.total must not change.", False, False),
    ],
)
def test_a_whole_sentence_ends_and_closes_its_brackets(sentence: str, is_item: bool, expected: bool) -> None:
    assert is_whole(sentence, is_item=is_item) is expected


@pytest.mark.parametrize(
    ("sentence", "before", "expected"),
    [
        ("Since this bug is old, all carts must be locked.", "Lock the cart", True),
        ("Since this bug is old, all carts must be locked.", "Mend a bug of the cart", False),
        ("The cart must be locked because these threads add prices.", "Lock the cart", True),
        ("The threads of a cart must wait because these threads add prices.", "Lock the cart", False),
        ("Since this function adds prices, it must lock the cart.", "Lock the cart", False),
        ("If this fails, the cart must be locked again.", "Lock the cart", False),
        ("These must be locked because two threads add prices.", "Lock the carts", False),
    ],
)
def test_a_sentence_must_name_what_it_points_to(sentence: str, before: str, expected: bool) -> None:
    assert points_outside(sentence, before) is expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The cart must be locked.", False),
        ("However, the cart must be locked.", True),
        ("This must be locked.", True),
        ("Since they add prices, the cart must be locked.", False),
        ("Since they add prices.", True),
        ("Because each price loses half a cent, only the sum is rounded.", False),
    ],
)
def test_a_sentence_that_goes_on_from_the_one_before_refers_back(sentence: str, *, expected: bool) -> None:
    assert refers_back(sentence) is expected


def test_a_reason_in_the_middle_of_a_paragraph_takes_the_sentence_before_along() -> None:
    before = "The bank takes whole cents from the shop and nothing else."
    why = "The sum of a cart must be rounded, because half a cent is refused."
    found = reason_in(f"Round the total\n\n{before} {why}")
    assert found is not None
    assert found.body == f"{before} {why}"
    assert reason_in(f"Round the total\n\nI am not sure about the bank of the whole shop. {why}") is None


def test_a_sentence_that_two_reasons_lean_on_appears_once() -> None:
    told = [
        "The bank takes whole cents from the shop and nothing else.",
        "The sum of a cart must be rounded, because half a cent is refused.",
        "The refund must be rounded the same way, because the two have to agree.",
    ]
    found = reason_in("Round the total\n\n" + " ".join(told))
    assert found is not None
    assert found.body == " ".join(told)
