"""Token rows and their padding."""

from pathlib import Path

from ctx_lsp.training.pairs.tokens import PairReader, TokenReader, pad

MODEL = Path(__file__).parents[2] / "ctx_lsp" / "models" / "minilm"


def test_texts_have_marks_and_are_cut_within_them() -> None:
    tokens = TokenReader(MODEL)
    start, end = tokens.marks()
    short, long = tokens.texts(["read", "read the file " * 50], 8)
    assert (short[0], short[-1], len(short)) == (start, end, 3)
    assert (long[0], long[-1], len(long)) == (start, end, 8)
    assert tokens.bare(["read"], 8) == [short[1:-1]]


def test_shorter_rows_are_padded_behind() -> None:
    ids, mask = pad([[5, 6, 7], [8]])
    assert ids.tolist() == [[5, 6, 7], [8, 0, 0]]
    assert mask.tolist() == [[1, 1, 1], [1, 0, 0]]


def test_a_pair_is_question_and_text_between_marks_and_the_text_is_cut() -> None:
    tokens = TokenReader(MODEL)
    start, end = tokens.marks()
    question, text = tokens.bare(["open a file", "read " * 50], 100)
    pairs = PairReader(tokens, 16, 8)
    row, short = pairs.rows("open a file", ["read " * 50, ""])
    assert row == [start, *question, end, *text[: 16 - len(question) - 3], end]
    assert short == [start, *question, end, end]


def test_a_long_question_leaves_room_for_the_text() -> None:
    (row,) = PairReader(TokenReader(MODEL), 64, 20).rows("where " * 200, ["read " * 50])
    assert len(row) == 64
    assert row[:22].count(row[1]) == 20


def test_types_tell_the_text_from_the_question_and_the_padding() -> None:
    tokens = TokenReader(MODEL)
    pairs = PairReader(tokens, 16, 8)
    ids, mask, types = pairs.inputs(pairs.rows("open", ["read write", "read"]))
    assert mask.tolist() == [[1] * 6, [1] * 5 + [0]]
    assert types.tolist() == [[0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 0]]
    assert ids[0, 2] == ids[0, 5] == tokens.marks()[1]
