"""One immutable segment of the lexical index: the BM25 term impacts of some files' documents, built and merged here.

An impact is the term-frequency part of BM25. It depends on its own document alone: idf is left out (it is applied to
the query, from live counts) and documents are measured against a fixed length. So a document has the same impacts in
every segment, whatever else is in it. Which segments there are, and how a query is scored, is in `lexical`.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import bm25s
import numpy as np

K1 = 1.5  # the customary saturation of repeated terms
B = 0.75  # the customary share of the length normalisation
PIVOT_LENGTH = 100.0  # terms of a typical chunk, repeats included; a live mean would change every score with each edit

logging.getLogger("bm25s").setLevel(logging.WARNING)  # it sets itself to DEBUG on import

Document = Sequence[str]


class Impacts(bm25s.BM25):  # type: ignore[misc]  # published without types
    """A bm25s index whose columns hold impacts: no idf, lengths relative to `PIVOT_LENGTH`."""

    def __init__(self) -> None:
        super().__init__(k1=K1, b=B, method="lucene", backend="numpy", csc_backend="numpy")

    def build_index_from_ids(
        self,
        unique_token_ids: list[int],
        corpus_token_ids: list[list[int]],
        show_progress: bool = False,
        leave_progress: bool = False,
    ) -> dict[str, Any]:
        """Make the columns (one a term) of the impact matrix; called by `index`."""
        lengths = np.array([len(ids) for ids in corpus_token_ids], dtype=np.int64)
        ids = np.fromiter(chain.from_iterable(corpus_token_ids), dtype=np.int64, count=int(lengths.sum()))
        rows = np.repeat(np.arange(len(lengths)), lengths)
        places, frequencies = np.unique(ids << 32 | rows, return_counts=True)
        indices = places & 0xFFFF_FFFF
        saturation = self.k1 * (1 - self.b + self.b * lengths[indices] / PIVOT_LENGTH)
        return _matrix(
            data=(frequencies / (saturation + frequencies)).astype(np.float32),
            indices=indices.astype(np.int32),
            column_lengths=np.bincount(places >> 32, minlength=len(unique_token_ids)),
            rows=len(lengths),
        )

    @classmethod
    def of_documents(cls, documents: list[Document]) -> "Impacts":
        """Index documents given as lists of terms."""
        impacts = cls()
        impacts.index(documents, create_empty_token=False, show_progress=False)
        return impacts

    @classmethod
    def of_matrix(cls, matrix: dict[str, Any], terms: Sequence[str]) -> "Impacts":
        """Take over a finished matrix whose columns stand for `terms`."""
        impacts = cls()
        impacts.scores = matrix
        impacts.vocab_dict = {term: column for column, term in enumerate(terms)}
        return impacts

    def column(self, term: str) -> tuple[np.ndarray, np.ndarray] | None:
        """The rows that hold `term` (each once) and their impacts, or None where no row does."""
        column = self.vocab_dict.get(term)
        if column is None:
            return None
        start, end = self.scores["indptr"][column : column + 2]
        return self.scores["indices"][start:end], self.scores["data"][start:end]


def _matrix(data: np.ndarray, indices: np.ndarray, column_lengths: np.ndarray, rows: int) -> dict[str, Any]:
    """A matrix in the form that bm25s keeps: compressed columns."""
    indptr = np.concatenate(([0], np.cumsum(column_lengths)))
    return {"data": data, "indices": indices, "indptr": indptr, "num_docs": rows}


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """Documents of files, one row each, in the order of path and number.

    `starts[n]` is the first row of the file `paths[n]`, with the number of rows at the end; `slots` gives n by path.
    `live` marks the rows that still count; `size` is how many.
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

    def row(self, path: str, number: int) -> int | None:
        """The live row of document `number` of a file; None where this segment does not hold it."""
        slot = self.slots.get(path)
        if slot is None:
            return None
        row = int(self.starts[slot]) + number
        return row if row < self.starts[slot + 1] and self.live[row] else None

    def places(self, rows: np.ndarray) -> list[tuple[str, int]]:
        """Path and document number of each of `rows`."""
        slots = np.searchsorted(self.starts, rows, side="right") - 1
        numbers = rows - self.starts[slots]
        return [(self.paths[slot], number) for slot, number in zip(slots.tolist(), numbers.tolist(), strict=True)]

    def frequency(self, rows: np.ndarray) -> int:
        """How many of `rows` are live."""
        return len(rows) if self.size == self.rows else int(np.count_nonzero(self.live[rows]))

    def without(self, paths: Collection[str]) -> "Segment":
        """This segment with the documents of `paths` no longer live."""
        gone = [slot for path in paths if (slot := self.slots.get(path)) is not None and self.live[self.starts[slot]]]
        if not gone:
            return self
        live = self.live.copy()
        for slot in gone:
            live[self.starts[slot] : self.starts[slot + 1]] = False
        return replace(self, live=live, size=int(np.count_nonzero(live)))


def build(files: Mapping[str, Sequence[Document]]) -> Segment:
    """Index files given as the documents of each; every file has at least one."""
    paths = sorted(files)
    impacts = Impacts.of_documents([document for path in paths for document in files[path]])
    return _segment(impacts, paths, [len(files[path]) for path in paths])


def merge(segments: Sequence[Segment]) -> Segment:
    """One segment with the live documents of all of `segments`, equal to one built from their texts."""
    files = sorted(
        (path, number, slot)
        for number, segment in enumerate(segments)
        for slot, path in enumerate(segment.paths)
        if segment.live[segment.starts[slot]]
    )
    lengths: list[int] = []
    new_rows = [np.full(segment.rows, -1, dtype=np.int32) for segment in segments]
    first = 0
    for _, number, slot in files:
        start, end = segments[number].starts[slot : slot + 2].tolist()
        new_rows[number][start:end] = np.arange(first, first + end - start)
        lengths.append(end - start)
        first += end - start
    return _segment(_merge_impacts(segments, new_rows, first), [path for path, _, _ in files], lengths)


def _segment(impacts: Impacts, paths: Sequence[str], lengths: Sequence[int]) -> Segment:
    starts = np.concatenate(([0], np.cumsum(lengths)))
    rows = int(starts[-1])
    slots = {path: slot for slot, path in enumerate(paths)}
    return Segment(impacts, tuple(paths), starts, slots, np.ones(rows, dtype=np.bool_), rows)


def _merge_impacts(segments: Sequence[Segment], new_rows: Sequence[np.ndarray], rows: int) -> Impacts:
    """Join the columns of equal terms, with rows renumbered by `new_rows` (-1: dropped)."""
    columns: dict[str, int] = {}
    parts: list[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]] = []  # columns, their lengths, rows, impacts
    for segment, renumbered in zip(segments, new_rows, strict=True):
        vocabulary, matrix = segment.impacts.vocab_dict, segment.impacts.scores
        mapped = np.array([columns.setdefault(term, len(columns)) for term in vocabulary], dtype=np.int64)
        kept_rows = renumbered[matrix["indices"]]
        kept = kept_rows >= 0
        old_columns = np.repeat(np.arange(len(mapped)), np.diff(matrix["indptr"]))
        lengths = np.bincount(old_columns[kept], minlength=len(mapped))
        parts.append((mapped, lengths, kept_rows[kept], matrix["data"][kept]))

    totals = np.zeros(len(columns), dtype=np.int64)
    for mapped, lengths, _, _ in parts:
        totals[mapped] += lengths
    free = np.cumsum(totals) - totals  # where each column's next part goes
    indices = np.empty(int(totals.sum()), dtype=np.int32)
    data = np.empty(len(indices), dtype=np.float32)
    for mapped, lengths, part_rows, part_data in parts:
        shift = np.repeat(free[mapped] - (np.cumsum(lengths) - lengths), lengths)
        target = shift + np.arange(len(part_rows))
        indices[target] = part_rows
        data[target] = part_data
        free[mapped] += lengths
    used = totals > 0
    terms = [term for term, is_used in zip(columns, used.tolist(), strict=True) if is_used]
    return Impacts.of_matrix(_matrix(data, indices, totals[used], rows), terms)
