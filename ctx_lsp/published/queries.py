"""Reads candidates of published repositories from the database. Row-level security decides what a role may read.

BM25 is computed here, from the postings of the question's terms: impacts do not depend on other texts, and the idf is
that of the repositories searched. All reads of a question see one state of the database.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ctx_lsp.lexical.index import inverse_document_frequency
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

MAX_NAMED = 500  # units found by name
EXACT_CHUNKS = 10_000  # up to which all vectors are compared; among few of many rows, a graph could miss them
SHOWN_NAMES = 10  # of repositories in a warning
MAX_CHUNKS_OF_A_TEXT = 20  # places of one text, such as a licence in each file

# The planner takes a comparison of vectors for as cheap as one of numbers, and would rather compare and sort them all.
_BY_GRAPH = (
    f"SET LOCAL hnsw.ef_search = {NEAREST}; SET LOCAL hnsw.iterative_scan = strict_order; "
    "SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off"
)
_BY_PLANNER = "SET LOCAL enable_sort = on; SET LOCAL enable_seqscan = on; SET LOCAL enable_bitmapscan = on"
_REPOSITORIES = "SELECT id, name, revision, form, model, chunks FROM ctx_lsp.repositories ORDER BY name"
_LISTED = "SELECT ctx_lsp.listed_repositories()"
_POSTINGS = (
    "SELECT repository, term, rows, impacts FROM ctx_lsp.published_postings "
    "WHERE term = ANY(%s) AND repository = ANY(%s)"
)
_NEAREST = (
    "SELECT repository, key, 1 - (embedding <=> %(vector)s::halfvec(384)) FROM ctx_lsp.published_vectors "
    f"WHERE repository = ANY(%(among)s) ORDER BY embedding <=> %(vector)s::halfvec(384) LIMIT {NEAREST}"
)

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection, Database
_WANTED = "(SELECT * FROM unnest(%s::integer[], %s::{}[]) AS wanted (repository, {}))"
_CHUNKS = "SELECT repository, number, units, own, key FROM ctx_lsp.published_chunks WHERE (repository, {}) IN "
_CHUNKS_BY_KEY = f"{_CHUNKS.format('key')}{_WANTED.format('bytea', 'key')}"
_CHUNKS_BY_NUMBER = f"{_CHUNKS.format('number')}{_WANTED.format('integer', 'number')}"
_UNIT_COLUMNS = (
    "repository, number, path, symbol, name, kind, signature, language, role, is_test, first_line, last_line, "
    "callable, extent, centrality"
)
_UNITS = (
    f"SELECT {_UNIT_COLUMNS} FROM ctx_lsp.published_units WHERE (repository, number) IN "
    f"{_WANTED.format('integer', 'number')}"
)
_NAMED = (
    f"SELECT {_UNIT_COLUMNS} FROM ctx_lsp.published_units WHERE name = ANY(%s) AND repository = ANY(%s) "
    f"ORDER BY repository, number LIMIT {MAX_NAMED}"
)
_TEXT = (
    "SELECT text FROM ctx_lsp.published_files JOIN ctx_lsp.repositories ON repository = id "
    "WHERE name = %s AND path = %s AND revision = %s"
)


def candidates(database: "Database", question: RemoteQuestion, seconds: float) -> Candidates:
    """Ask the channels of text, meaning and names. Raises `SharingError`."""

    def read(connection: "Connection") -> Candidates:
        searched, warnings = _searched(connection, question)
        with_vectors = [one.number for one in searched.values() if one.model and one.model == question.model]
        if question.vector is not None:
            other = [one.name for one in searched.values() if one.number not in with_vectors]
            warnings += warnings_about(other, "published with another model, or none", "Searched by text alone")
        matches = _matches(connection, question, searched)
        nearest: dict[Row, float] = {}
        chunks: dict[Row, PublishedChunk] = {}
        if question.vector is not None and with_vectors:
            by_graph = sum(searched[number].chunks for number in with_vectors) > EXACT_CHUNKS
            nearest = _nearest(connection, question.vector, with_vectors, chunks, by_graph=by_graph)
        wanted = [row for row in matches.scores if row not in chunks]
        for row in _by_rows(connection, _CHUNKS_BY_NUMBER, wanted):
            _add_chunk(chunks, row)
        units = dict(_unit(row) for row in connection.execute(_NAMED, (list(question.names), list(searched))))
        named = tuple(units)
        units.update(map(_unit, _by_rows(connection, _UNITS, _units_of(chunks))))
        chunks = {row: one for row, one in chunks.items() if all((row[0], n) in units for n in (*one.units, one.own))}
        return Candidates(
            searched,
            {row: score for row, score in matches.scores.items() if row in chunks},
            {row: cosine for row, cosine in nearest.items() if row in chunks},
            named,
            chunks,
            units,
            matches.held_by,
            tuple(warnings),
        )

    return database.run(read, seconds, "ISOLATION LEVEL REPEATABLE READ READ ONLY")


def text_of(database: "Database", repository: str, revision: str, path: str, seconds: float) -> bytes | None:
    """Return the published text of a file; None if it is not published at this revision. Raises `SharingError`."""
    row = database.run(lambda one: one.execute(_TEXT, (repository, path, revision)).fetchone(), seconds)
    return None if row is None else row[0]


def _searched(connection: "Connection", question: RemoteQuestion) -> tuple[dict[int, PublishedRepository], list[str]]:
    """Return the repositories to search, and warnings that name the others."""
    visible = [PublishedRepository(*row) for row in connection.execute(_REPOSITORIES)]
    listed = {name for (name,) in connection.execute(_LISTED)}
    names = {one.name for one in visible}
    wanted = names | listed if question.wanted is None else set(question.wanted)
    wanted -= set(question.left_out)
    chosen = [one for one in visible if one.name in wanted]
    warnings = warnings_about(sorted(wanted & listed - names), "you may not read it")
    warnings += warnings_about(sorted(wanted - listed - names), "no repository of this name is published")
    old = [one.name for one in chosen if one.form != FORM]
    warnings += warnings_about(old, "published by another version of ctx-lsp")
    return {one.number: one for one in chosen if one.form == FORM}, warnings


def warnings_about(names: Sequence[str], problem: str, what: str = "Not searched") -> list[str]:
    """Return a warning that names repositories, unless there are none."""
    more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    return [f"{what}: {', '.join(names[:SHOWN_NAMES])}{more} ({problem})."] if names else []


class _Matches(NamedTuple):
    scores: dict[Row, float]
    held_by: dict[str, int]


def _matches(
    connection: "Connection", question: RemoteQuestion, searched: Mapping[int, PublishedRepository]
) -> _Matches:
    """Return the best chunks by BM25, and how many chunks contain each term."""
    starts = dict(zip(searched, np.cumsum([0, *(one.chunks for one in searched.values())])[:-1].tolist(), strict=True))
    total = sum(one.chunks for one in searched.values())
    rows_of: dict[str, list[np.ndarray]] = {}
    impacts_of: dict[str, list[np.ndarray]] = {}
    found = connection.execute(_POSTINGS, (list(question.terms), list(searched)), binary=True)
    for number, term, rows, impacts in found:
        read, values = np.frombuffer(rows, "<i4"), np.frombuffer(impacts, "<f2")
        inside = (read >= 0) & (read < searched[number].chunks)
        rows_of.setdefault(term, []).append(read[inside] + starts[number])
        impacts_of.setdefault(term, []).append(values[inside].astype(np.float64))
    scores = np.zeros(total)
    held_by = {term: sum(map(len, parts)) for term, parts in rows_of.items()}
    for term, held in held_by.items():
        factor = question.terms[term] * inverse_document_frequency(total, held)
        for rows, values in zip(rows_of[term], impacts_of[term], strict=True):
            scores[rows] += factor * values
    best = np.flatnonzero(scores > 0)
    if len(best) > NEAREST:
        best = best[np.argpartition(-scores[best], NEAREST - 1)[:NEAREST]]
    bounds, numbers = np.array(list(starts.values()), dtype=np.int64), list(starts)
    owners = np.searchsorted(bounds, best, side="right") - 1
    return _Matches(
        {
            (numbers[owner], int(place - bounds[owner])): float(scores[place])
            for place, owner in zip(best.tolist(), owners.tolist(), strict=True)
        },
        held_by,
    )


def _nearest(
    connection: "Connection",
    vector: np.ndarray,
    among: Collection[int],
    chunks: dict[Row, PublishedChunk],
    *,
    by_graph: bool,
) -> dict[Row, float]:
    """Return the cosines of the chunks nearest to the question, and add these chunks to `chunks`."""
    asked = {"vector": vector_text(vector), "among": list(among)}
    if by_graph:
        connection.execute(_BY_GRAPH)
    cosines = {(number, key): cosine for number, key, cosine in connection.execute(_NEAREST, asked)}
    if by_graph:
        connection.execute(_BY_PLANNER)
    nearest: dict[Row, float] = {}
    places: dict[tuple[int, bytes], int] = {}
    for row in _by_rows(connection, _CHUNKS_BY_KEY, list(cosines)):
        text = row[0], row[4]
        places[text] = places.get(text, 0) + 1
        if places[text] <= MAX_CHUNKS_OF_A_TEXT:
            nearest[_add_chunk(chunks, row)] = cosines[text]
    return nearest


def _by_rows(connection: "Connection", query: str, rows: Sequence[tuple[int, object]]) -> Iterable[DbRow]:
    if not rows:
        return ()
    numbers, others = zip(*rows, strict=True)
    return connection.execute(query.encode(), (list(numbers), list(others)))


def _add_chunk(chunks: dict[Row, PublishedChunk], row: DbRow) -> Row:
    repository, number, units, own, key = row
    chunk = PublishedChunk(number, tuple(units), own, key)
    chunks[repository, number] = chunk
    return repository, number


def _units_of(chunks: Mapping[Row, PublishedChunk]) -> list[Row]:
    return list(dict.fromkeys((row[0], unit) for row, one in chunks.items() for unit in (*one.units, one.own)))


def _unit(row: DbRow) -> tuple[Row, PublishedUnit]:
    repository, *fields = row
    unit = PublishedUnit(*fields)
    return (repository, unit.number), unit
