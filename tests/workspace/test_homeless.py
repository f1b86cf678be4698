"""A user without a home folder, as in a container that runs with a user id without an entry in /etc/passwd."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from ctx_lsp.settings import ModelSettings, Settings
from ctx_lsp.workspace import Workspace
from ctx_lsp.workspace.cache_location import HOMELESS


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows the folders without a home")
def test_without_a_home_folder_nothing_is_kept_and_everything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_entry(_: int) -> None:
        raise KeyError("uid not found")

    for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", no_entry)
    (tmp_path / "app.py").write_text("def total():\n    return 1\n")
    settings = Settings(model=ModelSettings(embedding="none"))
    with closing(Workspace([tmp_path], settings)) as workspace:
        workspace.start()
        workspace.wait_ready(60, semantic=False)
        assert workspace.status().cache.path == ""
        assert HOMELESS in workspace.status().warnings
