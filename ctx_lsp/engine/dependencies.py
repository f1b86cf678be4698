"""Dependencies between computations and the cells that they read, stored in both directions as four-byte numbers.

A large workspace has millions of dependencies; as sets of keys, they would take more memory than the values themselves.
`engine` handles changes to cells.
"""

from array import array
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from ctx_lsp.engine.numbering import NUMBERS, Numbering
from ctx_lsp.engine.sources import Cell

Function = TypeVar("Function", bound=Hashable)


class Dependencies(Generic[Function]):
    """The cells that each reader has read, and the readers of each cell. A reader is a function and one of its keys."""

    def __init__(self) -> None:
        self._reader_numbers: Numbering[Function] = Numbering()
        self._cell_numbers: Numbering[int] = Numbering()
        self._reads: dict[int, array[int]] = {}  # keyed by reader, in no order
        self._readers: list[array[int] | int | None] = []  # keyed by cell; most cells have one reader

    def __len__(self) -> int:
        """Return the number of cells that have readers."""
        return len(self._cell_numbers)

    def cells(self, reader: tuple[Function, Hashable]) -> frozenset[Cell]:
        """Return the cells that `reader` has read."""
        number = self._reader_numbers.get(reader)
        return frozenset(map(self._cell_numbers.pair, self._reads[number])) if number is not None else frozenset()

    def readers(self, cell: Cell) -> list[tuple[Function, Hashable]]:
        """Return the readers of `cell`."""
        number = self._cell_numbers.get(cell)
        if number is None:
            return []
        found = self._readers[number]
        numbers = found if isinstance(found, array) else (found,) if found is not None else ()
        return [self._reader_numbers.pair(one) for one in numbers]

    def record(self, reader: tuple[Function, Hashable], cells: Iterable[Cell], *, keep: bool = False) -> None:
        """Record that `reader` has read exactly `cells`.

        With `keep`, add `cells` to the reader's earlier record instead of replacing that record.
        """
        number = self._reader_numbers.add(reader)
        if keep and number in self._reads:
            self._extend(number, cells)
            return
        new = self._cell_numbers.add_all(frozenset(cells))
        old = self._reads.get(number)
        if old is None:
            self._add_reader(new, number)
        else:
            self._add_reader(frozenset(new).difference(old), number)
            for cell in frozenset(old).difference(new):
                self._remove_reader(cell, number)
        if new:
            self._reads[number] = new
        else:
            self._reads.pop(number, None)
            self._reader_numbers.remove(number)

    def _extend(self, reader: int, cells: Iterable[Cell]) -> None:
        reads = self._reads[reader]
        added = frozenset(self._cell_numbers.add_all(cells)).difference(reads)
        self._add_reader(added, reader)
        reads.extend(added)

    def _add_reader(self, cells: Iterable[int], reader: int) -> None:
        """Add a reader to cells that it has not read so far."""
        readers = self._readers
        readers.extend([None] * (self._cell_numbers.end - len(readers)))
        for cell in cells:
            found = readers[cell]
            if found is None:
                readers[cell] = reader
            elif isinstance(found, array):
                found.append(reader)
            else:
                readers[cell] = array(NUMBERS, (found, reader))

    def _remove_reader(self, cell: int, reader: int) -> None:
        found = self._readers[cell]
        if isinstance(found, array):
            found.remove(reader)
            if len(found) == 1:
                self._readers[cell] = found[0]
        else:
            self._readers[cell] = None
            self._cell_numbers.remove(cell)
