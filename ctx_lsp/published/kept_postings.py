"""Postings of the terms of earlier questions, kept in memory until other repositories are searched."""

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ctx_lsp.published.model import PublishedRepository
from ctx_lsp.published.postings import IMPACT_BITS, NUMBER, array_text, impacts_of

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection

MAX_BYTES = 64_000_000  # of kept postings: six each (see `TermPostings`), and `TERM_BYTES` a term
TERM_BYTES = 500  # of the term, the objects that hold its postings, and its entry in the dictionary

_COUNT = np.dtype(">i4")  # as `int4send` writes it
_POSTINGS = (
    "SELECT term, string_agg(int4send(repository), ''), string_agg(int4send(held), ''), string_agg(numbers, ''), "
    "string_agg(impacts, '') FROM ctx_lsp.published_postings WHERE term = ANY(%s) AND repository = ANY(%s::integer[]) "
    "AND held > 0 AND octet_length(numbers) = 4 * held AND octet_length(impacts) = 2 * held GROUP BY term"
)


class ChunkNumbering:
    """A consecutive numbering of the chunks of some repositories. A chunk's number is called its position."""

    def __init__(self, searched: Mapping[int, PublishedRepository]) -> None:
        self.searched = searched
        self.repositories = np.array(sorted(searched), dtype=np.int64)
        self.sizes = np.array([searched[number].chunks for number in self.repositories.tolist()], dtype=np.int64)
        self.starts = np.append(0, np.cumsum(self.sizes))
        self.total = int(self.starts[-1])

    def rows(self, positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return, for each position, the number of its repository and the number of its chunk in that repository."""
        owners = np.searchsorted(self.starts, positions, side="right") - 1
        return self.repositories[owners], positions - self.starts[owners]


class TermPostings(NamedTuple):
    """The postings of a term.

    `positions` holds the positions of the chunks in ascending order (int32). `bits` holds the impact on each chunk, as
    the bits of a two-byte float.
    """

    positions: np.ndarray
    bits: np.ndarray

    @property
    def impacts(self) -> np.ndarray:
        """The impacts, all of them positive."""
        return impacts_of(self.bits)

    def impacts_at(self, positions: np.ndarray) -> np.ndarray:
        """Return the impacts on the chunks at `positions`. The impact on a chunk without the term is 0."""
        if not len(self.positions):  # of damaged postings, none may be left
            return np.zeros(len(positions))
        wanted = positions.astype(self.positions.dtype)  # otherwise all postings would be converted
        at = np.minimum(np.searchsorted(self.positions, wanted), len(self.positions) - 1)
        return np.where(self.positions[at] == wanted, impacts_of(self.bits[at]), 0.0)


class KeptPostings:
    """The postings of the most recently used terms, up to `MAX_BYTES`.

    All postings are dropped if other repositories are searched, or if a repository is published again.
    """

    def __init__(self) -> None:
        self._searched: Mapping[int, PublishedRepository] = {}
        self._kept: dict[str, TermPostings] = {}  # the most recently used last
        self._bytes = 0

    def kept(self, terms: Collection[str], numbering: ChunkNumbering) -> dict[str, TermPostings]:
        """Return the postings that are in memory for any of `terms`, keyed by term."""
        if numbering.searched != self._searched:
            self._searched, self._kept, self._bytes = numbering.searched, {}, 0
        found = {term: self._kept.pop(term) for term in terms if term in self._kept}
        self._kept |= found
        return found

    def read(
        self, connection: "Connection", terms: Collection[str], numbering: ChunkNumbering
    ) -> Iterator[tuple[str, TermPostings]]:
        """Yield the postings of `terms`: first those in memory, then those read from the database.

        A term without postings is left out.
        """
        kept = self.kept(terms, numbering)
        yield from kept.items()
        if missing := [term for term in terms if term not in kept]:
            wanted = missing, array_text(numbering.searched)
            for term, *columns in connection.execute(_POSTINGS, wanted, binary=True):
                postings = _term_postings(columns, numbering)
                self._keep(term, postings)
                yield term, postings

    def _keep(self, term: str, postings: TermPostings) -> None:
        size = _size(postings)
        if size > MAX_BYTES:  # it would displace all others first
            return
        self._kept[term] = postings
        self._bytes += size
        while self._bytes > MAX_BYTES:
            self._bytes -= _size(self._kept.pop(next(iter(self._kept))))


def _size(postings: TermPostings) -> int:
    return postings.positions.nbytes + postings.bits.nbytes + TERM_BYTES


def _term_postings(columns: list[bytes], numbering: ChunkNumbering) -> TermPostings:
    """Convert a term's columns from the database to its postings.

    Postings of unknown chunks, and those whose impacts are invalid, are dropped.
    """
    repositories, held = (np.frombuffer(one, _COUNT) for one in columns[:2])
    numbers, bits = np.frombuffer(columns[2], NUMBER), np.frombuffer(columns[3], IMPACT_BITS)
    owners = np.searchsorted(numbering.repositories, repositories)
    positions = (np.repeat(numbering.starts[owners], held) + numbers).astype(np.int32)
    is_counted = (numbers < np.repeat(numbering.sizes[owners], held)) & (impacts_of(bits) > 0)
    if not is_counted.all():
        positions, bits = positions[is_counted], bits[is_counted]
    if not (positions[1:] > positions[:-1]).all():  # only damaged ones
        positions, first = np.unique(positions, return_index=True)
        bits = bits[first]
    return TermPostings(positions, bits)
