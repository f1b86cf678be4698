"""A real server with metrics on, after one request of each kind, and what Prometheus would then read from it."""

import socket
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.conftest import SERVER, ServerProcess, start_process
from tests.protocol.wire import AnswerError, Json, until

__all__ = ["start_process"]  # a fixture of these tests, too

QUESTION = "how is the zebrafish total computed?"
SOURCE = "def zebrafish_total(prices: list[int]) -> int:\n    return sum(prices)\n"


def free_port() -> int:
    """A port of the loopback interface that nobody uses at this moment."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        return int(taken.getsockname()[1])


def options(**metrics: object) -> Json:
    """Settings of an editor with these metrics, without a model and without a cache."""
    return {"model": {"embedding": "none"}, "cache": {"enabled": False}, "metrics": metrics}


def read(port: int) -> str:
    """What the server answers to Prometheus."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        return str(answer.read().decode())


def is_open(port: int) -> bool:
    """Whether somebody listens on a port of the loopback interface."""
    with closing(socket.socket()) as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@dataclass(frozen=True, slots=True)
class Scrape:
    """The metrics as text and by name and labels, and the answers that they are about."""

    text: str
    port: int
    server: ServerProcess
    pack: Json
    samples: dict[tuple[str, frozenset[tuple[str, str]]], float]

    def value(self, name: str, **labels: str) -> float:
        """The value of one series."""
        return self.samples[name, frozenset(labels.items())]

    @property
    def names(self) -> set[str]:
        """The names of all series."""
        return {name for name, _ in self.samples}


def samples_of(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """The series of an exposition, as Prometheus's own parser reads them."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture(scope="session")
def scrape(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scrape]:
    """The metrics of a server that has answered a question and a search, refused a request and seen an edit."""
    server = ServerProcess(SERVER, tmp_path_factory.mktemp("metrics"), forked=True)
    file: Path = server.folder / "zebrafish_prices.py"
    file.write_text(SOURCE)
    port = free_port()
    server.open(server.folder, options=options(port=port))
    server.ready()
    pack = server.wire.command("ctx-lsp.query", {"query": QUESTION})
    server.wire.command("ctx-lsp.query", {"query": QUESTION})
    server.wire.command("ctx-lsp.search", {"query": QUESTION})
    with pytest.raises(AnswerError):
        server.wire.command("ctx-lsp.search", {"query": QUESTION, "limit": 0})
    document = {"uri": file.as_uri(), "languageId": "python", "version": 1, "text": f"{SOURCE}\nx = 1\n"}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    server.wire.command("ctx-lsp.search", {"query": "x"})
    until(lambda: is_open(port))
    text = read(port)
    yield Scrape(text, port, server, pack, samples_of(text))
    server.stop()
