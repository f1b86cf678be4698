"""Watching by client or server; no change is lost between the first scan and the first report."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.protocol.asking import found, ready, until_found, warnings
from tests.protocol.conftest import NO_MODEL, LocalServer
from tests.protocol.wire import Json, until

OFFERS = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
CHANGED = 2
OWN = pytest.mark.skipif(sys.platform != "linux", reason="changes are watched on Linux alone")


def source(name: str) -> str:
    return f"def {name}():\n    return 1\n"


def watching(server: LocalServer) -> str:
    return str(server.wire.command("ctx-lsp.status")["watching"])


def tell(server: LocalServer, path: Path) -> None:
    changes = [{"uri": path.as_uri(), "type": CHANGED}]
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})


def test_changes_before_the_client_watches_are_seen(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(source("first"))
    params: Json = {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": OFFERS}
    server.wire.ask("initialize", {**params, "initializationOptions": NO_MODEL})
    ready(server)
    assert watching(server) == ("server" if sys.platform == "linux" else "nobody")
    (tmp_path / "a.py").write_text(source("second"))
    (tmp_path / "b.py").write_text(source("new"))
    (tmp_path / "ctx-lsp.toml").write_text("[search]\nlimit = 1\n")
    server.wire.notify("initialized", {})
    until_found(server, "second", [(tmp_path / "a.py").as_uri()])
    until_found(server, "new", [(tmp_path / "b.py").as_uri()])
    assert (found(server, "first"), watching(server)) == ([], "client")
    assert len(server.wire.command("ctx-lsp.search", {"query": "return 1"})["items"]) == 1


@OWN
def test_where_the_client_will_not_watch_after_all_the_server_does(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(source("first"))
    server.wire.refused.add("client/registerCapability")
    server.open(tmp_path, capabilities=OFFERS)
    until(lambda: warnings(server, "the client does not watch files"))  # before that, the server watches as well
    assert watching(server) == "server"
    until_found(server, "first", [(tmp_path / "a.py").as_uri()])
    (tmp_path / "a.py").write_text(source("second"))
    until_found(server, "second", [(tmp_path / "a.py").as_uri()])


def test_nothing_is_watched_if_the_setting_is_off(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path, options={**NO_MODEL, "index": {"watch": False}})
    assert watching(server) == "nobody"


def test_initialized_counts_once(server: LocalServer, tmp_path: Path) -> None:
    both = {**OFFERS["workspace"], "didChangeConfiguration": {"dynamicRegistration": True}}
    server.open(tmp_path, capabilities={"workspace": both})
    server.wire.notify("initialized", {})
    ready(server)
    registered = server.wire.received("client/registerCapability")
    ids = [registration["id"] for params in registered for registration in params["registrations"]]
    assert sorted(ids) == ["ctx-lsp-files", "ctx-lsp-settings"]


def replaced(root: Path) -> None:
    """Replace `root` with another folder that has settings."""
    other = root.with_name("other")
    shutil.copytree(root, other)
    (other / "ctx-lsp.toml").write_text('[index]\nexclude = ["inner/"]\n')
    root.rename(root.with_name("old"))
    other.rename(root)


@pytest.mark.parametrize("told", ["root", "above"])
def test_settings_that_come_with_their_folder_count(server: LocalServer, tmp_path: Path, told: str) -> None:
    root = tmp_path / "above" / "root"
    (root / "inner").mkdir(parents=True)
    (root / "inner" / "b.py").write_text(source("inside"))
    server.open(root, capabilities=OFFERS)
    until_found(server, "inside", [(root / "inner" / "b.py").as_uri()])
    replaced(root)
    tell(server, root if told == "root" else root.parent)
    until_found(server, "inside", [])


@OWN
def test_settings_that_come_with_a_new_root_are_seen_by_the_servers_own_watching(
    server: LocalServer, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    (root / "inner").mkdir(parents=True)
    (root / "inner" / "b.py").write_text(source("inside"))
    server.open(root)
    until_found(server, "inside", [(root / "inner" / "b.py").as_uri()])
    replaced(root)
    until_found(server, "inside", [])
    until(lambda: ready(server)["skipped"] == {"excluded": 1})
