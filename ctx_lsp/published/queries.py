"""Reads candidates of published repositories from the database. Row-level security decides what a role may read.

All reads of a question see one state of the database. `best_chunks` finds the candidates by text.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
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
from ctx_lsp.published.publication import vector_text

DbRow = tuple[Any, ...]
TextPlace = tuple[str, str, str]
"""The name of a repository, its revision, and the path of a file."""

MAX_NAMED = 500  # units found by name
EXACT_CHUNKS = 10_000  # up to which all vectors are compared; among few of many rows, a graph could miss them
COMPARISONS_A_STEP = 7  # vectors that are compared in the time of one step through the graph
SHOWN_NAMES = 10  # of repositories in a warning
MAX_BREADTH = 1_000  # texts that a search of the graph can keep; pgvector knows no more
MAX_CHUNKS_OF_A_TEXT = 20  # places of one text, such as a licence in each file

# Every read is by key, or in the order of the graph of vectors. The planner expects too many rows behind row-level
# security, and takes a comparison of vectors for as cheap as one of numbers: it would rather read whole tables.
BY_KEY = "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off"
# A step may lead to a text of another repository, so the search goes on until it has enough of those that are asked.
_BY_GRAPH = (
    "SET LOCAL hnsw.ef_search = {}; SET LOCAL hnsw.iterative_scan = strict_order; "
    "SET LOCAL hnsw.max_scan_tuples = 50000; SET LOCAL hnsw.scan_mem_multiplier = 4; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off"
)
_BY_COMPARISON = "SET LOCAL enable_sort = on; SET LOCAL enable_bitmapscan = on"
_REPOSITORIES = "SELECT id, name, revision, form, model, chunks, release FROM ctx_lsp.repositories ORDER BY name"
_UNREADABLE = (  # repositories that others may read, and the number of all vectors, as far as it is known
    "SELECT array(SELECT ctx_lsp.listed_repositories() EXCEPT SELECT name FROM ctx_lsp.repositories), "
    "(SELECT reltuples FROM pg_class WHERE oid = 'ctx_lsp.published_vectors'::regclass)"
)
_NEAREST = (
    "WITH nearest AS MATERIALIZED ("
    "SELECT repository, key, embedding <=> %(vector)s::halfvec(384) AS distance FROM ctx_lsp.published_vectors "
    "WHERE repository = ANY(%(among)s) ORDER BY embedding <=> %(vector)s::halfvec(384) LIMIT %(count)s) "
    "SELECT repository, number, units, own, key, distance "
    "FROM nearest JOIN ctx_lsp.published_chunks chunks USING (repository, key)"
)

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection, Database
_WANTED = "FROM unnest(%s::integer[], %s::integer[]) AS wanted (repository, number)"
_CHUNKS = (
    f"SELECT repository, number, units, own, key {_WANTED} JOIN ctx_lsp.published_chunks USING (repository, number)"
)
_UNIT_COLUMNS = (
    "repository, number, path, symbol, name, kind, signature, language, role, is_test, first_line, last_line, "
    "callable, extent, centrality, name_line"
)
_UNITS = f"SELECT {_UNIT_COLUMNS} {_WANTED} JOIN ctx_lsp.published_units USING (repository, number)"
_NAMED = (
    f"SELECT {_UNIT_COLUMNS} FROM ctx_lsp.published_units WHERE name = ANY(%s) AND repository = ANY(%s) "
    f"ORDER BY repository, number LIMIT {MAX_NAMED}"
)
_TEXTS = (
    "SELECT name, revision, path, text "
    "FROM unnest(%s::text[], %s::text[], %s::text[]) AS wanted (name, revision, path) "
    "JOIN ctx_lsp.repositories USING (name, revision) JOIN ctx_lsp.published_files USING (path) "
    "WHERE repository = id AND text IS NOT NULL"
)


def candidates(database: "Database", question: RemoteQuestion, seconds: float) -> Candidates:
    """Ask the channels of text, meaning and names. Raises `SharingError`."""

    def read(connection: "Connection") -> Candidates:
        searched, warnings, vectors = _searched(connection, question)
        with_vectors = [one.number for one in searched.values() if one.model and one.model == question.model]
        if question.vector is not None:
            other = [one.name for one in searched.values() if one.chunks and one.number not in with_vectors]
            warnings += warnings_about(other, "published with another model, or none", "Searched by text alone")
        best_chunks = BestChunks(connection, question.terms, searched)
        loaded = _Loaded(connection)
        wanted = UnitFilter(question.filter)

        def admits(row: Row) -> bool:
            units = loaded.units_of(row)
            return units is not None and (wanted.is_empty or any(map(wanted.admits, units)))

        def best(propose: Propose) -> dict[Row, float]:
            return best_admitted(propose, admits, 1 if wanted.is_empty else STEPS)

        def by_text(count: int) -> Mapping[Row, float]:
            proposed = best_chunks.best(count)
            loaded.add(_by_rows(connection, _CHUNKS, [row for row in proposed if row not in loaded.chunks]))
            return proposed

        def by_meaning(count: int) -> Mapping[Row, float]:
            by_graph = not _are_few(sum(searched[number].chunks for number in with_vectors), vectors)
            return _nearest(connection, question.vector, with_vectors, count, loaded, by_graph=by_graph)

        lexical = best(by_text)
        nearest = best(by_meaning) if question.vector is not None and with_vectors else {}
        named = dict(_unit(row) for row in connection.execute(_NAMED, (list(question.names), list(searched))))
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


def _searched(
    connection: "Connection", question: RemoteQuestion
) -> tuple[dict[int, PublishedRepository], list[str], float]:
    """Return the repositories to search, warnings that name the others, and about how many vectors there are in all."""
    every = [PublishedRepository(*row) for row in connection.execute(_REPOSITORIES)]
    visible = [one for one in every if not one.release]
    only_releases = {one.name for one in every} - {one.name for one in visible}
    ((unreadable, vectors),) = connection.execute(_UNREADABLE).fetchall()
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
    return {one.number: one for one in chosen if one.form == FORM}, warnings, max(0.0, vectors or 0.0)


def warnings_about(names: Sequence[str], problem: str, what: str = "Not searched") -> list[str]:
    """Return a warning that names repositories, unless there are none."""
    more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    return [f"{what}: {', '.join(names[:SHOWN_NAMES])}{more} ({problem})."] if names else []


class _Loaded:
    """The chunks and units that were read so far."""

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self.chunks: dict[Row, PublishedChunk] = {}
        self.units: dict[Row, PublishedUnit] = {}

    def add(self, chunks: Iterable[DbRow]) -> list[Row]:
        """Read the units of some rows of chunks; return the chunks that are there."""
        added: list[Row] = []
        for repository, number, units, own, key in chunks:
            self.chunks[repository, number] = PublishedChunk(number, tuple(units), own, key)
            added.append((repository, number))
        units_of = dict.fromkeys((row[0], unit) for row in added for unit in self._unit_numbers(row))
        self.units.update(
            map(_unit, _by_rows(self._connection, _UNITS, [row for row in units_of if row not in self.units]))
        )
        return added

    def units_of(self, row: Row) -> list[PublishedUnit] | None:
        """Return the units for which a chunk may stand; None if the chunk or one of them is missing."""
        if row not in self.chunks:
            return None
        units = [self.units.get((row[0], unit)) for unit in self._unit_numbers(row)]
        return None if None in units else [unit for unit in units if unit is not None]

    def _unit_numbers(self, row: Row) -> tuple[int, ...]:
        return *self.chunks[row].units, self.chunks[row].own


def _are_few(chunks: int, vectors: float) -> bool:
    """Return whether it is faster to compare the question with so many chunks than to search a graph of all vectors.

    The graph is searched until it has led to enough of these chunks, through many of others if these are few.
    """
    return chunks <= EXACT_CHUNKS or chunks <= math.sqrt(COMPARISONS_A_STEP * NEAREST * vectors)


def _nearest(
    connection: "Connection",
    vector: "np.ndarray | None",
    among: Collection[int],
    count: int,
    loaded: _Loaded,
    *,
    by_graph: bool,
) -> dict[Row, float]:
    """Return the cosines of the chunks whose texts are nearest to the question, nearest first."""
    assert vector is not None
    if by_graph:
        connection.execute(_BY_GRAPH.format(min(count, MAX_BREADTH)).encode())
    asked = {"vector": vector_text(vector), "among": list(among), "count": count}
    found = connection.execute(_NEAREST, asked).fetchall()
    if by_graph:
        connection.execute(_BY_COMPARISON)
    rows = loaded.add(columns for *columns, _ in found)
    nearest: dict[Row, float] = {}
    places: Counter[tuple[int, bytes | None]] = Counter()
    for row, (*_, distance) in zip(rows, found, strict=True):
        text = row[0], loaded.chunks[row].key
        places[text] += 1
        if places[text] <= MAX_CHUNKS_OF_A_TEXT:
            nearest[row] = 1 - distance
    return dict(sorted(nearest.items(), key=lambda one: -one[1]))


def _by_rows(connection: "Connection", query: str, rows: Sequence[Row]) -> Iterable[DbRow]:
    if not rows:
        return ()
    numbers, others = zip(*rows, strict=True)
    return connection.execute(query.encode(), (list(numbers), list(others)))


def _unit(row: DbRow) -> tuple[Row, PublishedUnit]:
    repository, *fields = row
    unit = PublishedUnit(*fields)
    return (repository, unit.number), unit
