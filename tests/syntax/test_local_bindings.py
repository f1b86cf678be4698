"""The binding of a local name that applies at an offset."""

import pytest

from ctx_lsp.syntax.references.local_bindings import NameBindings
from ctx_lsp.syntax.rows import QueryMatch

WHOLE, INNER, NEXT = (0, 100), (20, 50), (60, 90)


def bindings(*rows: tuple[int, int, tuple[int, int], str]) -> NameBindings:
    name_bindings = NameBindings()
    for start, end, block, capture in rows:
        name_bindings.add(start, end, block, QueryMatch(((start, end, 0),), 0, (capture,)))
    return name_bindings


@pytest.mark.parametrize(
    ("offset", "start"),
    [
        (1, 2),  # nothing is told before it
        (15, 10),
        (22, 10),  # around the block, before anything is told in it
        (30, 24),
        (45, 40),
        (55, 10),  # behind the block
        (70, 62),
        (95, 10),
    ],
)
def test_the_last_before_an_offset_holds(offset: int, start: int) -> None:
    value = "typed.value"
    name_bindings = bindings(
        (2, 6, (0, 8), value), (10, 14, WHOLE, value), (24, 26, INNER, value), (40, 42, INNER, value),
        (62, 64, NEXT, value),
    )  # fmt: skip
    found = name_bindings.at(offset)
    assert found is not None
    assert found.start == start


def test_in_the_statement_itself_the_next_one_holds() -> None:
    found = bindings((2, 6, WHOLE, "typed.value"), (24, 26, WHOLE, "typed.value")).at(4)
    assert found is not None
    assert found.start == 24


def test_no_binding_applies_outside_its_block() -> None:
    assert bindings((24, 26, INNER, "typed.value")).at(55) is None
    assert bindings((24, 26, INNER, "typed.value")).at(19) is None


def test_a_statement_that_holds_another_ends_later() -> None:
    name_bindings = bindings((10, 20, WHOLE, "typed.value"), (14, 16, WHOLE, "typed.value"))
    found = name_bindings.at(18), name_bindings.at(30)
    assert [one and one.start for one in found] == [14, 10]


def test_the_first_declaration_around_an_offset_counts() -> None:
    name_bindings = bindings((4, 6, WHOLE, "typed.value"), (24, 26, INNER, "typed.type"), (62, 64, WHOLE, "typed.type"))
    found = name_bindings.declared(30), name_bindings.declared(10)
    assert [one and one.start for one in found] == [24, 62]


def test_several_matches_of_one_place_are_merged_with_types_first() -> None:
    name_bindings = bindings((4, 6, WHOLE, "typed.value"), (4, 6, WHOLE, "typed.type"))
    found = name_bindings.at(10)
    assert found is not None
    assert [match.names for match in found.matches] == [("typed.type",), ("typed.value",)]


def test_bindings_of_a_block_apply_in_all_of_it() -> None:
    name_bindings = bindings((2, 6, WHOLE, "typed.value"))
    name_bindings.add(40, 46, INNER, QueryMatch(((40, 46, 0), (*INNER, 0)), 0, ("typed.name", "typed.block")))
    found = [name_bindings.at(offset) for offset in (30, 43, 48, 55)]
    assert [one and one.start for one in found] == [40, 2, 40, 2]
