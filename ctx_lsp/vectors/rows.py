"""Vectors quantised to int8 rows, and their exact cosine similarities. `table` chooses the rows to compare.

A row is a vector scaled so that its largest component is ±127. Cosines are computed from integers, so they do not
depend on the machine, the order of insertion or the other rows. Only this module uses `numkong`, the library of kernels
on which usearch is built.
"""

from collections.abc import Container
from dataclasses import dataclass, field

import numkong
import numpy as np

LEVELS = 127  # not 128, so that the range is symmetric
SCAN_ROWS = 4_096  # rows copied at once, about 1.5 MB


def quantise(vector: np.ndarray) -> np.ndarray:
    """Scale a vector to int8 so that its largest component is ±127; a quantised vector stays unchanged.

    Raises `ValueError` if all components of the vector are zero, or if some are not finite.
    """
    wide = vector.astype(np.float64)
    largest = float(np.abs(wide).max(initial=0.0))
    if not 0.0 < largest < float("inf"):
        raise ValueError("a vector must be finite and not zero")
    return np.rint(wide * (LEVELS / largest)).astype(np.int8)


def mean_direction(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the unit vector halfway between two unit vectors, or `first` if they are opposite."""
    total = first + second
    length = float(np.linalg.norm(total))
    return total / length if length > 0.0 else first


def square(row: np.ndarray) -> int:
    """Return the squared length of an int8 row."""
    return int(np.square(row, dtype=np.int64).sum())


@dataclass(frozen=True, slots=True, eq=False)
class VectorRows:
    """Rows and their keys, in arrays with spare capacity. Rows never change once added, so readers need no lock."""

    matrix: np.ndarray  # int8 (capacity, dimensions)
    squares: np.ndarray  # int64 (capacity,): squared lengths
    keys: list[bytes] = field(default_factory=list)
    number_of: dict[bytes, int] = field(default_factory=dict)

    @classmethod
    def empty(cls, capacity: int, dimensions: int) -> "VectorRows":
        """Create an empty set of rows with the given capacity."""
        return cls(np.empty((capacity, dimensions), dtype=np.int8), np.empty(capacity, dtype=np.int64))

    def append(self, key: bytes, row: np.ndarray) -> None:
        """Add a row. The arrays must have room for the row, and the key must be new."""
        number = len(self.keys)
        self.matrix[number] = row
        self.squares[number] = square(row)
        self.keys.append(key)
        self.number_of[key] = number

    def with_room(self, capacity: int, *, alone: bool = False) -> "VectorRows":
        """Return an object with the same rows, copied to arrays of the given capacity; the old arrays stay valid.

        Both objects share their keys, so stop adding rows to the old one. If `alone`, the keys are copied too, and rows
        may be added to both.
        """
        size = len(self.keys)
        wider = VectorRows.empty(capacity, self.matrix.shape[1])
        wider.matrix[:size], wider.squares[:size] = self.matrix[:size], self.squares[:size]
        if alone:
            return VectorRows(wider.matrix, wider.squares, list(self.keys), dict(self.number_of))
        return VectorRows(wider.matrix, wider.squares, self.keys, self.number_of)

    def only(self, live: Container[bytes], capacity: int) -> "VectorRows":
        """Copy the rows whose keys are in `live` to arrays with room for `capacity` rows."""
        numbers = np.array([number for number, key in enumerate(self.keys) if key in live], dtype=np.int64)
        kept = VectorRows.empty(capacity, self.matrix.shape[1])
        for start in range(0, len(numbers), SCAN_ROWS):
            part = numbers[start : start + SCAN_ROWS]
            kept.matrix[start : start + len(part)] = self.matrix[part]
            kept.squares[start : start + len(part)] = self.squares[part]
        keys = [self.keys[number] for number in numbers.tolist()]
        return VectorRows(kept.matrix, kept.squares, keys, {key: number for number, key in enumerate(keys)})

    def cosines(self, query: np.ndarray, numbers: np.ndarray | slice) -> np.ndarray:
        """Return the cosine similarities (float64) between the int8 row `query` and the rows `numbers`."""
        matrix, squares = self.matrix[numbers], self.squares[numbers]
        if not len(matrix):
            return np.empty(0)
        products = np.asarray(numkong.cdist(query[np.newaxis], matrix, "dot"))[0]  # exact, because they are integers
        return np.asarray(products / np.sqrt(squares * square(query)))
