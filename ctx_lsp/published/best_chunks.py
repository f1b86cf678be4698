"""Finds the chunks with the highest BM25 scores, and reads as few postings as possible (MaxScore).

The impact of a term on a chunk is the BM25 score of the term in the chunk without the idf. A term adds at most its
weight times its highest impact to the score of a chunk. Rare terms weigh most, so their postings are read first. At
some point, a chunk that contains only unread terms can no longer be among the best. From then on, the unread terms are
looked up in the chunks that can still be among the best. The look-up uses the postings in memory, and the database for
all other terms. If too many chunks would have to be looked up in the database, the postings of further terms are read
instead.

Scores are exact: impacts do not depend on other texts, and the idf is computed for the searched repositories.
"""

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ctx_lsp.lexical.index import inverse_document_frequency
from ctx_lsp.published.kept_postings import ChunkNumbering, KeptPostings, TermPostings
from ctx_lsp.published.model import PublishedRepository, Row
from ctx_lsp.published.postings import DIGEST, IMPACT_BITS, array_text, impacts_of, term_digest
from ctx_lsp.published.term_frequencies import TermFrequencies

READ_AT_ONCE = 50_000  # postings that are read before it is known whether they are needed
LOOKED_UP_AT_ONCE = 1_000  # chunks that are looked up before it is known which others can still be among the best
MAX_LOOKED_UP = 4_000  # if more could be among the best, it is cheaper to read the postings of another term

_COUNT = np.dtype(">i4")  # as `int4send` writes it
_TERMS = (
    "SELECT string_agg(int4send(ordinal::integer), ''), string_agg(int4send(octet_length(impacts) / 2), ''), "
    "string_agg(terms, ''), string_agg(impacts, '') "
    "FROM unnest(%s::integer[], %s::integer[]) WITH ORDINALITY AS wanted (repository, number, ordinal) "
    "JOIN ctx_lsp.published_chunks USING (repository, number) "
    "WHERE octet_length(terms) = 2 * octet_length(impacts) AND octet_length(impacts) %% 2 = 0"
)

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection


class _Term(NamedTuple):
    term: str
    held: int  # number of chunks
    weight: float  # in the question, times the idf
    most: float  # the highest score that a chunk has by this term


class BestChunks:
    """The chunks of some repositories, ordered by their scores for weighted terms."""

    def __init__(
        self,
        connection: "Connection",
        weights: Mapping[str, float],
        searched: Mapping[int, PublishedRepository],
        frequencies: TermFrequencies,
        postings: KeptPostings,
    ) -> None:
        """Prepare a search in the repositories `searched`, and read from the database how frequent the terms are.

        `weights` maps each term to its weight. All chunks start with the score 0.
        """
        self._connection = connection
        self._postings = postings
        self._numbering = ChunkNumbering(searched)
        total = self._numbering.total
        self._scores = np.zeros(total)  # by the terms that were read; where they are exact, by all terms
        self._found = [np.zeros(0, dtype=np.int64)]  # positions with a score, each once
        self._set_aside: list[np.ndarray] = []  # of them, those that are not among the best
        self._least = 0.0  # the lowest of the best scores; scores only rise
        self._is_exact = np.zeros(total, dtype=np.bool_)
        self._has_exact = False
        found = frequencies.read(connection, weights, searched)
        self.held_by: Mapping[str, int] = {term: held for term, (held, _) in found.items()}
        terms = []
        for term, (held, bound) in found.items():
            weight = weights[term] * inverse_document_frequency(total, min(total, max(0, held)))
            most = weight * max(0.0, bound) if bound < math.inf else math.inf  # a damaged bound is none
            terms.append(_Term(term, held, weight, most))
        self._unread = sorted(terms, key=lambda one: (one.held, one.term))

    def best(self, count: int) -> dict[Row, float]:
        """Return the scores of the best `count` chunks, best first."""
        self._found += self._set_aside
        self._set_aside, self._least = [], 0.0
        while self._unread:
            rest = sum(one.most for one in self._unread)
            found = self._joined()
            scores = self._scores[found]
            least = self._raised_least(scores, count)
            if rest >= least:  # chunks without a score can be among the best
                self._read(self._next_terms(least))
                continue
            can_be = scores + rest >= least
            self._set_aside.append(found[~can_be])
            self._found = [found[can_be]]
            waiting = self._found[0][~self._is_exact[self._found[0]]]
            if not len(waiting):
                break
            kept = self._postings.kept([one.term for one in self._unread], self._numbering)
            all_kept = len(kept) == len(self._unread)
            if len(waiting) > MAX_LOOKED_UP and not all_kept:
                self._read(self._next_terms(least))
                continue
            if len(waiting) > LOOKED_UP_AT_ONCE and not all_kept:
                waiting = waiting[np.argpartition(-self._scores[waiting], LOOKED_UP_AT_ONCE)[:LOOKED_UP_AT_ONCE]]
            self._look_up(waiting, kept)
        return self._rows(count)

    def _raised_least(self, scores: np.ndarray, count: int) -> float:
        """Update the lowest of the `count` best scores and return it. It is 0 until there are `count` scores."""
        high = scores[scores >= self._least]
        if len(high) >= count:
            self._least = float(np.partition(high, -count)[-count])
        return self._least

    def _joined(self) -> np.ndarray:
        self._found = [np.concatenate(self._found)]
        return self._found[0]

    def _rows(self, count: int) -> dict[Row, float]:
        found = self._joined()
        if len(found) > count:
            found = found[np.argpartition(-self._scores[found], count - 1)[:count]]
        found = found[np.lexsort((found, -self._scores[found]))]
        columns = (*self._numbering.rows(found), self._scores[found])
        return {
            (repository, number): score
            for repository, number, score in zip(*(column.tolist() for column in columns), strict=True)
        }

    def _next_terms(self, least: float) -> list[_Term]:
        """Return the unread terms to read next, the rarest first. Together, they have about `READ_AT_ONCE` postings.

        More terms are returned as long as the remaining ones could give a chunk the score `least`.
        """
        taken: list[_Term] = []
        rest = sum(one.most for one in self._unread)
        for one in self._unread:
            is_enough = sum(other.held for other in taken) + one.held > READ_AT_ONCE and (not least or rest < least)
            if taken and is_enough:
                break
            taken.append(one)
            rest -= one.most
        return taken

    def _read(self, terms: Iterable[_Term]) -> None:
        """Read the postings of `terms`, and add their weighted impacts to the scores of the chunks.

        Scores that are exact already are not changed.
        """
        weights = {one.term: one.weight for one in terms}
        for term, postings in self._postings.read(self._connection, weights, self._numbering):
            positions, impacts = postings.positions.astype(np.intp), postings.impacts
            if self._has_exact:
                is_counted = ~self._is_exact[positions]
                positions, impacts = positions[is_counted], impacts[is_counted]
            scores = self._scores[positions]
            self._found.append(positions[scores == 0])
            self._scores[positions] = scores + weights[term] * impacts
        self._unread = [one for one in self._unread if one.term not in weights]

    def _look_up(self, positions: np.ndarray, kept: Mapping[str, TermPostings]) -> None:
        """Make the scores of the chunks at `positions` exact by adding the contributions of all unread terms.

        `kept` holds the postings in memory, by term. Those of other terms are looked up in the database.
        """
        for one in self._unread:
            if one.term in kept:
                self._scores[positions] += one.weight * kept[one.term].impacts_at(positions)
        if others := [one for one in self._unread if one.term not in kept]:
            self._look_up_in_database(positions, others)
        self._is_exact[positions] = self._has_exact = True

    def _look_up_in_database(self, positions: np.ndarray, terms: Iterable[_Term]) -> None:
        wanted = [array_text(column.tolist()) for column in self._numbering.rows(positions)]
        (columns,) = self._connection.execute(_TERMS, wanted, binary=True).fetchall()
        if columns[0] is not None:
            chunks, sizes = (np.frombuffer(one, _COUNT) for one in columns[:2])
            digests = np.frombuffer(columns[2], DIGEST)
            impacts = impacts_of(np.frombuffer(columns[3], IMPACT_BITS))
            owners = np.repeat(positions[chunks - 1], sizes)
            for one in terms:
                held = np.flatnonzero(digests == term_digest(one.term))
                np.add.at(self._scores, owners[held], one.weight * impacts[held])
