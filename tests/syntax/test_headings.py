"""Prose by sections."""

import pytest

from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.headings import headings, sections
from ctx_lsp.text.source import SourceText
from tests.syntax.invariants import assert_sound

LIMIT = 1_000


def titles(text: str) -> list[str]:
    """The first line of each section."""
    data = text.encode()
    found = sections(data, LIMIT, headings(data, is_markdown=True))
    assert "".join(data[start:end].decode() for start, end in found) == text
    return [data[start:end].decode().splitlines()[0] for start, end in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n\na\n\n## B\nb\n", ["# A", "## B"]),
        ("intro\n\n# A\na\n", ["intro", "# A"]),
        ("A\n===\na\n\nB\n---\nb\n", ["A", "B"]),
        ("Title\n~~~~~\n\ntext\n", ["Title"]),
        ("# A\n```sh\n# no heading\n```\n# B\n", ["# A", "# B"]),
        ("# A\n~~~\n```\n# no\n~~~\n# B\n", ["# A", "# B"]),
        ("#hashtag\n\n- item\n---\n\n| a |\n---\n", ["#hashtag"]),
        ("", []),
    ],
)
def test_a_section_begins_at_each_heading(text: str, expected: list[str]) -> None:
    assert titles(text) == expected


def test_a_long_section_is_cut_at_paragraphs() -> None:
    paragraph = "word " * 60 + "\n\n"
    found = titles("# A\n\n" + paragraph * 10)
    assert found[0] == "# A"
    assert set(found[1:]) == {paragraph.strip() + " "}


@pytest.mark.parametrize("path", ["a.md", "a.rst", "a.txt"])
def test_small_sections_are_joined_and_large_ones_kept(path: str) -> None:
    source = SourceText("".join(f"# Section {number}\n\nA few words.\n\n" for number in range(100)).encode())
    facts = file_facts(path, source)
    assert_sound(facts, source)
    assert {chunk.kind for chunk in facts.chunks} == {"text"}
    assert 3 < len(facts.chunks) < 20
    assert all(source.slice(chunk.start, chunk.end).startswith("# Section") for chunk in facts.chunks)
