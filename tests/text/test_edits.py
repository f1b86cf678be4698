"""Edits of a text. In the cases `[` and `]` mark the range that the edit replaces."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctx_lsp.text.edits import EditedText, TextPosition

TRICKY = st.text(st.sampled_from("ab\n\r\f\v\x00\x1c\x85\u2028\u2029éß漢🦀\u0301\ufeff"), max_size=12)
STR_EDITS = st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15), TRICKY), max_size=6)


def place_of(before: str) -> TextPosition:
    """The position after `before`, or before the line end that it would split."""
    lines = re.split(r"\r\n|\r|\n", before)
    return len(lines) - 1, len(lines[-1].encode())


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("[]", "abc", "abc"),
        ("ab[]", "c", "abc"),
        ("a[b]c", "", "ac"),
        ("[abc]", "", ""),
        ("é[漢]🦀", "x", "éx🦀"),
        ("one\f[two]\u2028", "2", "one\f2\u2028"),
        ("nul\0[]", "\0", "nul\0\0"),
        ("one[\n]two", "", "onetwo"),
        ("one\n[two\nthree\n]four", "2\n3\n", "one\n2\n3\nfour"),
        ("one\n[two\n]", "", "one\n"),
    ],
)
def test_an_edit_replaces_its_range(before: str, text: str, after: str) -> None:
    head, inside, tail = before.replace("]", "[").split("[")
    edited = EditedText((head + inside + tail).encode())
    edited.replace(place_of(head), place_of(head + inside), text.encode())
    assert edited.data.decode() == after


@pytest.mark.parametrize(
    ("start", "end", "after"),
    [
        ((9, 0), (9, 7), "a\nbX"),
        ((1, 0), (9, 0), "a\nX"),
        ((1, 1), (0, 0), "a\nbX"),  # an end before its start
        ((0, 0), (0, 1), "X\nb"),
    ],
)
def test_no_range_is_an_error(start: TextPosition, end: TextPosition, after: str) -> None:
    edited = EditedText(b"a\nb")
    edited.replace(start, end, b"X")
    assert edited.data.decode() == after


def test_two_halves_of_a_line_end_that_meet_are_one() -> None:
    edited = EditedText(b"a\rb\nc")
    edited.replace((1, 0), (1, 1), b"")
    assert edited.data == b"a\r\nc"
    assert [edited.line(number) for number in range(3)] == [b"a", b"c", b""]


@settings(deadline=None)
@given(TRICKY, STR_EDITS)
def test_edits_agree_with_those_of_a_string(text: str, edits: list[tuple[int, int, str]]) -> None:
    edited = EditedText(text.encode())
    for start, length, new in edits:
        first, last = (_outside_line_ends(text, at) for at in (start, start + length))
        edited.replace(place_of(text[:first]), place_of(text[:last]), new.encode())
        text = text[:first] + new + text[last:]
        assert edited.data.decode() == text
        lines = re.split(r"\r\n|\r|\n", text)
        assert [edited.line(number).decode() for number in range(len(lines) + 1)] == [*lines, ""]


def _outside_line_ends(text: str, index: int) -> int:
    index = min(index, len(text))
    return index - (text[index - 1 : index + 1] == "\r\n")
