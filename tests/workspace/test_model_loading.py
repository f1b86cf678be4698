"""Model loading while the workspace closes or the settings change."""

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from types import SimpleNamespace

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace
from ctx_lsp.workspace.models import model_loading
from ctx_lsp.workspace.models.model_loading import ModelLoader
from ctx_lsp.workspace.models.reranker_loading import RerankerLoader
from tests.model_server import serving

LONG = 20.0  # seconds; nothing here takes a tenth of it


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """An event that is set when the hub is asked for a model; the hub does not answer before the end of the test."""
    begun, ended = threading.Event(), threading.Event()

    def snapshot_download(*_: object, **__: object) -> str:
        begun.set()
        ended.wait()
        raise FileNotFoundError

    monkeypatch.setattr(model_loading, "CLOSE_TIMEOUT", 0.1)
    monkeypatch.setitem(sys.modules, "huggingface_hub", SimpleNamespace(snapshot_download=snapshot_download))
    yield begun
    ended.set()


def embedder() -> Callable[[], None]:
    loader = ModelLoader(lambda *_: None)
    loader.load(ModelSettings("owner/name"))
    return loader.close


def reranker() -> Callable[[], None]:
    loader = RerankerLoader(lambda: None)
    loader.use(Settings(ModelSettings(reranker="owner/name")))
    return loader.close


@pytest.mark.parametrize("load", [embedder, reranker])
def test_closing_does_not_wait_for_a_hub_that_hangs(
    asked: threading.Event, load: Callable[[], Callable[[], None]]
) -> None:
    close = load()
    assert asked.wait(LONG)
    ends = threading.Thread(target=close, daemon=True)
    begin = monotonic()
    ends.start()
    ends.join(LONG / 4)
    assert monotonic() - begin < LONG / 4


def test_a_provider_that_the_settings_have_left_is_sent_nothing(tmp_path: Path, asked: threading.Event) -> None:
    (tmp_path / "a.py").write_text("def read_file(path): ...\n\n\ndef read_text(path): ...\n")
    cache = CacheSettings(enabled=False)

    def ask() -> None:
        made.analysis().result(LONG).search(SearchRequest("read a file", 5, rerank=True), CancelToken())

    with serving() as server:
        url = f"{server.url}/v1"
        there = ModelSettings("openai:tiny", embedding_url=url, reranker="http:judge", reranker_url=url)
        made = Workspace([tmp_path], Settings(there, cache=cache))
        made.start()
        try:
            assert made.wait_ready(LONG)
            ask()
            assert server.requests[-1].path == "/v1/rerank"
            made.set_settings(Settings(ModelSettings("owner/name", reranker="owner/name"), cache=cache))
            assert asked.wait(LONG)
            made.analysis().result(LONG)
            sent = len(server.requests)
            made.set_document("b.py", SourceText(b"def read_line(path): ...\n"))
            ask()
            assert len(server.requests) == sent
        finally:
            made.close()
