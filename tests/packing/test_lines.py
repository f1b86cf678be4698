"""Line sets behave like sets of line numbers, and their text is that of the file."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.packing.detail import lines
from ctx_lsp.packing.detail.folding import fold
from ctx_lsp.packing.detail.lines import ELISION, Lines
from ctx_lsp.text.source import SourceText
from tests.packing.checks import python_calls

parts = st.tuples(st.integers(0, 30), st.integers(1, 6)).map(lambda pair: (pair[0], pair[0] + pair[1]))
line_sets = st.lists(parts, max_size=5).map(lambda found: lines.union([(part,) for part in found]))


def numbers(shown: Lines) -> set[int]:
    return {line for start, end in shown for line in range(start, end)}


@given(line_sets, line_sets)
def test_union_and_covers_are_those_of_sets(one: Lines, other: Lines) -> None:
    both = lines.union([one, other])
    assert numbers(both) == numbers(one) | numbers(other)
    assert all(a[1] < b[0] for a, b in pairwise(both))
    assert lines.covers(one, other) == (numbers(one) >= numbers(other))
    assert lines.count(both) == len(numbers(both))


def check(source: str, shown: Lines, expected: str) -> None:
    assert lines.text_of(SourceText(source.encode()), shown) == expected


def test_a_gap_mark_is_indented_like_the_omitted_lines() -> None:
    check("def f():\n    a()\n    b()\n\nc()\n", ((0, 1), (4, 5)), f"def f():\n    {ELISION}\nc()\n")
    check("if x:\r\n\tfoo()\r\n\tbar()\r\nbaz()", ((0, 1), (3, 4)), f"if x:\n\t{ELISION}\nbaz()\n")


def test_blocks_around_a_line_follow_from_indentation() -> None:
    text = (
        "def f():\n    if x:\n        a()\n    for y in z:\n        while (\n            b\n        ):\n\n"
        + 12 * " "
        + "c()\n"
    )
    source = SourceText(text.encode())
    assert lines.enclosing(source, [0, 2, 8], 0, is_block=True) == [(), ((0, 2),), ((0, 1), (3, 5))]
    assert lines.enclosing(source, [8], 1, is_block=False) == [((3, 5),)]
    deep = SourceText("".join(f"{' ' * depth}if a{depth}:\n" for depth in range(9)).encode())
    assert lines.enclosing(deep, [8], 0, is_block=True) == [((8 - lines.MAX_ENCLOSING, 8),)]


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("def f(\n    a,\n) -> int:\n    b()\n", "def f("),
        ("  if (a &&\n      b\n  ) {\n    c();\n", "  if (a &&"),
        ("  if a {\n  } else {\n    c();\n", "  } else {"),
        ("  for x {\n#endif\n    c();\n", "  for x {"),
        ("  for x {\n  // a remark\n    c();\n", "  for x {"),
        ("  a:\n  - b\n    c\n", "  - b"),
    ],
)
def test_a_block_is_opened_by_code(text: str, opening: str) -> None:
    source = SourceText(text.encode())
    (around,) = lines.enclosing(source, [source.line_count - 2], 0, is_block=False)
    assert lines.text_of(source, around[-1:]) == f"{opening}\n"


def test_the_last_line_is_closed_and_other_line_ends_become_line_feeds() -> None:
    check("a\rb\r\nc", ((0, 3),), "a\nb\nc\n")


def test_a_form_feed_does_not_end_a_line() -> None:
    check("a\fb\nc\n", ((0, 1),), "a\\u000cb\n")


def test_blank_gaps_are_filled_and_others_are_not() -> None:
    source = SourceText(b"a\n\n  \nb\nc\nd\n")
    assert lines.without_blank_gaps(source, ((0, 1), (3, 4), (5, 6))) == ((0, 4), (5, 6))


@given(st.text("a \t\r\n\f", max_size=30), st.data())
def test_indents_and_sizes_of_lines_are_those_of_each_line(text: str, data: st.DataObject) -> None:
    source = SourceText(text.encode())
    first = data.draw(st.integers(0, source.line_count - 1))
    end = data.draw(st.integers(first, source.line_count))
    own = range(first, end)
    assert lines.indents(source, first, end) == [lines.indent(source, line) for line in own]
    assert lines.sizes(source, first, end) == [lines.byte_size(source, ((line, line + 1),)) for line in own]


def test_the_work_on_lines_calls_no_function_for_each() -> None:
    few, many = (SourceText(b"def f():\n" + b"    call()\n\n" * count + b"    end()\n") for count in (20, 400))

    def calls(source: SourceText) -> int:
        last = source.line_count - 2
        return python_calls(
            lambda: (fold(source, 1, last + 1, (1, 1)), lines.enclosing(source, [last], 0, is_block=True))
        )

    calls(few)  # lazy attributes of the source, the same for both
    calls(many)
    assert calls(many) == calls(few)


def test_sizes_and_indentation() -> None:
    source = SourceText("ä\n  b\n\n".encode())
    assert lines.byte_size(source, ((0, 2),)) == 7
    assert lines.byte_size(source, ((9, 9),)) == 0  # lines that are gone
    assert [lines.indent(source, line) for line in range(3)] == [0, 2, -1]
    assert (lines.indents(source, 1, 3), lines.sizes(source, 1, 3)) == ([2, -1], [4, 1])
    assert lines.holding(source, 0, 3) == ((0, 1),)
