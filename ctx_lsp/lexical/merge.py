"""Merges segments of the lexical index in small steps, because merging large segments at once takes a second.

The result is the same as a segment built from the terms of the same files. `index` decides when to merge which
segments.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, count, islice, pairwise

import numpy as np

from ctx_lsp.lexical.segment import Impacts, Segment, matrix, row_type, segment
from ctx_lsp.lexical.terms import numbering

STEP_POSTINGS = 200_000  # copied in one step, in about 3 ms
STEP_TERMS = 10_000  # numbered in one step, in about the same time


class Merge:
    """A merge in progress. Queries use the inputs until the result replaces them.

    Until then, files may still be removed from the inputs.
    """

    def __init__(self, inputs: Sequence[Segment]) -> None:
        self.inputs = tuple(inputs)
        self._steps = _merge(self.inputs)

    def step(self) -> Segment | None:
        """Run one step of the merge. The last step returns the merged segment; all earlier steps return None.

        The merged segment holds the documents that were live when the merge began.
        """
        try:
            next(self._steps)
        except StopIteration as end:
            result: Segment = end.value
            return result
        return None

    def run(self) -> Segment:
        """Run all remaining steps and return the merged segment."""
        while (result := self.step()) is None:
            pass
        return result


@dataclass(frozen=True, slots=True)
class _Part:
    """An input of a merge. `columns` and `rows` hold the new numbers of the input's columns and rows.

    The new number of a dropped row is -1.
    """

    segment: Segment
    columns: np.ndarray
    rows: np.ndarray
    lengths: np.ndarray  # how many postings each column keeps


def _merge(inputs: Sequence[Segment]) -> Generator[None, None, Segment]:
    paths, lengths, new_rows = _places(inputs)
    rows = int(lengths.sum())
    yield
    numbers = numbering()
    parts: list[_Part] = []
    for old, renumbered in zip(inputs, new_rows, strict=True):
        columns = np.empty(len(old.impacts.vocab_dict), dtype=np.int64)
        parts.append(_Part(old, columns, renumbered, np.zeros(len(columns), dtype=np.int64)))
        terms = iter(old.impacts.vocab_dict)
        for first in range(0, len(columns), STEP_TERMS):
            columns[first : first + STEP_TERMS] = [numbers[term] for term in islice(terms, STEP_TERMS)]
            yield
    for part in parts:
        for first, last in _slices(part.segment):
            part.lengths[first:last] = np.bincount(_kept(part, first, last)[0], minlength=last - first)
            yield
    totals = np.zeros(len(numbers), dtype=np.int64)
    for part in parts:
        totals[part.columns] += part.lengths
    indices = np.empty(int(totals.sum()), dtype=row_type(rows))
    data = np.empty(len(indices), dtype=np.float32)
    free = np.cumsum(totals) - totals  # start of the next part of each column
    for part in parts:
        for first, last in _slices(part.segment):
            _copy(part, first, last, free, indices, data)
            yield
    used = totals > 0
    terms = compress(numbers, used.tolist())
    vocabulary: dict[str, int] = {}
    while group := list(islice(terms, STEP_TERMS)):
        vocabulary.update(zip(group, count(len(vocabulary)), strict=False))
        yield
    return segment(Impacts.of_matrix(matrix(data, indices, totals[used], rows), vocabulary), paths, lengths)


def _places(inputs: Sequence[Segment]) -> tuple[list[str], np.ndarray, list[np.ndarray]]:
    """Return the paths of the live files in order, their row counts, and the new row numbers for each input.

    The new number of a dropped row is -1.
    """
    files = sorted(
        (path, number, slot)
        for number, old in enumerate(inputs)
        for path, slot, live in zip(old.paths, range(len(old.paths)), old.live[old.starts[:-1]].tolist(), strict=True)
        if live
    )
    numbers = np.array([number for _, number, _ in files], dtype=np.int64)
    slots = np.array([slot for _, _, slot in files], dtype=np.int64)
    lengths = np.zeros(len(files), dtype=np.int64)
    for number, old in enumerate(inputs):
        mine = numbers == number
        lengths[mine] = np.diff(old.starts)[slots[mine]]
    firsts = np.cumsum(lengths) - lengths
    new_rows = []
    for number, old in enumerate(inputs):
        mine = numbers == number
        shifts = np.zeros(len(old.paths), dtype=np.int64)
        shifts[slots[mine]] = firsts[mine] - old.starts[slots[mine]]
        moved = np.arange(old.rows) + np.repeat(shifts, np.diff(old.starts))
        new_rows.append(np.where(old.live, moved, -1))
    return [path for path, _, _ in files], lengths, new_rows


def _slices(old: Segment) -> Iterator[tuple[int, int]]:
    """Yield half-open ranges of columns that have about `STEP_POSTINGS` postings each."""
    indptr = old.impacts.scores["indptr"]
    firsts = np.unique(np.searchsorted(indptr, np.arange(0, indptr[-1], STEP_POSTINGS), side="right") - 1).tolist()
    return pairwise([*firsts, len(indptr) - 1])


def _kept(part: _Part, first: int, last: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the kept postings in a range of columns as three arrays: columns, new rows and impacts.

    Column numbers are relative to `first`; kept postings are those in live rows.
    """
    old = part.segment.impacts.scores
    start, end = old["indptr"][first], old["indptr"][last]
    rows = part.rows[old["indices"][start:end]]
    columns = np.repeat(np.arange(last - first), np.diff(old["indptr"][first : last + 1]))
    data = old["data"][start:end]
    if part.segment.size == part.segment.rows:
        return columns, rows, data
    kept = rows >= 0
    return columns[kept], rows[kept], data[kept]


def _copy(part: _Part, first: int, last: int, free: np.ndarray, indices: np.ndarray, data: np.ndarray) -> None:
    """Copy the kept postings of the columns from `first` to `last` to the result, which is `indices` and `data`.

    `free` holds the next free position in each column of the result, and is advanced.
    """
    columns, rows, impacts = _kept(part, first, last)
    new_columns, lengths = part.columns[first:last], part.lengths[first:last]
    shifts = free[new_columns] - (np.cumsum(lengths) - lengths)
    target = shifts[columns] + np.arange(len(columns))
    indices[target] = rows
    data[target] = impacts
    free[new_columns] += lengths
