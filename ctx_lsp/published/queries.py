"""Finds the candidates for a question in published repositories. Row-level security decides what a role may read.

A search has two parts, which the database executes at the same time on two connections: by text (`best_chunks`), and by
meaning and name (`nearest_texts`, `loaded`). All reads of a part see one state of the database. If a repository is
published again between the two states, its results from the second part are left out.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ctx_lsp.published.best_chunks import BestChunks
from ctx_lsp.published.filtering import STEPS, Propose, UnitFilter, best_admitted
from ctx_lsp.published.loaded import Loaded
from ctx_lsp.published.model import Candidates, RemoteQuestion, Row
from ctx_lsp.published.nearest_texts import nearest_texts
from ctx_lsp.published.postings import array_text
from ctx_lsp.published.reader import RepositoryReader
from ctx_lsp.published.searched import Searched
from ctx_lsp.sharing.storage import SharingError, no_answer

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection, Database

T = TypeVar("T")
TextPlace = tuple[str, str, str]
"""The name of a repository, its revision, and the path of a file."""

# Every read is by key, or in the order of the graph of vectors, and joins are in the order in which they are written.
# The planner expects too many rows behind row-level security, and takes a comparison of vectors for as cheap as one of
# numbers: it would rather read whole tables, or compile a query that then runs for a few milliseconds.
BY_KEY = (
    "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; "
    "SET LOCAL enable_material = off; SET LOCAL join_collapse_limit = 1; SET LOCAL jit = off"
)
_TEXTS = (
    "SELECT name, revision, path, text "
    "FROM unnest(%s::text[], %s::text[], %s::text[]) AS wanted (name, revision, path) "
    "JOIN ctx_lsp.repositories USING (name, revision) JOIN ctx_lsp.published_files USING (path) "
    "WHERE repository = id AND text IS NOT NULL"
)


_TIMES = "SELECT id, extract(epoch FROM published)::float8 FROM ctx_lsp.repositories WHERE id = ANY(%s::integer[])"


@dataclass(frozen=True, slots=True)
class _Found:
    """The results of one part of a search: chunks with scores, best first, and units found by name."""

    scores: Mapping[Row, float]
    loaded: Loaded
    named: tuple[Row, ...] = ()


def candidates(reader: RepositoryReader, question: RemoteQuestion, seconds: float) -> Candidates:
    """Find the candidates for a question by text, by meaning and by name. Raises `SharingError`."""

    def read(connection: "Connection") -> Candidates:
        searched = reader.repositories.searched_by(connection, question)
        work = partial(_in_one_state, seconds, partial(_by_meaning_and_name, question, searched))
        promised = reader.begin(work)
        may_be_kept = False
        try:
            best_chunks = BestChunks(
                connection, question.terms, searched.repositories, reader.frequencies, reader.postings
            )
            text = _by_text(question, best_chunks, connection)
            may_be_kept = reader.repositories.is_current(connection)
            other = promised.result(seconds)
        except TimeoutError as error:
            raise SharingError(no_answer(seconds)) from error
        finally:
            promised.cancel()  # unless it is being answered: nobody waits for it any more
            if not may_be_kept:  # rights may have changed in between, so that some rows were not read
                reader.forget()
        return Candidates(
            searched.repositories,
            text.scores,
            other.scores,
            other.named,
            {**text.loaded.chunks_of(text.scores), **other.loaded.chunks_of(other.scores)},
            {**other.loaded.units, **text.loaded.units},
            best_chunks.held_by,
            tuple(searched.warnings),
        )

    return _in_one_state(seconds, read, reader.database)


def texts_of(database: "Database", places: Sequence[TextPlace], seconds: float) -> dict[TextPlace, bytes]:
    """Return the texts of files that are published at the revisions in `places`. Raises `SharingError`."""

    def read(connection: "Connection") -> dict[TextPlace, bytes]:
        columns = list(map(list, zip(*places, strict=True)))
        return {(name, revision, path): text for name, revision, path, text in connection.execute(_TEXTS, columns)}

    return database.run(read, seconds) if places else {}


def _in_one_state(seconds: float, read: "Callable[[Connection], T]", database: "Database") -> T:
    return database.run(read, seconds, f"ISOLATION LEVEL REPEATABLE READ READ ONLY; {BY_KEY}")


def _by_text(question: RemoteQuestion, best_chunks: BestChunks, connection: "Connection") -> _Found:
    loaded = Loaded(connection)

    def propose(count: int) -> Mapping[Row, float]:
        proposed = best_chunks.best(count)
        loaded.add(proposed)
        return proposed

    return _Found(_best(propose, question, loaded), loaded)


def _by_meaning_and_name(question: RemoteQuestion, searched: Searched, connection: "Connection") -> _Found:
    loaded = Loaded(connection)
    named = loaded.add_named(question.names, searched.repositories) if question.names else ()
    vector, among = question.vector, searched.with_vectors
    scores: Mapping[Row, float] = {}
    if vector is not None and among:

        def propose(count: int) -> Mapping[Row, float]:
            return loaded.add_texts(nearest_texts(connection, vector, among, count))

        scores = _best(propose, question, loaded)
    unchanged = _unchanged(connection, {row[0] for row in (*scores, *named)}, searched)
    return _Found(
        {row: score for row, score in scores.items() if row[0] in unchanged},
        loaded,
        tuple(row for row in named if row[0] in unchanged),
    )


def _unchanged(connection: "Connection", repositories: Collection[int], searched: Searched) -> set[int]:
    """Return those of the `repositories` that have not been published again since `searched` was read."""
    times = connection.execute(_TIMES, [array_text(repositories)]).fetchall()
    return {number for number, time in times if time == searched.repositories[number].published}


def _best(propose: Propose, question: RemoteQuestion, loaded: Loaded) -> dict[Row, float]:
    """Return the proposed chunks with the best scores, best first.

    Chunks that were not loaded with all of their units, and those that the question's filter rejects, are left out.
    """
    wanted = UnitFilter(question.filter)
    if wanted.is_empty:
        return best_admitted(propose, loaded.is_whole, 1)

    def admits(row: Row) -> bool:
        return loaded.is_whole(row) and any(map(wanted.admits, loaded.units_of(row)))

    return best_admitted(propose, admits, STEPS)
