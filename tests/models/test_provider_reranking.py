"""Reranking over HTTP, with a real server on this machine: requests, answers and failures."""

import json
from collections.abc import Iterator

import pytest

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.providers.http import HttpClient, ProviderError
from ctx_lsp.models.providers.reranking import HttpReranker, choose_reranker
from ctx_lsp.models.reranker import CANDIDATES
from ctx_lsp.settings import ModelSettings
from tests.model_server import ModelServer, Reply, serving

KEY = "sk-proj-a8Jk29sLq0Zx7Vb3Nm5Tt1Yw6Rr4Ee2Qq9Uu0Ii"  # of nobody


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving() as running:
        yield running


@pytest.fixture
def reranker(server: ModelServer) -> HttpReranker:
    return HttpReranker(HttpClient(f"{server.url}/v1"), "judge")


def score(reranker: HttpReranker, query: str, *texts: str, seconds: float = 30.0) -> list[float]:
    return reranker.score(query, texts, seconds, CancelToken())


def test_scores_come_in_the_order_of_the_texts(server: ModelServer, reranker: HttpReranker) -> None:
    assert score(reranker, "sum all prices", "all is well", "sum all prices", "nothing") == pytest.approx([1 / 3, 1, 0])
    [asked] = server.requests
    assert asked.path == "/v1/rerank"
    documents = ["all is well", "sum all prices", "nothing"]
    assert asked.body == {"model": "judge", "query": "sum all prices", "documents": documents, "top_n": 3}


def test_the_server_has_a_name_and_a_version(server: ModelServer, reranker: HttpReranker) -> None:
    assert (reranker.identity, reranker.candidates) == (f"http:judge@127.0.0.1:{server.port}", CANDIDATES)
    assert reranker.is_remote
    assert server.requests == [], "nobody is asked before there is a question"


def test_long_texts_are_cut(server: ModelServer, reranker: HttpReranker) -> None:
    score(reranker, "a", "b" * 100_000)
    assert [len(text) for text in server.requests[0].body["documents"]] == [8_000]


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (Reply(500, "overloaded"), "answered 500: overloaded"),
        (Reply(401, "no"), "answered 401"),
        (Reply(200, "<html>"), "not JSON"),
        (Reply(200, json.dumps({"scores": [1]})), "sent an unexpected answer"),
        (Reply(200, json.dumps({"results": []})), "did not return a score for each of 2 texts"),
        (
            Reply(200, json.dumps({"results": [{"index": 1, "relevance_score": 1}] * 2})),
            "did not return a score for each",
        ),
        (Reply(hang=True), r"no answer in 0\.2 s"),
        (Reply(trickle=True), r"no answer in 0\.2 s"),
    ],
)
def test_errors_of_a_provider_are_reported(
    server: ModelServer, reranker: HttpReranker, reply: Reply, message: str
) -> None:
    server.always = reply
    with pytest.raises(ProviderError, match=message):
        score(reranker, "a", "b", "c", seconds=0.2)
    assert len(server.requests) == 1, "whoever waits for an answer does not wait for a second attempt"


def test_a_provider_that_exited_is_reported(server: ModelServer, reranker: HttpReranker) -> None:
    server.close()
    with pytest.raises(ProviderError, match="no connection"):
        score(reranker, "a", "b")


def test_secrets_are_not_sent(server: ModelServer, reranker: HttpReranker) -> None:
    for query, text in ((f"why is {KEY} refused", "b"), ("a", f"token = {KEY!r}")):
        with pytest.raises(ProviderError, match="may contain") as caught:
            score(reranker, query, text)
        assert caught.value.rejected
        assert KEY not in str(caught.value)
    assert server.requests == []


def test_a_cancelled_question_is_not_sent(server: ModelServer, reranker: HttpReranker) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        reranker.score("a", ["b"], 30.0, token)
    assert server.requests == []


def test_the_settings_name_model_place_and_key(server: ModelServer) -> None:
    model = ModelSettings(reranker="http: judge", reranker_url=f"{server.url}/v1", reranker_key_variable="JUDGE_KEY")
    chosen = choose_reranker(model, {"JUDGE_KEY": "open sesame".replace(" ", "-")})
    assert chosen is not None
    assert chosen.score("a", ["a"], 30.0, CancelToken()) == [1.0]
    assert server.requests[0].headers["Authorization"] == "Bearer open-sesame"
    with pytest.raises(ModelError, match=r"named in model\.rerankerKeyVariable is not set"):
        choose_reranker(model, {})


@pytest.mark.parametrize(
    "model", [ModelSettings(reranker="http:judge"), ModelSettings(reranker="http:", reranker_url="http://localhost")]
)
def test_settings_that_exclude_files_are_reported(model: ModelSettings) -> None:
    with pytest.raises(ModelError, match=r"needs the name of a model after http: and model\.rerankerUrl"):
        choose_reranker(model, {})


def test_other_names_are_models_on_this_machine() -> None:
    with pytest.raises(ModelError, match="neither a folder with a model nor a hub id"):
        choose_reranker(ModelSettings(reranker="nothing-here"), {})
