"""Places of values in the front matter of a note."""

from dataclasses import astuple

import pytest

from ctx_lsp.memory import ValueSpan, note_spans, read_note

LINES = [
    "---",
    "reason: 'date: digest: a'",
    "type: gotcha",
    "anchors:",
    "- target: c.py::CartItem",
    "  digest: a",
    '- "c.py::\\u00fcber"  # é',
    "- {target: 'c.py::it''s', digest: ae}",
    "- target: |-",
    "    c.py::block",
    "date: 2026-01-31",
    "---",
    "# Ünder",
    "date: digest: a",
    "",
]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_values_are_found_whatever_their_style(line_end: str, mark: str) -> None:
    data = (mark + line_end.join(LINES)).encode()
    spans = note_spans(data)

    def text(span: ValueSpan | None) -> str:
        return data[span.start : span.end].decode().replace("\r\n", "\n") if span else ""

    assert text(spans.date) == "2026-01-31"
    assert [tuple(map(text, (one.target, one.digest))) for one in spans.anchors] == [
        ("c.py::CartItem", "a"),
        ('"c.py::\\u00fcber"', ""),
        ("'c.py::it''s'", "ae"),
        ("|-\n    c.py::block\n", ""),
    ]
    for number, one in enumerate(spans.anchors):
        start, end, _ = astuple(one.target)
        edited = data[:start] + one.target.written("d.py::a, b: 'c' # d").encode() + data[end:]
        targets = [anchor.target for anchor in read_note(edited.decode()).anchors]
        before = [anchor.target for anchor in read_note(data.decode()).anchors]
        assert targets == [*before[:number], "d.py::a, b: 'c' # d", *before[number + 1 :]]


@pytest.mark.parametrize("anchors", ["c.py::A", "{target: c.py::A}", "[c.py::A]"])
def test_a_single_anchor_needs_no_list(anchors: str) -> None:
    data = f"---\ntype: gotcha\ndate: 2026-01-31\nanchors: {anchors}\n---\n# T\n".encode()
    (one,) = note_spans(data).anchors
    assert data[one.target.start : one.target.end] == b"c.py::A"


@pytest.mark.parametrize("anchors", ["", "anchors:\n", "anchors: []\n"])
def test_a_note_may_have_no_anchors(anchors: str) -> None:
    assert note_spans(f"---\n{anchors}type: gotcha\ndate: 2026-01-31\n---\n# T\n".encode()).anchors == ()
