"""BM25 over files given as weighted term counts: a writer and its immutable views.

A log of segments: each change adds one, documents that were replaced stay behind as dead rows, segments of like size
are merged: small ones with the change, larger ones in steps between changes. Scores are a function of the current
documents alone, whatever the order of edits: number of documents and document frequencies are counted over live rows
at query time. Where terms come from, and how fields are weighted, is in `terms`; the matrix of one segment is in
`segment`.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.lexical.merge import Merge
from ctx_lsp.lexical.segment import Segment, build
from ctx_lsp.lexical.terms import NO_TERMS, FileTerms

TIER_BITS = 2  # segments within a factor of 4 are of like size, …
TIER_SEGMENTS = 1 << TIER_BITS  # … and 4 such make one of the next size: a query meets a dozen or so, not hundreds
MAX_ROWS = 1 << 16  # of one segment, so that rows are numbered in two bytes and no merge is larger
EDIT_ROWS = 128  # merged at most along with a change: a millisecond or two

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

    def scores(self, path: str, count: int) -> list[float]:
        """The scores of the first `count` documents of a file; 0 where one holds no term of the query or is none."""
        found: list[float] = []
        for segment, scores in self._scored:
            found = found or scores[segment.rows_of(path)].tolist()
        return (found + [0.0] * count)[:count]


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
        return self.document_frequencies([term]).get(term, 0)

    def document_frequencies(self, terms: Collection[str]) -> dict[str, int]:
        """How many documents hold each of `terms`, of those that any does."""
        found: Counter[str] = Counter()
        for segment in self._segments:
            columns = ((term, segment.impacts.column(term)) for term in terms)
            found.update({term: segment.frequency(column[0]) for term, column in columns if column is not None})
        return {term: frequency for term, frequency in found.items() if frequency}

    def words_with_initial(self, letter: str) -> set[str]:
        """The terms of letters alone that begin with a letter, those among them that no document holds any more."""
        return set(chain.from_iterable(segment.impacts.words_by_initial.get(letter, ()) for segment in self._segments))

    def together(self, one: str, other: str) -> int:
        """How many documents hold both of two terms."""
        found = 0
        for segment in self._segments:
            columns = segment.impacts.column(one), segment.impacts.column(other)
            if columns[0] is not None and columns[1] is not None:
                holds_one = np.zeros(segment.rows, dtype=np.bool_)
                holds_one[columns[0][0]] = True
                rows = columns[1][0]
                found += segment.frequency(rows[holds_one[rows]])
        return found

    def idf(self, frequency: int) -> float:
        """What a term counts that `frequency` documents hold; above 0."""
        return math.log(1 + (self.documents - frequency + 0.5) / (frequency + 0.5))

    def frequencies(self) -> dict[str, int]:
        """How many documents hold each term that any does."""
        found: Counter[str] = Counter()
        for segment in self._segments:
            found.update(segment.frequencies())
        return dict(found)

    def search(self, terms: Iterable[str], limit: int, token: CancelToken, admits: Admits | None = None) -> list[Hit]:
        """The `limit` best documents for `terms`; a repeated term counts as often as it is repeated."""
        return self.match(Counter(terms), token).top(limit, admits)

    def match(self, weights: Mapping[str, float], token: CancelToken) -> Matches:
        """Score every document for the terms of `weights` (above 0, multiplied with each term's BM25)."""
        columns = [[segment.impacts.column(term) for term in weights] for segment in self._segments]
        frequencies = np.zeros(len(weights), dtype=np.int64)
        for segment, found in zip(self._segments, columns, strict=True):
            token.check()
            held = [segment.frequency(column[0]) if column else 0 for column in found]
            frequencies += np.array(held, dtype=np.int64)
        factors = [w * self.idf(n) for w, n in zip(weights.values(), frequencies.tolist(), strict=True)]
        scored = []
        for segment, found in zip(self._segments, columns, strict=True):
            token.check()
            if any(found):
                pairs = [(f, column) for f, column in zip(factors, found, strict=True) if column is not None]
                scored.append((segment, _sum_columns(segment, pairs)))
        return Matches(tuple(scored))


def _sum_columns(segment: Segment, columns: Sequence[tuple[float, tuple[np.ndarray, np.ndarray]]]) -> np.ndarray:
    """The scores of all rows. 64 bits hold the sum of 32-bit products exactly: their order does not matter."""
    rows = np.concatenate([rows for _, (rows, _) in columns])
    scores = np.bincount(rows, np.concatenate([f * impacts for f, (_, impacts) in columns]), minlength=segment.rows)
    return scores if segment.size == segment.rows else scores * segment.live


class LexicalIndex:
    """The writer. Not thread-safe; its views are."""

    def __init__(self) -> None:
        self._segments: list[Segment] = []
        self._merge: Merge | None = (
            None  # in progress; its inputs are still among the segments, or what is left of them
        )

    def view(self) -> LexicalView:
        """The documents of this moment."""
        return LexicalView(tuple(self._segments))

    def put(self, path: str, terms: FileTerms) -> None:
        """Replace the documents of one file, one a chunk; with none, the file is gone."""
        self.put_many({path: terms})

    def remove(self, path: str) -> None:
        """Forget a file."""
        self.put_many({path: NO_TERMS})

    def put_many(self, files: Mapping[str, FileTerms]) -> None:
        """Replace the documents of several files at once, which is faster than one by one."""
        kept = [segment.without(files.keys()) for segment in self._segments]
        self._segments = [segment for segment in kept if segment.size]
        self._segments.extend(build(group) for group in _groups(files))
        while crowd := self._crowd(EDIT_ROWS):
            self._replace(crowd, Merge(crowd).run())

    def tidy(self) -> bool:
        """Do some more merging, ten milliseconds at most; whether there is more to do. Answers stay the same."""
        if self._merge is None:
            crowd = self._crowd(MAX_ROWS)
            if not crowd:
                return False
            self._merge = Merge(crowd)
        merged = self._merge.step()
        if merged is not None:
            inputs, self._merge = self._merge.inputs, None
            self._replace(inputs, merged)
        return True

    def _replace(self, inputs: Sequence[Segment], merged: Segment) -> None:
        """Put `merged` in the place of what is left of `inputs`, which may have lost files or been merged since."""
        now = {id(segment.impacts): segment for segment in self._segments}
        left = [now.pop(id(segment.impacts), None) for segment in inputs]
        gone = [path for then, segment in zip(inputs, left, strict=True) for path in then.lost(segment)]
        rest = merged.without(gone)
        self._segments = [*now.values(), *([rest] if rest.size else [])]

    def _crowd(self, limit: int) -> list[Segment]:
        """Segments to be made one, of up to `limit` rows in all: one that is mostly dead, else some of like size."""
        tiers: dict[int, list[Segment]] = {}
        for segment in self._segments:
            if segment.rows > 2 * segment.size and segment.rows <= limit:
                return [segment]
            tiers.setdefault(segment.size.bit_length() // TIER_BITS, []).append(segment)
        crowds = (_smallest(tier, limit) for tier in tiers.values() if len(tier) >= TIER_SEGMENTS)
        return next((crowd for crowd in crowds if len(crowd) > 1), [])


def _groups(files: Mapping[str, FileTerms]) -> Iterator[dict[str, FileTerms]]:
    """The files that have chunks, as many together as one segment may have rows."""
    group: dict[str, FileTerms] = {}
    rows = 0
    for path in sorted(files):
        chunks = files[path].chunks
        if group and rows + chunks > MAX_ROWS:
            yield group
            group, rows = {}, 0
        if chunks:
            group[path] = files[path]
            rows += chunks
    if group:
        yield group


def _smallest(segments: Sequence[Segment], limit: int) -> list[Segment]:
    """The smallest segments that have up to `limit` rows in all."""
    ordered = sorted(segments, key=lambda segment: segment.rows)
    ends = accumulate(segment.rows for segment in ordered)
    return [segment for segment, end in zip(ordered, ends, strict=True) if end <= limit]
