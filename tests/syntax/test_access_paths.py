"""Receivers before names, and expressions of values, read backwards from the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.parser import parse
from ctx_lsp.syntax.references.access_paths import MAX_STEPS, WINDOW, ExpressionReader
from ctx_lsp.syntax.rows import find_rows
from ctx_lsp.syntax.rules import rules_of


def receivers(data: bytes, name: str) -> ExpressionReader:
    """A reader of `data`, a text in the language `name`, with the brackets that the language's query finds."""
    rules, tree = rules_of(name), parse(language(name).grammar, data)
    assert rules is not None
    assert tree is not None
    captured = find_rows(tree, rules).references
    return ExpressionReader(data, rules.separators, rules.spaced_separators, captured, rules.objects)


def receiver(text: str, name: str = "python") -> str:
    """The receiver of the name after `|`."""
    before, _, after = text.partition("|")
    return receivers((before + after).encode(), name).before(len(before.encode()))


def value(text: str, name: str = "python") -> str:
    """The expression between two `|`."""
    before, inside, after = text.split("|")
    start = len(before.encode())
    return receivers((before + inside + after).encode(), name).value(start, start + len(inside.encode()))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|name()", ""),
        ("return |name", ""),
        ("self.|name()", "@self"),
        ("cls.|name()", "@Self"),
        ("self.a.|name()", "@self.a"),
        ("x = a.b.c.|name", "a.b.c"),
        ("größe.|name", "größe"),
        ("(a\n  .|name())", "a"),
        ("a . b . |name", "a.b"),
        ("f().|name()", "f()"),
        ("f(g(x), ')').b(1).|name()", "f().b()"),
        ("a[0].|name", "a[0]"),
        ("a[0][b[1]].c['(']().|name", "a[0][].c[]()"),
        ('"text".|name()', "{}"),
        ("[1, 2].|name()", "{}"),
        ("(a).b.|name()", "a.b"),
        ("(await f()).|name()", "f()"),
        ("(a + b).|name()", "?"),
        ("super().|name()", "@super"),
        ("...|name", ""),
        ("@app.|route\ndef f(): ...", "app"),
        ("f(a, b.|name)", "b"),
        ("." * 5 + "|name", ""),
        (".".join(["part"] * (MAX_STEPS + 1)) + ".|name", "?" + ".part" * (MAX_STEPS // 2)),
        ("f(" + "x, " * WINDOW + ").|name", "?()"),
        ("a." + " " * (WINDOW - 20) + "|name", "a"),
        ("a." + " " * WINDOW + "|name", "?"),
        (" " * 450 + "|name", ""),
    ],
)
def test_a_receiver_is_the_chain_before_the_name(text: str, expected: str) -> None:
    assert receiver(text) == expected


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("Foo::bar::|name()", "rust", "Foo.bar"),
        ("a?.b!.|name", "typescript", "a.b"),
        ("0..a.|len()", "rust", "a"),
        ("p->q->|name", "c", "p.q"),
        ("-> |Name", "rust", ""),
        ("x ? a : |b", "javascript", ""),
        ("this.|name", "java", "@self"),
        ("class A { void f() { A.<B>|name(); } }", "java", "A"),
        ("class A { void f() { a.<B> f().|name(); } }", "java", "a.f()"),
        ("class A { List<B> |name; }", "java", ""),
        ("<?php $this->a->|name();", "php", "@self.a"),
    ],
)
def test_separators_and_words_for_the_object_are_those_of_the_language(text: str, name: str, expected: str) -> None:
    assert receiver(text, name) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = |a.b()|", "a.b()"),
        ("x = |await a.b()|", "a.b()"),
        ("x = |self|", "@self"),
        ("x = |a + b|", "?"),
        ("x = |not a|", "?"),
        ("x = |None|", "?"),
        ("x = |True|", "{}"),
        ("x = |12|", "{}"),
        ("x = |a or b|", "?"),
        ("x = |'text'|", "{}"),
        ("x = |[a]|", "{}"),
        ("x = |lambda: a|", "?"),
    ],
)
def test_a_value_is_one_chain_from_its_beginning_to_its_end(text: str, expected: str) -> None:
    assert value(text) == expected


@given(st.binary(max_size=60), st.integers(0, 60))
def test_any_bytes_have_a_receiver(data: bytes, start: int) -> None:
    assert isinstance(ExpressionReader(data, (".", "::")).before(min(start, len(data))), str)
