"""Parsing of rendered packs: text in, lines out."""

import pytest

from ctx_lsp.text.source import SourceText
from tests.sufficiency.shown import lines_of, shown_by

SOURCES = {
    "a.py": ["import os", "", "def f():", "    pass", "", "def g():", "    pass", "", "def h():", "    pass"],
    "b.md": ["```", "x", "```"],
}


def pack(*blocks: str) -> str:
    return (
        "# question\n\nready · 90 / 100 tokens\n\n"
        + "\n".join(blocks)
        + "\n## Missing\n\n- `x`, needed by `y` (budget)\n"
    )


def test_an_elision_stands_for_lines_that_are_not_shown() -> None:
    text = pack("## `a.py:1-9`\nmain: f\n```python\nimport os\n… L3\ndef f():\n    … L9\ndef h():\n```\n")
    assert shown_by(text, SOURCES) == {"a.py": {0, 2, 8}}


def test_a_piece_between_elisions_is_located_as_a_whole() -> None:
    text = pack("## `a.py:3-10`\nmain: f; needed: h\n```python\ndef f():\n… L7\n    pass\n\ndef h():\n    pass\n```\n")
    assert shown_by(text, SOURCES) == {"a.py": {2, 6, 7, 8, 9}}


def test_the_rest_of_a_definition_can_be_omitted_at_the_end() -> None:
    text = pack("## `a.py:3-9`\nmain: f\n```python\ndef f():\n… L9\ndef h():\n    …\n```\n")
    assert shown_by(text, SOURCES) == {"a.py": {2, 8}}


def test_lines_at_the_edges_can_be_omitted_with_a_reason() -> None:
    hidden = "… (seems to hold a secret: left out)"
    text = pack(f"## `a.py:3-7`\nmain: f\n```python\n{hidden}\ndef f():\n    {hidden}\n    pass\n{hidden}\n```\n")
    assert shown_by(text, SOURCES) == {"a.py": {2, 6}}


def test_excerpts_of_one_file_add_up_and_names_alone_show_nothing() -> None:
    text = pack(
        "## `a.py:3-4`\nmain: f\n```python\ndef f():\n    pass\n```\n",
        "## `a.py:9-10`\nneeded (name only): h\n",
        "## `a.py:6-6`\nneeded: g\n```python\ndef g():\n```\n",
    )
    assert shown_by(text, SOURCES) == {"a.py": {2, 3, 5}}


def test_a_fence_in_a_file_does_not_end_the_excerpt() -> None:
    text = pack("## `b.md:1-3`\n````markdown\n```\nx\n```\n````\n")
    assert shown_by(text, SOURCES) == {"b.md": {0, 1, 2}}


@pytest.mark.parametrize(
    "shown",
    [
        "def g():",
        "def f():\n… L1\nimport os",
        "def f():\n\n    pass",
        "def f():\n… L9\ndef h():",
        "def f():\n… L5\n    pass",
    ],
)
def test_lines_missing_in_the_file_are_rejected(shown: str) -> None:
    with pytest.raises(ValueError, match="not in lines 3 to 7"):
        shown_by(pack(f"## `a.py:3-7`\nmain: f\n```python\n{shown}\n```\n"), SOURCES)


def test_lines_end_at_every_kind_of_line_end() -> None:
    assert lines_of(SourceText(b"a\r\nb\rc\nd")) == ["a", "b", "c", "d"]
