"""The HTTP client of the providers, with a real server: retries, time limits and error messages."""

import logging
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from time import monotonic

import pytest

from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.providers import http
from ctx_lsp.models.providers.http import HttpClient, ProviderError
from tests.model_server import ModelServer, Reply, serving

KEY = "sk-test-0123456789"
BODY = {"model": "m", "input": ["some text"]}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving() as made:
        yield made


@pytest.fixture
def client(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[HttpClient]:
    monkeypatch.setattr(http, "FIRST_PAUSE", 0.01)
    made = HttpClient(f"{server.url}/v1/", KEY)
    yield made
    made.close()


def ask(client: HttpClient, timeout: float = 5.0, attempts: int = 3) -> dict[str, object]:
    return client.post("/embeddings", BODY, dict[str, object], timeout=timeout, attempts=attempts)


def test_it_sends_json_and_decodes_the_answer(client: HttpClient, server: ModelServer) -> None:
    assert ask(client)["object"] == "list"
    (asked,) = server.requests
    assert (asked.path, asked.body) == ("/v1/embeddings", BODY)
    assert asked.headers["Authorization"] == f"Bearer {KEY}"


def test_a_connection_is_used_again(client: HttpClient, server: ModelServer) -> None:
    server.replies.extend([Reply(400, "bad"), Reply(body="no JSON")])
    for _ in range(2):
        with pytest.raises(ProviderError):
            ask(client)
    ask(client)
    assert len({asked.connection for asked in server.requests}) == 1


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_transient_errors_are_retried(client: HttpClient, server: ModelServer, status: int) -> None:
    server.replies.extend([Reply(status), Reply(status)])
    assert ask(client)["object"] == "list"
    assert len(server.requests) == 3


def test_it_gives_up_after_so_many_attempts(client: HttpClient, server: ModelServer) -> None:
    server.always = Reply(500, '{"error": "out of memory"}')
    with pytest.raises(ProviderError, match=r'^127\.0\.0\.1:\d+ answered 500: {"error": "out of memory"}$') as caught:
        ask(client)
    assert len(server.requests) == 3
    assert not caught.value.rejected


@pytest.mark.parametrize(("status", "rejected"), [(400, True), (413, True), (422, True), (404, False), (405, False)])
def test_permanent_errors_are_not_retried(client: HttpClient, server: ModelServer, status: int, rejected: bool) -> None:
    server.always = Reply(status, "model 'm'\nnot found\x1b[0m" + "x" * 1000)
    with pytest.raises(ProviderError, match=rf"answered {status}: model 'm' not found \[0mx{{1,200}}$") as caught:
        ask(client)
    assert len(server.requests) == 1
    assert caught.value.rejected is rejected


def test_the_client_waits_for_the_requested_time(client: HttpClient, server: ModelServer) -> None:
    server.replies.append(Reply(429, headers={"Retry-After": "1"}))
    begin = monotonic()
    ask(client)
    assert monotonic() - begin >= 1.0


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_a_long_wait_is_left_to_the_caller(client: HttpClient, server: ModelServer, form: str) -> None:
    until = datetime.now(UTC) + timedelta(hours=1)
    said = "3600" if form == "seconds" else format_datetime(until, usegmt=True)
    server.always = Reply(503, headers={"Retry-After": said})
    with pytest.raises(ProviderError) as caught:
        ask(client)
    assert len(server.requests) == 1
    assert caught.value.retry_after == pytest.approx(3600, abs=60)


@pytest.mark.parametrize("said", ["soon", "Mon, 01 Jan 99999999999 00:00:00 GMT"])
def test_a_senseless_wait_is_passed_over(client: HttpClient, server: ModelServer, said: str) -> None:
    server.replies.append(Reply(503, headers={"Retry-After": said}))
    ask(client)
    assert len(server.requests) == 2


def test_a_server_that_hangs_is_left(client: HttpClient, server: ModelServer) -> None:
    server.always = Reply(hang=True)
    begin = monotonic()
    with pytest.raises(ProviderError, match=r"^127\.0\.0\.1:\d+: no answer in 0\.1 s$"):
        ask(client, timeout=0.1, attempts=2)
    assert 0.2 <= monotonic() - begin < 2.0
    assert len(server.requests) == 2


def test_an_invalid_text_is_not_sent(client: HttpClient, server: ModelServer) -> None:
    with pytest.raises(ProviderError, match="is not valid Unicode") as caught:
        client.post("/embeddings", {"input": ["\udcff"]}, dict[str, object])
    assert caught.value.rejected
    assert server.requests == []


def test_closing_ends_the_pauses(client: HttpClient, server: ModelServer) -> None:
    server.always = Reply(503, headers={"Retry-After": "5"})
    threading.Timer(0.1, client.close).start()
    begin = monotonic()
    with pytest.raises(ProviderError):
        ask(client)
    assert monotonic() - begin < 2.0
    with pytest.raises(ProviderError, match="is no longer in use"):
        ask(client)


def test_a_closed_port_is_reported() -> None:
    with serving() as gone:
        url = gone.url
    with pytest.raises(ProviderError, match=r"^127\.0\.0\.1:\d+: no connection$"):
        HttpClient(url).post("/api/embed", BODY, dict[str, object], attempts=1)


@pytest.mark.parametrize("body", ["<html>", "", '{"data": ', "\x00", '{"data": ' + "[" * 100_000])
def test_an_answer_that_is_not_json(client: HttpClient, server: ModelServer, body: str) -> None:
    server.always = Reply(body=body)
    with pytest.raises(ProviderError, match="sent an answer that is not JSON"):
        ask(client)
    assert len(server.requests) == 1


def test_an_answer_of_another_shape(client: HttpClient, server: ModelServer) -> None:
    server.always = Reply(body="[1, 2]")
    with pytest.raises(ProviderError, match="sent an unexpected answer"):
        ask(client)


def test_an_answer_that_is_too_large(client: HttpClient, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "MAX_ANSWER_BYTES", 1000)
    server.always = Reply(body=" " * 100_000 + "{}")
    with pytest.raises(ProviderError, match="answered with more than 1,000 bytes"):
        ask(client)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(client: HttpClient, server: ModelServer, status: int) -> None:
    with serving() as other:
        server.always = Reply(status, headers={"Location": f"{other.url}/v1/embeddings"})
        with pytest.raises(ProviderError, match=f"answered {status}: redirects are not followed"):
            ask(client)
        assert other.requests == []


def test_no_proxy_of_the_environment_is_used(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        ask(HttpClient(f"{server.url}/v1"))
        assert proxy.requests == []


def test_the_key_is_in_no_error_and_no_log(
    client: HttpClient, server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    replies = [
        Reply(401, f"Incorrect API key provided: {KEY[:7]}***"),
        Reply(400, f"what is {KEY}?"),
        Reply(body="<html>"),
    ]
    server.replies.extend(replies)
    said = []
    for _ in replies:
        with pytest.raises(ProviderError) as caught:
            ask(client)
        said.append(str(caught.value))
    assert "Incorrect" not in said[0]
    assert said[1].endswith("what is …?")
    assert KEY not in "".join(said) + caplog.text + repr(vars(caught.value))


@pytest.mark.parametrize(
    ("url", "key", "message"),
    [
        ("", "", "must begin with http"),
        ("localhost:11434", "", "must begin with http"),
        ("ftp://example.com", "", "must begin with http"),
        ("http://", "", "must begin with http"),
        ("http://[::1", "", "is not valid"),
        ("https://me:secret@example.com/v1", "", "example.com must not contain a user name, key or query"),
        ("https://example.com/v1?key=secret", "", "example.com must not contain a user name, key or query"),
        ("https://example.com", "two\nlines", "contains characters that are not allowed in a header"),
        ("http://example.com", KEY, "an API key is only sent over https, or to this machine"),
        ("http://localhost.example.com", KEY, "an API key is only sent over https, or to this machine"),
    ],
)
def test_urls_and_keys_that_are_refused(url: str, key: str, message: str) -> None:
    with pytest.raises(ModelError, match=message) as caught:
        HttpClient(url, key)
    assert "secret" not in str(caught.value)
    assert not key or key not in str(caught.value)


def test_a_key_that_json_writes_otherwise_is_known_too(server: ModelServer) -> None:
    server.always = Reply(400, '{"error": "what is ab\\/cd-0123456789?"}')
    with pytest.raises(ProviderError, match='"what is …\\?"'):
        ask(HttpClient(server.url, "ab/cd-0123456789"))


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://example.com/v1", KEY),
        ("http://localhost:8080/v1", KEY),
        ("http://[::1]:8080", KEY),
        ("http://gpu-box:11434", ""),
    ],
)
def test_urls_that_are_accepted(url: str, key: str) -> None:
    HttpClient(url, key).close()
