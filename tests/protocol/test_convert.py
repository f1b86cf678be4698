"""Conversions of positions in both directions. A `|` marks the place in a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position

from ctx_lsp.protocol.convert import Encoding, PositionConverter, choose_encoding
from ctx_lsp.text.source import SourceText

UTF8, UTF16, UTF32 = (
    PositionConverter(Encoding.Utf8),
    PositionConverter(Encoding.Utf16),
    PositionConverter(Encoding.Utf32),
)

# text, then line and column of the mark in UTF-8, UTF-16 and UTF-32 units
PLACES = [
    ("|", 0, 0, 0, 0),
    ("abc|", 0, 3, 3, 3),
    ("é|x", 0, 2, 1, 1),
    ("x = '🦀|'", 0, 9, 7, 6),
    ("🦀🦀\n🦀é|", 1, 6, 3, 2),
    ("one\r\ntw|o", 1, 2, 2, 2),
    ("one\rtwo\r|", 2, 0, 0, 0),
    ("form\ffeed|\nx", 0, 9, 9, 9),
    ("\u2028\x0b\x85|\n", 0, 6, 3, 3),
    ("a\n\n|", 2, 0, 0, 0),
]


def marked(text: str) -> tuple[SourceText, int]:
    before, after = text.split("|")
    return SourceText((before + after).encode()), len(before.encode())


@pytest.mark.parametrize(("text", "line", "utf8", "utf16", "utf32"), PLACES)
def test_a_place_has_its_column_in_each_encoding(text: str, line: int, utf8: int, utf16: int, utf32: int) -> None:
    source, offset = marked(text)
    for positions, character in ((UTF8, utf8), (UTF16, utf16), (UTF32, utf32)):
        assert positions.position(source, offset) == Position(line, character)
        assert positions.offset(source, Position(line, character)) == offset


@pytest.mark.parametrize("positions", [UTF8, UTF16, UTF32])
@pytest.mark.parametrize(
    ("text", "line", "character"),
    [
        ("ab|\r\ncd", 0, 99),
        ("é🦀|\ncd", 0, 99),
        ("ab\ncd|", 1, 99),
        ("ab\ncd|", 7, 0),
        ("ab\ncd\n|", 2, 5),
        ("|", 3, 3),
    ],
)
def test_a_position_past_the_end_is_the_end(positions: PositionConverter, text: str, line: int, character: int) -> None:
    source, offset = marked(text)
    assert positions.offset(source, Position(line, character)) == offset


def test_a_position_inside_a_character_is_its_start() -> None:
    source, offset = marked("a|🦀b")
    assert UTF16.offset(source, Position(0, 2)) == offset
    assert [UTF8.offset(source, Position(0, unit)) for unit in (1, 2, 3, 4)] == [offset] * 4


def test_between_the_bytes_of_a_line_end_is_the_end_of_the_line() -> None:
    assert UTF16.position(SourceText(b"ab\r\ncd"), 3) == Position(0, 2)


@given(st.text(alphabet="ab\r\n\f\u2028é🦀"), st.data())
def test_every_offset_of_a_character_survives_the_way_there_and_back(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    source, offset = SourceText(text.encode()), len(text[:cut].encode())
    if text[:cut].endswith("\r") and text[cut:].startswith("\n"):
        offset -= 1  # no position stands inside a line end
    for positions in (UTF8, UTF16, UTF32):
        assert positions.offset(source, positions.position(source, offset)) == offset


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (None, Encoding.Utf16),
        ([], Encoding.Utf16),
        (["utf-16", "utf-8"], Encoding.Utf8),
        (["utf-32", "utf-16"], Encoding.Utf16),
        (["utf-32"], Encoding.Utf32),
        (["latin-1"], Encoding.Utf16),
    ],
)
def test_utf8_is_chosen_where_it_is_offered(offered: list[str] | None, chosen: Encoding) -> None:
    assert choose_encoding(offered) == chosen
