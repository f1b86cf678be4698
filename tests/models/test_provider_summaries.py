"""Summaries over HTTP with a real server: requests, cleaned answers, and secrets that are never sent."""

from collections.abc import Iterator

import pytest

from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.providers import http
from ctx_lsp.models.providers.choose import choose_summariser
from ctx_lsp.models.providers.http import ProviderError
from ctx_lsp.models.providers.model import Summariser
from ctx_lsp.models.providers.summaries import INSTRUCTIONS, MAX_CHARACTERS, MAX_SENTENCE, one_sentence
from ctx_lsp.settings import ModelSettings
from tests.model_server import ModelServer, Reply, serving

CODE = "app/mail.py notify\ndef notify(user):\n    smtp.sendmail(user.address)\n"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "FIRST_PAUSE", 0.001)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving() as made:
        yield made


@pytest.fixture(params=["openai", "ollama"])
def model(request: pytest.FixtureRequest, server: ModelServer) -> Iterator[Summariser]:
    url = f"{server.url}/v1" if request.param == "openai" else server.url
    made = choose_summariser(ModelSettings(summaries=f"{request.param}:small", summaries_url=url), {})
    assert made is not None
    yield made
    made.close()


def test_it_asks_for_a_sentence_about_code_as_data(model: Summariser, server: ModelServer) -> None:
    assert model.summarise(CODE) == "It is about notify."
    (asked,) = server.requests
    assert asked.path in ("/v1/chat/completions", "/api/chat")
    assert asked.body["model"] == "small"
    system, user = asked.body["messages"]
    assert system == {"role": "system", "content": INSTRUCTIONS}
    first, *lines, last = user["content"].split("\n")
    assert (user["role"], "\n".join(lines)) == ("user", CODE)
    assert first == last
    assert first not in CODE


def test_a_long_text_is_cut(model: Summariser, server: ModelServer) -> None:
    model.summarise("x" * 10 * MAX_CHARACTERS)
    assert len(server.requests[0].body["messages"][1]["content"]) < MAX_CHARACTERS + 100


def test_a_secret_is_not_sent(model: Summariser, server: ModelServer) -> None:
    with pytest.raises(
        ProviderError, match="a text that may contain a password or key in quotes is not sent"
    ) as caught:
        model.summarise('password = "Tr0ub4dor&3xyz"')
    assert caught.value.rejected
    assert server.requests == []


@pytest.mark.parametrize("body", ['{"choices": [], "message": {}}', '{"choices": [{"message": {}}], "message": {}}'])
def test_an_answer_that_says_nothing(model: Summariser, server: ModelServer, body: str) -> None:
    server.always = Reply(body=body)
    assert model.summarise(CODE) == ""


@pytest.mark.parametrize("reply", [Reply(500), Reply(body="{}"), Reply(body="no JSON"), Reply(404, "no such model")])
def test_a_malformed_answer(model: Summariser, server: ModelServer, reply: Reply) -> None:
    server.always = reply
    with pytest.raises(ProviderError, match=f"127.0.0.1:{server.port}"):
        model.summarise(CODE)


def test_it_is_known_by_model_and_host(model: Summariser, server: ModelServer) -> None:
    protocol, _, rest = model.identity.partition(":")
    assert protocol in ("openai", "ollama")
    assert rest.startswith(f"small@127.0.0.1:{server.port}/")


def test_nothing_is_described_by_default() -> None:
    assert choose_summariser(ModelSettings(), {}) is None


@pytest.mark.parametrize("wanted", ["bundled", "gemini:x", "/models/mine", "openai:"])
def test_invalid_models_for_summaries(wanted: str) -> None:
    with pytest.raises(ModelError, match=r"model\.summaries must be|must be followed by the name of a model"):
        choose_summariser(ModelSettings(summaries=wanted), {})


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("Sends a mail to a user.", "Sends a mail to a user."),
        ("  Sends a mail.\nIt also logs. And more.", "Sends a mail."),
        ("Sends a mail\nto a\tuser", "Sends a mail to a user"),
        ("**Sends** `x.y` a mail.", "Sends** `x.y` a mail."),
        ('"Sends a mail."', "Sends a mail."),
        ("Reads v1.2 of e.g.this file! Then stops.", "Reads v1.2 of e.g.this file!"),
        ("<think>The user wants.\nSo.</think>Sends a mail.", "Sends a mail."),
        ("<think>It never ends. ", ""),
        ("\x1b[31mSends\x00 a\u202e mail.", "[31mSends a mail."),
        ("", ""),
        (" \n", ""),
        ("Uses the token ghp_" + "Q7w3" * 9 + " to sign.", ""),
    ],
)
def test_an_answer_becomes_one_plain_sentence(answer: str, sentence: str) -> None:
    assert one_sentence(answer) == sentence


def test_a_sentence_without_end_is_cut_between_words() -> None:
    found = one_sentence("word " * 1000)
    assert MAX_SENTENCE - 5 <= len(found) <= MAX_SENTENCE
    assert set(found.split()) == {"word"}
    assert len(one_sentence("x" * 1000)) <= MAX_SENTENCE
    quoted = one_sentence("'word' " * 100)
    assert quoted == one_sentence(quoted), "kept and made are the same"
