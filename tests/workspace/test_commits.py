"""A workspace uses commit messages for ranking, unless the setting is off."""

from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.settings import CacheSettings, ModelSettings, SearchSettings, Settings
from ctx_lsp.workspace import Workspace
from tests.evaluation.repositories import Repository

QUESTION = "where are prices rounded to whole cents"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    repository = Repository(tmp_path / "shop")
    repository.commit(
        "Begin",
        {"src/till.py": 'def pay(amount):\n    """Round prices."""\n', "src/sums.py": "def rounded(amount): ...\n"},
    )
    repository.commit(
        "Prices are rounded to whole cents", {"src/till.py": 'def pay(amount):\n    """Round prices up."""\n'}
    )
    return tmp_path / "shop"


def settings(*, commits: bool) -> Settings:
    return Settings(
        model=ModelSettings(embedding="none", reranker="none"),
        search=SearchSettings(commits=commits),
        cache=CacheSettings(enabled=False),
    )


def touched(workspace: Workspace) -> set[str]:
    workspace.wait_for_history(60)
    analysis = workspace.analysis().result()
    answer = analysis.search(SearchRequest(QUESTION, 10), CancelToken())
    return {item.path for item in answer.items if "commits" in item.scores}


def test_commits_count_until_the_setting_is_off(folder: Path) -> None:
    workspace = Workspace([folder], settings(commits=True))
    workspace.start()
    try:
        assert touched(workspace) == {"src/till.py"}
        workspace.set_settings(settings(commits=False))
        assert touched(workspace) == set()
    finally:
        workspace.close()
