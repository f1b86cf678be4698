"""BM25 index whose documents are the chunks of files, with a writer and immutable views.

The index is a log of segments. Each change adds a segment, and replaced documents stay in older segments as dead rows.
Segments of similar size are merged: small ones during the change, larger ones in steps between changes. Scores do not
depend on the order of edits, because documents and document frequencies are counted over live rows at query time. Terms
and field weights are in `terms`, and the matrix of one segment is in `segment`.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np

from ctx_lsp.base import profiling
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.lexical.merge import Merge
from ctx_lsp.lexical.segment import Segment, build
from ctx_lsp.lexical.terms import NO_TERMS, FileTerms

TIER_BITS = 2  # segments whose sizes differ by less than a factor of 4 are of similar size
TIER_SEGMENTS = 1 << TIER_BITS  # number of similar segments that are merged, so that a query visits about a dozen
MAX_ROWS = 1 << 16  # maximum rows of a segment, so that row numbers fit into two bytes and merges stay small
CACHED_FREQUENCIES = 1 << 12  # number of terms whose document frequencies a view keeps; half a megabyte
EDIT_ROWS = 128  # maximum rows merged during a change, which takes one or two milliseconds

PathFilter = Callable[[str], bool]  # whether the file at a workspace path may be found


def inverse_document_frequency(documents: int, frequency: int) -> float:
    """Return the BM25 weight (above 0) of a term that occurs in `frequency` documents out of `documents`."""
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


class Hit(NamedTuple):
    """A search hit: document `number` of the file `path`, with a BM25 score above 0."""

    path: str
    number: int
    score: float


@dataclass(frozen=True, slots=True)
class Matches:
    """The scores of all documents for one query."""

    _scored: tuple[tuple[Segment, np.ndarray], ...]

    def top(self, limit: int, admits: PathFilter | None = None) -> list[Hit]:
        """Return the `limit` best documents that contain a term of the query, best first.

        Equal scores are sorted by path and number. If `admits` is given, only documents in files that it accepts are
        returned.
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

    def best(self, admits: PathFilter | None = None) -> float:
        """Return the highest score of the documents that `top` would rank, or 0 if there are none."""
        admitted = (scores * _admitted(s, admits) if admits else scores for s, scores in self._scored)
        return max((float(scores.max()) for scores in admitted), default=0.0)

    def scores(self, path: str, count: int) -> list[float]:
        """Return the scores of the first `count` documents in a file; documents without a match have the score 0."""
        for segment, scores in self._scored:
            rows = segment.rows_of(path)
            if rows.stop:
                return [*scores[rows].tolist(), *[0.0] * count][:count]
        return [0.0] * count


def _admitted(segment: Segment, admits: PathFilter) -> np.ndarray:
    """Return a Boolean mask that selects the rows of a segment whose files `admits` accepts."""
    files = np.fromiter(map(admits, segment.paths), dtype=np.bool_, count=len(segment.paths))
    return np.repeat(files, np.diff(segment.starts))


def _best_rows(scores: np.ndarray, limit: int) -> np.ndarray:
    """Return the rows with the `limit` highest scores above 0.

    If rows tie for the last place, the first rows are taken.
    """
    rows = np.flatnonzero(scores > 0)
    if len(rows) <= limit:
        return rows
    found = scores[rows]
    least = _least_of_best([found], limit)
    above = rows[found > least]
    return np.concatenate((above, rows[found == least][: limit - len(above)]))


def _least_of_best(scores: Sequence[np.ndarray], limit: int) -> float:
    """Return the lowest of the `limit` highest scores, or 0 if there are fewer scores than `limit`."""
    joined = np.concatenate([np.zeros(limit), *scores])
    return float(np.partition(joined, -limit)[-limit])


class LexicalView:
    """An immutable view of the documents that the index had when the view was created. Any thread may use it."""

    def __init__(self, segments: tuple[Segment, ...], disregarded: Iterable[FileTerms] = ()) -> None:
        """Create a view. The documents of the files `disregarded`, which the index holds, are found but not counted."""
        self._segments = segments
        self._disregarded = tuple(disregarded)
        self._uncounted: Counter[str] = Counter()  # documents of these files with each term
        for one in self._disregarded:
            each = np.bincount(one.columns, minlength=len(one.vocabulary))
            self._uncounted.update(dict(zip(one.vocabulary, each.tolist(), strict=True)))
        self._frequencies: dict[str, int] = {}  # of terms in documents; a question asks for the same ones several times
        self.documents = sum(segment.size for segment in segments) - sum(one.chunks for one in self._disregarded)

    @property
    def segments(self) -> int:
        """Number of segments that a query visits."""
        return len(self._segments)

    @property
    def rows(self) -> int:
        """Number of documents in the segments, including replaced ones."""
        return sum(segment.rows for segment in self._segments)

    @property
    def array_bytes(self) -> int:
        """Bytes of the postings in memory, without the vocabularies."""
        return sum(segment.array_bytes for segment in self._segments)

    def document_frequency(self, term: str) -> int:
        """Return how many documents contain `term`."""
        return self.document_frequencies([term]).get(term, 0)

    def document_frequencies(self, terms: Collection[str]) -> dict[str, int]:
        """Return how many documents contain each of the `terms`, leaving out terms that no document contains."""
        known = self._frequencies
        if len(known) > CACHED_FREQUENCIES:
            known = self._frequencies = {}
        new = dict.fromkeys((term for term in terms if term not in known), 0)
        for segment in self._segments if new else ():
            for term in filter(segment.impacts.vocab_dict.__contains__, new):
                new[term] += segment.frequency_of(term)
        known.update((term, frequency - self._uncounted[term]) for term, frequency in new.items())
        return {term: frequency for term in terms if (frequency := known[term])}

    def without(self, files: Iterable[FileTerms]) -> "LexicalView":
        """Return a view that does not count the documents of `files`, which the index holds."""
        return LexicalView(self._segments, (*self._disregarded, *files))

    def has_document_with(self, words: Collection[Collection[str]]) -> bool:
        """Return whether any document contains at least one term of each item of `words`.

        Each item holds the alternative terms for one word, such as its inflected forms. `words` must not be empty.
        Replaced documents count too.
        """
        return any(segment.has_document_with(words) for segment in self._segments)

    def words_with_initial(self, letter: str) -> set[str]:
        """Return the purely alphabetic terms that begin with `letter`; some may occur only in replaced documents."""
        return set(chain.from_iterable(segment.impacts.words_by_initial.get(letter, ()) for segment in self._segments))

    def words_beginning(self, beginning: str) -> set[str]:
        """Return the purely alphabetic terms that begin with `beginning`, which must not be empty.

        Some may occur only in replaced documents.
        """
        listed = (segment.impacts.words_by_initial.get(beginning[0], ()) for segment in self._segments)
        return {word for words in listed for word in words if word.startswith(beginning)}

    def document_frequency_of_both(self, one: str, other: str) -> int:
        """Return how many documents contain both terms."""
        found = 0
        for segment in self._segments:
            columns = segment.impacts.column(one), segment.impacts.column(other)
            if columns[0] is not None and columns[1] is not None:
                holds_one = np.zeros(segment.rows, dtype=np.bool_)
                holds_one[columns[0][0]] = True
                rows = columns[1][0]
                found += segment.frequency(rows[holds_one[rows]])
        return found - sum(terms.chunks_with_both(one, other) for terms in self._disregarded)

    def idf(self, frequency: int) -> float:
        """Return the inverse document frequency (above 0) of a term that occurs in `frequency` documents."""
        return inverse_document_frequency(self.documents, frequency)

    def frequencies(self) -> dict[str, int]:
        """Return how many documents contain each term, leaving out terms that no document contains."""
        found: Counter[str] = Counter()
        for segment in self._segments:
            found.update(segment.frequencies())
        found.subtract(self._uncounted)
        return dict(+found)  # without the terms of disregarded documents alone

    def search(
        self, terms: Iterable[str], limit: int, token: CancelToken, admits: PathFilter | None = None
    ) -> list[Hit]:
        """Return the `limit` documents that best match `terms`. A term counts as often as it occurs in `terms`."""
        return self.match(Counter(terms), token).top(limit, admits)

    def match(self, weights: Mapping[str, float], token: CancelToken) -> Matches:
        """Score all documents for the terms in `weights`; the BM25 score of each term is multiplied by its weight."""
        columns = [[segment.impacts.column(term) for term in weights] for segment in self._segments]
        profiling.count("rows", self.rows)
        profiling.count("postings", sum(len(column[0]) for found in columns for column in found if column))
        frequencies = np.zeros(len(weights), dtype=np.int64)
        for segment, found in zip(self._segments, columns, strict=True):
            token.check()
            held = [segment.frequency(column[0]) if column else 0 for column in found]
            frequencies += np.array(held, dtype=np.int64)
        counts = (n - self._uncounted[term] for term, n in zip(weights, frequencies.tolist(), strict=True))
        factors = [w * self.idf(n) for w, n in zip(weights.values(), counts, strict=True)]
        scored = []
        for segment, found in zip(self._segments, columns, strict=True):
            token.check()
            if any(found):
                pairs = [(f, column) for f, column in zip(factors, found, strict=True) if column is not None]
                scored.append((segment, _sum_columns(segment, pairs)))
        return Matches(tuple(scored))


def _sum_columns(segment: Segment, columns: Sequence[tuple[float, tuple[np.ndarray, np.ndarray]]]) -> np.ndarray:
    """Return the score of each row: the exact sum of its weighted impacts, or 0 if the row is dead."""
    rows = np.concatenate([rows for _, (rows, _) in columns])
    scores = np.bincount(rows, np.concatenate([f * impacts for f, (_, impacts) in columns]), minlength=segment.rows)
    return scores if segment.size == segment.rows else scores * segment.live


class LexicalIndex:
    """The mutable index, which creates immutable views. It is not thread-safe, but its views are."""

    def __init__(self) -> None:
        self._segments: list[Segment] = []
        # The merge in progress. Its inputs are still among the segments, where they may have lost files.
        self._merge: Merge | None = None

    def view(self) -> LexicalView:
        """Return a view of the current documents."""
        return LexicalView(tuple(self._segments))

    @property
    def segments(self) -> int:
        """Number of segments that a query visits."""
        return len(self._segments)

    def put(self, path: str, terms: FileTerms) -> None:
        """Replace the documents of a file with one document for each chunk; a file without chunks is removed."""
        self.put_many({path: terms})

    def remove(self, path: str) -> None:
        """Remove all documents of a file."""
        self.put_many({path: NO_TERMS})

    def put_many(self, files: Mapping[str, FileTerms]) -> None:
        """Replace the documents of several files at once. This is faster than replacing them one by one."""
        kept = [segment.without(files.keys()) for segment in self._segments]
        self._segments = [segment for segment in kept if segment.size]
        self._segments.extend(build(group) for group in _groups(files))
        while crowd := self._crowd(EDIT_ROWS):
            self._replace(crowd, Merge(crowd).run())

    def tidy(self) -> bool:
        """Run one merge step, which takes at most ten milliseconds, and return whether there may be more steps."""
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
        """Replace the segments in `inputs` with the segment `merged`.

        Files that were removed from the inputs since the merge began are removed from `merged` too.
        """
        now = {id(segment.impacts): segment for segment in self._segments}
        left = [now.pop(id(segment.impacts), None) for segment in inputs]
        gone = [path for then, segment in zip(inputs, left, strict=True) for path in then.removed_paths(segment)]
        rest = merged.without(gone)
        self._segments = [*now.values(), *([rest] if rest.size else [])]

    def _crowd(self, limit: int) -> list[Segment]:
        """Return the segments to merge: either one whose rows are mostly dead, or several of similar size.

        The segments have at most `limit` rows in total. The list is empty if there is nothing to merge.
        """
        tiers: dict[int, list[Segment]] = {}
        for segment in self._segments:
            if segment.rows > 2 * segment.size and segment.rows <= limit:
                return [segment]
            tiers.setdefault(segment.size.bit_length() // TIER_BITS, []).append(segment)
        crowds = (_smallest(tier, limit) for tier in tiers.values() if len(tier) >= TIER_SEGMENTS)
        return next((crowd for crowd in crowds if len(crowd) > 1), [])


def _groups(files: Mapping[str, FileTerms]) -> Iterator[dict[str, FileTerms]]:
    """Split the files that have chunks into groups, each of which fits into one segment."""
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
    """Return the smallest segments: as many as fit into `limit` rows in total."""
    ordered = sorted(segments, key=lambda segment: segment.rows)
    ends = accumulate(segment.rows for segment in ordered)
    return [segment for segment, end in zip(ordered, ends, strict=True) if end <= limit]
