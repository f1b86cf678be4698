"""The workspace reads the histories of its folders in the background and keeps them current."""

from pathlib import Path

from ctx_lsp.settings import CacheSettings, HistorySettings, ModelSettings, Settings
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
