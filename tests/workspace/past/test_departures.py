"""Departures are looked for again after git has failed."""

from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.text.git import GitError
from ctx_lsp.workspace import DepartureChecker
from tests.evaluation.repositories import Repository
from tests.workspace.opening import TIMEOUT, opened

NEW = "import httpx\n"
SETTINGS = Settings(model=ModelSettings(embedding="none", reranker="none"), cache=CacheSettings(enabled=False))


def test_a_failure_of_git_is_not_remembered(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    shop.commit("Begin", {f"app/m{number}.py": NEW for number in range(30)} | {"app/none.py": "x = 1\n"})
    (shop.folder / "app/none.py").write_text("import requests\n")
    objects, aside = shop.folder / ".git/objects", tmp_path / "objects"
    with opened(shop.folder, SETTINGS) as workspace:
        assert workspace.wait_for_history(TIMEOUT)
        analysis, checker = workspace.analysis().result(), DepartureChecker()
        objects.rename(aside)
        with pytest.raises(GitError):
            checker.departures(analysis, "app/none.py", CancelToken())
        aside.rename(objects)
        assert [one.used for one in checker.departures(analysis, "app/none.py", CancelToken())] == ["requests"]
        objects.rename(aside)
        assert checker.departures(analysis, "app/none.py", CancelToken()), "a result is remembered"
        aside.rename(objects)
