"""Packed term counts: correct for every chunk, the same with and without a previous value, and safe to read."""

import struct
import zlib
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctx_lsp.graph.entry import FileEntry, make_entry
from ctx_lsp.lexical.terms import NO_TERMS, FileTerms, count_terms, file_terms
from ctx_lsp.syntax.words import terms
from ctx_lsp.text.source import SourceText

SHOP = '''
"""Selling."""


class Cart:
    """What is to be paid."""

    def add_item(self, item, number):
        """Put an item in."""
        self.items.append((item, number))


def cancel_order(order):
    return order.cancel()
'''


def entry_of(text: str, path: str = "web/shop/cart.py") -> FileEntry:
    return make_entry(path, SourceText(text.encode()))


def documents(packed: FileTerms) -> list[dict[str, int]]:
    """The counts of each chunk by term."""
    ends = np.cumsum(packed.sizes).tolist()
    return [
        {packed.vocabulary[column]: count for column, count in zip(columns.tolist(), counts.tolist(), strict=True)}
        for columns, counts in zip(np.split(packed.columns, ends)[:-1], np.split(packed.counts, ends)[:-1], strict=True)
    ]


def real_file(package: str, name: str) -> str:
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return (Path(spec.origin).parent / name).read_text("utf-8")


def test_counts_are_those_of_the_terms() -> None:
    texts = [["red", "blue", "red"], [], ["blue", "é"]]
    packed = count_terms(texts, keys=[b"1", b"2", b"3"])
    assert documents(packed) == [{"red": 2, "blue": 1}, {}, {"blue": 1, "é": 1}]
    assert (packed.vocabulary, packed.keys, packed.chunks) == (("red", "blue", "é"), (b"1", b"2", b"3"), 3)


def test_fields_count_by_their_weights() -> None:
    entry = entry_of("def cancel_order(order):\n    return order\n")
    (counts,) = documents(file_terms(entry))
    text, name = Counter(terms(entry.source.data.decode())), Counter(terms("cancel_order"))
    (symbol,) = entry.facts.outline.symbols
    fields = 3 * list(name.elements()) + [*name.elements(), *terms(symbol.signature)]
    assert counts == text + Counter(fields) + Counter(cart=2, web=1, shop=1)


def test_only_the_nearest_folders_count() -> None:
    (counts,) = documents(file_terms(entry_of("x = 1\n", "far/one/two/three/mod.py")))
    assert ("far" in counts, counts["one"], counts["mod"]) == (False, 1, 2)


EDITS = {
    "nothing": ("", ""),
    "a body": ("self.items.append", "self.things.append"),
    "a name": ("cancel_order", "refund_order"),
    "a line above": ("class Cart", "import os\n\nclass Cart"),
    "a chunk goes": ("def cancel_order(order):\n    return order.cancel()\n", ""),
    "a chunk comes": ("def cancel_order", "def pay(order):\n    return order.total\n\n\ndef cancel_order"),
    "all": (SHOP, "entirely = 'different'\n"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_taking_over_changes_nothing(edit: str) -> None:
    edited = entry_of(SHOP.replace(*EDITS[edit]))
    previous = file_terms(entry_of(SHOP))
    assert file_terms(edited, previous).to_bytes() == file_terms(edited).to_bytes()


def test_chunks_that_stay_are_not_counted_again() -> None:
    previous = file_terms(entry_of(SHOP))
    marked = FileTerms(
        previous.vocabulary, previous.keys, previous.sizes, previous.columns, np.full_like(previous.counts, 99)
    )
    edited = documents(file_terms(entry_of(SHOP.replace("order.cancel()", "order.stop()")), marked))
    assert [set(counts.values()) == {99} for counts in edited] == [True] * (len(edited) - 1) + [False]


def test_another_path_has_other_counts() -> None:
    previous = file_terms(entry_of(SHOP))
    moved = entry_of(SHOP, "web/shop/basket.py")
    assert all("basket" in counts for counts in documents(file_terms(moved, previous)))
    assert not set(file_terms(moved).keys) & set(previous.keys)


def test_the_same_text_in_another_symbol_is_another_chunk() -> None:
    methods = "class {}:\n    def run(self):\n        return self\n"
    first, second = (file_terms(entry_of(methods.format(name))) for name in ("First", "Second"))
    assert not set(first.keys) & set(second.keys)


@pytest.mark.parametrize("name", ["_config.py", "dev.py", "stdlib.py"])
def test_edits_of_a_real_file_are_as_counted_afresh(name: str) -> None:
    lines = real_file("structlog", name).split("\n")
    packed = NO_TERMS
    for step in range(0, len(lines), 1 + len(lines) // 12):
        entry = entry_of("\n".join([*lines[:step], f"inserted_{step} = call(step)", *lines[step + step % 3 :]]))
        packed = file_terms(entry, packed)
        assert packed.to_bytes() == file_terms(entry).to_bytes()


TEXTS = st.lists(st.lists(st.sampled_from(["red", "green", "é", "", "語", "a_b"]), max_size=8), max_size=6)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_written_data_is_read_back(texts: list[list[str]]) -> None:
    packed = count_terms(texts, keys=[bytes([number]) * 16 for number in range(len(texts))])
    back = FileTerms.from_bytes(packed.to_bytes())
    assert (back.vocabulary, back.keys, documents(back)) == (packed.vocabulary, packed.keys, documents(packed))
    assert [array.dtype for array in (back.sizes, back.columns, back.counts)] == [np.int32] * 3


def test_large_numbers_are_kept() -> None:
    packed = count_terms([["many"] * 70_000 + ["few"] * 300, [f"w{n}" for n in range(300)]], keys=[b"k" * 16] * 2)
    assert documents(FileTerms.from_bytes(packed.to_bytes())) == documents(packed)


def test_any_damage_is_reported() -> None:
    data = file_terms(entry_of(SHOP)).to_bytes()
    damaged = [data[:end] for end in range(0, len(data), 7)] + [data + b"x", b"\0" * len(data)]
    damaged += [data[:at] + bytes((data[at] ^ 1 << at % 8,)) + data[at + 1 :] for at in range(len(data))]
    for bad in damaged:
        with pytest.raises(ValueError, match="term counts"):
            FileTerms.from_bytes(bad)


def signed(rest: bytes) -> bytes:
    """The bytes that another program may have written, with a matching checksum."""
    return zlib.crc32(rest).to_bytes(4, "little") + rest


@pytest.mark.parametrize(
    ("sizes", "columns", "counts", "vocabulary"),
    [
        ((2,), (0, 2), (1, 1), "red\nblue"),  # a column that is not there
        ((2,), (0, 1), (1, 0), "red\nblue"),  # a term that does not occur
        ((3,), (0, 1), (1, 1), "red\nblue"),  # a chunk that goes past the end
        ((2,), (0, 1), (1, 1), "red\nblue\ngreen"),  # a term too many
        ((2,), (0, 1), (1, 2**32 - 1), "red\nblue"),  # a number that no array can hold
    ],
)
def test_inconsistent_data_is_reported(
    sizes: tuple[int, ...], columns: tuple[int, ...], counts: tuple[int, ...], vocabulary: str
) -> None:
    arrays = b"".join(b"\x02" + struct.pack(f"<{len(part)}I", *part) for part in (sizes, columns, counts))
    header = struct.pack("<4I", 2, len(sizes), len(columns), len(vocabulary))
    with pytest.raises(ValueError, match="term counts"):
        FileTerms.from_bytes(signed(header + b"k" * 16 * len(sizes) + arrays + vocabulary.encode()))
