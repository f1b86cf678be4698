"""An immutable segment of the lexical index: the BM25 impacts of the terms in some documents.

An impact is the term-frequency part of a BM25 score. It depends only on the document, because lengths are relative to a
fixed length and the idf is applied at query time. A document therefore has the same impacts in every segment. `index`
scores queries, and `merge` merges segments.
"""

import logging
import os
import sys
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from ctx_lsp.lexical.terms import FileTerms, numbering

os.environ.setdefault("DISABLE_TQDM", "1")  # otherwise bm25s loads progress bars, which start a monitor thread
_UNUSED = {"numba", "scipy"}.difference(sys.modules)  # bm25s loads them if they are there; scipy takes 50 ms

sys.modules.update(dict.fromkeys(_UNUSED))  # type: ignore[arg-type]  # a module that is None cannot be imported
try:
    import bm25s  # reads the variable on import
finally:
    for _name in _UNUSED:
        del sys.modules[_name]

K1 = 1.5  # the usual saturation of repeated terms
B = 0.75  # the usual degree of length normalisation
PIVOT_LENGTH = 100.0  # terms in a typical chunk; a mean of the current lengths would change all scores with each edit

logging.getLogger("bm25s").setLevel(logging.WARNING)  # the library sets DEBUG on import


class Impacts(bm25s.BM25):  # type: ignore[misc]  # published without types
    """A bm25s index that stores the impact of each term on each document (row).

    An impact is the BM25 score of the term in the document without the idf factor. It is computed with document lengths
    relative to the constant `PIVOT_LENGTH` instead of the average length.
    """

    def __init__(self) -> None:
        super().__init__(k1=K1, b=B, method="lucene", backend="numpy", csc_backend="numpy")

    @classmethod
    def of_matrix(cls, matrix: dict[str, Any], vocabulary: dict[str, int]) -> "Impacts":
        """Build an index from a finished matrix; `vocabulary` maps each term to its column."""
        impacts = cls()
        impacts.scores = matrix
        impacts.vocab_dict = vocabulary
        return impacts

    def column(self, term: str) -> tuple[np.ndarray, np.ndarray] | None:
        """Return the rows that contain `term` and their impacts, or None if the vocabulary lacks the term."""
        column = self.vocab_dict.get(term)
        if column is None:
            return None
        ends = self.scores["indptr"]
        start, end = ends.item(column), ends.item(column + 1)  # slices by Python's integers are faster
        return self.scores["indices"][start:end], self.scores["data"][start:end]

    @cached_property
    def words_by_initial(self) -> Mapping[str, Sequence[str]]:
        """The purely alphabetic terms, keyed by their first letter."""
        found: dict[str, list[str]] = defaultdict(list)
        for term in self.vocab_dict:
            if term.isalpha():
                found[term[0]].append(term)
        return dict(found)


def matrix(data: np.ndarray, indices: np.ndarray, column_lengths: np.ndarray, rows: int) -> dict[str, Any]:
    """Build a compressed sparse column (CSC) matrix in the form that bm25s uses."""
    indptr = np.concatenate(([0], np.cumsum(column_lengths))).astype(np.int32)
    return {"data": data, "indices": indices, "indptr": indptr, "num_docs": rows}


def row_type(rows: int) -> np.dtype:
    """Return the smallest integer type for row numbers below `rows`, to save memory for each posting."""
    return np.min_scalar_type(max(rows - 1, 0))


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """The documents of some files, with one row for each document, ordered by path and number.

    `starts[n]` is the first row of the file `paths[n]`, and the last item of `starts` is the number of rows. `slots`
    maps each path to its index in `paths`. `live` is true for rows that have not been replaced; `size` is the number of
    live rows.
    """

    impacts: Impacts
    paths: tuple[str, ...]
    starts: np.ndarray
    slots: Mapping[str, int]
    live: np.ndarray
    size: int

    @property
    def rows(self) -> int:
        """Number of rows, including dead rows."""
        return len(self.live)

    @property
    def array_bytes(self) -> int:
        """Bytes of the postings, without the vocabulary."""
        scores = self.impacts.scores
        return sum(array.nbytes for array in (scores["data"], scores["indices"], scores["indptr"], self.live))

    def rows_of(self, path: str) -> slice:
        """Return the live rows of a file as a slice, which is empty if the segment has no live rows of the file."""
        slot = self.slots.get(path)
        if slot is None or not self.live[self.starts[slot]]:
            return slice(0)
        return slice(int(self.starts[slot]), int(self.starts[slot + 1]))

    def places(self, rows: np.ndarray) -> list[tuple[str, int]]:
        """Return the path and the document number of each of the `rows`."""
        slots = np.searchsorted(self.starts, rows, side="right") - 1
        numbers = rows - self.starts[slots]
        return [(self.paths[slot], number) for slot, number in zip(slots.tolist(), numbers.tolist(), strict=True)]

    def frequency(self, rows: np.ndarray) -> int:
        """Return how many of the `rows` are live."""
        return len(rows) if self.size == self.rows else int(np.count_nonzero(self.live[rows]))

    def frequency_of(self, term: str) -> int:
        """Return how many live rows contain `term`."""
        column = self.impacts.column(term)
        return self.frequency(column[0]) if column else 0

    def has_document_with(self, words: Collection[Collection[str]]) -> bool:
        """Return whether any row contains at least one term of each item of `words`. Dead rows count too.

        Each item holds the alternative terms for one word, such as its inflected forms.
        """
        postings: list[np.ndarray] = []
        for forms in words:
            columns = [column[0] for term in forms if (column := self.impacts.column(term))]
            if not columns:
                return False
            postings.append(np.unique(np.concatenate(columns)) if len(columns) > 1 else columns[0])
        counts = np.bincount(np.concatenate(postings)) if postings else np.zeros(0)
        return bool((counts == len(postings)).any())

    def frequencies(self) -> dict[str, int]:
        """Return how many live rows contain each term, leaving out terms that no live row contains."""
        scores = self.impacts.scores
        ends = np.concatenate(([0], np.cumsum(self.live[scores["indices"]])))[scores["indptr"]]
        held = np.diff(ends).tolist()
        return {term: held[column] for term, column in self.impacts.vocab_dict.items() if held[column]}

    def without(self, paths: Collection[str]) -> "Segment":
        """Return a copy of this segment in which the rows of the files at `paths` are dead."""
        gone = [slot for path in paths if (slot := self.slots.get(path)) is not None and self.live[self.starts[slot]]]
        if not gone:
            return self
        live = self.live.copy()
        for slot in gone:
            live[self.starts[slot] : self.starts[slot + 1]] = False
        return replace(self, live=live, size=int(np.count_nonzero(live)))

    def removed_paths(self, now: "Segment | None") -> list[str]:
        """Return the paths that are live in this segment but not in `now`, which is a later state of the same segment.

        If `now` is None, the segment was dropped, and all its live paths are returned.
        """
        first_rows = self.starts[:-1]
        lost = self.live[first_rows] if now is None else self.live[first_rows] & ~now.live[first_rows]
        return [self.paths[slot] for slot in np.flatnonzero(lost).tolist()]


def build(files: Mapping[str, FileTerms]) -> Segment:
    """Build a segment from the term counts of files; every file must have at least one chunk."""
    paths = sorted(files)
    packed = [files[path] for path in paths]
    vocabulary = numbering()
    numbers = np.fromiter(
        map(vocabulary.__getitem__, chain.from_iterable(f.vocabulary for f in packed)), dtype=np.int64
    )
    lengths = [len(file.vocabulary) for file in packed]
    firsts = np.repeat(np.cumsum(lengths) - lengths, [len(file.columns) for file in packed])
    columns = numbers[firsts + np.concatenate([file.columns for file in packed])]
    impacts = Impacts.of_matrix(_impacts(columns, packed, len(vocabulary)), dict(vocabulary))
    return segment(impacts, paths, [file.chunks for file in packed])


def _impacts(columns: np.ndarray, packed: Sequence[FileTerms], width: int) -> dict[str, Any]:
    """Build the matrix of impacts with `width` columns; `columns` holds the column of each posting in the files."""
    sizes = np.concatenate([file.sizes for file in packed])
    rows = np.repeat(np.arange(len(sizes)), sizes)
    counts = np.concatenate([file.counts for file in packed])
    lengths = np.bincount(rows, weights=counts, minlength=len(sizes))
    # Sort by column, then row. Packing column and position into one number is several times faster than an argsort.
    order = np.sort(columns << 32 | np.arange(len(columns))) & 0xFFFF_FFFF
    indices = rows[order]
    frequencies = counts[order]
    saturation = K1 * (1 - B + B * lengths[indices] / PIVOT_LENGTH)
    return matrix(
        data=(frequencies / (saturation + frequencies)).astype(np.float32),
        indices=indices.astype(row_type(len(sizes))),
        column_lengths=np.bincount(columns, minlength=width),
        rows=len(sizes),
    )


def segment(impacts: Impacts, paths: Sequence[str], lengths: Sequence[int] | np.ndarray) -> Segment:
    """Build a segment in which all rows are live; `paths` must be sorted, and `lengths` holds the row count of each."""
    starts = np.concatenate(([0], np.cumsum(lengths)))
    rows = int(starts[-1])
    slots = {path: slot for slot, path in enumerate(paths)}
    return Segment(impacts, tuple(paths), starts, slots, np.ones(rows, dtype=np.bool_), rows)
