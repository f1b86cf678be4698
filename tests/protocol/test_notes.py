"""The commands `ctx-lsp.remember` and `ctx-lsp.recall`: the editor creates the file of a note, if it can."""

from pathlib import Path

import pytest

from tests.protocol.asking import ready
from tests.protocol.conftest import LocalServer
from tests.protocol.wire import AnswerError, Json, until

CREATES = {
    "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}}
}
NEW = {"type": "decision", "text": "Use cents\n\nFloats lose them.", "about": ["total"]}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "shop.py").write_text("def total(prices):\n    return sum(prices)\n")
    return tmp_path


def begin(server: LocalServer, folder: Path, capabilities: Json) -> None:
    server.open(folder, capabilities=capabilities)
    ready(server)


def test_the_editor_creates_the_file_in_one_edit(server: LocalServer, shop: Path) -> None:
    begin(server, shop, CREATES)
    answer = server.wire.command("ctx-lsp.remember", NEW)
    until(lambda: server.wire.received("workspace/applyEdit"))
    created, written = server.wire.received("workspace/applyEdit")[0]["edit"]["documentChanges"]
    assert (created["kind"], created["uri"]) == ("create", answer["uri"])
    assert (written["textDocument"]["uri"], written["edits"][0]["newText"]) == (answer["uri"], answer["text"])
    assert answer["sent"]
    assert not (shop / ".ctx-lsp").exists()  # the editor's task


def test_without_that_ability_the_client_gets_the_text(server: LocalServer, shop: Path) -> None:
    begin(server, shop, {})
    answer = server.wire.command("ctx-lsp.remember", NEW)
    assert not answer["sent"]
    assert answer["uri"] == (shop / ".ctx-lsp/memory/use-cents.md").as_uri()
    opened = {"uri": answer["uri"], "languageId": "markdown", "version": 1, "text": answer["text"]}
    server.wire.notify("textDocument/didOpen", {"textDocument": opened})
    (note,) = server.wire.command("ctx-lsp.recall", {"symbol": "total"})["notes"]
    assert (note["title"], note["verdict"], note["inForce"], note["strength"]) == ("Use cents", "fresh", True, 1.0)
    edited = {
        "uri": (shop / "shop.py").as_uri(),
        "languageId": "python",
        "version": 1,
        "text": "def total(p):\n    return 0\n",
    }
    server.wire.notify("textDocument/didOpen", {"textDocument": edited})
    (note,) = server.wire.command("ctx-lsp.recall", {"symbol": "total"})["notes"]
    assert (note["verdict"], note["anchors"][0]["now"]) == ("drifted", "shop.py::total")


def test_a_position_stands_for_its_symbol_and_a_document_for_itself(server: LocalServer, shop: Path) -> None:
    begin(server, shop, {})
    document = {"uri": (shop / "shop.py").as_uri()}
    for place, anchor in (({"line": 1, "character": 6}, "target: shop.py::total"), (None, "- shop.py\n")):
        where = {"textDocument": document, "position": place} if place else {"textDocument": document}
        answer = server.wire.command("ctx-lsp.remember", {"type": "gotcha", "text": "Round late", **where})
        assert anchor in answer["text"]
    opened = {"uri": answer["uri"], "languageId": "markdown", "version": 1, "text": answer["text"]}
    server.wire.notify("textDocument/didOpen", {"textDocument": opened})
    found = server.wire.command("ctx-lsp.recall", {"textDocument": document, "position": {"line": 0, "character": 5}})
    assert [note["title"] for note in found["notes"]] == ["Round late"]


def test_errors_name_what_is_wrong(server: LocalServer, shop: Path) -> None:
    begin(server, shop, {})
    with pytest.raises(AnswerError, match=r"nearest: .*total"):
        server.wire.command("ctx-lsp.remember", {**NEW, "about": ["totel"]})
    with pytest.raises(AnswerError, match="type"):
        server.wire.command("ctx-lsp.remember", {**NEW, "type": "rule"})


def test_a_note_that_git_ignores_is_written_with_a_warning(server: LocalServer, shop: Path) -> None:
    (shop / ".git").mkdir()
    (shop / ".gitignore").write_text(".ctx-lsp/\n")
    begin(server, shop, {})
    made = server.wire.command("ctx-lsp.remember", {"type": "gotcha", "text": "Round late"})
    [warning] = made["warnings"]
    assert warning.endswith("will not be read as a note, because an ignore file (such as .gitignore) leaves it out")
    until(lambda: {"type": 2, "message": warning} in server.wire.received("window/showMessage"))
