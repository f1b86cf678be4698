"""Shortcuts for common requests of tests."""

import time

from tests.protocol.conftest import LocalServer
from tests.protocol.wire import Json, until


def ready(server: LocalServer) -> Json:
    """Poll the status until the index is ready."""
    end = time.monotonic() + 20
    while (status := server.wire.command("ctx-lsp.status"))["state"] != "ready":
        assert time.monotonic() < end, status
        time.sleep(0.01)
    return status


def found(server: LocalServer, name: str) -> list[str]:
    """The URIs of the symbols with exactly that name."""
    symbols = server.wire.ask("workspace/symbol", {"query": name})
    return [symbol["location"]["uri"] for symbol in symbols if symbol["name"] == name]


def until_found(server: LocalServer, name: str, uris: list[str]) -> None:
    """Wait until the symbols with that name are in these files."""
    until(lambda: found(server, name) == uris)


def warnings(server: LocalServer, about: str = "") -> list[str]:
    """The warnings and errors with `about` in them that the server has logged so far."""
    logged = server.wire.received("window/logMessage")
    warning = 2
    return [entry["message"] for entry in logged if entry["type"] <= warning and about in entry["message"]]
