"""The number of an argument or parameter in its list."""

import pytest

from ctx_lsp.syntax.references.lists import LONGEST_LIST, Lists


@pytest.mark.parametrize(
    ("text", "number", "number_of_typed"),
    [
        ("f(HERE", 0, 0),
        ("f(a, HERE", 1, 1),
        ("f(a, [b, c], {d, e}, g(h, i), HERE", 4, 4),
        ("f('a, b', \"c, d\", `e, f`, HERE", 3, 3),
        ("f(a, // b, c\n  /* d, e */ HERE", 1, 1),
        ("f(a: Map<A, B>, HERE", 2, 1),
        ("f(a < b, c => d, HERE", 2, 0),
        ("f(this: A, HERE", 0, 0),
        ("f(a), g(b, HERE", 0, 0),
    ],
)
def test_a_member_is_counted_by_the_commas_in_front_of_it(text: str, number: int, number_of_typed: int) -> None:
    lists, start = Lists(f"{text}, z)".encode()), text.index("HERE")
    assert lists.position(1, start, is_typed=False) == number
    assert lists.position(1, start, is_typed=True) == number_of_typed


def test_members_may_be_asked_for_in_any_order() -> None:
    lists = Lists(b"f(a, b, c)")
    assert [lists.position(1, start, is_typed=False) for start in (8, 2, 5)] == [2, 0, 1]


def test_arguments_far_from_the_bracket_are_not_counted() -> None:
    lists = Lists(b"f(" + b" " * LONGEST_LIST + b", a)")
    assert lists.position(1, LONGEST_LIST + 1, is_typed=False) == 0
    assert lists.position(1, LONGEST_LIST + 4, is_typed=False) == -1
