"""An immutable segment of the lexical index: the BM25 term impacts of the documents of some files.

An impact is the term-frequency part of BM25. It depends on its own document alone: the idf is applied to the query,
from live counts, and lengths are relative to a fixed length. A document therefore has the same impacts in every
segment. Scoring of queries is in `index`, merging of segments in `merge`.
"""

import logging
import os
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from ctx_lsp.lexical.terms import FileTerms, numbering

os.environ.setdefault("DISABLE_TQDM", "1")  # otherwise bm25s loads progress bars, which start a monitor thread

import bm25s  # reads the variable on import

K1 = 1.5  # customary saturation of repeated terms
B = 0.75  # customary share of the length normalisation
PIVOT_LENGTH = 100.0  # terms in a typical chunk with repetitions; a live mean would change all scores with each edit

logging.getLogger("bm25s").setLevel(logging.WARNING)  # the library sets DEBUG on import


class Impacts(bm25s.BM25):  # type: ignore[misc]  # published without types
    """A bm25s index whose columns hold impacts: without idf, and with lengths relative to `PIVOT_LENGTH`."""

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
        """Return the rows that contain `term` (each once) and their impacts; None if the vocabulary lacks the term."""
        column = self.vocab_dict.get(term)
        if column is None:
            return None
        start, end = self.scores["indptr"][column : column + 2]
        return self.scores["indices"][start:end], self.scores["data"][start:end]

    @cached_property
    def words_by_initial(self) -> Mapping[str, Sequence[str]]:
        """The purely alphabetic terms, keyed by first letter. A scan of the vocabulary for each query would be slow."""
        found: dict[str, list[str]] = defaultdict(list)
        for term in self.vocab_dict:
            if term.isalpha():
                found[term[0]].append(term)
        return dict(found)


def matrix(data: np.ndarray, indices: np.ndarray, column_lengths: np.ndarray, rows: int) -> dict[str, Any]:
    """Build a matrix in the form that bm25s uses: compressed columns."""
    indptr = np.concatenate(([0], np.cumsum(column_lengths))).astype(np.int32)
    return {"data": data, "indices": indices, "indptr": indptr, "num_docs": rows}


def row_type(rows: int) -> np.dtype:
    """Return the smallest type for row numbers below `rows`; usually two bytes, which halves a posting's memory."""
    return np.min_scalar_type(max(rows - 1, 0))


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """Documents of files, one row each, ordered by path and number.

    `starts[n]` is the first row of the file `paths[n]`; the last item of `starts` is the number of rows. `slots` maps
    each path to its n. `live` marks the rows that still count; `size` is how many rows are live.
    """

    impacts: Impacts
    paths: tuple[str, ...]
    starts: np.ndarray
    slots: Mapping[str, int]
    live: np.ndarray
    size: int

    @property
    def rows(self) -> int:
        """Number of rows, live or not."""
        return len(self.live)

    @property
    def array_bytes(self) -> int:
        """Bytes of the postings, without the vocabulary."""
        scores = self.impacts.scores
        return sum(array.nbytes for array in (scores["data"], scores["indices"], scores["indptr"], self.live))

    def rows_of(self, path: str) -> slice:
        """Return the live rows of a file, in the order of its documents; empty if this segment has no such rows."""
        slot = self.slots.get(path)
        if slot is None or not self.live[self.starts[slot]]:
            return slice(0)
        return slice(int(self.starts[slot]), int(self.starts[slot + 1]))

    def places(self, rows: np.ndarray) -> list[tuple[str, int]]:
        """Return the path and the document number of each of `rows`."""
        slots = np.searchsorted(self.starts, rows, side="right") - 1
        numbers = rows - self.starts[slots]
        return [(self.paths[slot], number) for slot, number in zip(slots.tolist(), numbers.tolist(), strict=True)]

    def frequency(self, rows: np.ndarray) -> int:
        """Return how many of `rows` are live."""
        return len(rows) if self.size == self.rows else int(np.count_nonzero(self.live[rows]))

    def frequency_of(self, term: str) -> int:
        """Return how many live rows contain `term`."""
        column = self.impacts.column(term)
        return self.frequency(column[0]) if column else 0

    def has_document_with(self, terms: Collection[str]) -> bool:
        """Return whether one row, live or not, contains all `terms`, which must not be empty."""
        columns = [self.impacts.column(term) for term in terms]
        postings = [column[0] for column in columns if column]
        if len(postings) < len(columns):
            return False
        counts = np.bincount(np.concatenate(postings)) if postings else np.zeros(0)
        return bool((counts == len(postings)).any())

    def frequencies(self) -> dict[str, int]:
        """Return how many live rows contain each term, leaving out terms that no live row contains."""
        scores = self.impacts.scores
        ends = np.concatenate(([0], np.cumsum(self.live[scores["indices"]])))[scores["indptr"]]
        held = np.diff(ends).tolist()
        return {term: held[column] for term, column in self.impacts.vocab_dict.items() if held[column]}

    def without(self, paths: Collection[str]) -> "Segment":
        """Return this segment with the documents of `paths` marked dead."""
        gone = [slot for path in paths if (slot := self.slots.get(path)) is not None and self.live[self.starts[slot]]]
        if not gone:
            return self
        live = self.live.copy()
        for slot in gone:
            live[self.starts[slot] : self.starts[slot + 1]] = False
        return replace(self, live=live, size=int(np.count_nonzero(live)))

    def removed_paths(self, now: "Segment | None") -> list[str]:
        """Return the paths that are live here but not in `now`, a later state of the segment (None: it was dropped)."""
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
    """Build the matrix of impacts with `width` columns; `columns` holds the column of each posting of the files."""
    sizes = np.concatenate([file.sizes for file in packed])
    rows = np.repeat(np.arange(len(sizes)), sizes)
    counts = np.concatenate([file.counts for file in packed])
    lengths = np.bincount(rows, weights=counts, minlength=len(sizes))
    # By column, then row. Sorting column and position packed into one number is several times faster than an argsort.
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
    """Build a segment of `paths` (sorted), all of them live; `lengths` holds how many rows each path has."""
    starts = np.concatenate(([0], np.cumsum(lengths)))
    rows = int(starts[-1])
    slots = {path: slot for slot, path in enumerate(paths)}
    return Segment(impacts, tuple(paths), starts, slots, np.ones(rows, dtype=np.bool_), rows)
