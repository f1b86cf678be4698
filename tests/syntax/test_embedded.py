"""Pieces of a text in other languages: their detection, offsets in the whole text, and joined facts."""

from textwrap import dedent

import pytest

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.text.source import SourceText
from tests.syntax.invariants import assert_sound

PAGE = dedent("""
    <p id="é…">漢</p>
    <script>
    function first() { return second(); }
    </script>
    <section id="between"><p>text</p></section>
    <script>
    function second() { return document.title; }
    </script>
""")


def read(path: str, text: str) -> tuple[FileFacts, SourceText]:
    source = SourceText(text.encode())
    facts = file_facts(path, source)
    assert_sound(facts, source)
    return facts, source


def kinds(path: str, text: str) -> dict[str, str]:
    facts, _ = read(path, text)
    return {symbol.qualname: symbol.kind for symbol in facts.outline.symbols}


def test_offsets_are_those_of_the_whole_text() -> None:
    facts, source = read("a.html", PAGE)
    spans = {
        symbol.name: source.slice(span.start, span.end)
        for symbol, span in zip(facts.outline.symbols, facts.spans, strict=True)
    }
    assert spans["first"] == "function first() { return second(); }"
    assert spans["between"] == '<section id="between"><p>text</p></section>'


def test_pieces_in_one_language_are_read_together() -> None:
    facts, _ = read("a.html", PAGE)
    assert [(one.name, facts.outline.symbols[one.symbol].name) for one in facts.references if one.kind == "call"] == [
        ("second", "first")
    ]


def test_a_definition_is_not_continued_in_the_next_piece() -> None:
    text = '<script>function a() {</script><div id="b">x</div><script>}</script>'
    facts, source = read("a.html", text)
    spans = dict(zip((symbol.name for symbol in facts.outline.symbols), facts.spans, strict=True))
    assert source.slice(spans["b"].start, spans["b"].end) == '<div id="b">x</div>'
    assert "a" not in spans or spans["a"].end <= text.index("</script>")


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("", {"Limit": "Class"}),
        (' type="module"', {"Limit": "Class"}),
        (' lang="ts"', {"Limit": "Class"}),
        (' type="text/template"', {}),
        (' type="application/json"', {}),
    ],
)
def test_attributes_tell_the_language_of_a_script(attributes: str, expected: dict[str, str]) -> None:
    assert kinds("a.html", f"<script{attributes}>class Limit {{}}</script>") == expected


def test_types_are_known_in_a_typescript_script_alone() -> None:
    text = "<script{}>interface Limit {{ most: number }}</script>"
    assert kinds("a.vue", text.format(' lang="ts"')) == {"Limit": "Interface", "Limit.most": "Field"}
    assert "Limit.most" not in kinds("a.vue", text.format(""))


def test_an_expression_is_in_the_language_of_the_script() -> None:
    text = '<script lang="ts">const total = 1</script>\n<template><p :a="(total as number)">x</p></template>'
    facts, source = read("a.vue", text)
    assert [source.slice(one.start, one.end) for one in facts.references] == ["total"]
    assert facts.references[0].start == text.index("total as")


def test_a_name_that_two_languages_give_is_numbered() -> None:
    text = '<main id="app"><script>const app = 1</script><style>.app { x: y }</style></main>'
    facts, _ = read("a.html", text)
    assert [symbol.qualname for symbol in facts.outline.symbols] == ["main", "app", "app#2", "app#3"]


def test_a_long_script_is_cut_along_its_tree() -> None:
    body = "".join(f"  const value{number} = compute({number});\n" for number in range(100))
    facts, source = read("a.html", f"<body>\n<script>\nfunction long() {{\n{body}}}\n</script>\n</body>\n")
    parts = [source.slice(*chunk.pieces[-1]) for chunk in facts.chunks if chunk.kind == "part"]
    assert len(parts) > 2
    assert all(part.startswith(("function", "const")) for part in parts)
