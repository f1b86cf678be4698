"""Lines and offsets of a text."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctx_lsp.text.source import SourceText

TRICKY = st.text(st.sampled_from("ab\n\r\f\v\x00\x1c\x85\u2028\u2029é漢🦀"), max_size=20)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a\n", ["a", ""]),
        ("a\r\nb", ["a", "b"]),
        ("a\rb", ["a", "b"]),
        ("a\n\rb", ["a", "", "b"]),
        ("a\fb\vc\x1cd\x85e\u2028f\u2029g", ["a\fb\vc\x1cd\x85e\u2028f\u2029g"]),
        ("a\0b\nc", ["a\0b", "c"]),
    ],
)
def test_only_lf_crlf_and_cr_end_a_line(text: str, lines: list[str]) -> None:
    source = SourceText(text.encode())

    assert [source.slice(*source.line_range(line)) for line in range(source.line_count)] == lines


@settings(deadline=None)
@given(TRICKY)
def test_lines_agree_with_those_of_a_string(text: str) -> None:
    source = SourceText(text.encode())
    expected = re.split("\r\n|\r|\n", text)

    assert [source.slice(*source.line_range(line)) for line in range(source.line_count)] == expected
    for line, start in enumerate(source.line_starts):
        assert source.line_at(start) == line


def test_a_line_past_the_end_is_empty() -> None:
    assert SourceText(b"a\nb").line_range(7) == (3, 3)


def test_a_cut_through_a_character_is_not_an_error() -> None:
    assert SourceText("é".encode()).slice(0, 1) == "\ufffd"


def test_the_language_belongs_to_the_text() -> None:
    plain, told = SourceText(b"x"), SourceText(b"x", "sql")
    assert plain != told
    assert len({plain.digest, told.digest, SourceText(b"x", "r").digest}) == 3
