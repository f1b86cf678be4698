"""Dependencies: readers and cells, in both directions, after any sequence of records."""

import gc
import tracemalloc
from collections.abc import Hashable

from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.engine.dependencies import Dependencies
from ctx_lsp.engine.sources import Cell

Reader = tuple[str, Hashable]

READERS = [("query", key) for key in "abcd"]
CELLS = [(source, key) for source in range(3) for key in ("a", ("a", False), ("a", True), 4)]
RECORDS = st.lists(
    st.tuples(st.sampled_from(READERS), st.frozensets(st.sampled_from(CELLS)), st.booleans()), max_size=30
)


@given(RECORDS)
def test_both_directions_have_the_latest_record(records: list[tuple[Reader, frozenset[Cell], bool]]) -> None:
    dependencies: Dependencies[str] = Dependencies()
    last: dict[Reader, frozenset[Cell]] = {}
    for reader, cells, keep in records:
        dependencies.record(reader, cells, keep=keep)
        last[reader] = cells | last.get(reader, frozenset()) if keep else cells
    assert {reader: dependencies.cells(reader) for reader in last} == last
    for cell in CELLS:
        expected = sorted(reader for reader, cells in last.items() if cell in cells)
        assert sorted(dependencies.readers(cell)) == expected
    assert len(dependencies) == len(frozenset().union(*last.values()))


def test_numbers_are_used_again() -> None:
    """Otherwise a server that runs for weeks would grow with every name ever typed."""
    dependencies: Dependencies[str] = Dependencies()
    for cell in range(1_000):
        dependencies.record(("query", "reader"), [(0, cell), (1, 0)])
    assert len(dependencies) == 2
    assert len(dependencies._readers) <= 3


def test_changing_cells_take_no_more_memory() -> None:
    """A file's look-ups change with its edits, so cells come and go while their number stays about the same."""
    readers, each = 400, 20

    def cells(reader: int, version: int) -> list[Cell]:
        return [(number % 2, (reader, version, number)) for number in range(each)]

    tracemalloc.start()
    try:
        dependencies: Dependencies[str] = Dependencies()
        for reader in range(readers):
            dependencies.record(("query", reader), cells(reader, 0))
        gc.collect()
        first, _ = tracemalloc.get_traced_memory()
        for version in range(1, 5):
            for reader in range(readers):
                dependencies.record(("query", reader), cells(reader, version))
        gc.collect()
        last, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(dependencies) == readers * each
    assert last < 1.05 * first
