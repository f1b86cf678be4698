"""A question during the first reading: the files that it leads to are read in full before it is answered."""

import os
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.ingest import batch_dispatch
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.settings import load_settings
from ctx_lsp.workspace import Analysis, Workspace, with_needed_files
from tests.protocol.wire import until

QUESTION = "how does the processor formatter format a log record"


def package() -> Path:
    """The folder of a real package."""
    spec = find_spec("structlog")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A workspace of a real package that is not read beyond plain text."""
    monkeypatch.setattr(batch_dispatch, "MIN_BYTES_FOR_WORKERS", 0)
    monkeypatch.setattr(batch_dispatch.BatchDispatch, "take_back", lambda _: None)
    monkeypatch.setattr(batch_dispatch.BatchDispatch, "_is_for_workers", lambda *_: False)
    copytree(package(), tmp_path / "structlog", ignore=lambda *_: ["__pycache__"])
    return Workspace([tmp_path], load_settings(tmp_path, None, os.environ).settings.without_embedding())


def analysis_of_plain_text(workspace: Workspace) -> Analysis:
    workspace.start()
    count = len(list(package().rglob("*.py")))
    until(lambda: workspace.analysis().result().snapshot.plain_files >= count)
    return workspace.analysis().result()


def test_files_that_a_question_leads_to_have_their_symbols(workspace: Workspace) -> None:
    token = CancelToken()
    plain = analysis_of_plain_text(workspace)
    first = plain.search(SearchRequest(QUESTION, 10), token).items
    assert not any(item.symbol for item in first)
    analysis = with_needed_files(workspace, plain, QUESTION, token)
    assert 0 < analysis.snapshot.plain_files < plain.snapshot.plain_files, "the others are not waited for"
    found = analysis.search(SearchRequest(QUESTION, 10), token).items
    assert "structlog/stdlib.py::ProcessorFormatter.format" in {item.symbol for item in found}
    workspace.close()


def test_nothing_is_searched_for_without_a_question(workspace: Workspace) -> None:
    plain = analysis_of_plain_text(workspace)
    assert with_needed_files(workspace, plain, "", CancelToken()) is plain
    workspace.close()
