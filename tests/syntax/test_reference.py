"""References in columns: the rows that were put in come out, and damaged columns are recognised."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.syntax.reference import Reference, ReferenceKind, References, different_rows

OFFSETS = st.integers(0, 60)
ROWS = st.lists(
    st.builds(
        Reference,
        st.sampled_from(["a", "b", "é"]),
        st.sampled_from(["", "a", "self"]),
        st.sampled_from(get_args(ReferenceKind)),
        st.integers(-1, 3),
        OFFSETS,
        OFFSETS,
    ),
    max_size=12,
).map(lambda rows: sorted(rows, key=lambda one: one.start))

ONE = References.of([Reference("name", "self", "call", 0, 3, 7)])


@given(ROWS)
def test_rows_come_out_as_they_were_put_in(rows: list[Reference]) -> None:
    references = References.of(rows)
    assert list(references) == rows
    assert all(type(one) is Reference for one in references)
    assert [references[index] for index in range(len(references))] == rows
    assert references[2:5] == tuple(rows[2:5])
    assert references == References.of(iter(rows))


@given(ROWS, OFFSETS, OFFSETS)
def test_rows_are_chosen_as_by_reading_all(rows: list[Reference], start: int, end: int) -> None:
    references = References.of(rows)
    assert list(references.named("a")) == [one for one in rows if one.name == "a"]
    assert list(references.of_kind("call")) == [one for one in rows if one.kind == "call"]
    assert list(references.in_symbols({-1, 2})) == [one for one in rows if one.symbol in (-1, 2)]
    assert list(references.touching(start)) == [one for one in rows if one.start <= start <= one.end]
    assert list(references.within(start, end)) == [one for one in rows if start <= one.start and one.end <= end]
    assert list(references.starting_in(start, end)) == [one for one in rows if start <= one.start < end]
    assert list(references[references.first_from(start) :]) == [one for one in rows if one.start >= start]


def test_a_text_is_stored_once() -> None:
    rows = [Reference("total", "cart", "read", -1, start, start + 5) for start in range(9)]
    assert References.of(rows).texts == ("total", "cart")


@pytest.mark.parametrize(
    "damaged",
    [
        replace(ONE, columns=ONE.columns[:-1]),
        replace(ONE, columns=ONE.columns[:-4]),
        replace(ONE, texts=("name",)),
        replace(ONE, columns=b"\xff" * len(ONE.columns)),
        References.of([ONE[0]._replace(symbol=1)]),
        References.of([ONE[0]._replace(end=9)]),
        References.of([ONE[0]._replace(start=8)]),
        References.of([ONE[0], ONE[0]._replace(start=2)]),
    ],
)
def test_columns_that_are_damaged_or_of_another_text_do_not_fit(damaged: References) -> None:
    assert ONE.fits(symbols=1, size=8)
    assert not damaged.fits(symbols=1, size=8)


@given(ROWS, OFFSETS, OFFSETS, st.integers(0, 5))
def test_rows_outside_an_edit_move(rows: list[Reference], start: int, end: int, growth: int) -> None:
    start, end = sorted((start, end))
    moved = References.of(rows).moved((start, end), growth, (2, 3))
    kept = [one for one in rows if not start <= one.start < end]
    shifts = [growth if one.start >= end else 0 for one in kept]
    assert list(moved) == [
        one._replace(start=one.start + shift, end=one.end + shift, symbol=one.symbol + (one.symbol >= 2))
        for one, shift in zip(kept, shifts, strict=True)
    ]


@given(ROWS, ROWS, OFFSETS, OFFSETS)
def test_replaced_rows_give_what_storing_all_rows_gives(
    rows: list[Reference], others: list[Reference], start: int, end: int
) -> None:
    start, end = sorted((start, end))
    found = [one for one in others if start <= one.start < end]
    kept = [one for one in rows if not start <= one.start < end]
    expected = References.of(sorted((*kept, *found), key=lambda one: one.start))
    assert References.of(rows).with_replaced([(start, end)], found) == expected


@given(ROWS, OFFSETS, OFFSETS)
def test_rows_near_symbols_and_ranges_and_with_names_are_chosen(rows: list[Reference], start: int, end: int) -> None:
    references = References.of(rows)
    start, end = sorted((start, end))
    near = [one for one in rows if one.symbol in (0, 2) or start <= one.start < end]
    assert list(references.near({0, 2}, [(start, end)])) == near
    assert list(references.with_names({"a", "é"})) == [one for one in rows if one.name in ("a", "é")]


@given(ROWS, ROWS, ROWS, ROWS)
def test_rows_outside_the_different_ones_are_alike(
    start: list[Reference], middle: list[Reference], other: list[Reference], end: list[Reference]
) -> None:
    olds, news = [*start, *middle, *end], [*start, *other, *end]
    found = different_rows(References.of(olds), References.of(news), [0] * 4, [0] * 4)
    first, old_stop, new_stop = found
    assert [one[:4] for one in olds[:first]] == [one[:4] for one in news[:first]]
    assert [one[:4] for one in olds[old_stop:]] == [one[:4] for one in news[new_stop:]]
    assert first >= len(start)
    assert len(olds) - old_stop >= min(len(end), len(olds) - first, len(news) - first)


def test_a_reference_that_moves_into_a_body_is_different() -> None:
    assert different_rows(ONE, ONE, [5], [5]) == (1, 1, 1)
    assert different_rows(ONE, ONE, [5], [2]) == (0, 1, 1)
