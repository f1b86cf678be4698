"""Decoding of bytes to text, and data that is not text."""

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctx_lsp.text.decode import SNIFF_BYTES, decode, from_str

ENCODINGS = [
    ("utf-8", b""),
    ("utf-8", codecs.BOM_UTF8),
    ("utf-16-le", codecs.BOM_UTF16_LE),
    ("utf-16-be", codecs.BOM_UTF16_BE),
    ("utf-32-le", codecs.BOM_UTF32_LE),
    ("utf-32-be", codecs.BOM_UTF32_BE),
]


@pytest.mark.parametrize(("encoding", "bom"), ENCODINGS)
@settings(deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff")))
def test_a_unicode_file_gives_its_text(encoding: str, bom: bytes, text: str) -> None:
    source = decode(bom + text.encode(encoding))

    assert source is not None
    assert source.data.decode() == text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"caf\xe9", "café"),
        (b"\x93quoted\x94 \x80", "“quoted” €"),
        (b"\x81 undefined in Windows-1252", "\x81 undefined in Windows-1252"),
        (b"\xed\xa0\x80", "í\xa0€"),  # a surrogate in UTF-8's form is no UTF-8
        (b"cr\rcrlf\r\nff\f", "cr\rcrlf\r\nff\f"),
        (b"x" * SNIFF_BYTES + b"\0", "x" * SNIFF_BYTES + "\0"),
    ],
)
def test_any_other_text_is_read_as_western(data: bytes, text: str) -> None:
    source = decode(data)

    assert source is not None
    assert source.data.decode() == text


@pytest.mark.parametrize(
    "data",
    [
        b"\0",
        b"\x7fELF\x02\x01\x01\0",
        b"x" * (SNIFF_BYTES - 1) + b"\0",
        codecs.BOM_UTF8 + b"a\0",
        codecs.BOM_UTF16_LE + b"\0\xd8\0\0",  # a mark, then what is no UTF-16
        codecs.BOM_UTF16_LE + b"a\0b",  # half a character
    ],
)
def test_a_binary_file_has_no_text(data: bytes) -> None:
    assert decode(data) is None


@settings(deadline=None)
@given(st.binary())
def test_any_bytes_give_valid_text_or_none(data: bytes) -> None:
    source = decode(data)

    assert (source is None) <= (b"\0" in data)
    if source:
        source.data.decode()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\ud800b", "a\ufffdb"),
        ("\ud83e\udd80", "\ufffd\ufffd"),
        ("\ufeffx\0\r\n", "\ufeffx\0\r\n"),  # an editor's columns count these too
    ],
)
def test_a_string_becomes_valid_text_of_the_same_length(text: str, kept: str) -> None:
    assert from_str(text).data.decode() == kept
