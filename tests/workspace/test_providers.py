"""A workspace with an embedding provider: it answers even if the provider fails, and sends no secrets."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.models import outage
from ctx_lsp.models.providers import http
from ctx_lsp.packing.model import PackRequest, QuestionSubject
from ctx_lsp.retrieval.model import SearchAnswer, SearchRequest
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace
from tests.model_server import ModelServer, Reply, serving

LONG = 20.0  # seconds; nothing here takes a tenth of it
KEY = "sk-test-0123456789"
FILES = {
    "mail.py": "def notify(user, body):\n    smtp.sendmail(SENDER, [user.address], body)\n",
    "numbers.py": "def quicksort(values):\n    pivot, *rest = values\n    return [*small, pivot, *large]\n",
}
SECRETS = {
    "login.py": 'def login():\n    password = "Tr0ub4dor&3xyz"\n    return connect(password)\n',
    "deploy.env": "STAGE=production\n",
}
QUESTION = "how is a user told by mail"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(outage, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(outage, "LONGEST_PAUSE", 0.2)
    monkeypatch.setenv("MY_KEY", KEY)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving() as made:
        yield made


def settings(port: int) -> Settings:
    model = ModelSettings(
        embedding="openai:tiny",
        embedding_url=f"http://127.0.0.1:{port}/v1",
        embedding_key_variable="MY_KEY",
        question_timeout=0.3,
        reranker="none",
    )
    return Settings(model=model, cache=CacheSettings(enabled=False))


@contextmanager
def opened(folder: Path, files: dict[str, str], wanted: Settings) -> Iterator[Workspace]:
    for path, text in files.items():
        (folder / path).write_text(text)
    made = Workspace([folder], wanted)
    made.start()
    try:
        yield made
    finally:
        made.close()


def ask(workspace: Workspace, question: str = QUESTION) -> SearchAnswer:
    return workspace.analysis().result(LONG).search(SearchRequest(question, 5, rerank=False), CancelToken())


def until(condition: Callable[[], object]) -> bool:
    end = monotonic() + LONG
    while not condition() and monotonic() < end:
        sleep(0.02)
    return bool(condition())


def test_code_is_found_by_the_vectors_of_a_provider(tmp_path: Path, server: ModelServer) -> None:
    with opened(tmp_path, FILES, settings(server.port)) as made:
        assert made.wait_ready(LONG)
        status = made.status()
        assert (status.state, status.coverage.semantic, status.warnings) == ("ready", 1.0, ())
        assert status.model == f"openai:tiny@127.0.0.1:{server.port}/{server.dimensions}"
        answer = ask(made)
        assert any("dense" in item.scores for item in answer.items)
        assert answer.warnings == ()


def test_a_provider_that_is_down_at_the_start_is_taken_up_when_it_comes(tmp_path: Path) -> None:
    with serving() as gone:
        port = gone.port
    with opened(tmp_path, FILES, settings(port)) as made:
        assert made.wait_ready(LONG), "there is nothing to wait for"
        problem = f"127.0.0.1:{port}: no connection"
        status = made.status()
        assert (status.state, status.coverage.semantic, status.warnings) == ("ready", 0.0, (problem,))
        answer = ask(made)
        assert answer.items[0].symbol == "mail.py::notify"
        assert answer.warnings == (f"Semantic search was not used: {problem}.",)
        pack = made.analysis().result(LONG).pack(PackRequest(QuestionSubject(QUESTION)), CancelToken())
        assert answer.warnings[0] in pack.warnings
        with serving(port):
            assert until(lambda: made.status().coverage.semantic == 1.0)
            assert ask(made).warnings == ()
            assert made.status().warnings == ()


def test_a_provider_that_goes_away_leaves_the_vectors_in_use(tmp_path: Path, server: ModelServer) -> None:
    with opened(tmp_path, FILES, settings(server.port)) as made:
        assert made.wait_ready(LONG)
        server.always = Reply(503, "busy")
        made.set_document("new.py", SourceText(b"def told_by_letter(user): ...\n"))
        assert made.wait_ready(LONG)
        assert until(lambda: made.status().warnings)
        status = made.status()
        assert status.warnings == (f"127.0.0.1:{server.port} answered 503: busy",)
        assert 0.0 < status.coverage.semantic < 1.0
        answer = ask(made)
        assert {item.path for item in answer.items} >= {"mail.py", "new.py"}
        assert "answered 503" in answer.warnings[0]
        server.always = None
        assert until(lambda: made.status().coverage.semantic == 1.0)
        assert until(lambda: ask(made).warnings == ())


def test_a_provider_that_hangs_holds_no_answer_up(tmp_path: Path, server: ModelServer) -> None:
    with opened(tmp_path, FILES, settings(server.port)) as made:
        assert made.wait_ready(LONG)
        server.always = Reply(hang=True)
        begin = monotonic()
        answer = ask(made)
        assert monotonic() - begin < 2.0
        assert answer.items[0].symbol == "mail.py::notify"
        assert answer.warnings == (f"Semantic search was not used: 127.0.0.1:{server.port}: no answer in 0.3 s.",)


def test_secrets_are_never_sent_and_counted(tmp_path: Path, server: ModelServer) -> None:
    with opened(tmp_path, FILES | SECRETS, settings(server.port)) as made:
        assert made.wait_ready(LONG)
        status = made.status()
        assert status.kept_back == len(SECRETS)
        assert status.coverage.semantic == 1.0, "nothing is missing that is to be there"
        assert {item.path for item in ask(made, "where is login and its password").items} >= {"login.py"}
        made.set_document("mail.py", SourceText(FILES["mail.py"].encode() + b"TOKEN = 'ghp_" + b"a1B2" * 9 + b"'\n"))
        assert made.wait_ready(LONG)
        assert made.status().kept_back > len(SECRETS)
        made.close_document("mail.py")
        assert made.wait_ready(LONG)
        assert made.status().kept_back == len(SECRETS)
    sent = json.dumps([asked.body for asked in server.requests])
    assert "quicksort" in sent
    for secret in ("Tr0ub4dor", "STAGE", "ghp_"):
        assert secret not in sent


def test_the_key_is_nowhere_but_in_the_request(
    tmp_path: Path, server: ModelServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with opened(tmp_path, FILES, settings(server.port)) as made:
        assert made.wait_ready(LONG)
        server.always = Reply(401, f"{KEY} is no key")
        made.set_document("new.py", SourceText(b"def f(): ...\n"))
        assert until(lambda: made.status().warnings)
        said = f"{made.status()} {ask(made)} {made.analysis().result(LONG)} {caplog.text}"
    assert server.requests[0].headers["Authorization"] == f"Bearer {KEY}"
    assert "answered 401" in said
    assert KEY not in said


def test_closing_does_not_wait_for_a_provider_that_hangs(
    tmp_path: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctx_lsp.workspace.models.model_loading.CLOSE_TIMEOUT", 0.1)
    server.always = Reply(hang=True)
    with opened(tmp_path, FILES, settings(server.port)) as made:
        assert made.wait_ready(LONG, semantic=False)
        begin = monotonic()
    assert monotonic() - begin < 2.0
