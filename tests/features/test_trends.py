"""Trends read from the commits of a real repository."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.past.trends import trends_at, trends_of
from ctx_lsp.text.git import GitError
from ctx_lsp.text.roots import Roots
from tests.evaluation.repositories import Repository

OLD = "from unittest import TestCase\n\nclass TestIt(TestCase):\n    def test_it(self):\n        pass\n"
NEW = "def test_it():\n    pass\n"


def roots_of(*folders: Path) -> Roots:
    return Roots.of(folders)


def test_a_migration_in_the_last_half_year(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = Repository(tmp_path / "shop")
    files = [f"tests/test_{number}.py" for number in range(8)]

    def commit(day: datetime, contents: dict[str, str]) -> None:
        monkeypatch.setenv("GIT_COMMITTER_DATE", day.isoformat())
        repository.commit("Change", contents)

    commit(
        datetime(2023, 1, 1, tzinfo=UTC), dict.fromkeys(files, OLD) | {"vendor/test_it.py": OLD, "src/a.py": "x = 1\n"}
    )
    assert trends_of(roots_of(repository.folder), CancelToken()) == {}, "there is no earlier state"
    commit(datetime(2024, 1, 1, tzinfo=UTC), {"src/a.py": "x = 2\n"})
    assert trends_of(roots_of(repository.folder), CancelToken()) == {}
    commit(datetime(2024, 2, 1, tzinfo=UTC), dict.fromkeys(files[:6], NEW))
    expected = {
        ("python", ("tests", "TestCase classes")): "declining",
        ("python", ("tests", "test functions")): "rising",
    }
    assert trends_of(roots_of(repository.folder), CancelToken()) == expected
    outside = tmp_path / "outside"
    outside.mkdir()
    assert trends_of(roots_of(outside, repository.folder), CancelToken()) == expected, "a folder without a history"
    commit(datetime(2027, 1, 1, tzinfo=UTC), {"src/a.py": "x = 3\n"})
    assert trends_of(roots_of(repository.folder), CancelToken()) == {}, "it is long ago"


def test_a_failure_of_git_is_an_error_of_the_trends_at_known_commits(tmp_path: Path) -> None:
    folder = tmp_path / "outside"
    folder.mkdir()
    with pytest.raises(GitError):
        trends_at({folder: "HEAD"}, CancelToken())
