"""Dependencies between computations and the cells that they read, stored in both directions as four-byte numbers.

A large workspace has millions of dependencies; as sets of keys, they would take more memory than the values themselves.
`engine` handles changes to cells.
"""

from array import array
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from ctx_lsp.base.compact_dict import CompactDict

T = TypeVar("T", bound=Hashable)
Reader = TypeVar("Reader", bound=Hashable)
Cell = TypeVar("Cell", bound=Hashable)

_NUMBERS = "I"  # type code of the arrays that hold reader or cell numbers


class Numbering(Generic[T]):
    """A mapping from values to small numbers; a number is reused after its value has been removed."""

    def __init__(self) -> None:
        self._numbers: CompactDict[T, int] = CompactDict()
        self._values: list[T | None] = []  # keyed by number
        self._free: list[int] = []

    def __len__(self) -> int:
        return len(self._numbers)

    def get(self, value: T) -> int | None:
        """Return the number of a value; None if it has none."""
        return self._numbers.get(value)

    def add(self, value: T) -> int:
        """Return the number of a value; assign one if it has none."""
        number = self._numbers.get(value)
        if number is None:
            number = self._free.pop() if self._free else len(self._values)
            if number == len(self._values):
                self._values.append(value)
            else:
                self._values[number] = value
            self._numbers[value] = number
        return number

    def add_all(self, values: Iterable[T]) -> "array[int]":
        """Return the numbers of `values`, in the same order; assign one to each value that has none."""
        get, add = self._numbers.get, self.add
        return array(_NUMBERS, [add(value) if (number := get(value)) is None else number for value in values])

    @property
    def end(self) -> int:
        """A number above all numbers in use, and at most one above the highest that has been assigned."""
        return len(self._values)

    def value(self, number: int) -> T:
        """Return the value with the number `number`."""
        value = self._values[number]
        assert value is not None, "only numbers in use are asked for"
        return value

    def remove(self, number: int) -> None:
        """Remove the value with the number `number`."""
        self._numbers.discard(self.value(number))
        self._values[number] = None
        self._free.append(number)


class Dependencies(Generic[Reader, Cell]):
    """The cells that each reader has read, and the readers of each cell."""

    def __init__(self) -> None:
        self._reader_numbers: Numbering[Reader] = Numbering()
        self._cell_numbers: Numbering[Cell] = Numbering()
        self._reads: dict[int, array[int]] = {}  # keyed by reader, in no order
        self._readers: list[array[int] | int | None] = []  # keyed by cell; most cells have one reader

    def __len__(self) -> int:
        """Return the number of cells that have readers."""
        return len(self._cell_numbers)

    def cells(self, reader: Reader) -> frozenset[Cell]:
        """Return the cells that `reader` has read."""
        number = self._reader_numbers.get(reader)
        return frozenset(map(self._cell_numbers.value, self._reads[number])) if number is not None else frozenset()

    def readers(self, cell: Cell) -> list[Reader]:
        """Return the readers of `cell`."""
        number = self._cell_numbers.get(cell)
        if number is None:
            return []
        found = self._readers[number]
        numbers = found if isinstance(found, array) else (found,) if found is not None else ()
        return [self._reader_numbers.value(one) for one in numbers]

    def record(self, reader: Reader, cells: Iterable[Cell], *, keep: bool = False) -> None:
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
                readers[cell] = array(_NUMBERS, (found, reader))

    def _remove_reader(self, cell: int, reader: int) -> None:
        found = self._readers[cell]
        if isinstance(found, array):
            found.remove(reader)
            if len(found) == 1:
                self._readers[cell] = found[0]
        else:
            self._readers[cell] = None
            self._cell_numbers.remove(cell)
