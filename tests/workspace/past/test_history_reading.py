"""The workspace reads the histories of its folders in the background and keeps them current."""

from collections.abc import Callable
from pathlib import Path
from threading import Event
from time import sleep

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.history.log import HistoryLog
from ctx_lsp.history.reading import read_history
from ctx_lsp.settings import CacheSettings, HistorySettings, ModelSettings, Settings
from ctx_lsp.workspace import Workspace
from ctx_lsp.workspace.past import history_reading, readers
from tests.evaluation.repositories import Repository
from tests.workspace.opening import TIMEOUT, opened


def settings(*, enabled: bool = True) -> Settings:
    none = ModelSettings(embedding="none", reranker="none")
    return Settings(model=none, cache=CacheSettings(enabled=False), history=HistorySettings(enabled=enabled))


def test_the_history_follows_commits_and_settings(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    shop.commit("Begin", {"a.py": "a = 1\n", "b.py": "b = 1\n"})
    with opened(shop.folder, settings()) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        analysis = workspace.analysis().result()
        assert [one.path for one in analysis.histories.partners("a.py")] == ["b.py"]
        shop.commit("Change", {"a.py": "a = 2\n"})
        workspace.files_changed(["a.py"])
        assert workspace.wait_for_history(TIMEOUT)
        now = workspace.analysis().result().histories
        assert [one.commit.subject for one in now.touches("a.py")] == ["Change", "Begin"]
        assert [one.commit.subject for one in analysis.histories.touches("a.py")] == ["Begin"]
        workspace.set_settings(settings(enabled=False))
        assert workspace.wait_for_history(TIMEOUT)
        assert workspace.analysis().result().histories.touches("a.py") == []


def test_a_folder_without_a_repository_has_no_history(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("a = 1\n")
    with opened(tmp_path, settings()) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        assert workspace.analysis().result().histories.touches("a.py") == []


def test_a_reading_without_news_keeps_the_snapshot(tmp_path: Path) -> None:
    Repository(tmp_path / "shop").commit("Begin", {"a.py": "a = 1\n"})
    with opened(tmp_path / "shop", settings()) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        snapshot = workspace.analysis().result().snapshot
        workspace.set_settings(settings())  # reads the history again
        assert workspace.wait_for_history(TIMEOUT)
        assert workspace.analysis().result().snapshot is snapshot


def test_a_failure_in_one_folder_leaves_the_histories_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        Repository(folder).commit("Begin", {f"{folder.name}.py": "a = 1\n"})

    def read(
        folder: Path, known: HistoryLog | None, store: Callable[[], BlobStore], token: CancelToken
    ) -> HistoryLog | None:
        if folder.name == "first":
            raise OverflowError
        return read_history(folder, known, store, token)

    monkeypatch.setattr(history_reading, "read_history", read)
    workspace = Workspace(folders, settings())
    workspace.start()
    assert workspace.wait_for_history(TIMEOUT)
    histories = workspace.analysis().result().histories
    workspace.close()
    assert [folder.name for folder in histories.by_folder] == ["second"]
    assert "reading the history of" in caplog.text


def test_closing_waits_for_the_reading_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, ended = Event(), Event()

    def read(folder: Path, known: HistoryLog | None, store: Callable[[], BlobStore], token: CancelToken) -> None:
        reading.set()
        while not token.cancelled:
            sleep(0.01)
        sleep(0.2)  # as long as a call of Git
        ended.set()

    monkeypatch.setattr(history_reading, "read_history", read)
    Repository(tmp_path / "shop").commit("Begin", {"a.py": "a = 1\n"})
    with opened(tmp_path / "shop", settings()):
        assert reading.wait(TIMEOUT)
    assert ended.is_set()


def test_the_histories_of_added_folders_are_read(tmp_path: Path) -> None:
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        Repository(folder).commit("Begin", {"a.py": "a = 1\n"})
    with opened(folders[0], settings()) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        workspace.set_roots(folders)
        assert workspace.wait_for_history(TIMEOUT)
        assert list(workspace.analysis().result().histories.by_folder) == folders


def test_a_failing_listener_does_not_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: object) -> None:
        raise OverflowError

    monkeypatch.setattr(readers, "message_index", fail)
    Repository(tmp_path / "shop").commit("Begin", {"a.py": "a = 1\n"})
    told = Event()
    workspace = Workspace([tmp_path / "shop"], settings())
    workspace.subscribe_history(told.set)
    workspace.start()
    assert workspace.wait_for_history(TIMEOUT)
    assert told.is_set()
    assert "a listener to histories failed" in caplog.text
    workspace.close()
