"""Edits of a text. In the cases `[` and `]` mark the range that the edit replaces."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctx_lsp.text.edits import Edit, apply_edits
from ctx_lsp.text.source import SourceText

TRICKY = st.text(st.sampled_from("ab\n\r\f\v\x00\x1c\x85\u2028\u2029éß漢🦀\u0301\ufeff"), max_size=12)
STR_EDITS = st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15), TRICKY), max_size=6)


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("[]", "abc", "abc"),
        ("ab[]", "c", "abc"),
        ("a[b]c", "", "ac"),
        ("[abc]", "", ""),
        ("é[漢]🦀", "x", "éx🦀"),
        ("one\r[\n]two", "", "one\rtwo"),
        ("one\f[two]\u2028", "2", "one\f2\u2028"),
        ("nul\0[]", "\0", "nul\0\0"),
    ],
)
def test_an_edit_replaces_its_range(before: str, text: str, after: str) -> None:
    head, inside, tail = before.replace("]", "[").split("[")
    start = len(head.encode())
    edit = Edit(start, start + len(inside.encode()), text.encode())

    assert apply_edits(SourceText((head + inside + tail).encode()), [edit]).data.decode() == after


@pytest.mark.parametrize(
    ("start", "end", "after"),
    [
        (-5, 1, "Xé🦀"),
        (99, 120, "aé🦀X"),
        (1, 99, "aX"),
        (3, 1, "aéX🦀"),  # an end before its start
        (2, 3, "aX🦀"),  # from inside é
        (3, 5, "aéX🦀"),  # to inside 🦀
    ],
)
def test_no_range_is_an_error(start: int, end: int, after: str) -> None:
    assert apply_edits(SourceText("aé🦀".encode()), [Edit(start, end, b"X")]).data.decode() == after


def test_an_edit_refers_to_the_text_that_the_one_before_left() -> None:
    edits = [Edit(0, 0, b"ab"), Edit(1, 2, b"xyz"), Edit(4, 4, b"!")]

    assert apply_edits(SourceText(b""), edits).data == b"axyz!"


def test_the_text_before_stays_as_it_is() -> None:
    source = SourceText(b"abc")
    apply_edits(source, [Edit(0, 3, b"")])

    assert source.data == b"abc"


@settings(deadline=None)
@given(TRICKY, STR_EDITS)
def test_edits_agree_with_those_of_a_string(text: str, edits: list[tuple[int, int, str]]) -> None:
    expected = text
    byte_edits = []
    for start, length, new in edits:
        end = start + length
        byte_edits.append(Edit(len(expected[:start].encode()), len(expected[:end].encode()), new.encode()))
        expected = expected[:start] + new + expected[end:]

    assert apply_edits(SourceText(text.encode()), byte_edits).data.decode() == expected


@settings(deadline=None)
@given(TRICKY, st.lists(st.builds(Edit, st.integers(-3, 60), st.integers(-3, 60), TRICKY.map(str.encode))))
def test_any_offsets_leave_valid_utf8(text: str, edits: list[Edit]) -> None:
    apply_edits(SourceText(text.encode()), edits).data.decode()
