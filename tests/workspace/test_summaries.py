"""A workspace with a summariser: sentences are made last, cached, and used in search."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest
from msgspec.structs import replace

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.models import outage
from ctx_lsp.models.providers import http
from ctx_lsp.retrieval.model import SearchAnswer, SearchRequest
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace
from tests.model_server import ModelServer, Reply, serving

LONG = 20.0  # seconds; nothing here takes a tenth of it
BODY = "".join(f"    step_{n}(values, order, direction)\n" for n in range(5))
FILES = {
    "a.py": f"def alpha(values):\n{BODY}\n\ndef beta(values):\n{BODY}",
    "b.py": f'def gamma(values):\n    token = "Tr0ub4dor&3xyz"\n{BODY}',
}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(outage, "FIRST_PAUSE", 0.05)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving() as made:
        made.summary = "It concerns the zebra called {name}."
        yield made


@contextmanager
def opened(folder: Path, server: ModelServer, embedding: str = "ollama:tiny", **more: object) -> Iterator[Workspace]:
    root = folder / "root"
    root.mkdir(exist_ok=True)
    for path, text in FILES.items():
        (root / path).write_text(text)
    model = ModelSettings(
        embedding=embedding,
        embedding_url=server.url,
        reranker="none",
        summaries="ollama:small",
        summaries_url=server.url,
        summaries_per_minute=6000,
    )
    model = replace(model, **more)
    made = Workspace([root], Settings(model=model, cache=CacheSettings(directory=str(folder / "cache"))))
    made.start()
    try:
        yield made
    finally:
        made.close()


def until(condition: Callable[[], object]) -> bool:
    end = monotonic() + LONG
    while not condition() and monotonic() < end:
        sleep(0.02)
    return bool(condition())


def ask(workspace: Workspace, question: str) -> SearchAnswer:
    return workspace.analysis().result(LONG).search(SearchRequest(question, 5, rerank=False), CancelToken())


def asked(server: ModelServer, path: str) -> int:
    return sum(request.path == path for request in server.requests)


@pytest.mark.parametrize("embedding", ["none", "ollama:tiny"])
def test_code_is_found_by_its_summary(tmp_path: Path, server: ModelServer, embedding: str) -> None:
    with opened(tmp_path, server, embedding) as made:
        assert until(lambda: made.status().summaries == 2)
        assert until(lambda: made.status().state == "ready")
        items = ask(made, "zebra called beta").items
        assert items[0].symbol == "a.py::beta"
        assert items[0].scores["summary"] > 0
        assert made.status().warnings == ()
    assert any("zebra" in text for text in server.texts) == (embedding != "none"), "it joins what is embedded"
    assert "Tr0ub4dor" not in json.dumps([request.body for request in server.requests])


def test_sentences_are_kept_for_the_next_run(tmp_path: Path, server: ModelServer) -> None:
    for _ in range(2):
        with opened(tmp_path, server) as made:
            assert until(lambda: made.status().summaries == 2)
            assert made.wait_ready(LONG)
            assert made.status().coverage.semantic == 1.0
    assert asked(server, "/api/chat") == 2
    assert len(server.texts) == len(set(server.texts)) + 1, "but for the text that tells the length of the vectors"


@pytest.mark.parametrize("pause", [0.0, 0.3])
def test_they_come_after_the_vectors_and_at_their_pace(tmp_path: Path, server: ModelServer, pause: float) -> None:
    server.pause = pause  # a model that takes its time to be loaded is waited for, too
    with opened(tmp_path, server, summaries_per_minute=60) as made:
        assert made.wait_ready(LONG), "nobody waits for sentences"
        assert until(lambda: asked(server, "/api/chat") == 1)
        sleep(0.3)
        assert asked(server, "/api/chat") == 1, "one a second"
    paths = [request.path for request in server.requests]
    before = server.requests[: paths.index("/api/chat")]
    embedded = [text for request in before for text in request.body["input"]]
    assert all(any(f"def {name}" in text for text in embedded) for name in ("alpha", "beta"))


def test_a_provider_that_is_down_is_reported_and_retried(tmp_path: Path, server: ModelServer) -> None:
    server.always = Reply(500, "down")
    with opened(tmp_path, server, "none") as made:
        assert until(lambda: made.status().warnings)
        assert made.status().warnings == (f"summaries: 127.0.0.1:{server.port} answered 500: down",)
        assert until(lambda: made.status().state == "ready")
        assert ask(made, "alpha").items[0].symbol == "a.py::alpha"
        server.always = None
        assert until(lambda: made.status().summaries == 2)
        assert made.status().warnings == ()


def test_no_reranker_is_asked_while_vectors_cannot_be_made(tmp_path: Path, server: ModelServer) -> None:
    down = f"127.0.0.1:{server.port} answered 503: down"
    server.down = {"/api/chat"}
    with opened(tmp_path, server) as made:
        assert made.wait_ready(LONG)
        server.down = {"/api/chat", "/api/embed"}
        made.set_document("new.py", SourceText(b"def delta(values): ...\n"))
        assert until(lambda: down in made.status().warnings)
        server.down = {"/api/embed"}
        sleep(0.5)
        assert made.status().summaries == 0
        assert made.status().coverage.semantic > 0.5, "what has a vector keeps it"
        server.down = set()
        assert until(lambda: made.status().summaries == 2)
        assert until(lambda: made.status().coverage.semantic == 1.0)


def test_invalid_settings_are_reported(tmp_path: Path, server: ModelServer) -> None:
    with opened(tmp_path, server, "none", summaries_key_variable="NOT_SET_ANYWHERE") as made:
        assert made.wait_ready(LONG)
        (warning,) = made.status().warnings
        assert warning == "summaries: the environment variable named in model.summariesKeyVariable is not set"
    assert server.requests == []
