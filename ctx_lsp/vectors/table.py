"""A growing table of vectors, keyed by content, and immutable views that can be searched.

Scores are exact cosine similarities of int8 rows (`rows`). A search in a table of up to `EXACT_ROWS` rows compares all
rows. In a larger table, an approximate graph proposes the rows to compare. Only this module uses `usearch`.
"""

import threading
from collections.abc import Callable, Collection, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType

import numpy as np

from ctx_lsp.models.onnx_model import load_runtime
from ctx_lsp.vectors.rows import VectorRows, quantise

EXACT_ROWS = 150_000  # comparing so many rows of 384 numbers takes about 4 ms; linking a row takes 0.15 ms
MIN_CAPACITY = 1_024
SLACK = 64  # additional candidates, to allow for equal scores and for keys that are not allowed
WIDER = 4  # a search that lost too many candidates is repeated once with this many times more candidates
ROUNDING = 1e-6  # usearch orders candidates by 32-bit scores
GRAPH_EXPANSION = 128  # candidates kept while linking and searching; finds 99.6% of the 200 nearest rows
DEAD_SHARE = 2  # the table is rewritten once it has more than this many times the rows that are needed

Allowed = Callable[[bytes], bool]


@cache
def _usearch() -> ModuleType:
    """Import `usearch` on first use, because only the graph needs it, and return it.

    Onnxruntime is imported before it; in the opposite order, the process crashes (usearch 2.26, onnxruntime 1.31).
    """
    load_runtime()
    return import_module("usearch.index")


class _Graph:
    """An approximate index (HNSW) of the first `size` rows, which proposes candidates. Its own scores are not used."""

    def __init__(self, dimensions: int) -> None:
        usearch = _usearch()
        self._index = usearch.Index(
            ndim=dimensions,
            metric=usearch.MetricKind.Cos,
            dtype=usearch.ScalarKind.I8,
            expansion_add=GRAPH_EXPANSION,
            expansion_search=GRAPH_EXPANSION,
        )
        self._lock = threading.Lock()  # adding rows may move the index in memory during a search
        self.size = 0

    def add(self, rows: np.ndarray) -> None:
        with self._lock:
            self._index.add(np.arange(self.size, self.size + len(rows), dtype=np.uint64), rows, threads=1)
            self.size += len(rows)

    def propose(self, query: np.ndarray, count: int) -> np.ndarray:
        with self._lock:
            return np.asarray(self._index.search(query, min(count, self.size), threads=1).keys, dtype=np.int64)


class VectorView:
    """An immutable view of the vectors that the table had when the view was created. Any thread may use it."""

    def __init__(self, rows: VectorRows, graph: _Graph, size: int, graph_size: int, beside: VectorRows) -> None:
        self._rows = rows
        self._graph = graph
        self._size = size  # rows that are added later do not belong to this view
        self._graph_size = graph_size
        self._beside = beside  # a few rows that belong to this view alone and are not in the table

    def with_vectors(self, made: Mapping[bytes, np.ndarray]) -> "VectorView":
        """Return a view that also has the vectors in `made`, without adding them to the table.

        Raises `ValueError` for a zero or non-finite vector.
        """
        new = {key: quantise(vector) for key, vector in made.items() if key not in self}
        beside = self._beside.with_room(len(self._beside.keys) + len(new), alone=True)
        for key, row in new.items():
            beside.append(key, row)
        return VectorView(self._rows, self._graph, self._size, self._graph_size, beside)

    def __len__(self) -> int:
        return self._size + len(self._beside.keys)

    def __contains__(self, key: bytes) -> bool:
        return self._number(key) is not None or key in self._beside.number_of

    @property
    def array_bytes(self) -> int:
        """The size of the table's rows in memory, in bytes, including spare capacity."""
        return self._rows.matrix.nbytes + self._rows.squares.nbytes

    def keys(self) -> list[bytes]:
        """Return the keys of all vectors in the table, including vectors that are no longer needed."""
        return self._rows.keys[: self._size]

    def row(self, key: bytes) -> np.ndarray | None:
        """Return the int8 row for `key`, or None if the key has no vector."""
        number = self._number(key)
        rows, number = (self._rows, number) if number is not None else (self._beside, self._beside.number_of.get(key))
        return None if number is None else np.asarray(rows.matrix[number])

    def _number(self, key: bytes) -> int | None:
        number = self._rows.number_of.get(key)
        return number if number is not None and number < self._size else None

    def search(self, query: np.ndarray, limit: int, allowed: Allowed | None = None) -> list[tuple[bytes, float]]:
        """Return the `limit` keys nearest to `query`, with their cosine similarities, nearest first.

        Only keys that `allowed` accepts are returned, and keys with equal similarities are sorted. The result is exact
        if all rows are compared; in a large table, a few of the last keys may be wrong. Raises `ValueError` if the
        query is zero or not finite.
        """
        row = quantise(query)
        if limit <= 0:
            return []
        found = self._search_table(row, limit, allowed)
        if self._beside.keys:
            numbers = _filter(self._beside, np.arange(len(self._beside.keys)), allowed)
            found = sorted([*found, *_best(self._beside, row, numbers, limit)], key=_best_first)[:limit]
        return found

    def _search_table(self, row: np.ndarray, limit: int, allowed: Allowed | None) -> list[tuple[bytes, float]]:
        for count in (limit + SLACK, WIDER * (limit + SLACK)):
            if count >= self._size:
                break
            candidates, bound = self._nearest(row, count)
            best = _best(self._rows, row, _filter(self._rows, candidates, allowed), limit)
            if len(best) == limit and best[-1][1] > bound + ROUNDING:
                return best
        return _best(self._rows, row, _filter(self._rows, np.arange(self._size), allowed), limit)

    def _nearest(self, row: np.ndarray, count: int) -> tuple[np.ndarray, float]:
        """Return the numbers of candidate rows, and an upper bound for the cosines of all other rows.

        The candidates include the `count` nearest rows. In a large table, the graph may miss a few of these.
        """
        found, bounds = [], [-1.0]
        cosines = self._rows.cosines(row, slice(self._graph_size, self._size))
        if len(cosines):
            taken = min(count, len(cosines))
            nearest = np.argpartition(-cosines, taken - 1)[:taken]
            found.append(nearest + self._graph_size)
            if taken < len(cosines):
                bounds.append(float(cosines[nearest].min()))
        if self._graph_size:
            proposed = self._graph.propose(row, count)
            proposed = proposed[proposed < self._graph_size]  # the graph may have grown since this view was created
            found.append(proposed)
            # A row that was not proposed is no nearer than the farthest proposed row. If no row was proposed, any row
            # may be near.
            bounds.append(float(self._rows.cosines(row, proposed).min(initial=1.0)))
        return np.concatenate(found), max(bounds)


def _filter(rows: VectorRows, numbers: np.ndarray, allowed: Allowed | None) -> np.ndarray:
    if allowed is None:
        return numbers
    return np.array([number for number in numbers.tolist() if allowed(rows.keys[number])], dtype=np.int64)


def _best(rows: VectorRows, row: np.ndarray, numbers: np.ndarray, limit: int) -> list[tuple[bytes, float]]:
    cosines = rows.cosines(row, numbers)
    if len(numbers) > limit:
        kept = cosines >= np.partition(cosines, -limit)[-limit]
        numbers, cosines = numbers[kept], cosines[kept]
    keys = [rows.keys[number] for number in numbers.tolist()]
    return sorted(zip(keys, cosines.tolist(), strict=True), key=_best_first)[:limit]


def _best_first(found: tuple[bytes, float]) -> tuple[float, bytes]:
    return -found[1], found[0]


class VectorTable:
    """The writable table of vectors. The table is not thread-safe, but its views are."""

    def __init__(self, dimensions: int, exact_rows: int = EXACT_ROWS) -> None:
        self._dimensions = dimensions
        self._exact_rows = exact_rows
        self._rows = VectorRows.empty(MIN_CAPACITY, dimensions)
        self._graph = _Graph(dimensions)

    def __len__(self) -> int:
        return len(self._rows.keys)

    def __contains__(self, key: bytes) -> bool:
        return key in self._rows.number_of

    def view(self) -> VectorView:
        """Return a view of the current vectors."""
        nothing = VectorRows.empty(0, self._dimensions)
        return VectorView(self._rows, self._graph, len(self), self._graph.size, nothing)

    def add(self, key: bytes, vector: np.ndarray) -> None:
        """Add the vector for a key, unless the key is known. Raises `ValueError` for a zero or non-finite vector."""
        if key in self:
            return
        row = quantise(vector)
        if len(self) == len(self._rows.matrix):
            self._rows = self._rows.with_room(2 * len(self))
        self._rows.append(key, row)

    def retain(self, live: Collection[bytes]) -> None:
        """Drop all vectors whose keys are not in `live`, but only once they outnumber the others (see `DEAD_SHARE`)."""
        if len(self) > MIN_CAPACITY and len(self) > DEAD_SHARE * len(live):
            self._rows = self._rows.only(live, max(MIN_CAPACITY, DEAD_SHARE * len(live)))
            self._graph = _Graph(self._dimensions)

    def extend_graph(self, limit: int) -> bool:
        """Link up to `limit` more rows into the graph, and return whether more are left. Each row takes 0.15 ms.

        Call this when there is no other work. Rows outside the graph are found too, but only by comparing all of them.
        Small tables have no graph.
        """
        size = len(self)
        if size <= self._exact_rows:
            return False
        start = self._graph.size
        self._graph.add(self._rows.matrix[start : min(size, start + limit)])
        return self._graph.size < size
