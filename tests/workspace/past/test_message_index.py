"""The index of commit messages covers the latest commits of every folder, and questions use it."""

import sys
from pathlib import Path
from threading import Event

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.history import log
from ctx_lsp.settings import CacheSettings, HistorySettings, ModelSettings, SearchSettings, Settings
from ctx_lsp.syntax.words import terms
from ctx_lsp.workspace import Workspace
from ctx_lsp.workspace.past import message_index
from tests.evaluation.repositories import Repository
from tests.workspace.opening import TIMEOUT, opened


def settings(*, commits: bool = True, history: bool = True) -> Settings:
    none = ModelSettings(embedding="none", reranker="none")
    return Settings(
        model=none,
        cache=CacheSettings(enabled=False),
        search=SearchSettings(commits=commits),
        history=HistorySettings(enabled=history),
    )


def files(workspace: Workspace, question: str = "prices in cents") -> dict[str, float]:
    assert workspace.wait_for_history(TIMEOUT)
    messages = workspace.analysis().result().commits
    return messages.files(terms(question), CancelToken()) if messages else {}


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "shop")
    repository.commit("Begin", {"readme.md": "Shop\n"})
    repository.commit("Count prices in cents", {"a/prices.py": "CENTS = 100\n", "b/prices.py": "CENTS = 1\n"})
    return repository


def test_messages_follow_commits_and_renames(shop: Repository) -> None:
    with opened(shop.folder, settings()) as workspace:
        assert set(files(workspace)) == {"a/prices.py", "b/prices.py"}
        shop.commit("Show them", {"show.py": "def show(): ...\n"})
        shop.commit("Move one", {"a/prices.py": None, "costs.py": "CENTS = 100\n"})
        workspace.files_changed(["show.py", "a/prices.py", "costs.py"])
        assert set(files(workspace)) == {"costs.py", "b/prices.py"}


def test_the_body_counts_but_less_than_the_subject(shop: Repository) -> None:
    shop.commit("Stop the clerk", {"one.py": "x = 1\n"})
    shop.commit("Do it\n\nStop the clerk, who is tired.", {"two.py": "x = 2\n"})
    with opened(shop.folder, settings()) as workspace:
        found = files(workspace, "stop clerk lions")
        assert found["one.py"] > found["two.py"] > 0


def test_a_folder_of_a_repository_knows_its_own_files_alone(shop: Repository) -> None:
    folders = [shop.folder / "a", shop.folder / "b"]
    workspace = Workspace(folders, settings())
    workspace.start()
    assert set(files(workspace)) == {"prices.py", "b/prices.py"}
    workspace.close()


def test_mass_changes_are_left_out(shop: Repository) -> None:
    many = {f"many/{number}.py": "CENTS = 2\n" for number in range(message_index.MAX_FILES + 1)}
    shop.commit("Repeat prices in cents", many)
    with opened(shop.folder, settings()) as workspace:
        assert set(files(workspace)) == {"a/prices.py", "b/prices.py"}


def test_only_the_latest_messages_are_indexed(shop: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MAX_BODIES", 1)
    shop.commit("Show them", {"show.py": "def show(): ...\n"})
    with opened(shop.folder, settings()) as workspace:
        assert files(workspace) == {}
        assert set(files(workspace, "show")) == {"show.py"}


@pytest.mark.parametrize("off", [settings(commits=False), settings(history=False)])
def test_either_setting_switches_messages_off(shop: Repository, off: Settings) -> None:
    with opened(shop.folder, settings()) as workspace:
        assert files(workspace)
        workspace.set_settings(off)
        assert files(workspace) == {}
        workspace.set_settings(settings())
        assert files(workspace)


@pytest.mark.skipif(sys.platform != "linux", reason="changes are watched on Linux alone")
def test_a_commit_outside_of_the_editor_is_noticed(shop: Repository) -> None:
    shop.commit("Begin another file", {"show.py": "def show(): ...\n"})
    workspace, told = Workspace([shop.folder], settings()), Event()
    workspace.allow_watching(client_watches=False, listener=told.set)
    workspace.start()
    assert set(files(workspace)) == {"a/prices.py", "b/prices.py"}
    shop.git("commit", "--amend", "--message", "Show prices in cents")  # no file of the workspace changes
    assert told.wait(TIMEOUT)
    assert set(files(workspace)) == {"a/prices.py", "b/prices.py", "show.py"}
    workspace.close()
