"""Packs outlive the server: processes end, are killed and run side by side, and their packs are made again."""

from pathlib import Path

import pytest

from tests.e2e.conftest import NO_MODEL, SERVER, ServerProcess, StartProcess
from tests.protocol.wire import AnswerError, Json

TEXT = (
    "def total(lines):\n    return sum(taxed(line) for line in lines)\n\n\ndef taxed(price):\n    return price * 1.19\n"
)
QUESTION = "how is the total of lines taxed?"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A folder with one file."""
    (tmp_path / "shop.py").write_text(TEXT)
    return tmp_path


def started(start: StartProcess, folder: Path, **settings: Json) -> ServerProcess:
    server = start(SERVER, forked=True)
    server.open(folder, options=NO_MODEL | settings)
    server.ready()
    return server


def titles(server: ServerProcess) -> list[str]:
    return [one["title"] for one in server.wire.command("ctx-lsp.history")["packs"]]


def test_after_an_end_a_pack_is_made_again_with_its_options(start_process: StartProcess, shop: Path) -> None:
    server = started(start_process, shop)
    pack = server.wire.command("ctx-lsp.query", {"query": QUESTION, "options": {"maxTokens": 700, "format": "xml"}})
    assert server.leave() == 0

    server = started(start_process, shop)
    [recent] = server.wire.command("ctx-lsp.history")["packs"]
    assert (recent["title"], recent["packId"], recent["askedBy"]) == (QUESTION, pack["packId"], "")
    again = server.wire.command("ctx-lsp.replay", {"packId": recent["packId"]})
    assert (again["packId"], again["text"], again["query"]) == (pack["packId"], pack["text"], pack["query"])
    assert (again["options"]["maxTokens"], again["options"]["format"]) == (700, "xml")
    assert again["changes"] == {"entered": [], "left": [], "changed": [], "same": len(pack["items"])}


def test_after_a_kill_an_unsaved_edit_is_told(start_process: StartProcess, shop: Path) -> None:
    server = started(start_process, shop)
    pack = server.wire.command("ctx-lsp.query", {"query": QUESTION})
    assert titles(server) == [QUESTION]
    server.process.kill()

    server = started(start_process, shop)
    uri = (shop / "shop.py").as_uri()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": TEXT.replace("1.19", "1.07")}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    again = server.wire.command("ctx-lsp.replay", {"packId": pack["packId"]})
    assert again["changes"]["changed"] == ["shop.py::taxed"]
    assert "price * 1.07" in again["text"]
    text = server.wire.command("ctx-lsp.packText", {"packId": pack["packId"]})
    assert (text["outdated"], text["packId"]) == (True, again["packId"])


def test_two_servers_on_a_folder_list_the_packs_of_both(start_process: StartProcess, shop: Path) -> None:
    one, other = (started(start_process, shop) for _ in range(2))
    pack = one.wire.command("ctx-lsp.query", {"query": QUESTION})
    other.wire.command("ctx-lsp.contextAt", {"symbol": "taxed"})
    assert titles(one)
    assert set(titles(other)) == {QUESTION, "shop.py::taxed"} == set(titles(one))
    assert other.wire.command("ctx-lsp.replay", {"packId": pack["packId"]})["text"] == pack["text"]


def test_without_the_history_a_pack_ends_with_the_server(start_process: StartProcess, shop: Path) -> None:
    off = {"pack": {"history": False}}
    server = started(start_process, shop, **off)
    pack = server.wire.command("ctx-lsp.query", {"query": QUESTION})
    assert server.wire.command("ctx-lsp.history") == {"packs": [], "kept": False}
    assert server.leave() == 0
    server = started(start_process, shop)
    with pytest.raises(AnswerError, match="is kept; ask again") as caught:
        server.wire.command("ctx-lsp.replay", {"packId": pack["packId"]})
    assert caught.value.data == {"reason": "unknownPack"}
