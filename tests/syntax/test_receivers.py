"""What stands before a name, read backwards off the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.syntax.receivers import Receivers


def receiver(text: str, *separators: str) -> str:
    """The receiver of the name that `|` stands in front of."""
    data = text.replace("|", "", 1).encode()
    return Receivers(data, separators or (".",)).before(len(text.split("|", maxsplit=1)[0].encode()))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|name()", ""),
        ("return |name", ""),
        ("self.|name()", "self"),
        ("x = a.b.c.|name", "a.b.c"),
        ("größe.|name", "größe"),
        ("a\n  .|name()", "a"),
        ("a . b . |name", "a.b"),
        ("f().|name()", "()"),
        ("a[0].|name", "()"),
        ('"text".|name()', "()"),
        ("(a).b.|name", "()"),
        ("super().|name()", "super"),
        ("...|name", ""),
        ("..." + "a.|name", "a"),
        ("@app.|route", "app"),
        ("f(a, b.|name", "b"),
        ("." * 5 + "|name", ""),
        (".".join(["part"] * 100) + ".|name", "()"),
        ("a." + " " * 450 + "|name", "a"),  # more than is looked at in one go
        (" " * 450 + "|name", ""),
    ],
)
def test_a_receiver_ends_where_the_chain_of_names_ends(text: str, expected: str) -> None:
    assert receiver(text) == expected


@pytest.mark.parametrize(
    ("text", "separators", "expected"),
    [
        ("Foo::bar::|name()", (".", "::"), "Foo.bar"),
        ("Vec::<u8>::|new()", (".", "::"), "Vec"),
        ("self.x::|name", (".", "::"), "self.x"),
        ("a?.b!.|name", (".", "?.", "!."), "a.b"),
        ("a->b->|name", (".", "->"), "a.b"),
        ("-> |Name", (".", "::"), ""),
        ("x ? a : |b", (".",), ""),
    ],
)
def test_separators_are_those_of_the_language(text: str, separators: tuple[str, ...], expected: str) -> None:
    assert receiver(text, *separators) == expected


def test_only_a_separator_joins_a_receiver_to_its_member() -> None:
    receivers = Receivers(b"a.b c .d e, f", (".",))
    assert receivers.joins(1, 2)
    assert receivers.joins(5, 7)
    assert not receivers.joins(3, 4)
    assert not receivers.joins(10, 12)
    assert not receivers.joins(5, -1)


@given(st.binary(max_size=60), st.integers(0, 60))
def test_any_bytes_have_a_receiver(data: bytes, start: int) -> None:
    assert isinstance(Receivers(data, (".", "::")).before(min(start, len(data))), str)
