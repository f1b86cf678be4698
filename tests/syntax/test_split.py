"""Slices below a size: they are contiguous, hold every byte, and end at statements, lines and characters."""

from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.syntax.chunking.split import Slice, TreeSplitter, character_start, join, lines, paragraphs
from ctx_lsp.syntax.parser import parse

BIGGEST_CHARACTER = 4


def pieces(data: bytes, slices: list[Slice]) -> list[str]:
    """The texts of `slices`, which must cover `data` without a gap."""
    assert b"".join(data[start:end] for start, end in slices) == data
    return [data[start:end].decode() for start, end in slices]


@given(text=st.text("ab ,\n\r\té漢😀", max_size=300), limit=st.integers(BIGGEST_CHARACTER, 60))
def test_any_text_is_covered_by_slices_within_the_limit(text: str, limit: int) -> None:
    data = text.encode()
    for split in (lines, paragraphs):
        assert all(len(piece.encode()) <= limit for piece in pieces(data, split(data, 0, len(data), limit)))


def test_lines_are_kept_whole_where_they_fit() -> None:
    data = b"one\ntwo\nthree\nfour\n"
    assert pieces(data, lines(data, 0, len(data), 10)) == ["one\ntwo\n", "three\n", "four\n"]


def test_a_long_line_is_cut_after_a_blank_or_comma() -> None:
    data = b"alpha beta,gamma deltadeltadelta"
    assert pieces(data, lines(data, 0, len(data), 12)) == ["alpha beta,", "gamma deltad", "eltadelta"]


def test_paragraphs_end_at_blank_lines() -> None:
    data = b"one\ntwo\n\nthree\n \t\nfour"
    assert pieces(data, paragraphs(data, 0, len(data), 100)) == ["one\ntwo\n\n", "three\n \t\n", "four"]


def test_touching_neighbours_are_joined_up_to_the_limit() -> None:
    assert join([(0, 4), (4, 8), (8, 14), (20, 22), (22, 23)], 10) == [(0, 8), (8, 14), (20, 23)]


def test_a_character_is_found_from_inside() -> None:
    data = "a漢b".encode()
    assert [character_start(data, offset) for offset in range(6)] == [0, 1, 1, 1, 4, 5]


def test_a_tree_is_split_at_statements_and_inside_those_that_are_too_long() -> None:
    data = b"a = 1\nb = [\n  11111111,\n  22222222,\n  33333333,\n]\nc = 3\n"
    tree = parse("python", data)
    assert tree is not None
    splitter = TreeSplitter(tree.root_node, data)
    assert pieces(data, splitter.split(0, len(data), len(data))) == [data.decode()]
    found = [piece.strip() for piece in pieces(data, splitter.split(0, len(data), 20))]
    assert [piece for piece in found if piece.isdigit() or "=" in piece[:-1]] == [
        "a = 1",
        "11111111",
        "22222222",
        "33333333",
        "c = 3",
    ]
