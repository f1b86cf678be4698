"""Data and prose files that are long or full of names: which parts become symbols, and which are content."""

import json
from random import Random

import pytest

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.syntax.rules import rules_of
from ctx_lsp.text.notebook import readable
from ctx_lsp.text.source import SourceText
from tests.syntax.invariants import assert_sound


def read(path: str, text: str) -> FileFacts:
    source = SourceText(text.encode())
    facts = file_facts(path, source)
    assert_sound(facts, source)
    return facts


def names(path: str, text: str) -> list[str]:
    return [symbol.qualname for symbol in read(path, text).outline.symbols]


def records(outer: int, inner: int) -> dict[str, dict[str, int]]:
    return {f"key{a}": {f"inner{b}": a * b for b in range(inner)} for a in range(outer)}


@pytest.mark.parametrize(
    ("outer", "inner", "expected"),
    [(10, 10, 110), (100, 10, 100), (499, 1, 499), (501, 0, 0)],
)
def test_levels_with_more_keys_than_people_read_are_records(outer: int, inner: int, expected: int) -> None:
    assert len(names("a.json", json.dumps(records(outer, inner)))) == expected


def test_a_file_with_a_hundred_thousand_keys_has_no_symbols() -> None:
    facts = read("a.json", json.dumps({f"key{number}": number for number in range(100_000)}))
    assert facts.outline.symbols == ()
    assert facts.chunks


@pytest.mark.parametrize("path", ["a.json", "a.yaml", "a.toml", "a.xml", "a.ini", "a.properties", "a.css", "a.html"])
def test_generated_data_has_no_outline(path: str) -> None:
    rules = rules_of(path.removeprefix("a."))
    assert rules is not None
    text = {
        "a.json": '{"key": 1}', "a.yaml": "key: 1", "a.toml": "key = 1", "a.xml": "<key>x</key>",
        "a.ini": "[key]\nx = 1", "a.properties": "key = 1", "a.css": ".key { x: y }", "a.html": '<p id="key">x</p>',
    }[path]  # fmt: skip
    blanks = "\n" + "".join(Random(1).choices("\n ", k=rules.longest))  # noqa: S311  # no text of one letter is parsed
    assert names(path, text)
    assert names(path, (text + blanks)[: rules.longest]) == names(path, text)
    assert names(path, text + blanks) == []


def test_keys_inside_lists_are_not_symbols() -> None:
    assert names("a.json", '[{"a": 1}, {"b": 2}]') == []
    assert names("a.json", '{"a": [{"b": {"c": 1}}]}') == ["a"]
    assert names("a.yaml", "a:\n  - b:\n      c: 1\n") == ["a"]


def test_contents_of_a_repeated_key_belong_to_the_first() -> None:
    assert names("a.yaml", "spec:\n  a: 1\n---\nspec:\n  b: 1\n") == ["spec", "spec.a", "spec.b"]


def test_sections_of_a_long_log_of_changes_are_the_outer_ones() -> None:
    log = "# Changes\n" + "".join(f"## {number}.0\n### Fixed\n" for number in range(400))
    assert len(names("a.md", log)) == 401
    assert names("a.md", log + "## More\n" * 100) == ["Changes"]


def test_a_chunk_of_prose_names_the_section_that_it_is_in() -> None:
    facts = read("a.md", "# A\n\n" + "word " * 300 + "\n\n" + "word " * 300 + "\n\n# B\n\ntext\n")
    assert [chunk.symbols for chunk in facts.chunks] == [(0,), (0,), (0,), (1,)]


def test_code_cells_of_a_notebook_are_outlined_as_their_language() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title"]},
        {"cell_type": "code", "source": ["import os\n", "def load(path):\n", "    return os.stat(path)\n"]},
        {"cell_type": "code", "source": "result = load('x')"},
    ]
    source = readable("a.ipynb", SourceText(json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}).encode()))
    facts = file_facts("a.ipynb", source)
    assert_sound(facts, source)
    assert [(symbol.kind, symbol.name) for symbol in facts.outline.symbols] == [
        ("Function", "load"),
        ("Variable", "result"),
    ]
    assert [one.module for one in facts.outline.imports] == ["os"]
    assert ("call", "load") in {(one.kind, one.name) for one in facts.references}
