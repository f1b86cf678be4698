"""What a reader keeps between questions to a real PostgreSQL, and when it reads it again."""

import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pkgutil import resolve_name
from typing import NoReturn, TypeVar

import numpy as np
import psycopg
import pytest

from ctx_lsp.published import best_chunks, filtering, kept_postings
from ctx_lsp.published.best_chunks import BestChunks
from ctx_lsp.published.kept_postings import ChunkNumbering, KeptPostings, TermPostings
from ctx_lsp.published.model import FORM, Audience, PublishedRepository
from ctx_lsp.published.postings import IMPACT, NUMBER
from ctx_lsp.published.publication import publish
from ctx_lsp.published.queries import candidates
from ctx_lsp.published.reader import RepositoryReader
from ctx_lsp.sharing.database import Database
from ctx_lsp.sharing.schema import REPOSITORIES
from ctx_lsp.sharing.storage import SharingError
from tests.sharing.conftest import RepositoriesDatabase, Server, new_repositories_database
from tests.sharing.test_best_chunks import answer, assert_same, content, publish_in, question, random_terms, reader_of

T = TypeVar("T")
TERMS = {"term3": 1.0, "term9": 0.5, "term40": 1.0}


@pytest.fixture
def database(server: Server) -> RepositoriesDatabase:
    made = new_repositories_database(server, publisher="ctx_lsp_publisher", reader="ctx_lsp_reader")
    for seed in (1, 2):
        publish_in(made, f"repository {seed}", content(seed))
    return made


@pytest.fixture
def reader(database: RepositoriesDatabase) -> Iterator[RepositoryReader]:
    with closing(reader_of(database)) as reader:
        yield reader


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How many of the terms of each look-up were kept: "all", "some" or "none"."""
    found: list[str] = []
    original = BestChunks._look_up

    def recording(self: BestChunks, positions: np.ndarray, kept: Mapping[str, TermPostings]) -> None:
        number = sum(one.term in self._postings._kept for one in self._unread)
        found.append("none" if not number else "all" if number == len(self._unread) else "some")
        original(self, positions, kept)

    monkeypatch.setattr(BestChunks, "_look_up", recording)
    return found


@pytest.mark.parametrize("limit", [5_000, 1_000_000])
def test_answers_from_kept_postings_are_those_of_the_database(
    database: RepositoriesDatabase,
    reader: RepositoryReader,
    monkeypatch: pytest.MonkeyPatch,
    looked_up: list[str],
    limit: int,
) -> None:
    """Also if there is room for some terms only. Terms are looked up in memory, in the database, and in both."""
    monkeypatch.setattr(kept_postings, "MAX_BYTES", limit)
    monkeypatch.setattr(best_chunks, "READ_AT_ONCE", 1)
    monkeypatch.setattr(filtering, "NEAREST", 10)
    random = np.random.default_rng(11)
    ways = set()
    for number in range(20):
        asked = question(random_terms(random))
        if number % 2:
            most_common = min(asked.terms, key=lambda term: int(term.removeprefix("term")))
            candidates(reader, question({most_common: 1.0}), 30.0)
        looked_up.clear()
        found = candidates(reader, asked, 30.0)
        ways.update(looked_up)
        assert_same(found, answer(database, asked))
        kept = reader.postings._kept.values()
        assert sum(map(kept_postings._size, kept)) == reader.postings._bytes <= limit
    assert kept
    assert ways == {"all", "some", "none"}


def test_postings_are_read_once(
    database: RepositoriesDatabase, reader: RepositoryReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = candidates(reader, question(TERMS), 30.0)
    monkeypatch.setattr(kept_postings, "_POSTINGS", "no query")
    assert_same(candidates(reader, question(TERMS), 30.0), first)
    publish_in(database, "repository 1", content(3))
    with pytest.raises(SharingError):
        candidates(reader, question(TERMS), 30.0)


def test_kept_postings_answer_without_looking_terms_up(
    database: RepositoriesDatabase, reader: RepositoryReader, monkeypatch: pytest.MonkeyPatch, looked_up: list[str]
) -> None:
    candidates(reader, question(TERMS), 30.0)
    for limit in ("READ_AT_ONCE", "MAX_LOOKED_UP", "LOOKED_UP_AT_ONCE"):  # the latter two are for the database
        monkeypatch.setattr(best_chunks, limit, 1)
    monkeypatch.setattr(filtering, "NEAREST", 3)
    with monkeypatch.context() as only_kept:
        only_kept.setattr(best_chunks, "_TERMS", "no query")
        found = candidates(reader, question(TERMS), 30.0)
    assert looked_up == ["all"]
    assert_same(found, answer(database, question(TERMS)))


def test_the_list_of_repositories_is_that_of_the_database(
    database: RepositoriesDatabase, reader: RepositoryReader
) -> None:
    """Whether one is added, replaced, hidden from the reader, no longer listed, or withdrawn."""

    def found() -> tuple[set[str], tuple[str, ...]]:
        now = candidates(reader, question(TERMS), 30.0)
        assert_same(now, answer(database, question(TERMS)))
        return {one.name for one in now.repositories.values()}, now.warnings

    assert found() == ({"repository 1", "repository 2"}, ())
    publish_in(database, "repository 3", content(3))
    assert found() == ({"repository 1", "repository 2", "repository 3"}, ())
    publish_in(database, "repository 1", replace(content(1), postings=content(1).postings[::2]))
    assert len(found()[0]) == 3
    with psycopg.connect(database.owner, autocommit=True) as owner:
        hide = "UPDATE ctx_lsp.repositories SET readers = '{}' WHERE name = 'repository 2'"
        for change, warnings in (
            (hide, ("Not searched: repository 2 (you may not read it).",)),
            ("UPDATE ctx_lsp.repositories SET listed = false WHERE name = 'repository 2'", ()),
            ("DELETE FROM ctx_lsp.repositories WHERE name = 'repository 2'", ()),
        ):
            owner.execute(change.encode())
            assert found() == ({"repository 1", "repository 3"}, warnings)


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize(
    "step", ["searched._state_of", "searched.RepositoryList.searched_by", "term_frequencies.TermFrequencies.read"]
)
def test_nothing_is_kept_if_rights_change_meanwhile(
    server: Server, monkeypatch: pytest.MonkeyPatch, step: str, fails: bool
) -> None:
    """In a transaction, rows are those of its beginning, but membership in roles is the current one."""
    made = new_repositories_database(server, publisher="ctx_lsp_publisher", reader="ctx_lsp_reader")
    group, member = f"{made.name}_group", f"{made.name}_reader"
    publish_in(made, "repository 1", content(1))
    with (
        psycopg.connect(made.owner, autocommit=True) as owner,
        closing(Database(made["publisher"], REPOSITORIES)) as publisher,
        closing(reader_of(made)) as reader,
    ):
        owner.execute(f"CREATE ROLE {group} ROLE {member}".encode())
        publish(publisher, "repository 2", content(2), Audience(readers=(group,)))

        def revoking(read: Callable[..., T]) -> Callable[..., T]:
            def revoked(*arguments: object) -> T:
                found = read(*arguments)
                owner.execute(f"REVOKE {group} FROM {member}".encode())
                return found

            return revoked

        with monkeypatch.context() as meanwhile:
            module, _, rest = step.partition(".")
            path = f"ctx_lsp.published.{module}.{rest}"
            meanwhile.setattr(path, revoking(resolve_name(path)))
            if fails:
                meanwhile.setattr("ctx_lsp.published.queries._best", fail)
                with pytest.raises(SharingError):
                    candidates(reader, question(TERMS), 30.0)
            else:
                found = candidates(reader, question(TERMS), 30.0)
                assert len({row[0] for row in found.lexical}) == 1
        owner.execute(f"GRANT {group} TO {member}".encode())
        found = candidates(reader, question(TERMS), 30.0)
        assert_same(found, answer(made, question(TERMS)))
        assert len({row[0] for row in found.lexical}) == 2


def fail(*_: object) -> NoReturn:
    raise SharingError("it fails")


def test_postings_of_other_repositories_are_not_kept(reader: RepositoryReader) -> None:
    candidates(reader, question(TERMS), 30.0)
    assert reader.postings._kept
    one = candidates(reader, question(TERMS, wanted=("repository 1",)), 30.0)
    assert {row[0] for row in one.lexical} == set(one.repositories)
    assert len(one.repositories) == 1


def test_the_memory_of_kept_postings_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many terms have few postings, and however many postings a term has."""
    monkeypatch.setattr(kept_postings, "MAX_BYTES", 2_000_000)
    postings = KeptPostings()
    numbering = ChunkNumbering({1: PublishedRepository(1, "repository", "r", FORM, "m", 1_000_000)})
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(20_000):
            keep(postings, f"term {number}", numbering, held=1)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 1_000_000 < after - before < 2_200_000
    kept = len(postings._kept)
    keep(postings, "common", numbering, held=500_000)
    assert (len(postings._kept), "common" in postings._kept) == (kept, False)


def keep(postings: KeptPostings, term: str, numbering: ChunkNumbering, held: int) -> None:
    """Keep the postings of a term that the first `held` chunks of the only repository contain."""
    numbers, impacts = np.arange(held, dtype=NUMBER), np.ones(held, IMPACT)
    columns = np.array([1], ">i4"), np.array([held], ">i4"), numbers, impacts
    postings._keep(term, kept_postings._term_postings([one.tobytes() for one in columns], numbering))
