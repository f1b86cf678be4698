"""`ctx-lsp cache` as users run it, on a real package, with a separate cache for each test."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ctx_lsp.cache.record_cache import root_file
from tests.cli.conftest import Ran, Run


@pytest.fixture
def cached(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `ctx-lsp` with a cache for this test alone."""
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(tmp_path / "cache"))
    monkeypatch.setenv("CTX_LSP_MODEL_EMBEDDING", "none")
    return run


def roots(ran: Ran) -> dict[str, bool]:
    return {store["root"]: store["exists"] for store in ran.json["stores"] if store["kind"] == "root"}


def test_cached_data_is_listed_with_its_size(cached: Run, tenacity_root: Path, tmp_path: Path) -> None:
    assert cached("cache", "ls", "--json").json["stores"] == []
    status = cached("index", tenacity_root, "--json").json
    listed = cached("cache", "ls", "--json").json
    assert listed["path"] == status["cache"]["path"] == str(tmp_path / "cache")
    assert [store["kind"] for store in listed["stores"]] == ["vectors", "root"]
    assert listed["stores"][1]["root"] == str(tenacity_root)
    assert listed["bytes"] == sum(store["bytes"] for store in listed["stores"]) > 100_000
    assert listed["maxBytes"] == 2_048_000_000
    ran = cached("cache", "ls")
    assert ran.code == 0
    assert any(line.startswith(str(tenacity_root)) and " MB " in line for line in ran.out.splitlines())
    assert str(tmp_path / "cache") in ran.err


def test_pruning_drops_deleted_folders(cached: Run, tenacity_root: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    shutil.copytree(tenacity_root, gone)
    for folder in (gone, tenacity_root):
        assert cached("index", folder).code == 0
    shutil.rmtree(gone)
    listed = cached("cache", "ls", "--json")
    assert roots(listed) == {str(gone): False, str(tenacity_root): True}
    assert "gone" in next(line for line in cached("cache", "ls").out.splitlines() if line.startswith(str(gone)))[-4:]
    sizes = cached("cache", "prune", "--json").json
    assert (sizes["before"], sizes["deleted"]) == (listed.json["bytes"], 1)
    assert roots(cached("cache", "ls", "--json")) == {str(tenacity_root): True}
    assert cached("cache", "prune", "--older-than", "1", "--json").json["deleted"] == 0
    assert cached("cache", "prune", "--max-size", "1kB", "--json").json["after"] < 50_000
    assert cached("cache", "prune", "--max-size", "9" * 400).code == 0


def test_clearing_one_folder_or_all(cached: Run, tenacity_root: Path, structlog_root: Path) -> None:
    for folder in (structlog_root, tenacity_root):
        cached("index", folder)
    assert cached("cache", "clear", tenacity_root).code == 0
    assert roots(cached("cache", "ls", "--json")) == {str(structlog_root): True}
    assert "0.0 MB now" in cached("cache", "clear").out
    assert cached("cache", "ls", "--json").json["bytes"] == 0


def test_a_store_in_use_is_emptied_and_one_that_is_locked_ends_with_1(
    cached: Run, tenacity_root: Path, tmp_path: Path
) -> None:
    cached("index", tenacity_root)
    store = root_file(tmp_path / "cache", tenacity_root)
    with closing(sqlite3.connect(store, isolation_level=None)) as database:
        assert database.execute("SELECT count(*) FROM blobs").fetchone()[0] > 0
        database.execute("BEGIN IMMEDIATE")
        locked = cached("cache", "clear")
        assert (locked.code, "stores that still hold data" in locked.err, locked.err[-3:]) == (1, True, " 1\n")
        database.execute("ROLLBACK")
        used = cached("cache", "clear")
        assert (used.code, used.err) == (0, "")
        assert database.execute("SELECT count(*) FROM blobs").fetchone() == (0,)
    assert cached("cache", "clear", "--json").json["deleted"] == 1


def test_an_export_can_be_imported_elsewhere(cached: Run, tenacity_root: Path, tmp_path: Path) -> None:
    file, clone = tmp_path / "tenacity.cache", tmp_path / "clone"
    shutil.copytree(tenacity_root, clone)
    made = cached("cache", "export", tenacity_root, file, "--json").json
    cached("cache", "clear")
    taken = cached("cache", "import", file, clone, "--json").json
    assert made == taken
    status = cached("status", clone, "--json").json
    assert status["work"]["entry"] == {"adopted": status["files"]}
    assert set(status["work"]["edges"]) == {"adopted"}


def test_a_damaged_file_is_reported_in_one_line(cached: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.cache"
    bad.write_bytes(b"nothing of the kind")
    ran = cached("cache", "import", bad, tmp_path)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (1, "", 1)
    assert ran.err.startswith(f"Error: {bad} was not imported")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["prune", "--max-size", "much"], "not a size such as 500MB"),
        (["prune", "--max-size", "-1"], "not a size such as 500MB"),
        (["prune", "--older-than", "-1"], "--older-than"),
        (["prune", "--older-than", "9" * 20], "--older-than"),
        (["export", "no such folder", "file"], "does not exist"),
        (["import", "no such file"], "does not exist"),
    ],
)
def test_wrong_usage_ends_with_2(cached: Run, arguments: list[str], complaint: str) -> None:
    ran = cached("cache", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
