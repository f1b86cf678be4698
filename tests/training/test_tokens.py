"""Token rows and their padding."""

from pathlib import Path

from ctx_lsp.training.tokens import TokenReader, pad

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
