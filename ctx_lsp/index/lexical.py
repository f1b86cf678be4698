"""BM25 over files given as weighted term lists: a writer and its immutable views.

A log of segments: each change adds one, segments of like size are merged, documents that were replaced stay behind as
dead rows until then. Scores are a function of the current documents alone, whatever the order of edits: number of
documents and document frequencies are counted over live rows at query time. Where terms come from, and how fields are
weighted (by repeating their terms), is the caller's business; the matrix of one segment is in `lexical_segment`.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.index.lexical_segment import Document, Segment, build, merge

TIER_BITS = 2  # segments within a factor of 4 are of like size, …
TIER_SEGMENTS = 1 << TIER_BITS  # … and 4 such make one of the next size: a query meets a dozen or so, not hundreds

Admits = Callable[[str], bool]  # whether the file at a workspace path may be found


@dataclass(frozen=True, slots=True)
class Hit:
    """Document `number` of the file `path`, and its BM25 score (above 0)."""

    path: str
    number: int
    score: float


@dataclass(frozen=True, slots=True)
class Matches:
    """The scores of every document for one query."""

    _scored: tuple[tuple[Segment, np.ndarray], ...]

    def top(self, limit: int, admits: Admits | None = None) -> list[Hit]:
        """The `limit` best documents that hold a term of the query; equal scores by path and number.

        With `admits`, only those of the files whose paths it lets through.
        """
        if limit <= 0:
            return []
        scored = [(s, scores * _admitted(s, admits) if admits else scores) for s, scores in self._scored]
        best = [(segment, scores, _best_rows(scores, limit)) for segment, scores in scored]
        least = _least_of_best([scores[rows] for _, scores, rows in best], limit)
        hits: list[Hit] = []
        for segment, scores, rows in best:
            kept = rows[scores[rows] >= least]
            places = zip(segment.places(kept), scores[kept].tolist(), strict=True)
            hits.extend(Hit(path, number, score) for (path, number), score in places)
        hits.sort(key=lambda hit: (-hit.score, hit.path, hit.number))
        return hits[:limit]

    def score(self, path: str, number: int) -> float:
        """The score of one document; 0 where it holds no term of the query or does not exist."""
        for segment, scores in self._scored:
            row = segment.row(path, number)
            if row is not None:
                return float(scores[row])
        return 0.0


def _admitted(segment: Segment, admits: Admits) -> np.ndarray:
    """Which rows of a segment are of files that are let through."""
    files = np.fromiter(map(admits, segment.paths), dtype=np.bool_, count=len(segment.paths))
    return np.repeat(files, np.diff(segment.starts))


def _best_rows(scores: np.ndarray, limit: int) -> np.ndarray:
    """Rows of the `limit` highest scores above 0; of those equal to the last one, the first rows."""
    rows = np.flatnonzero(scores > 0)
    if len(rows) <= limit:
        return rows
    found = scores[rows]
    least = _least_of_best([found], limit)
    above = rows[found > least]
    return np.concatenate((above, rows[found == least][: limit - len(above)]))


def _least_of_best(scores: Sequence[np.ndarray], limit: int) -> float:
    """The last of the `limit` highest of all `scores`; 0 where there are fewer."""
    joined = np.concatenate([np.zeros(limit), *scores])
    return float(np.partition(joined, -limit)[-limit])


class LexicalView:
    """The documents as they were when the view was taken; cheap, immutable, usable from any thread."""

    def __init__(self, segments: tuple[Segment, ...]) -> None:
        self._segments = segments
        self.documents = sum(segment.size for segment in segments)

    @property
    def segments(self) -> int:
        """How many segments a query has to go through."""
        return len(self._segments)

    @property
    def rows(self) -> int:
        """How many documents are held, those that were replaced included."""
        return sum(segment.rows for segment in self._segments)

    def document_frequency(self, term: str) -> int:
        """How many documents hold `term`."""
        columns = ((segment, segment.impacts.column(term)) for segment in self._segments)
        return sum(segment.frequency(column[0]) for segment, column in columns if column is not None)

    def search(self, terms: Iterable[str], limit: int, token: CancelToken, admits: Admits | None = None) -> list[Hit]:
        """The `limit` best documents for `terms`; a repeated term counts as often as it is repeated."""
        return self.match(Counter(terms), token).top(limit, admits)

    def match(self, weights: Mapping[str, float], token: CancelToken) -> Matches:
        """Score every document for the terms of `weights` (above 0, multiplied with each term's BM25)."""
        factors = {term: weight * self._idf(term) for term, weight in weights.items()}
        scored = []
        for segment in self._segments:
            token.check()
            columns = [(f, found) for term, f in factors.items() if (found := segment.impacts.column(term)) is not None]
            if columns:
                scored.append((segment, _sum_columns(segment, columns)))
        return Matches(tuple(scored))

    def _idf(self, term: str) -> float:
        frequency = self.document_frequency(term)
        return math.log(1 + (self.documents - frequency + 0.5) / (frequency + 0.5))


def _sum_columns(segment: Segment, columns: Sequence[tuple[float, tuple[np.ndarray, np.ndarray]]]) -> np.ndarray:
    scores = np.zeros(segment.rows)  # 64 bits hold the sum of such 32-bit products exactly: their order does not matter
    for factor, (rows, impacts) in columns:
        scores[rows] += factor * impacts
    return scores if segment.size == segment.rows else scores * segment.live


class LexicalIndex:
    """The writer. Not thread-safe; its views are."""

    def __init__(self) -> None:
        self._segments: list[Segment] = []

    def view(self) -> LexicalView:
        """The documents of this moment."""
        return LexicalView(tuple(self._segments))

    def put(self, path: str, documents: Sequence[Document]) -> None:
        """Replace the documents of one file; with none, the file is gone."""
        self.put_many({path: documents})

    def remove(self, path: str) -> None:
        """Forget a file."""
        self.put_many({path: ()})

    def put_many(self, files: Mapping[str, Sequence[Document]]) -> None:
        """Replace the documents of several files at once, which is faster than one by one."""
        kept = [segment.without(files.keys()) for segment in self._segments]
        self._segments = [segment for segment in kept if segment.size]
        added = {path: documents for path, documents in files.items() if documents}
        if added:
            self._segments.append(build(added))
        self._tidy()

    def _tidy(self) -> None:
        """Rewrite segments that are mostly dead, then merge those of like size until there are few of each."""
        self._segments = [merge([s]) if s.rows - s.size > s.size else s for s in self._segments]
        while crowd := self._crowd():
            self._segments = [segment for segment in self._segments if segment not in crowd]
            self._segments.append(merge(crowd))

    def _crowd(self) -> list[Segment]:
        tiers: dict[int, list[Segment]] = {}
        for segment in self._segments:
            tiers.setdefault(segment.size.bit_length() // TIER_BITS, []).append(segment)
        return next((segments for segments in tiers.values() if len(segments) >= TIER_SEGMENTS), [])
