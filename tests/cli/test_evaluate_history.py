"""`ctx-lsp eval --history` on a repository made by the test, and on folders that are not repositories."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.evaluation.repositories import Repository

STORE = "def evict_entries(cache):\n    return cache\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the repository `shop`, whose history makes two tasks."""
    made = Repository(tmp_path / "shop")
    made.commit(
        "Begin with what is needed", {"store.py": STORE, "table.py": "def print_table(rows):\n    return rows\n"}
    )
    made.commit("Evict the entries of the cache in turn", {"store.py": STORE.replace("cache\n", "cache[1:]\n")})
    made.commit("Print the rows of a table twice", {"table.py": "def print_table(rows):\n    return 2 * rows\n"})
    return tmp_path


def test_each_commit_asks_for_definitions_and_for_files(run: Run, folder: Path) -> None:
    found = run("eval", folder / "shop", "--history", "5", "--budget", "0", "--no-semantic", "--json").json["report"]
    assert [(group["name"], group["tasks"]) for group in found["categories"]] == [("definitions", 2), ("files", 2)]
    assert found["total"]["figures"]["mrr"]["mean"] == 1
    assert [group["name"] for group in found["repositories"]] == ["shop"]


def test_repositories_below_a_folder_and_only_the_latest_commits(run: Run, folder: Path) -> None:
    several = ("eval", folder, "--folders", "{repo}", "--history", "1", "--budget", "0", "--no-semantic", "--json")
    assert run(*several, "--repo", "shop").json["report"]["total"]["tasks"] == 2
    ran = run(*several)
    assert ran.code == 2
    assert "--repo" in ran.err


def test_a_folder_without_history(run: Run, tmp_path: Path) -> None:
    ran = run("eval", tmp_path, "--history", "1")
    assert ran.code == 1
    assert str(tmp_path) in ran.err
    assert "Traceback" not in ran.err


def test_tasks_or_a_history(run: Run, folder: Path) -> None:
    for arguments in ((), (folder / "shop" / "store.py", "--history", "1")):
        ran = run("eval", folder, *arguments)
        assert ran.code == 2
        assert "--history N" in ran.err
