"""The commands of the journal in a server: a task records what is asked, and another server goes on with it."""

import json
from pathlib import Path

import pytest

from ctx_lsp.protocol.table import TABLE
from tests.protocol.asking import ready
from tests.protocol.attaching import agent_wire
from tests.protocol.conftest import NO_MODEL, LocalServer, Start
from tests.protocol.wire import AnswerError, Json, until


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "shop.py").write_text("def total(prices):\n    return sum(prices)\n")
    return folder


def begin(server: LocalServer, folder: Path, **settings: Json) -> LocalServer:
    server.open(folder, options={**NO_MODEL, "journal": settings})
    ready(server)
    return server


def entries(server: LocalServer) -> list[tuple[str, str]]:
    """The kinds of the entries at hand and their texts, in the order in which they were recorded."""
    answer = server.wire.command("ctx-lsp.resume", {"activate": False})
    return [(one["kind"], one["text"]) for one in sorted(answer["atHand"], key=lambda one: one["number"])]


def test_a_task_outlives_the_server(start_server: Start, shop: Path) -> None:
    first = begin(start_server(TABLE), shop)
    assert first.wire.command("ctx-lsp.journal") == {"tasks": [], "kept": True, "erased": 0, "text": "", "warnings": []}
    first.wire.command("ctx-lsp.query", {"query": "nothing is recorded before a task"})
    assert not (shop.parent / "data/ctx-lsp/journal-1.sqlite3").exists()
    [task] = first.wire.command("ctx-lsp.journal", {"action": "start", "title": "Round late"})["tasks"]
    pack = first.wire.command("ctx-lsp.query", {"query": "what is the total?"})
    with pytest.raises(AnswerError, match="totl"):
        first.wire.command("ctx-lsp.impact", {"symbol": "totl"})
    said = {"kind": "message", "text": "We decided to use cents.", "uri": (shop / "shop.py").as_uri()}
    recorded = first.wire.command("ctx-lsp.record", said)
    assert (recorded["entry"]["about"], recorded["found"][0]["kind"]) == (["shop.py"], "decision")
    first.stop()

    second = begin(start_server(TABLE), shop)
    answer = second.wire.command("ctx-lsp.resume", {"query": "cents"})
    assert (answer["task"]["id"], answer["task"]["state"]) == (task["id"], "active")
    last = answer["checkpoint"]["checkpoint"]
    assert (last["cause"], last["query"], last["error"].split(":")[0]) == (
        "error", "what is the total?", "ctx-lsp.impact",
    )  # fmt: skip
    [question] = [one for one in answer["atHand"] if one["kind"] == "question"]
    assert question["packId"] == pack["packId"]
    assert second.wire.command("ctx-lsp.replay", {"packId": question["packId"]})["items"]
    assert [one for one in entries(second) if one[0] == "question"] == [("question", "what is the total?")]
    with pytest.raises(AnswerError, match="name a task"):
        second.wire.command("ctx-lsp.journal", {"action": "erase"})
    erased = second.wire.command("ctx-lsp.journal", {"action": "erase", "all": True})
    assert (erased["erased"], erased["tasks"]) == (1, [])
    with pytest.raises(AnswerError, match="no tasks yet"):
        second.wire.command("ctx-lsp.resume")


@pytest.mark.parametrize(("settings", "expected"), [({}, []), ({"agents": True}, [("question", "what is the total?")])])
def test_agents_are_recorded_only_if_the_user_says_so(
    server: LocalServer, shop: Path, settings: Json, expected: list[tuple[str, str]]
) -> None:
    begin(server, shop, **settings)
    server.wire.command("ctx-lsp.journal", {"action": "start", "title": "Round late"})
    with agent_wire(shop) as agent:
        agent.command("ctx-lsp.attach", {"root": str(shop), "client": "tests"})
        agent.command("ctx-lsp.query", {"query": "what is the total?"})
        with pytest.raises(AnswerError):
            agent.command("ctx-lsp.impact", {"symbol": "totl"})
        with pytest.raises(AnswerError, match="unknown command"):
            agent.command("ctx-lsp.journal", {"action": "erase"})
    assert entries(server) == expected


@pytest.mark.parametrize(("settings", "expected"), [({}, []), ({"agents": True}, ["chat"] * 3)])
def test_what_a_client_asks_for_an_agent_is_not_the_users(
    server: LocalServer, shop: Path, settings: Json, expected: list[str]
) -> None:
    begin(server, shop, **settings)
    server.wire.command("ctx-lsp.journal", {"action": "start", "title": "Round late"})
    server.wire.command("ctx-lsp.query", {"query": "what is the total?", "askedBy": "chat"})
    with pytest.raises(AnswerError):
        server.wire.command("ctx-lsp.impact", {"symbol": "totl", "askedBy": "chat"})
    exported = server.wire.command("ctx-lsp.journal", {"action": "export", "format": "json"})
    [task] = json.loads(exported["text"])["tasks"]
    assert [one["askedBy"] for one in task["entries"]] == expected
    [recent] = server.wire.command("ctx-lsp.history")["packs"]
    assert recent["askedBy"] == "chat"


def test_a_server_whose_journal_is_off_records_nothing(server: LocalServer, shop: Path) -> None:
    begin(server, shop, enabled=False)
    assert server.wire.command("ctx-lsp.journal")["kept"] is False
    with pytest.raises(AnswerError, match=r"journal\.enabled"):
        server.wire.command("ctx-lsp.journal", {"action": "start", "title": "Round late"})
    assert not (shop.parent / "data/ctx-lsp/journal-1.sqlite3").exists()


NOTE = "---\ntype: gotcha\ndate: 2026-01-31\nanchors: shop.py::total\n---\n# Round late\n"


def opened(server: LocalServer, file: Path) -> None:
    document = {"uri": file.as_uri(), "languageId": "python", "version": 1, "text": file.read_text()}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})


def closed(server: LocalServer, file: Path) -> None:
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": file.as_uri()}})


def test_a_document_that_notes_and_earlier_tasks_are_about_is_hinted_at_once(server: LocalServer, shop: Path) -> None:
    (shop / ".ctx-lsp/memory").mkdir(parents=True)
    (shop / ".ctx-lsp/memory/round.md").write_text(NOTE)
    (shop / "other.py").write_text("x = 1\n")
    begin(server, shop)
    server.wire.command("ctx-lsp.journal", {"action": "start", "title": "Rounding " + "x" * 50})
    server.wire.command("ctx-lsp.record", {"kind": "message", "text": "the sum in `shop.py` is wrong"})
    task = server.wire.command("ctx-lsp.journal", {"action": "end"})["tasks"][0]["id"]
    for file in ("other.py", "shop.py"):
        opened(server, shop / file)
    until(lambda: server.wire.received("$/ctx-lsp/opened"))
    closed(server, shop / "shop.py")
    opened(server, shop / "shop.py")
    server.wire.command("ctx-lsp.recall", {"symbol": "total"})
    assert server.wire.received("$/ctx-lsp/opened") == [
        {
            "uri": (shop / "shop.py").as_uri(),
            "notes": 1,
            "tasks": [task],
            "message": "1 note and 1 earlier task (“Rounding " + "x" * 30 + "…”) about shop.py",
        }
    ]


def test_a_document_without_a_hint_is_looked_at_again_when_it_is_opened_again(server: LocalServer, shop: Path) -> None:
    begin(server, shop)
    opened(server, shop / "shop.py")
    server.wire.command("ctx-lsp.recall", {"symbol": "total"})
    closed(server, shop / "shop.py")
    note = shop / ".ctx-lsp/memory/round.md"
    document = {"uri": note.as_uri(), "languageId": "markdown", "version": 1, "text": NOTE}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    opened(server, shop / "shop.py")
    until(lambda: server.wire.received("$/ctx-lsp/opened"))
    assert [one["notes"] for one in server.wire.received("$/ctx-lsp/opened")] == [1]


def test_a_hint_counts_notes_on_code_that_is_gone_and_on_all_files_of_a_scope(server: LocalServer, shop: Path) -> None:
    (shop / ".ctx-lsp/memory").mkdir(parents=True)
    (shop / ".ctx-lsp/memory/round.md").write_text(NOTE.replace("::total", "::gone"))
    for name, scope in (("here", "*.py"), ("elsewhere", "*.js")):
        note = NOTE.replace("anchors: shop.py::total", f"scope: '{scope}'")
        (shop / f".ctx-lsp/memory/{name}.md").write_text(note)
    begin(server, shop)
    opened(server, shop / "shop.py")
    until(lambda: server.wire.received("$/ctx-lsp/opened"))
    assert [one["notes"] for one in server.wire.received("$/ctx-lsp/opened")] == [2]


def test_hints_can_be_switched_off(server: LocalServer, shop: Path) -> None:
    (shop / ".ctx-lsp/memory").mkdir(parents=True)
    (shop / ".ctx-lsp/memory/round.md").write_text(NOTE)
    begin(server, shop, suggest=False)
    opened(server, shop / "shop.py")
    server.wire.command("ctx-lsp.recall", {"symbol": "total"})
    assert server.wire.received("$/ctx-lsp/opened") == []


def test_notes_have_a_lens_above_the_code_that_they_are_about(server: LocalServer, shop: Path) -> None:
    (shop / ".ctx-lsp/memory").mkdir(parents=True)
    (shop / ".ctx-lsp/memory/round.md").write_text(NOTE)
    (shop / ".ctx-lsp/memory/file.md").write_text(NOTE.replace("::total", ""))
    begin(server, shop)
    document = {"textDocument": {"uri": (shop / "shop.py").as_uri()}}
    listed = server.wire.ask("textDocument/codeLens", document)
    noted = [one for one in listed if one["data"]["figure"] == "notes"]
    assert [one["data"]["symbol"] for one in noted] == ["shop.py", "shop.py::total"]
    command = server.wire.ask("codeLens/resolve", noted[1])["command"]
    assert (command["title"], command["command"]) == ("1 note", "ctx-lsp.recall")
    found = server.wire.command(command["command"], *command["arguments"])
    assert {one["id"] for one in found["notes"]} == {"round", "file"}, "a note about the file is about its members, too"
