"""Reads candidates of published repositories from the database. Row-level security decides what a role may read.

All reads of a question see one state of the database. `best_chunks` finds the candidates by text.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ctx_lsp.published.best_chunks import BestChunks
from ctx_lsp.published.filtering import STEPS, Propose, UnitFilter, best_admitted
from ctx_lsp.published.model import (
    FORM,
    NEAREST,
    Candidates,
    PublishedChunk,
    PublishedRepository,
    PublishedUnit,
    RemoteQuestion,
    Row,
)
from ctx_lsp.published.postings import array_text
from ctx_lsp.published.publication import vector_text

DbRow = tuple[Any, ...]
TextPlace = tuple[str, str, str]
"""The name of a repository, its revision, and the path of a file."""

MAX_NAMED = 500  # units found by name
EXACT_CHUNKS = 10_000  # up to which all vectors are compared; among few of many rows, a graph could miss them
COMPARISONS_A_STEP = 20  # vectors that are compared in the time of one step through the graph
SHOWN_NAMES = 10  # of repositories in a warning
BREADTH = 2  # times as many texts as wanted that a search of the graph keeps: with fewer it misses more of the nearest
MAX_BREADTH = 1_000  # pgvector knows no more
MAX_CHUNKS_OF_A_TEXT = 20  # places of one text, such as a licence in each file

# Every read is by key, or in the order of the graph of vectors, and joins are in the order in which they are written.
# The planner expects too many rows behind row-level security, and takes a comparison of vectors for as cheap as one of
# numbers: it would rather read whole tables.
BY_KEY = (
    "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; "
    "SET LOCAL join_collapse_limit = 1"
)
# A step may lead to a text of another repository, so the search goes on until it has enough of those that are asked.
_BY_GRAPH = (
    "SET LOCAL hnsw.ef_search = {}; SET LOCAL hnsw.iterative_scan = strict_order; "
    "SET LOCAL hnsw.max_scan_tuples = 50000; SET LOCAL hnsw.scan_mem_multiplier = 4; "
    "SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off"
)
_REPOSITORIES = (  # those that only others may read have no number
    "SELECT id, name, revision, form, model, chunks, release FROM ctx_lsp.repositories UNION ALL "
    "SELECT DISTINCT NULL::integer, name, '', 0, '', 0, '' FROM ctx_lsp.listed_repositories() AS listed (name) "
    "WHERE name NOT IN (SELECT name FROM ctx_lsp.repositories)"
)
_VECTORS = "SELECT reltuples FROM pg_class WHERE oid = 'ctx_lsp.published_vectors'::regclass"  # an estimate
_UNIT_COLUMNS = (
    "units.repository, units.number, path, symbol, name, kind, signature, language, role, is_test, first_line, "
    "last_line, callable, extent, centrality, name_line"
)
_CHUNKS = (  # with each of their units, as far as these are there
    "SELECT {}, chunks.number, chunks.units, own, key, " + _UNIT_COLUMNS + " FROM {} "
    "JOIN ctx_lsp.published_chunks chunks USING (repository, {}) "
    "CROSS JOIN LATERAL unnest(chunks.units || own) AS unit JOIN ctx_lsp.published_units units "
    "ON units.repository = chunks.repository AND units.number = unit"
)
_BY_NUMBER = _CHUNKS.format("NULL", "unnest(%s::integer[], %s::integer[]) AS wanted (repository, number)", "number")
_NEAREST = (
    "WITH nearest AS MATERIALIZED ("
    "SELECT repository, key, embedding <=> %(vector)s::halfvec(384) AS distance FROM ctx_lsp.published_vectors "
    "WHERE repository = ANY(%(among)s::integer[]) "
    "ORDER BY (embedding <=> %(vector)s::halfvec(384)){} LIMIT %(count)s) "
    + _CHUNKS.format("distance", "nearest", "key")
)
_NEAREST_BY_GRAPH = _NEAREST.format("")
_NEAREST_BY_COMPARISON = _NEAREST.format(" + 0")  # an order that the graph does not have
_NAMED = (
    f"SELECT {_UNIT_COLUMNS} FROM ctx_lsp.published_units units "
    f"WHERE name = ANY(%s) AND repository = ANY(%s::integer[]) ORDER BY repository, number LIMIT {MAX_NAMED}"
)
_TEXTS = (
    "SELECT name, revision, path, text "
    "FROM unnest(%s::text[], %s::text[], %s::text[]) AS wanted (name, revision, path) "
    "JOIN ctx_lsp.repositories USING (name, revision) JOIN ctx_lsp.published_files USING (path) "
    "WHERE repository = id AND text IS NOT NULL"
)


if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection, Database


def candidates(database: "Database", question: RemoteQuestion, seconds: float) -> Candidates:
    """Find the candidates for a question by text, by meaning and by name. Raises `SharingError`."""

    def read(connection: "Connection") -> Candidates:
        searched, warnings = _searched(connection, question)
        with_vectors = {number: one for number, one in searched.items() if one.model and one.model == question.model}
        if question.vector is not None:
            other = [one.name for one in searched.values() if one.chunks and one.number not in with_vectors]
            warnings += warnings_about(other, "published with another model, or none", "Searched by text alone")
        best_chunks = BestChunks(connection, question.terms, searched)
        loaded = _Loaded()
        wanted = UnitFilter(question.filter)
        is_everything = wanted.is_empty

        def admits(row: Row) -> bool:
            return loaded.is_whole(row) and (is_everything or any(map(wanted.admits, loaded.units_of(row))))

        def best(propose: Propose) -> dict[Row, float]:
            return best_admitted(propose, admits, 1 if is_everything else STEPS)

        def by_text(count: int) -> Mapping[Row, float]:
            proposed = best_chunks.best(count)
            if missing := [row for row in proposed if row not in loaded.chunks]:
                loaded.add(connection.execute(_BY_NUMBER, [*map(array_text, zip(*missing, strict=True))]).fetchall())
            return proposed

        def by_meaning(count: int) -> Mapping[Row, float]:
            return _nearest(connection, question.vector, with_vectors, count, loaded)

        lexical = best(by_text)
        found = connection.execute(_NAMED, (list(question.names), array_text(searched))).fetchall()
        named = {(repository, number): PublishedUnit(number, *fields) for repository, number, *fields in found}
        nearest = best(by_meaning) if question.vector is not None and with_vectors else {}
        return Candidates(
            searched,
            lexical,
            nearest,
            tuple(named),
            {row: loaded.chunks[row] for row in (*lexical, *nearest)},
            {**loaded.units, **named},
            best_chunks.held_by,
            tuple(warnings),
        )

    return database.run(read, seconds, f"ISOLATION LEVEL REPEATABLE READ READ ONLY; {BY_KEY}")


def texts_of(database: "Database", places: Sequence[TextPlace], seconds: float) -> dict[TextPlace, bytes]:
    """Return the texts of files that are published at the revisions in `places`. Raises `SharingError`."""

    def read(connection: "Connection") -> dict[TextPlace, bytes]:
        columns = list(map(list, zip(*places, strict=True)))
        return {(name, revision, path): text for name, revision, path, text in connection.execute(_TEXTS, columns)}

    return database.run(read, seconds) if places else {}


def _searched(connection: "Connection", question: RemoteQuestion) -> tuple[dict[int, PublishedRepository], list[str]]:
    """Return the repositories to search, and warnings that name the others."""
    rows = connection.execute(_REPOSITORIES).fetchall()
    every = sorted((PublishedRepository(*row) for row in rows if row[0] is not None), key=lambda one: one.name)
    unreadable = [name for number, name, *_ in rows if number is None]
    visible = [one for one in every if not one.release]
    only_releases = {one.name for one in every} - {one.name for one in visible}
    names = {one.name for one in visible}
    wanted = names.union(unreadable) if question.wanted is None else set(question.wanted)
    wanted -= set(question.left_out)
    chosen = [one for one in visible if one.name in wanted]
    names |= only_releases
    warnings = warnings_about(sorted(wanted & only_releases), "only releases of it are published, for definitions")
    warnings += warnings_about(sorted(wanted.intersection(unreadable)), "you may not read it")
    warnings += warnings_about(sorted(wanted - names.union(unreadable)), "no repository of this name is published")
    old = [one.name for one in chosen if one.form != FORM]
    warnings += warnings_about(old, "published by another version of ctx-lsp")
    return {one.number: one for one in chosen if one.form == FORM}, warnings


def warnings_about(names: Sequence[str], problem: str, what: str = "Not searched") -> list[str]:
    """Return a warning that names repositories, unless there are none."""
    more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    return [f"{what}: {', '.join(names[:SHOWN_NAMES])}{more} ({problem})."] if names else []


class _Loaded:
    """The chunks and units that have been read so far."""

    def __init__(self) -> None:
        self.chunks: dict[Row, PublishedChunk] = {}
        self.units: dict[Row, PublishedUnit] = {}

    def add(self, rows: Iterable[DbRow]) -> dict[Row, float]:
        """Add chunks with their units; return the distances of the chunks."""
        distances: dict[Row, float] = {}
        for distance, number, units, own, key, repository, unit, *fields in rows:
            row = repository, number
            if row not in distances:
                distances[row] = distance
                self.chunks[row] = PublishedChunk(number, tuple(units), own, key)
            if (repository, unit) not in self.units:
                self.units[repository, unit] = PublishedUnit(unit, *fields)
        return distances

    def is_whole(self, row: Row) -> bool:
        """Return whether a chunk has been loaded together with all units for which it may stand."""
        chunk = self.chunks.get(row)
        return chunk is not None and all((row[0], unit) in self.units for unit in (*chunk.units, chunk.own))

    def units_of(self, row: Row) -> Iterator[PublishedUnit]:
        """Yield the units for which a whole chunk may stand."""
        chunk = self.chunks[row]
        return (self.units[row[0], unit] for unit in (*chunk.units, chunk.own))


def _nearest(
    connection: "Connection",
    vector: "np.ndarray | None",
    among: Mapping[int, PublishedRepository],
    count: int,
    loaded: _Loaded,
) -> dict[Row, float]:
    """Return the cosines of the chunks whose texts are nearest to the question, nearest first."""
    assert vector is not None
    query = _NEAREST_BY_COMPARISON
    if not _are_few(connection, sum(one.chunks for one in among.values())):
        query = _NEAREST_BY_GRAPH
        connection.execute(_BY_GRAPH.format(min(BREADTH * count, MAX_BREADTH)).encode())
    asked = {"vector": vector_text(vector), "among": array_text(among), "count": count}
    distances = loaded.add(connection.execute(query, asked).fetchall())
    nearest: dict[Row, float] = {}
    places: Counter[tuple[int, bytes | None]] = Counter()
    for row, distance in distances.items():
        text = row[0], loaded.chunks[row].key
        places[text] += 1
        if places[text] <= MAX_CHUNKS_OF_A_TEXT:
            nearest[row] = 1 - distance
    return dict(sorted(nearest.items(), key=lambda one: -one[1]))


def _are_few(connection: "Connection", chunks: int) -> bool:
    """Return whether comparing the question with `chunks` chunks is faster than searching the graph of vectors.

    The graph contains the vectors of all repositories. If only few of them are wanted, its search passes many others
    before it has found enough.
    """
    if chunks <= EXACT_CHUNKS:
        return True
    ((vectors,),) = connection.execute(_VECTORS).fetchall()
    return chunks <= math.sqrt(COMPARISONS_A_STEP * NEAREST * max(0.0, vectors))
