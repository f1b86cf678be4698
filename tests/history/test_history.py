"""The history of a folder: read from Git commit by commit, across renames and branches, alone or from the cache."""

import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timestamps import timestamp
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.history import reading, records
from ctx_lsp.history.co_change import partners
from ctx_lsp.history.histories import Histories
from ctx_lsp.history.log import DAY, MAX_TOUCHED, History, HistoryLog
from ctx_lsp.history.reading import read_history
from ctx_lsp.text import git_log
from ctx_lsp.text.git import GitError, GitTimeout, run_git
from ctx_lsp.text.git_log import LATEST_TIME, LoggedCommit, TouchedFile, commit_names, touched_contents
from ctx_lsp.text.roots import Root, Roots
from tests.evaluation.repositories import Repository


def no_store() -> BlobStore:
    return BlobStore(None)


def read(folder: Path, known: HistoryLog | None = None, store: Callable[[], BlobStore] = no_store) -> HistoryLog:
    log = read_history(folder, known, store, CancelToken())
    assert log is not None
    return log


def described(history: History) -> dict[str, list[str]]:
    """The subjects of the commits of each current file, newest first."""
    return {path: [one.commit.subject for one in history.touches(path)] for path in sorted(history.paths)}


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "shop")
    repository.commit("Begin", {"a.py": "a = 1\n" * 9, "b.py": "b = 1\n", "gone.py": "x\n"})
    repository.commit("Change both", {"a.py": "a = 2\n" * 9, "b.py": "b = 2\n"})
    repository.commit("Remove one", {"gone.py": None})
    return repository


def test_the_commits_of_each_file(shop: Repository) -> None:
    history = read(shop.folder).view()
    assert described(history) == {"a.py": ["Change both", "Begin"], "b.py": ["Change both", "Begin"]}
    newest = history.commit(history.count - 1)
    assert (newest.subject, newest.author, newest.name) == ("Remove one", "Nobody", shop.git("rev-parse", "HEAD"))
    assert history.tip == newest.name
    assert history.newest == newest.time == int(shop.git("log", "-1", "--format=%at"))


def test_how_long_files_have_been_idle(shop: Repository) -> None:
    (shop.folder / "new.py").write_text("new = 1\n", "utf-8")
    shop.git("add", "new.py")
    later = int(shop.git("log", "-1", "--format=%at")) + 30 * DAY
    shop.git("commit", "--quiet", "--message", "Go on", f"--date={later} +0000")
    history = read(shop.folder).view()
    idle = [history.days_idle(path) for path in ("new.py", "a.py", "gone.py", "never.py")]
    assert idle == [0, pytest.approx(30, abs=0.01), 0, 0]
    histories = Histories(Roots((Root(shop.folder, "shop/"),)), {shop.folder: history})
    assert histories.days_idle("shop/a.py") == idle[1]
    assert histories.days_idle("elsewhere/a.py") == 0
    assert histories.tips == (history.tip,)


def test_files_of_a_large_commit_are_idle_since_the_beginning(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    repository.git("commit", "--quiet", "--allow-empty", "--message", "Begin", "--date=1000000000 +0000")
    repository.commit("Import", {f"{number}.py": f"{number}\n" for number in range(MAX_TOUCHED + 1)})
    repository.commit("Change one", {"0.py": "one\n"})
    history = read(repository.folder).view()
    assert history.days_idle("0.py") == 0
    assert history.days_idle("1.py") == (history.newest - 1_000_000_000) / DAY


def test_a_slow_machine_finds_the_same_renames(shop: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"line {number}\n" for number in range(30))
    shop.commit("Add it", {"e.py": text})
    shop.commit("Move and edit it", {"e.py": None, "f.py": text.replace("line 7", "line seven")})
    names = commit_names(shop.folder, "HEAD", 9)
    expected = touched_contents(shop.folder, names)
    asked_at_once = []

    def slow(folder: Path, *arguments: str, asked: bytes = b"") -> bytes:
        asked_at_once.append(asked.count(b"\n"))
        if asked_at_once[-1] > 2:
            raise GitTimeout("git did not answer within 20 s")
        return run_git(folder, *arguments, asked=asked)

    monkeypatch.setattr(git_log, "run_git", slow)
    assert touched_contents(shop.folder, names) == expected
    assert asked_at_once == [5, 2, 3, 1, 2]
    assert expected[names[0]][0].file == TouchedFile("R", "f.py", "e.py")


def test_a_renamed_file_keeps_its_commits(shop: Repository) -> None:
    shop.commit("Move it", {"a.py": None, "c/d.py": "a = 2\n" * 9})
    shop.commit("Begin another", {"a.py": "other\n"})
    assert described(read(shop.folder).view()) == {
        "a.py": ["Begin another"],
        "b.py": ["Change both", "Begin"],
        "c/d.py": ["Move it", "Change both", "Begin"],
    }


def test_a_file_that_comes_back_has_its_commits_again(shop: Repository) -> None:
    shop.git("revert", "--no-edit", "HEAD")
    assert len(described(read(shop.folder).view())["gone.py"]) == len(["Revert", "Remove one", "Begin"])


def test_commits_of_merged_branches_count_and_merges_do_not(shop: Repository) -> None:
    shop.git("switch", "--quiet", "--create", "side")
    shop.commit("Change aside", {"b.py": "b = 3\n"})
    shop.git("switch", "--quiet", "main")
    shop.commit("Change on", {"a.py": "a = 3\n" * 9})
    log = read(shop.folder)
    shop.git("merge", "--quiet", "--no-edit", "side")
    history = read(shop.folder, log).view()
    assert described(history) == described(read(shop.folder).view())
    assert described(history)["b.py"] == ["Change aside", "Change both", "Begin"]
    assert history.tip == shop.git("rev-parse", "HEAD")


def test_new_commits_are_added_to_the_known_log(shop: Repository) -> None:
    log = read(shop.folder)
    before = log.view()
    shop.commit("Add", {"new.py": "n = 1\n", "a.py": "a = 4\n"})
    assert read(shop.folder, log) is log
    assert described(log.view()) == described(read(shop.folder).view())
    assert "new.py" not in described(before), "a view does not change"
    assert [one.commit.subject for one in before.touches("a.py")] == ["Change both", "Begin"]


def test_another_branch_is_another_log(shop: Repository) -> None:
    log = read(shop.folder)
    shop.git("reset", "--quiet", "--hard", "HEAD~1")
    shop.commit("Differ", {"b.py": "b = 9\n"})
    other = read(shop.folder, log)
    assert other is not log
    assert described(other.view())["b.py"] == ["Differ", "Change both", "Begin"]
    assert "gone.py" in described(other.view())


def test_the_cache_spares_git(shop: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def store() -> BlobStore:
        return BlobStore(tmp_path / "cache" / "commits.sqlite3")

    expected = described(read(shop.folder, store=store).view())
    with monkeypatch.context() as patch:
        patch.setattr(reading, "logged_commits", lambda *_: pytest.fail("the commits are in the cache"))
        assert described(read(shop.folder, store=store).view()) == expected
    shop.commit("One more", {"b.py": "b = 4\n"})
    assert described(read(shop.folder, store=store).view())["b.py"][0] == "One more"


def test_a_segment_over_the_limit_is_neither_stored_nor_read(
    shop: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["a" * 40]
    commit = LoggedCommit(names[0], "A", 1, "Import", "", (TouchedFile("A", "x" * 10_000, ""),))
    stored = records.encode_commits([commit])
    assert records.decode_commits(stored, names) == [commit]
    monkeypatch.setattr(records, "MAX_DECOMPRESSED", 5_000)
    assert len(stored) < 1_000
    assert records.decode_commits(stored, names) is None
    assert records.encode_commits([commit]) == b""

    monkeypatch.setattr(records, "MAX_DECOMPRESSED", 10)
    path = tmp_path / "commits.sqlite3"
    expected = {"a.py": ["Change both", "Begin"], "b.py": ["Change both", "Begin"]}
    for _ in range(2):
        assert described(read(shop.folder, store=lambda: BlobStore(path)).view()) == expected


def test_a_decompression_bomb_in_the_cache_is_not_decompressed() -> None:
    bomb = zlib.compress(bytes(1 << 28), 9)
    tracemalloc.start()
    try:
        assert records.decode_commits(bomb, ["a" * 40]) is None
        assert tracemalloc.get_traced_memory()[1] < 1 << 26
    finally:
        tracemalloc.stop()


def test_a_folder_without_commits_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(GitError):
        read(tmp_path)


@pytest.mark.parametrize("seconds", ["10000000000000", str(2**64), "9" * 5_000])
def test_a_time_without_a_date_counts_as_the_latest(shop: Repository, tmp_path: Path, seconds: str) -> None:
    tree = shop.git("rev-parse", "HEAD^{tree}")
    text = f"tree {tree}\nauthor A <a@example.org> {seconds} +0000\ncommitter A <a@example.org> 1 +0000\n\nOdd\n"
    odd = shop.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", given=text.encode())
    shop.git("update-ref", "HEAD", odd)
    newest = read(shop.folder, store=lambda: BlobStore(tmp_path / "commits.sqlite3")).view().newest
    assert newest == LATEST_TIME
    assert timestamp(newest).startswith("9999-12-31")


def test_a_cancelled_reading_has_no_result(shop: Repository) -> None:
    token = CancelToken()
    token.cancel()
    assert read_history(shop.folder, None, no_store, token) is None


def test_partners_are_the_files_that_change_together(shop: Repository) -> None:
    shop.commit("Change both again", {"a.py": "a = 5\n" * 9, "b.py": "b = 5\n"})
    shop.commit("Change one", {"a.py": "a = 6\n" * 9})
    shop.commit("Change many", {f"many/{number}.py": "x\n" for number in range(40)} | {"a.py": "a = 7\n" * 9})
    [b] = partners(read(shop.folder).view(), "a.py")
    assert (b.path, b.together, b.changes) == ("b.py", 3, 4), "a commit of many files does not count"
    assert 0 < b.confidence < b.together / b.changes
    assert partners(read(shop.folder).view(), "unknown.py") == []


def test_a_workspace_asks_by_workspace_path(shop: Repository, tmp_path: Path) -> None:
    other = Repository(tmp_path / "other")
    other.commit("Begin", {"inner/x.py": "1\n", "inner/y.py": "1\n", "z.py": "1\n"})
    first, second = Root(shop.folder, ""), Root(other.folder / "inner", "inner/")
    logs = {root.directory: read(root.directory).view() for root in (first, second)}
    histories = Histories(Roots((first, second)), logs)
    assert [one.path for one in histories.partners("inner/x.py")] == ["inner/y.py"]
    assert [one.commit.subject for one in histories.touches("a.py")] == ["Change both", "Begin"]
    assert histories.touches("elsewhere") == []


def logged(*commits: str) -> History:
    """The history of commits that are given as status letters and paths: "M a, R a b"."""
    log = HistoryLog()
    for number, commit in enumerate(commits):
        files = [one.split() for one in commit.split(", ")]
        touched = tuple(TouchedFile(kind, names[-1], names[0] if kind == "R" else "") for kind, *names in files)
        log.add(LoggedCommit(f"{number:040x}", "Nobody", number, f"Change {number}", "", touched))
    return log.view()


@pytest.mark.parametrize("last", ["M a, M x", "D a, M x"])
def test_a_change_on_a_parallel_branch_does_not_move_a_renamed_file_back(last: str) -> None:
    history = logged("A a, A x", "R a b", last)
    assert set(history.paths) == {"b", "x"}
    assert [one.path for one in partners(history, "x")] == ["b"]
    assert len(history.touches("b")) == len(["A a", "R a b", last])


def test_a_file_that_is_renamed_onto_another_one_replaces_it() -> None:
    history = logged("A a, A c, A x", "M c, M x", "R a c, M x")
    assert [(one.path, one.together) for one in partners(history, "x")] == [("c", 2)]
    assert set(history.paths) == {"c", "x"}


def test_a_file_that_came_back_keeps_its_commits_when_it_is_renamed() -> None:
    history = logged("A a", "D a", "A a", "R a b", "A a")
    assert [len(history.touches(path)) for path in ("a", "b")] == [1, 4]
    assert history.path(history.touched(0)[0]) == "b"
