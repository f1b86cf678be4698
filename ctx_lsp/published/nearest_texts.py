"""Finds the published texts whose vectors are nearest to that of a question: by comparison, or by the graph (HNSW)."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ctx_lsp.published.model import NEAREST, PublishedRepository
from ctx_lsp.published.postings import array_text
from ctx_lsp.published.publication import vector_text

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection

EXACT_CHUNKS = 10_000  # up to which all vectors are compared; among few of many rows, a graph could miss them
COMPARISONS_A_STEP = 20  # vectors that are compared in the time of one step through the graph
BREADTH = 2  # times as many texts as wanted that a search of the graph keeps: with fewer it misses more of the nearest
MAX_BREADTH = 1_000  # pgvector knows no more

# A step may lead to a text of another repository, so the search goes on until it has enough of those that are asked.
_BY_GRAPH = (
    "SET LOCAL hnsw.ef_search = {}; SET LOCAL hnsw.iterative_scan = strict_order; "
    "SET LOCAL hnsw.max_scan_tuples = 50000; SET LOCAL hnsw.scan_mem_multiplier = 4; "
    "SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off"
)
_VECTORS = "SELECT reltuples FROM pg_class WHERE oid = 'ctx_lsp.published_vectors'::regclass"  # an estimate
_NEAREST = (
    "SELECT repository, key, embedding <=> %(vector)s::halfvec(384) AS distance FROM ctx_lsp.published_vectors "
    "WHERE repository = ANY(%(among)s::integer[]) "
    "ORDER BY (embedding <=> %(vector)s::halfvec(384)){} LIMIT %(count)s"
)
_BY_COMPARISON = _NEAREST.format(" + 0")  # an order that the graph does not have


class NearText(NamedTuple):
    """A published text whose vector is near the vector of a question.

    `repository` is the number of the text's repository, and `key` is the key of its vector. `cosine` is the cosine of
    the two vectors.
    """

    repository: int
    key: bytes
    cosine: float


def nearest_texts(
    connection: "Connection", vector: np.ndarray, among: Mapping[int, PublishedRepository], count: int
) -> list[NearText]:
    """Return up to `count` texts of the repositories in `among`, nearest first."""
    query = _BY_COMPARISON
    if not _are_few(connection, sum(one.chunks for one in among.values())):
        query = _NEAREST.format("")
        connection.execute(_BY_GRAPH.format(min(BREADTH * count, MAX_BREADTH)).encode())
    asked = {"vector": vector_text(vector), "among": array_text(among), "count": count}
    found = connection.execute(query.encode(), asked, binary=True).fetchall()
    return [NearText(repository, key, 1 - distance) for repository, key, distance in found]


def _are_few(connection: "Connection", chunks: int) -> bool:
    """Return whether comparing the question with `chunks` chunks is faster than searching the graph of vectors.

    The graph contains the vectors of all repositories. If only a few of them are wanted, a search of the graph passes
    many others before it has found enough.
    """
    if chunks <= EXACT_CHUNKS:
        return True
    ((vectors,),) = connection.execute(_VECTORS).fetchall()
    return chunks <= math.sqrt(COMPARISONS_A_STEP * NEAREST * max(0.0, vectors))
