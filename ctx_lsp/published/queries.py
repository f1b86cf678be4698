"""Reads candidates of published repositories from the database. Row-level security decides what a role may read.

BM25 is computed here, from the postings of the question's terms: impacts do not depend on other texts, and the idf is
that of the repositories searched. All reads of a question see one state of the database.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ctx_lsp.lexical.index import inverse_document_frequency
from ctx_lsp.published.filtering import STEPS, Propose, UnitFilter, best_admitted
from ctx_lsp.published.model import (
    FORM,
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
SHOWN_NAMES = 10  # of repositories in a warning
GRAPH_BREADTH = 64  # texts that a search keeps in each of the eight graphs; it goes on if they are too few
MAX_CHUNKS_OF_A_TEXT = 20  # places of one text, such as a licence in each file

# Every read is by key, or in the order of the graph of vectors. The planner expects too many rows behind row-level
# security, and takes a comparison of vectors for as cheap as one of numbers: it would rather read whole tables.
BY_KEY = "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off"
_BY_GRAPH = (
    f"SET LOCAL hnsw.ef_search = {GRAPH_BREADTH}; SET LOCAL hnsw.iterative_scan = strict_order; "
    "SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off"
)
_BY_COMPARISON = "SET LOCAL enable_sort = on; SET LOCAL enable_bitmapscan = on"
_REPOSITORIES = "SELECT id, name, revision, form, model, chunks, release FROM ctx_lsp.repositories ORDER BY name"
_LISTED = "SELECT ctx_lsp.listed_repositories()"
_POSTINGS = (
    "SELECT term, array_agg(repository), array_agg(octet_length(impacts) / 2), string_agg(rows, ''), "
    "string_agg(impacts, '') FROM ctx_lsp.published_postings WHERE term = ANY(%s) AND repository = ANY(%s) "
    "AND octet_length(rows) = 2 * octet_length(impacts) GROUP BY term"
)
_NEAREST = (
    "SELECT repository, key, 1 - (embedding <=> %(vector)s::halfvec(384)) FROM ctx_lsp.published_vectors "
    "WHERE repository = ANY(%(among)s) ORDER BY embedding <=> %(vector)s::halfvec(384) LIMIT %(count)s"
)

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection, Database
_WANTED = "(SELECT * FROM unnest(%s::integer[], %s::{}[]) AS wanted (repository, {}))"
_CHUNKS = "SELECT repository, number, units, own, key FROM ctx_lsp.published_chunks WHERE (repository, {}) IN "
_CHUNKS_BY_KEY = f"{_CHUNKS.format('key')}{_WANTED.format('bytea', 'key')}"
_CHUNKS_BY_NUMBER = f"{_CHUNKS.format('number')}{_WANTED.format('integer', 'number')}"
_UNIT_COLUMNS = (
    "repository, number, path, symbol, name, kind, signature, language, role, is_test, first_line, last_line, "
    "callable, extent, centrality, name_line"
)
_UNITS = (
    f"SELECT {_UNIT_COLUMNS} FROM ctx_lsp.published_units WHERE (repository, number) IN "
    f"{_WANTED.format('integer', 'number')}"
)
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
        connection.execute(BY_KEY)
        searched, warnings = _searched(connection, question)
        with_vectors = [one.number for one in searched.values() if one.model and one.model == question.model]
        if question.vector is not None:
            other = [one.name for one in searched.values() if one.chunks and one.number not in with_vectors]
            warnings += warnings_about(other, "published with another model, or none", "Searched by text alone")
        matches = _matches(connection, question, searched)
        loaded = _Loaded(connection)
        wanted = UnitFilter(question.filter)

        def admits(row: Row) -> bool:
            units = loaded.units_of(row)
            return units is not None and (wanted.is_empty or any(map(wanted.admits, units)))

        def best(propose: Propose) -> dict[Row, float]:
            return best_admitted(propose, admits, 1 if wanted.is_empty else STEPS)

        def by_text(count: int) -> Mapping[Row, float]:
            proposed = matches.best(count)
            loaded.add(_CHUNKS_BY_NUMBER, [row for row in proposed if row not in loaded.chunks])
            return proposed

        def by_meaning(count: int) -> Mapping[Row, float]:
            by_graph = sum(searched[number].chunks for number in with_vectors) > EXACT_CHUNKS
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
            matches.held_by,
            tuple(warnings),
        )

    return database.run(read, seconds, "ISOLATION LEVEL REPEATABLE READ READ ONLY")


def texts_of(database: "Database", places: Sequence[TextPlace], seconds: float) -> dict[TextPlace, bytes]:
    """Return the texts of files that are published at the revisions in `places`. Raises `SharingError`."""

    def read(connection: "Connection") -> dict[TextPlace, bytes]:
        columns = list(map(list, zip(*places, strict=True)))
        return {(name, revision, path): text for name, revision, path, text in connection.execute(_TEXTS, columns)}

    return database.run(read, seconds) if places else {}


def _searched(connection: "Connection", question: RemoteQuestion) -> tuple[dict[int, PublishedRepository], list[str]]:
    """Return the repositories to search, and warnings that name the others."""
    every = [PublishedRepository(*row) for row in connection.execute(_REPOSITORIES)]
    visible = [one for one in every if not one.release]
    only_releases = {one.name for one in every} - {one.name for one in visible}
    listed = {name for (name,) in connection.execute(_LISTED)}
    names = {one.name for one in visible}
    wanted = (names | listed) - only_releases if question.wanted is None else set(question.wanted)
    wanted -= set(question.left_out)
    chosen = [one for one in visible if one.name in wanted]
    names |= only_releases
    warnings = warnings_about(sorted(wanted & only_releases), "only releases of it are published, for definitions")
    warnings += warnings_about(sorted(wanted & listed - names), "you may not read it")
    warnings += warnings_about(sorted(wanted - listed - names), "no repository of this name is published")
    old = [one.name for one in chosen if one.form != FORM]
    warnings += warnings_about(old, "published by another version of ctx-lsp")
    return {one.number: one for one in chosen if one.form == FORM}, warnings


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

    def add(self, query: str, wanted: Sequence[tuple[int, object]]) -> list[Row]:
        """Read chunks with their units; return the chunks that are there."""
        added: list[Row] = []
        for repository, number, units, own, key in _by_rows(self._connection, query, wanted):
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


class _Matches:
    """The BM25 scores of all chunks, and how many chunks contain each term."""

    def __init__(self, scores: np.ndarray, starts: Mapping[int, int], held_by: Mapping[str, int]) -> None:
        """Use the scores of repositories one after another; `starts` has the place of the first chunk of each."""
        self._scores, self._starts = scores, starts
        self.held_by = held_by

    def best(self, count: int) -> dict[Row, float]:
        """Return the scores of the best chunks, best first."""
        best = np.flatnonzero(self._scores > 0)
        if len(best) > count:
            best = best[np.argpartition(-self._scores[best], count - 1)[:count]]
        best = best[np.argsort(-self._scores[best], kind="stable")]
        bounds, numbers = np.array(list(self._starts.values()), dtype=np.int64), list(self._starts)
        owners = np.searchsorted(bounds, best, side="right") - 1
        return {
            (numbers[owner], int(place - bounds[owner])): float(self._scores[place])
            for place, owner in zip(best.tolist(), owners.tolist(), strict=True)
        }


def _matches(
    connection: "Connection", question: RemoteQuestion, searched: Mapping[int, PublishedRepository]
) -> _Matches:
    """Return the BM25 scores of all chunks of the repositories."""
    starts = dict(zip(searched, np.cumsum([0, *(one.chunks for one in searched.values())])[:-1].tolist(), strict=True))
    total = sum(one.chunks for one in searched.values())
    scores = np.zeros(total)
    held_by: dict[str, int] = {}
    found = connection.execute(_POSTINGS, (list(question.terms), list(searched)), binary=True)
    for term, repositories, counts, rows, impacts in sorted(found):
        numbers, weights = np.frombuffer(rows, "<i4"), np.frombuffer(impacts, "<f2").astype(np.float32)
        places = numbers + np.repeat([starts[one] for one in repositories], counts)
        inside = (numbers >= 0) & (numbers < np.repeat([searched[one].chunks for one in repositories], counts))
        if not inside.all():
            places, weights = places[inside], weights[inside]
        held_by[term] = len(places)
        scores[places] += question.terms[term] * inverse_document_frequency(total, len(places)) * weights
    return _Matches(scores, starts, held_by)


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
    asked = {"vector": vector_text(vector), "among": list(among), "count": count}
    if by_graph:
        connection.execute(_BY_GRAPH)
    cosines = {(number, key): cosine for number, key, cosine in connection.execute(_NEAREST, asked)}
    if by_graph:
        connection.execute(_BY_COMPARISON)
    nearest: dict[Row, float] = {}
    places: Counter[tuple[int, bytes | None]] = Counter()
    for row in loaded.add(_CHUNKS_BY_KEY, list(cosines)):
        text = row[0], loaded.chunks[row].key
        places[text] += 1
        if places[text] <= MAX_CHUNKS_OF_A_TEXT:
            nearest[row] = cosines[text]
    return dict(sorted(nearest.items(), key=lambda one: -one[1]))


def _by_rows(connection: "Connection", query: str, rows: Sequence[tuple[int, object]]) -> Iterable[DbRow]:
    if not rows:
        return ()
    numbers, others = zip(*rows, strict=True)
    return connection.execute(query.encode(), (list(numbers), list(others)))


def _unit(row: DbRow) -> tuple[Row, PublishedUnit]:
    repository, *fields = row
    unit = PublishedUnit(*fields)
    return (repository, unit.number), unit
