"""What is deleted to remove a false statement: a whole item or sentence, or nothing."""

import pytest

from ctx_lsp.claims.removal import SentenceSpan, removal
from ctx_lsp.text.source import SourceText

# Guillemets mark the sentence, and `x` is its false statement. What is left comes after the arrow.
REMOVED = {
    "an item": ("# Größe\n\n- «`x` is.»\n- B.\n", "# Größe\n\n- B.\n"),
    "the last item": ("1. A.\n2. «`x` is»\n\nC.\n", "1. A.\n\nC.\n"),
    "an item of two lines": ("- [ ] «`x`\n      is»\n- B.\n", "- B.\n"),
    "a paragraph": ("A.\n\n«See `x`.»\n\nC.\n", "A.\n\nC.\n"),
    "the first sentence": ("«`x` is. »B.\n", "B.\n"),
    "a sentence between two": ("A. «`x` is. »C.\n", "A. C.\n"),
    "the last sentence": ("A. «`x` is.»\n\nD.\n", "A.\n\nD.\n"),
    "a line between two": ("A.\n«`x` is.\n»C.\n", "A.\nC.\n"),
    "a sentence after a list item": ("- A.\n  «`x` does.»\n\nNext.\n", "- A.\n\nNext.\n"),
    "the only paragraph": ("«See `x`.»\n", ""),
    "code in two backticks": ("A ``b`c`` is. «`x` is ``(`z``. »C.\n", "A ``b`c`` is. C.\n"),
    "one that ends in a bracket": ("A. «(See `x`.)»\n", "A.\n"),
}
LEFT = {
    "another name": "- «`x` calls `y`.»\n",
    "an item with children": "- «`x` is.»\n  - B.\n",
    "an item with a paragraph": "- «`x` is.»\n\n  B.\n",
    "a heading": "# «`x`»\n",
    "an underlined heading": "«`x`»\n===\n",
    "a cell": "| «`x`» | A. |\n",
    "a quotation": "> «`x` is.»\n",
    "an introduction": "«`x` has:»\n\n- A.\n",
    "a part of a bracket": "A (B. «`x` is). »C.\n",
    "emphasis over two sentences": "**A. «`x` is.**»\n",
    "a sentence that goes on": "A. «`x` is»\nand more.\n",
}


def removed(marked: str) -> str | None:
    start, end = (len(marked.partition(mark)[0].replace("«", "").encode()) for mark in "«»")
    text = marked.replace("«", "").replace("»", "")
    source = SourceText(text.encode())
    names = [(at := source.data.index(f"`{name}`".encode()) + 1, at + 1) for name in "xy" if f"`{name}`" in text]
    found = removal(source, SentenceSpan(start, end, tuple(names)), names[:1])
    return (source.data[: found.start] + source.data[found.end :]).decode() if found else None


@pytest.mark.parametrize("name", list(REMOVED))
def test_a_whole_item_or_sentence_is_removed(name: str) -> None:
    before, after = REMOVED[name]
    assert removed(before) == after


@pytest.mark.parametrize("name", list(LEFT))
def test_nothing_is_removed_where_more_is_said(name: str) -> None:
    assert removed(LEFT[name]) is None


def test_many_backticks_take_linear_time() -> None:
    ticks = "`" * 100_000  # cubic time would be hours
    assert removed(f"«`x` is {ticks}.»\n") is None
    assert removed(f"«`x` is {'`` ` ' * 24_000}.»\n") is not None
