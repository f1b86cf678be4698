"""The best chunks by text and by meaning, read from a real PostgreSQL, against those of all postings and vectors."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from typing import TypeVar
from unittest.mock import patch

import numpy as np
import psycopg
import pytest

from ctx_lsp.lexical.index import inverse_document_frequency
from ctx_lsp.published import best_chunks, filtering, nearest_texts
from ctx_lsp.published.best_chunks import BestChunks
from ctx_lsp.published.kept_postings import KeptPostings
from ctx_lsp.published.model import (
    DIMENSIONS,
    FORM,
    NEAREST,
    Audience,
    Candidates,
    Postings,
    PublishedChunk,
    PublishedRepository,
    PublishedUnit,
    RemoteQuestion,
    RepositoryContent,
    Revision,
    Row,
)
from ctx_lsp.published.postings import IMPACT, NUMBER, terms_of_chunks
from ctx_lsp.published.publication import publish, vector_text
from ctx_lsp.published.queries import BY_KEY, candidates
from ctx_lsp.published.reader import RepositoryReader
from ctx_lsp.published.term_frequencies import TermFrequencies
from ctx_lsp.retrieval.model import ResultFilter
from ctx_lsp.sharing.database import Database, migrate
from ctx_lsp.sharing.schema import REPOSITORIES
from ctx_lsp.sharing.storage import SharingError
from tests.protocol.wire import until
from tests.sharing.conftest import RepositoriesDatabase, Server, former_repositories, new_repositories_database

T = TypeVar("T")
CHUNKS = 250  # of a repository: the most common terms have two blocks
VOCABULARY = 60
KEYS = [number.to_bytes(16, "big") for number in range(CHUNKS)]


def content(seed: int) -> RepositoryContent:
    """A repository whose n-th term is in a chunk with a chance of about 1/n."""
    random = np.random.default_rng(seed)
    held = random.random((VOCABULARY, CHUNKS)) < 1 / np.arange(1, VOCABULARY + 1)[:, None]
    postings = [
        Postings(f"term{number}", np.flatnonzero(row), random.uniform(0.2, 1.0, row.sum()).astype(np.float32))
        for number, row in enumerate(held)
        if row.any()
    ]
    vectors = random.normal(size=(CHUNKS, DIMENSIONS))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return RepositoryContent(
        revision=Revision("r"),
        model="m",
        files=(),
        units=[unit(number) for number in range(CHUNKS)],
        packages=(),
        exports=(),
        chunks=[PublishedChunk(number, (number,), number, key) for number, key in enumerate(KEYS)],
        vectors=dict(zip(KEYS, vectors, strict=True)),
        postings=postings,
        withheld=0,
    )


def unit(number: int) -> PublishedUnit:
    language = "go" if number % 40 == 0 else "python"
    return PublishedUnit(number, "a.py", "f", "f", "Function", "", language, "source", False, 1, 2, 1.0, 0.5, 0.1, 1)


REPOSITORIES_OF_ALL = {f"repository {seed}": content(seed) for seed in range(6)}


@pytest.fixture(scope="module")
def database(server: Server) -> RepositoriesDatabase:
    made = new_repositories_database(server, publisher="ctx_lsp_publisher", reader="ctx_lsp_reader")
    for name, published in REPOSITORIES_OF_ALL.items():
        publish_in(made, name, published)
    return made


def publish_in(database: RepositoriesDatabase, name: str, published: RepositoryContent) -> None:
    with closing(Database(database["publisher"], REPOSITORIES)) as publisher:
        publish(publisher, name, published, Audience())


def answer(database: RepositoriesDatabase, asked: RemoteQuestion) -> Candidates:
    with closing(reader_of(database)) as reader:
        return candidates(reader, asked, 30.0)


def reader_of(database: RepositoriesDatabase) -> RepositoryReader:
    return RepositoryReader(lambda: Database(database["reader"], REPOSITORIES))


def question(terms: Mapping[str, float], vector: np.ndarray | None = None, **fields: object) -> RemoteQuestion:
    asked = {"names": (), "model": "m", "wanted": None, "left_out": (), "filter": ResultFilter()} | fields
    return RemoteQuestion(terms=terms, vector=vector, **asked)  # type: ignore[arg-type]  # fields of the question


def scores(terms: Mapping[str, float], names: Sequence[str]) -> dict[tuple[str, int], float]:
    """The scores of all chunks of some repositories, from all postings."""
    found: dict[tuple[str, int], float] = {}
    for term, weight in terms.items():
        postings = {name: one for name in names for one in REPOSITORIES_OF_ALL[name].postings if one.term == term}
        held = sum(len(one.rows) for one in postings.values())
        idf = inverse_document_frequency(CHUNKS * len(names), held)
        for name, one in postings.items():
            for number, impact in zip(one.rows.tolist(), one.impacts.astype(IMPACT).tolist(), strict=True):
                found[name, number] = found.get((name, number), 0.0) + weight * idf * impact
    return found


def random_terms(random: np.random.Generator) -> dict[str, float]:
    drawn = random.integers(VOCABULARY + 5, size=random.integers(1, 9))  # five of them in no chunk
    return {f"term{number}": float(random.choice([0.3, 1.0])) for number in drawn.tolist()}


@pytest.mark.parametrize("limits", [(1, 1, 1), (1, 30, 1_000), (10, 1_000, 5), (50, 5, 40), (100_000, 1, 1)])
def test_the_best_chunks_are_those_of_all_postings(
    database: RepositoriesDatabase, monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int, int]
) -> None:
    """However much is read or looked up at once."""
    for name, limit in zip(("READ_AT_ONCE", "LOOKED_UP_AT_ONCE", "MAX_LOOKED_UP"), limits, strict=True):
        monkeypatch.setattr(best_chunks, name, limit)
    random = np.random.default_rng(5)
    with psycopg.connect(database["reader"]) as connection:
        connection.execute(BY_KEY)
        rows = connection.execute("SELECT id, name FROM ctx_lsp.repositories").fetchall()
        for _ in range(30):
            chosen: dict[int, str] = dict(sorted(rows)[: random.integers(1, len(rows) + 1)])
            searched = {
                number: PublishedRepository(number, name, "r", FORM, "m", CHUNKS) for number, name in chosen.items()
            }
            terms = random_terms(random)
            expected = scores(terms, list(chosen.values()))
            best = BestChunks(connection, terms, searched, TermFrequencies(), KeptPostings())
            for count in (1, 7, 40, 1_000):  # what was read for a few serves for more
                found = best.best(count)
                ranked = sorted(expected.values(), reverse=True)[:count]
                assert list(found.values()) == pytest.approx(ranked)
                for (number, chunk), score in found.items():
                    assert score == pytest.approx(expected[chosen[number], chunk])


def test_common_terms_are_not_read(database: RepositoriesDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are looked up in the chunks that can be among the best."""
    monkeypatch.setattr(best_chunks, "READ_AT_ONCE", 10)
    read: list[str] = []
    original = BestChunks._read

    def recording(self: BestChunks, terms: Sequence[best_chunks._Term]) -> None:
        read.extend(one.term for one in terms)
        original(self, terms)

    monkeypatch.setattr(BestChunks, "_read", recording)
    terms = {"term0": 1.0, "term1": 1.0, "term40": 1.0}
    found = answer(database, question(terms))
    expected = scores(terms, list(REPOSITORIES_OF_ALL))
    assert list(found.lexical.values())[:3] == pytest.approx(sorted(expected.values(), reverse=True)[:3])
    assert found.held_by["term0"] == CHUNKS * len(REPOSITORIES_OF_ALL)
    with psycopg.connect(database["reader"]) as connection:
        connection.execute(BY_KEY)
        numbers = [number for (number,) in connection.execute("SELECT id FROM ctx_lsp.repositories")]
        searched = {number: PublishedRepository(number, "", "r", FORM, "m", CHUNKS) for number in numbers}
        read.clear()
        best = BestChunks(connection, terms, searched, TermFrequencies(), KeptPostings()).best(3)
    assert read == ["term40"]
    assert list(best.values()) == pytest.approx(sorted(expected.values(), reverse=True)[:3])


def test_frequencies_are_kept_until_a_repository_is_published_again(server: Server) -> None:
    made = new_repositories_database(server, publisher="ctx_lsp_publisher", reader="ctx_lsp_reader")
    publish_in(made, "repository", content(1))
    with closing(reader_of(made)) as reader:
        first = candidates(reader, question({"term0": 1.0}), 30.0)
        frequencies = reader.frequencies
        kept = dict(frequencies._kept)
        candidates(reader, question({"term0": 1.0, "term1": 1.0}), 30.0)
        assert frequencies._kept.items() > kept.items()
        publish_in(made, "repository", replace(content(1), postings=content(1).postings[1:]))
        again = candidates(reader, question({"term0": 1.0}), 30.0)
    assert first.held_by == {"term0": CHUNKS}
    assert not again.held_by
    assert not again.lexical


def test_a_failure_to_read_frequencies_is_not_remembered(database: RepositoriesDatabase) -> None:
    repositories = {1: PublishedRepository(1, "", "r", FORM, "m", CHUNKS)}
    frequencies = TermFrequencies()
    with psycopg.connect(database["reader"]) as connection:
        connection.execute("SET statement_timeout = 1")
        with pytest.raises(psycopg.errors.QueryCanceled):
            connection.execute("SELECT pg_sleep(1)")
        with pytest.raises(psycopg.errors.InFailedSqlTransaction):
            frequencies.read(connection, ["term0"], repositories)
        connection.rollback()
        assert frequencies.read(connection, ["term0"], repositories)["term0"].held == CHUNKS


def test_what_was_published_in_between_is_left_out(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second part of a question may see a later state than the first."""
    made = new_repositories_database(server, publisher="ctx_lsp_publisher", reader="ctx_lsp_reader")
    for seed in (1, 2):
        publish_in(made, f"repository {seed}", content(seed))
    begin = RepositoryReader.begin

    def published_meanwhile(reader: RepositoryReader, work: Callable[[Database], T]) -> Future[T]:
        publish_in(made, "repository 1", content(3))
        return begin(reader, work)

    monkeypatch.setattr(RepositoryReader, "begin", published_meanwhile)
    vector = next(iter(content(2).vectors.values()))
    found = answer(made, question({"term0": 1.0}, vector, names=("f",)))
    names = {number: one.name for number, one in found.repositories.items()}
    assert {names[row[0]] for row in found.lexical} == {"repository 1", "repository 2"}
    assert {names[row[0]] for row in (*found.nearest, *found.named)} == {"repository 2"}


def test_a_failure_of_the_second_connection_is_one_of_the_question(database: RepositoriesDatabase) -> None:
    opened: list[Database] = []

    def open_database() -> Database:
        opened.append(Database(database["reader"] if not opened else "postgresql:///nowhere", REPOSITORIES))
        return opened[-1]

    with closing(RepositoryReader(open_database)) as reader, pytest.raises(SharingError):
        candidates(reader, question({"term0": 1.0}), 30.0)


@pytest.mark.parametrize("exact", [10_000, 0])
def test_the_nearest_texts_are_those_of_the_asked_repositories(database: RepositoriesDatabase, exact: int) -> None:
    """By comparison, and by the graph, which leads past those of other repositories."""
    wanted = tuple(REPOSITORIES_OF_ALL)[2:4]
    vector = next(iter(REPOSITORIES_OF_ALL["repository 0"].vectors.values()))
    asked = question({}, vector, wanted=wanted)
    with patch.object(nearest_texts, "EXACT_CHUNKS", exact), patch.object(nearest_texts, "COMPARISONS_A_STEP", 0):
        found = answer(database, asked)
    names = {number: one.name for number, one in found.repositories.items()}
    assert set(names.values()) == set(wanted)
    cosines = {
        (name, number): float(row @ vector)
        for name in wanted
        for number, row in enumerate(REPOSITORIES_OF_ALL[name].vectors.values())
    }
    best = sorted(cosines, key=cosines.__getitem__, reverse=True)
    assert len(found.nearest) == NEAREST
    near = {(names[number], chunk): cosine for (number, chunk), cosine in found.nearest.items()}
    assert near == pytest.approx({row: cosines[row] for row in near}, abs=0.001)
    assert len(set(near) & set(best[: len(near)])) > 0.97 * len(near)


def test_few_chunks_among_many_are_compared(database: RepositoriesDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table has 1,500 vectors; its size is an estimate, which nobody has made yet."""
    monkeypatch.setattr(nearest_texts, "EXACT_CHUNKS", 10)
    monkeypatch.setattr(nearest_texts, "COMPARISONS_A_STEP", 0.048)
    with psycopg.connect(database.owner, autocommit=True) as connection:
        assert nearest_texts._are_few(connection, 10)
        connection.execute("ANALYZE ctx_lsp.published_vectors")
        assert nearest_texts._are_few(connection, 119)
        assert not nearest_texts._are_few(connection, 121)


@pytest.mark.parametrize("limits", [(best_chunks.READ_AT_ONCE, NEAREST), (1, 20)])
def test_damaged_postings_cost_no_answer(
    server: Server, monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int]
) -> None:
    """A publisher can store anything in its own rows. Terms are read, or looked up in the database and in memory."""
    monkeypatch.setattr(best_chunks, "READ_AT_ONCE", limits[0])
    monkeypatch.setattr(filtering, "NEAREST", limits[1])
    made = new_repositories_database(server, publisher="ctx_lsp_publisher", reader="ctx_lsp_reader")
    only = Postings("only", np.arange(CHUNKS), np.full(CHUNKS, 0.1, np.float32))
    publish_in(made, "repository 1", replace(content(1), postings=[*content(1).postings, only]))
    publish_in(made, "repository 2", content(2))
    asked = question({"term0": 1.0, "term5": 1.0, "term30": 1.0, "only": 0.1})

    def found(number: int) -> list[dict[Row, float]]:
        """The chunks of a repository, found by a reader that keeps nothing yet, and again when it keeps everything."""
        with closing(reader_of(made)) as reader:
            answers = [candidates(reader, asked, 30.0)]
            for term in asked.terms:
                candidates(reader, question({term: 1.0}), 30.0)
            answers.append(candidates(reader, asked, 30.0))
        return [{row: score for row, score in one.lexical.items() if row[0] == number} for one in answers]

    with psycopg.connect(made.owner, autocommit=True) as connection:
        ((first,), (second,)) = connection.execute("SELECT id FROM ctx_lsp.repositories ORDER BY id").fetchall()
        healthy, again = found(second)
        assert again == pytest.approx(healthy)
        for change in (
            "UPDATE ctx_lsp.published_chunks SET terms = '\\x000000000000', impacts = '\\x000000' "
            "WHERE repository = %s",
            "UPDATE ctx_lsp.published_postings SET numbers = substring(numbers FROM 2) WHERE repository = %s",
            "UPDATE ctx_lsp.published_postings SET numbers = decode(repeat('ff', 4 * held), 'hex') "
            "WHERE repository = %s",
            "UPDATE ctx_lsp.published_postings SET numbers = decode(repeat('00', 4 * held), 'hex') "
            "WHERE repository = %s",
            "UPDATE ctx_lsp.published_postings SET bound = 'NaN' WHERE repository = %s",
            "UPDATE ctx_lsp.published_postings SET bound = -5 WHERE repository = %s",
            "UPDATE ctx_lsp.published_postings SET impacts = decode(repeat('ff7f', held), 'hex') "  # not a number
            "WHERE repository = %s",
            "UPDATE ctx_lsp.published_postings SET impacts = decode(repeat('007c', held), 'hex') "  # infinite
            "WHERE repository = %s",
            "UPDATE ctx_lsp.published_chunks SET terms = '' WHERE repository = %s",
            "DELETE FROM ctx_lsp.published_chunks WHERE repository = %s",
        ):
            connection.execute(change.encode(), (first,))
            for now in found(second):
                assert {row: now[row] for row in healthy} == pytest.approx(healthy), change
    assert found(first) == [{}, {}]


def test_what_was_published_before_is_carried_over(server: Server, database: RepositoriesDatabase) -> None:
    """Rows of the former tables become those that the same content is published as now."""
    made = new_repositories_database(
        server, former_repositories(3), publisher="ctx_lsp_publisher", reader="ctx_lsp_reader"
    )
    with psycopg.connect(made.owner, autocommit=True) as connection, psycopg.connect(database.owner) as now:
        for kind in ("repositories", "published_units"):
            columns = "*" if kind == "published_units" else "name, revision, form, model, chunks, readers, listed"
            for row in now.execute(f"SELECT {columns} FROM ctx_lsp.{kind} ORDER BY 1".encode()):
                marks = ", ".join(["%s"] * len(row))
                listed = "" if columns == "*" else f"({columns})"
                connection.execute(f"INSERT INTO ctx_lsp.{kind} {listed} VALUES ({marks})".encode(), row)
        numbers = [number for (number,) in connection.execute("SELECT id FROM ctx_lsp.repositories ORDER BY id")]
        for number, published in zip(numbers, REPOSITORIES_OF_ALL.values(), strict=True):
            former_rows(connection, number, published)
        connection.execute("INSERT INTO ctx_lsp.published_postings VALUES (1, 'damaged', '\\x00', '\\x0000')")
    assert migrate(made.owner, REPOSITORIES) == [4]
    random = np.random.default_rng(9)
    for _ in range(10):
        vector = random.normal(size=DIMENSIONS)
        asked = question(random_terms(random), vector / np.linalg.norm(vector), names=("f",))
        assert_same(answer(made, asked), answer(database, asked))
    with psycopg.connect(made.owner) as connection, psycopg.connect(database.owner) as now:
        for columns, kind in (
            ("repository, term, block, held, bound, numbers, impacts", "postings"),
            ("repository, number, units, own, key", "chunks"),
        ):
            query = f"SELECT {columns} FROM ctx_lsp.published_{kind} ORDER BY 1, 2, 3".encode()
            assert connection.execute(query).fetchall() == now.execute(query).fetchall()
        assert held_terms(connection) == held_terms(now)


def test_a_publication_that_has_begun_is_carried_over(server: Server) -> None:
    """Migration 4 waits until it is stored."""
    made = new_repositories_database(
        server, former_repositories(3), publisher="ctx_lsp_publisher", reader="ctx_lsp_reader"
    )
    published = content(1)
    with (
        ThreadPoolExecutor(1) as pool,
        psycopg.connect(made.owner, autocommit=True) as owner,
        psycopg.connect(made["publisher"]) as publisher,
    ):
        inserted = publisher.execute(
            "INSERT INTO ctx_lsp.repositories (name, revision, form, model, chunks, readers, listed) "
            "VALUES ('repository', 'r', %s, 'm', %s, '{ctx_lsp_reader}', true) RETURNING id",
            (FORM, CHUNKS),
        ).fetchone()
        assert inserted
        former_rows(publisher, inserted[0], published)
        migrated = pool.submit(migrate, made.owner, REPOSITORIES)
        until(lambda: waits_for_lock(owner) or migrated.done())
        assert not migrated.done()
        with pytest.raises(SharingError, match="version 3, and this program needs 4"):
            answer(made, question({"term0": 1.0}))
        publisher.commit()
        assert migrated.result(60) == [4]
        counts = (
            "SELECT (SELECT count(*) FROM ctx_lsp.published_chunks), (SELECT count(*) FROM ctx_lsp.published_vectors)"
        )
        assert owner.execute(counts).fetchone() == (CHUNKS, CHUNKS)
    assert answer(made, question({"term0": 1.0})).held_by == {"term0": CHUNKS}


def waits_for_lock(connection: psycopg.Connection) -> bool:
    """Whether a process of the database waits for another's transaction."""
    waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    return bool(connection.execute(waiting).fetchone())


def former_rows(connection: psycopg.Connection, number: int, published: RepositoryContent) -> None:
    """Insert chunks, postings and vectors as they were before migration 4."""
    with connection.cursor() as cursor:
        chunks = [(number, one.number, list(one.units), one.own, one.key) for one in published.chunks]
        cursor.executemany("INSERT INTO ctx_lsp.published_chunks VALUES (%s, %s, %s, %s, %s)", chunks)
        rows = [
            (number, one.term, one.rows.astype(NUMBER).tobytes(), one.impacts.astype(IMPACT).tobytes())
            for one in published.postings
        ]
        cursor.executemany("INSERT INTO ctx_lsp.published_postings VALUES (%s, %s, %s, %s)", rows)
        vectors = [(number, key, vector_text(row)) for key, row in published.vectors.items()]
        cursor.executemany("INSERT INTO ctx_lsp.published_vectors VALUES (%s, %s, %s)", vectors)


def assert_same(one: Candidates, other: Candidates) -> None:
    assert one.lexical == pytest.approx(other.lexical)
    assert one.nearest == pytest.approx(other.nearest)
    assert (one.held_by, one.named, one.chunks) == (other.held_by, other.named, other.chunks)


def held_terms(connection: psycopg.Connection) -> dict[Row, set[tuple[bytes, bytes]]]:
    """The terms of each chunk, whose order does not matter."""
    found = {}
    for repository, number, terms, impacts in connection.execute(
        "SELECT repository, number, terms, impacts FROM ctx_lsp.published_chunks"
    ):
        assert len(terms) == 2 * len(impacts)
        found[repository, number] = set(zip(cut(terms, 4), cut(impacts, 2), strict=True))
    return found


def cut(data: bytes, size: int) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))


def test_terms_of_chunks_are_the_postings_the_other_way_round() -> None:
    postings = content(3).postings
    found = terms_of_chunks(postings)
    assert sum(len(one.impacts) // 2 for one in found.values()) == sum(len(one.rows) for one in postings)
    assert terms_of_chunks(()) == {}
