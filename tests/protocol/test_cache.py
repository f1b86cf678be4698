"""`ctx-lsp.cache` over the wire, with the server's own stores in use."""

from pathlib import Path

import pytest

from tests.protocol.asking import found, ready
from tests.protocol.conftest import LocalServer
from tests.protocol.wire import AnswerError, Json, until


@pytest.fixture
def options(tmp_path: Path) -> Json:
    return {"model": {"embedding": "none"}, "cache": {"directory": str(tmp_path / "cache"), "maxMegabytes": 50}}


def ask(server: LocalServer, action: str) -> Json:
    return server.wire.command("ctx-lsp.cache", {"action": action})


def kept(server: LocalServer) -> Json:
    """The contents of the cache after everything is written."""
    sizes = [0]

    def settled() -> bool:
        sizes.append(ask(server, "info")["bytes"])
        return sizes[-1] == sizes[-2] > 0

    until(settled)
    return ask(server, "info")


def test_the_cache_is_listed_pruned_and_cleared(
    server: LocalServer, tenacity_root: Path, tmp_path: Path, options: Json
) -> None:
    server.open(tenacity_root, options=options)
    status = ready(server)
    info = kept(server)
    assert (info["action"], info["path"], info["maxBytes"]) == ("info", str(tmp_path / "cache"), 50_000_000)
    assert info["before"] == info["after"] == info["bytes"] == sum(store["bytes"] for store in info["stores"])
    assert [store["root"] for store in info["stores"] if store["kind"] == "root"] == [str(tenacity_root)]
    assert status["cache"]["path"] == info["path"]

    pruned = ask(server, "prune")
    assert pruned["before"] >= pruned["after"] > 100_000, "there is room, and the folder is there"

    cleared = ask(server, "clear")
    assert cleared["before"] == pruned["after"] > cleared["after"]
    assert server.wire.command("ctx-lsp.status")["cache"]["bytes"] < 50_000, "its rows are gone, its stores are in use"
    assert found(server, "wait_exponential"), "answers do not come from the cache"


def test_only_known_actions_are_taken(server: LocalServer, tmp_path: Path, options: Json) -> None:
    server.open(tmp_path, options=options)
    with pytest.raises(AnswerError, match="action"):
        ask(server, "burn")
    assert server.wire.command("ctx-lsp.cache", {})["action"] == "info"
