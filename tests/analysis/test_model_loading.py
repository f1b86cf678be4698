"""Models that are being loaded when everything ends."""

import sys
import threading
from collections.abc import Callable, Iterator
from time import monotonic
from types import SimpleNamespace

import pytest

from ctx_lsp.analysis import model_loading
from ctx_lsp.analysis.loading import RerankerLoader
from ctx_lsp.analysis.model_loading import ModelLoader
from ctx_lsp.settings import ModelSettings, Settings

LONG = 20.0  # seconds; nothing here takes a tenth of it


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Set when a hub is asked for a model, which does not answer before the end of the test."""
    begun, ended = threading.Event(), threading.Event()

    def snapshot_download(*_: object, **__: object) -> str:
        begun.set()
        ended.wait()
        raise FileNotFoundError

    monkeypatch.setattr(model_loading, "CLOSING", 0.1)
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
