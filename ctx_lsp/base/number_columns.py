"""Columns of numbers stored as bytes: compact, immutable, and read from a cache at once.

The numbers have four bytes, in little-endian order. The columns of a table have the same length and follow each other.
Rows that contain texts store each text once, and its number in a column.
"""

from collections.abc import Collection, Hashable, Iterable, Sequence
from itertools import chain
from typing import TypeVar

import numpy as np

T = TypeVar("T", bound=Hashable)

_NUMBER = np.dtype("<i4")


def pack(columns: Collection[Iterable[int]], rows: int) -> bytes:
    """Store `columns`, each of which has `rows` numbers."""
    return np.fromiter(chain.from_iterable(columns), _NUMBER, len(columns) * rows).tobytes()


def unpack(data: bytes, columns: int) -> np.ndarray:
    """Return an array with one row for each of the columns stored in `data`."""
    return np.frombuffer(data, _NUMBER).reshape(columns, -1)


def row_count(data: bytes, columns: int) -> int:
    """Return how many rows are stored in `data`, which holds `columns` columns."""
    return len(data) // (_NUMBER.itemsize * columns)


def columns_fit(data: bytes, limits: Sequence[tuple[int, int]]) -> bool:
    """Return whether `data` holds a column for each of `limits`, with numbers from the first to the second limit."""
    if len(data) % (_NUMBER.itemsize * len(limits)):
        return False
    if not data:
        return True
    table = unpack(data, len(limits))
    ranges = zip(table.min(axis=1).tolist(), table.max(axis=1).tolist(), limits, strict=True)
    return all(low <= lowest and highest <= high for lowest, highest, (low, high) in ranges)


def numbered(values: Iterable[T]) -> dict[T, int]:
    """Number the distinct `values` in the order of their first occurrence."""
    return {value: number for number, value in enumerate(dict.fromkeys(values))}
