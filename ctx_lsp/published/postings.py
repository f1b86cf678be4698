"""Database rows of BM25 postings by term, and the same data by chunk."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from ctx_lsp.published.model import Postings

BLOCK = 200  # postings of a row, so few that there is room for them in the index
NUMBER = np.dtype("<u4")  # of a chunk
IMPACT = np.dtype("<f2")
IMPACT_BITS = np.dtype("<u2")
DIGEST = np.dtype("<u4")  # of a term: two terms of a chunk have the same one in one of some million chunks


class PostingsBlock(NamedTuple):
    """The columns of a row of `published_postings` that follow the term and the repository: up to `BLOCK` postings."""

    block: int
    held: int
    bound: float
    numbers: bytes
    impacts: bytes


class ChunkTerms(NamedTuple):
    """The terms of a chunk as stored in `published_chunks`: digests, and impacts in the same order."""

    terms: bytes = b""
    impacts: bytes = b""


@cache  # not at import: most workspaces ask no published repositories
def _values() -> np.ndarray:
    """Return a table that maps the bits of an impact, as a 16-bit number, to the impact.

    A look-up in this table is faster than a conversion.
    """
    values = np.arange(1 << 16, dtype=IMPACT_BITS).view(IMPACT).astype(np.float64)
    return np.where((values > 0) & (values < np.inf), values, 0.0)


def impacts_of(bits: np.ndarray) -> np.ndarray:
    """Convert the bits of impacts to numbers.

    Negative, infinite and NaN values would spoil the order, so they become 0.
    """
    found: np.ndarray = _values()[bits]
    return found


def term_digest(term: str) -> np.uint32:
    """Return the digest that represents a term in the rows of chunks."""
    return np.uint32(int.from_bytes(sha256(term.encode()).digest()[: DIGEST.itemsize], "little"))


def blocks_of(postings: Postings) -> Iterator[PostingsBlock]:
    """Yield the blocks of a term's postings in a repository."""
    numbers, impacts = postings.rows.astype(NUMBER), postings.impacts.astype(IMPACT)
    for block, start in enumerate(range(0, len(numbers), BLOCK)):
        held = impacts[start : start + BLOCK]
        yield PostingsBlock(
            block, len(held), float(held.max()), numbers[start : start + BLOCK].tobytes(), held.tobytes()
        )


def terms_of_chunks(postings: Iterable[Postings]) -> Mapping[int, ChunkTerms]:
    """Return the terms of each chunk that contains any, keyed by the chunk's number."""
    listed = list(postings)
    if not listed:
        return {}
    sizes = [len(one.rows) for one in listed]
    numbers = np.concatenate([one.rows for one in listed])
    order = np.argsort(numbers, kind="stable")
    digests = np.repeat([term_digest(one.term) for one in listed], sizes)[order]
    impacts = np.concatenate([one.impacts for one in listed]).astype(IMPACT)[order]
    chunks, starts = np.unique(numbers[order], return_index=True)
    ends = [*starts[1:].tolist(), len(order)]
    return {
        number: ChunkTerms(digests[start:end].tobytes(), impacts[start:end].tobytes())
        for number, start, end in zip(chunks.tolist(), starts.tolist(), ends, strict=True)
    }


def array_text(numbers: Iterable[int]) -> str:
    """Format integers as a PostgreSQL array, which is faster than the driver's conversion."""
    return f"{{{','.join(map(str, numbers))}}}"
