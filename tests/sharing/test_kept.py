"""What a reader keeps between questions to a real PostgreSQL, and when it reads it again."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import numpy as np
import psycopg
import pytest

from ctx_lsp.published import kept_postings
from ctx_lsp.published.queries import candidates
from ctx_lsp.published.reader import RepositoryReader
from ctx_lsp.sharing.storage import SharingError
from tests.sharing.conftest import RepositoriesDatabase, Server, new_repositories_database
from tests.sharing.test_best_chunks import answer, assert_same, content, publish_in, question, random_terms, reader_of

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


@pytest.mark.parametrize("limit", [1_000, 1_000_000])
def test_answers_from_kept_postings_are_those_of_the_database(
    database: RepositoriesDatabase, reader: RepositoryReader, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    """Also if there is room for some terms only."""
    monkeypatch.setattr(kept_postings, "MAX_BYTES", limit)
    monkeypatch.setattr("ctx_lsp.published.best_chunks.READ_AT_ONCE", 100)
    random = np.random.default_rng(11)
    for _ in range(20):
        asked = question(random_terms(random))
        assert_same(candidates(reader, asked, 30.0), answer(database, asked))
        kept = reader.postings._kept.values()
        assert sum(map(kept_postings._size, kept)) == reader.postings._bytes <= limit
    assert kept


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
    database: RepositoriesDatabase, reader: RepositoryReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    candidates(reader, question(TERMS), 30.0)
    monkeypatch.setattr("ctx_lsp.published.best_chunks.READ_AT_ONCE", 1)
    monkeypatch.setattr("ctx_lsp.published.model.NEAREST", 3)
    monkeypatch.setattr("ctx_lsp.published.best_chunks._TERMS", "no query")
    found = candidates(reader, question(TERMS), 30.0)
    monkeypatch.undo()
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


def test_postings_of_other_repositories_are_not_kept(reader: RepositoryReader) -> None:
    candidates(reader, question(TERMS), 30.0)
    assert reader.postings._kept
    one = candidates(reader, question(TERMS, wanted=("repository 1",)), 30.0)
    assert {row[0] for row in one.lexical} == set(one.repositories)
    assert len(one.repositories) == 1
