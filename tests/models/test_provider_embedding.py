"""Embedding over HTTP with a real server: both protocols, failures, and secrets that are never sent."""

import logging
import threading
from collections.abc import Callable, Iterator
from time import monotonic

import numpy as np
import pytest
from msgspec.structs import replace

from ctx_lsp.base.gate import Gate
from ctx_lsp.models import outage
from ctx_lsp.models.embedder import Embedder, load_embedder
from ctx_lsp.models.embedding import EmbeddingPool
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.providers import http
from ctx_lsp.models.providers.choose import choose_embedder
from ctx_lsp.models.providers.embedding import BATCH, HttpEmbedder
from ctx_lsp.models.providers.http import ProviderError
from ctx_lsp.models.providers.model import EmbeddingProvider
from ctx_lsp.models.work_pool import MAX_CONSECUTIVE_FAILURES
from ctx_lsp.settings import ModelSettings
from tests.model_server import DIMENSIONS, ModelServer, Reply, serving

LONG = 20.0  # seconds; nothing here takes a tenth of it
KEY = "sk-test-0123456789"
SECRET = "password = 'Tr0ub4dor&3xyz'"  # noqa: S105  # made up
DOWN = Reply(500, "down")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(outage, "FIRST_PAUSE", 0.05)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving() as made:
        yield made


def settings(server: ModelServer, protocol: str, **more: object) -> ModelSettings:
    url = f"{server.url}/v1" if protocol == "openai" else server.url
    return replace(ModelSettings(embedding=f"{protocol}:tiny", embedding_url=url), **more)


@pytest.fixture(params=["openai", "ollama"])
def model(request: pytest.FixtureRequest, server: ModelServer) -> Iterator[EmbeddingProvider]:
    made = choose_embedder(settings(server, request.param, question_timeout=0.3), {})
    server.requests.clear()
    yield made
    made.close()


def test_it_gives_unit_vectors_in_the_order_of_the_texts(model: EmbeddingProvider, server: ModelServer) -> None:
    texts = ["read a file", "send mail", "read the file again"]
    vectors = model.embed_many(texts)
    for text, vector in zip(texts, vectors, strict=True):
        wanted = np.array(server.vector(text))
        assert vector == pytest.approx(wanted / np.linalg.norm(wanted), abs=1e-6)
        assert vector.dtype == np.float32
    assert [asked.body["input"] for asked in server.requests] == [texts]
    assert np.array_equal(model.embed_question("send mail"), vectors[1])


def test_it_knows_its_model_by_the_first_answer(server: ModelServer) -> None:
    models = [
        choose_embedder(settings(server, protocol, **more), {})
        for protocol in ("openai", "ollama")
        for more in ({}, {"document_prefix": "doc: "}, {"query_prefix": "ask: "})
    ]
    assert {one.dimensions for one in models} == {DIMENSIONS}
    assert models[0].identity == f"openai:tiny@127.0.0.1:{server.port}/{DIMENSIONS}"
    assert len({one.identity for one in models}) == 4, "what stands in front of a question changes no vector"
    assert [asked.path for asked in server.requests] == ["/v1/embeddings"] * 3 + ["/api/embed"] * 3


@pytest.mark.parametrize("protocol", ["openai", "ollama"])
def test_prefixes_stand_in_front(server: ModelServer, protocol: str) -> None:
    made = choose_embedder(settings(server, protocol, query_prefix="ask: ", document_prefix="doc: "), {})
    made.embed_many(["one", "two"])
    made.embed_question("three")
    assert server.texts[1:] == ["doc: one", "doc: two", "ask: three"]


def test_prefixes_stand_in_front_for_a_model_of_this_process_too(monkeypatch: pytest.MonkeyPatch) -> None:
    bundled: Embedder = load_embedder()
    monkeypatch.setattr("ctx_lsp.models.providers.choose.load_embedder", lambda _: bundled)
    plain = choose_embedder(ModelSettings(), {})
    prefixed = choose_embedder(ModelSettings(query_prefix="ask: ", document_prefix="doc: "), {})
    assert np.array_equal(prefixed.embed_question("x"), bundled.embed("ask: x"))
    assert np.array_equal(prefixed.embed_many(["x"])[0], bundled.embed("doc: x"))
    assert (plain.identity, plain.batch) == (bundled.identity, 1), "models of this process are never batched"
    assert prefixed.identity != plain.identity


def test_the_key_comes_from_the_environment(server: ModelServer) -> None:
    wanted = settings(server, "openai", embedding_key_variable="MY_KEY")
    choose_embedder(wanted, {"MY_KEY": KEY})
    assert server.requests[0].headers["Authorization"] == f"Bearer {KEY}"
    for variable, message in (("OTHER", "is not set"), (KEY, "must be the name of an environment variable")):
        with pytest.raises(ModelError, match=message) as caught:
            choose_embedder(settings(server, "openai", embedding_key_variable=variable), {"MY_KEY": KEY})
        assert variable not in str(caught.value), "it may be a key that was put in the wrong place"
    assert len(server.requests) == 1


@pytest.mark.parametrize("body", ['{"data": [], "embeddings": []}', '{"data": [{"index": 0}]}', "[]", "nothing", "{}"])
def test_an_answer_without_the_vectors(model: EmbeddingProvider, server: ModelServer, body: str) -> None:
    server.always = Reply(body=body)
    with pytest.raises(ProviderError, match=rf"^127\.0\.0\.1:{server.port} (returned|answered|sent)"):
        model.embed_many(["one"])


def test_another_length_of_vectors_is_noticed(model: EmbeddingProvider, server: ModelServer) -> None:
    server.dimensions = 5
    with pytest.raises(ProviderError, match=f"returns vectors of 5 numbers instead of {DIMENSIONS}"):
        model.embed_many(["one"])


def test_a_vector_without_direction_is_the_texts_fault(model: EmbeddingProvider, server: ModelServer) -> None:
    zeros = [0.0] * DIMENSIONS
    server.always = Reply(body=f'{{"data": [{{"index": 0, "embedding": {zeros}}}], "embeddings": [{zeros}]}}')
    with pytest.raises(ProviderError, match="returned no vector for a text") as caught:
        model.embed_many(["one"])
    assert caught.value.rejected


@pytest.mark.parametrize("reply", [Reply(hang=True), Reply(trickle=True)])
def test_a_question_does_not_wait_long_nor_ask_twice(
    model: EmbeddingProvider, server: ModelServer, reply: Reply
) -> None:
    server.always = reply
    begin = monotonic()
    with pytest.raises(ProviderError, match=r"no answer in 0\.3 s"):
        model.embed_question("one")
    assert monotonic() - begin < 2.0
    assert len(server.requests) == 1


def test_a_secret_is_not_sent(model: EmbeddingProvider, server: ModelServer) -> None:
    refused = "a text that may contain a password or key in quotes is not sent"
    with pytest.raises(ProviderError, match=refused):
        model.embed_many(["one", SECRET])
    with pytest.raises(ProviderError, match=refused):
        model.embed_question(f"why is {SECRET} wrong?")
    assert server.requests == []


@pytest.mark.parametrize(
    ("wanted", "message"), [("openai:", "must be followed by the name of a model"), ("gemini:x", "neither a folder")]
)
def test_settings_without_a_model(wanted: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        choose_embedder(ModelSettings(embedding=wanted), {})


class Pooled:
    """A pool of threads that calls the provider and collects all vectors."""

    def __init__(self, provider: HttpEmbedder) -> None:
        self.made: dict[bytes, np.ndarray] = {}
        self._lock = threading.Lock()
        self._news = threading.Condition()
        self._pool: EmbeddingPool | None = None
        self.pool = self._pool = EmbeddingPool(provider, 2, Gate(), self._collect)

    def _collect(self) -> None:
        with self._news:
            if self._pool:
                self.made.update(self._pool.collect())
            self._news.notify_all()

    def wait(self, condition: Callable[[], object]) -> bool:
        with self._news:
            return bool(self._news.wait_for(condition, LONG))


@pytest.fixture
def pooled(server: ModelServer) -> Iterator[Pooled]:
    provider = choose_embedder(settings(server, "ollama", question_timeout=0.3), {})
    assert isinstance(provider, HttpEmbedder)
    server.requests.clear()
    made = Pooled(provider)
    yield made
    made.pool.close()


def texts(count: int) -> dict[bytes, str]:
    return {f"text {n}".encode(): f"text {n}" for n in range(count)}


def test_the_pool_sends_several_texts_at_once(pooled: Pooled, server: ModelServer) -> None:
    wanted = texts(3 * BATCH)
    pooled.pool.want(wanted)
    assert pooled.wait(lambda: pooled.made.keys() == wanted.keys())
    assert sorted(len(asked.body["input"]) for asked in server.requests) == [BATCH] * 3


def test_the_pool_waits_for_a_provider_that_is_down_and_goes_on_by_itself(
    pooled: Pooled, server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    server.always = DOWN
    wanted = texts(2 * BATCH)
    pooled.pool.want(wanted)
    assert pooled.wait(lambda: pooled.pool.error)
    assert pooled.pool.problem == f"127.0.0.1:{server.port} answered 500: down"
    assert not pooled.pool.failed, "it is not the texts' fault"
    begin = monotonic()
    with pytest.raises(ModelError, match="answered 500"):
        pooled.pool.embed("a question that need not wait")
    assert monotonic() - begin < 0.1
    server.always = None
    assert pooled.wait(lambda: pooled.made.keys() == wanted.keys())
    assert pooled.pool.problem == ""
    pooled.pool.embed("a question that is answered again")
    assert [record.levelno for record in caplog.records] == [logging.WARNING], "told once"


def test_the_pool_asks_less_and_less_often(pooled: Pooled, server: ModelServer) -> None:
    server.always = DOWN
    pooled.pool.want(texts(1))
    threading.Event().wait(1.0)
    assert 3 <= len(server.requests) <= 3 * 6, "after 0.05, 0.15, 0.35 and 0.75 s, with three attempts each"


def test_the_pool_leaves_a_provider_alone_as_long_as_it_asks(pooled: Pooled, server: ModelServer) -> None:
    server.always = Reply(429, headers={"Retry-After": "100"})
    pooled.pool.want(texts(1))
    assert pooled.wait(lambda: pooled.pool.error)
    asked = len(server.requests)
    threading.Event().wait(0.3)
    assert len(server.requests) == asked


def test_of_several_texts_the_one_at_fault_is_skipped(pooled: Pooled, server: ModelServer) -> None:
    wanted = texts(5)
    server.replies.extend([Reply(400, "too long"), Reply(400, "too long")])  # all together, then the first alone
    pooled.pool.want(wanted)
    assert pooled.wait(lambda: len(pooled.made) == 4)
    assert pooled.pool.failed == {b"text 0"}
    assert "the first failure: 127.0.0.1" in pooled.pool.problem


def test_a_provider_that_refuses_everything_is_asked_again_later(pooled: Pooled, server: ModelServer) -> None:
    server.always = Reply(400, "no such model")
    wanted = texts(3 * MAX_CONSECUTIVE_FAILURES)
    pooled.pool.want(wanted)
    assert pooled.wait(lambda: pooled.pool.error)
    server.always = None
    assert pooled.wait(lambda: len(pooled.made) >= 2 * MAX_CONSECUTIVE_FAILURES)
    pooled.pool.want({key: text for key, text in wanted.items() if key not in pooled.made})
    assert pooled.wait(lambda: pooled.made.keys() == wanted.keys()), "what was refused is tried again"


def test_a_question_waits_for_no_text(pooled: Pooled, server: ModelServer) -> None:
    assert pooled.pool.make(b"text 0", "text 0") is None
    assert server.requests == []


def test_closing_does_not_wait_for_a_provider_that_hangs(
    pooled: Pooled, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctx_lsp.models.work_pool.CLOSE_TIMEOUT", 0.1)
    server.always = Reply(hang=True)
    pooled.pool.want(texts(1))
    while not server.requests:
        threading.Event().wait(0.01)
    begin = monotonic()
    pooled.pool.close()
    assert monotonic() - begin < 1.0
