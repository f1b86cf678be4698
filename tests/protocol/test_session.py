"""The state of a connection: folders, settings, progress, watched files."""

from pathlib import Path

import pytest

from tests.protocol.asking import found, ready, until_found
from tests.protocol.conftest import NO_MODEL, LocalServer
from tests.protocol.wire import Json, until


@pytest.mark.parametrize(
    "roots",
    [
        {"rootUri": None},
        {"rootUri": None, "workspaceFolders": None},
        {"rootUri": None, "workspaceFolders": []},
        {"rootUri": "file:///no/such/folder"},
        {"rootUri": "vscode-remote://host/x"},
        {"workspaceFolders": [{"uri": "::", "name": ""}]},
        {"rootPath": "not/absolute"},
    ],
)
def test_an_empty_workspace_is_ready(server: LocalServer, roots: Json) -> None:
    server.wire.ask("initialize", {"capabilities": {}, "initializationOptions": NO_MODEL, "processId": None, **roots})
    server.wire.notify("initialized", {})
    status = ready(server)
    assert status["searchable"]
    assert status["counts"]["files"] == 0
    assert server.wire.command("ctx-lsp.search", {"query": "anything"})["items"] == []


@pytest.mark.parametrize("how", ["workspaceFolders", "rootUri", "rootPath"])
def test_the_root_may_be_given_in_three_ways(server: LocalServer, tmp_path: Path, how: str) -> None:
    (tmp_path / "a.py").write_text("def here(): ...\n")
    told = {
        "workspaceFolders": [{"uri": tmp_path.as_uri(), "name": "x"}],
        "rootUri": tmp_path.as_uri(),
        "rootPath": str(tmp_path),
    }[how]
    params = {"capabilities": {}, "initializationOptions": NO_MODEL, "processId": None, how: told}
    server.wire.ask("initialize", params)
    ready(server)
    assert found(server, "here") == [(tmp_path / "a.py").as_uri()]


def test_folders_come_and_go(server: LocalServer, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text("def shared(): ...\n")
    one, two = ({"uri": (tmp_path / name).as_uri(), "name": name} for name in ("one", "two"))
    server.open(tmp_path / "one")
    until_found(server, "shared", [f"{one['uri']}/a.py"])
    server.wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [two], "removed": []}})
    until_found(server, "shared", [f"{one['uri']}/a.py", f"{two['uri']}/a.py"])
    server.wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [one]}})
    until_found(server, "shared", [f"{two['uri']}/a.py"])


def test_answers_name_files_as_the_client_does(server: LocalServer, tmp_path: Path) -> None:
    folder = tmp_path / "a b#é"
    folder.mkdir()
    (folder / "c%20.py").write_text("def here(): ...\n")
    (tmp_path / "link").symlink_to(folder)
    server.open(tmp_path / "link")
    until_found(server, "here", [(tmp_path / "link" / "c%20.py").as_uri()])


def test_watched_files_are_read_again(server: LocalServer, tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("def before(): ...\n")
    server.open(tmp_path, capabilities={"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}})
    until_found(server, "before", [file.as_uri()])
    registered = server.wire.wait(lambda: server.wire.received("client/registerCapability"))
    assert [r["method"] for r in registered[0]["registrations"]] == ["workspace/didChangeWatchedFiles"]
    file.write_text("def after(): ...\n")
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": file.as_uri(), "type": 2}]})
    assert (found(server, "after"), found(server, "before")) == ([file.as_uri()], [])
    file.unlink()
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": file.as_uri(), "type": 3}]})
    assert found(server, "after") == []
    assert server.connection is not None
    rpc = server.connection.session.client.protocol
    assert (rpc._request_futures, rpc._result_types) == ({}, {})  # nothing is kept of our own requests either


def test_nothing_is_asked_of_a_client_that_cannot_do_it(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    server.open(tmp_path)
    ready(server)
    assert [m for m in server.wire.messages if "method" in m and "id" in m] == []


def test_indexing_is_shown_as_progress(server: LocalServer, tmp_path: Path) -> None:
    for number in range(400):
        functions = "".join(f"def f{number}_{i}(a, b):\n    return a + b\n\n\n" for i in range(20))
        (tmp_path / f"m{number}.py").write_text(functions)
    server.open(tmp_path, capabilities={"window": {"workDoneProgress": True}})
    server.wire.wait(lambda: [r for r in server.wire.received("$/progress") if r["value"]["kind"] == "end"])
    reports = server.wire.received("$/progress")
    [created] = server.wire.received("window/workDoneProgress/create")
    assert {report["token"] for report in reports} == {created["token"]}
    kinds = [report["value"]["kind"] for report in reports]
    assert (kinds[0], kinds[-1], set(kinds[1:-1])) == ("begin", "end", {"report"})
    percentages = [r["value"]["percentage"] for r in reports if "percentage" in r["value"]]
    assert percentages == sorted(percentages)
    assert ready(server)["counts"]["files"] == 400


def test_settings_come_with_initialize_and_bad_ones_are_reported(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def left_out(): ...\n")
    (tmp_path / "b.py").write_text("def elsewhere_defined(): ...\n")
    options = {**NO_MODEL, "index": {"exclude": ["a.py"]}, "search": {"limit": 1000}, "sarch": 1}
    server.open(tmp_path, options={"ctx-lsp": options})
    status = ready(server)
    assert (found(server, "left_out"), len(found(server, "elsewhere_defined"))) == ([], 1)
    assert len(status["settings"]["problems"]) == 2
    assert any("search.limit" in problem for problem in status["settings"]["problems"])


def test_settings_sent_later_are_laid_over_the_first(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def here(): ...\n")
    server.open(tmp_path)
    until_found(server, "here", [(tmp_path / "a.py").as_uri()])
    settings: Json = {"ctx-lsp": {"index": {"exclude": ["*.py"]}}}
    server.wire.notify("workspace/didChangeConfiguration", {"settings": settings})
    until_found(server, "here", [])
    assert ready(server)["model"] == ""


def test_null_unsets_a_setting_however_it_is_written(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def here(): ...\n")
    server.open(tmp_path, options={**NO_MODEL, "index.exclude": ["*.py"]})
    until_found(server, "here", [])
    for unset, again in (
        ({"index": {"exclude": None}}, {"index": {"exclude": ["*.py"]}}),
        ({"index.exclude": None}, {"index.exclude": ["a.py"]}),
        ({"index": None}, {}),
    ):
        server.wire.notify("workspace/didChangeConfiguration", {"settings": unset})
        until_found(server, "here", [(tmp_path / "a.py").as_uri()])
        server.wire.notify("workspace/didChangeConfiguration", {"settings": again})
        until_found(server, "here", [] if again else [(tmp_path / "a.py").as_uri()])


def test_a_client_that_offers_its_settings_is_asked(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path, capabilities={"workspace": {"configuration": True}})
    server.wire.wait(lambda: server.wire.received("workspace/configuration"))
    server.wire.notify("workspace/didChangeConfiguration", {"settings": None})
    asked = server.wire.wait(lambda: server.wire.received("workspace/configuration")[1:])
    assert asked == [{"items": [{"section": "ctx-lsp"}]}]


def test_settings_that_the_client_answers_with_count(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def here(): ...\n")
    server.wire.replies["workspace/configuration"] = [{"index": {"exclude": ["a.py"]}}]
    server.open(tmp_path, capabilities={"workspace": {"configuration": True}})
    until(lambda: ready(server)["skipped"] == {"excluded": 1})
    assert found(server, "here") == []
    server.wire.replies["workspace/configuration"] = [{}]
    server.wire.notify("workspace/didChangeConfiguration", {"settings": None})
    until_found(server, "here", [(tmp_path / "a.py").as_uri()])


def test_the_settings_file_counts_when_it_changes(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def here(): ...\n")
    server.open(tmp_path)
    until_found(server, "here", [(tmp_path / "a.py").as_uri()])
    file = tmp_path / "ctx-lsp.toml"
    file.write_text('[index]\nexclude = ["a.py"]\n')
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": file.as_uri(), "type": 1}]})
    until_found(server, "here", [])


def test_a_status_has_what_the_protocol_lists(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("class A:\n    def m(self): ...\n")
    (tmp_path / "b.bin").write_bytes(b"\0\1\2")
    server.open(tmp_path)
    status = ready(server)
    assert status["counts"]["files"] == 1
    assert status["counts"]["symbols"] == 2
    assert status["languages"] == {"python": 1}
    assert status["skipped"] == {"binary": 1}
    assert status["coverage"]["lexical"] == 1.0
    assert status["memory"]["rssBytes"] > 10_000_000
    assert status["brokenInvariants"] == {}
    assert status["settings"] == {"problems": []}
    assert {"cache", "revision", "warnings", "latencies", "searchable"} <= set(status)
    assert {"ctx-lsp", "python", "pygls", "tree-sitter"} <= set(status["versions"])


def test_skipped_files_are_counted_by_reason(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*.log\n")
    (tmp_path / "a.log").write_text("noise\n")
    (tmp_path / "package-lock.json").write_text("{}\n")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "b.js").write_text("function b() {}\n")
    (tmp_path / "big.py").write_text("x = 1\n" * 200)
    server.open(tmp_path, options={**NO_MODEL, "index": {"maxFileBytes": 1000}})
    assert ready(server)["skipped"] == {"ignored": 1, "generated": 1, "vendored": 1, "too_large": 1}


@pytest.mark.parametrize(
    "where",
    [
        {"position": {"line": 3, "character": 2}},
        {"selection": {"start": {"line": 3, "character": 0}, "end": {"line": 4, "character": 8}}},
    ],
)
def test_a_question_asked_in_a_definition_gets_it_in_the_pack(server: LocalServer, tmp_path: Path, where: Json) -> None:
    asked = {"textDocument": {"uri": two_definitions(server, tmp_path)}, **where}
    for question in ({"query": "what is this?"}, {"query": "unrelated", "options": {"cursor": "on"}}):
        pack = server.wire.command("ctx-lsp.query", {**question, **asked})
        assert [(item["symbol"], item["role"]) for item in pack["items"]] == [("a.py::second", "primary")]


@pytest.mark.parametrize(
    ("query", "options"), [("unrelated", {}), ("unrelated", {"cursor": "off"}), ("what is this?", {"cursor": "off"})]
)
def test_the_definition_at_the_cursor_does_not_count_where_the_question_is_not_about_it(
    server: LocalServer, tmp_path: Path, query: str, options: Json
) -> None:
    where = {"textDocument": {"uri": two_definitions(server, tmp_path)}, "position": {"line": 3, "character": 2}}
    pack = server.wire.command("ctx-lsp.query", {"query": query, "options": options, **where})
    assert pack["items"] == []


def two_definitions(server: LocalServer, folder: Path) -> str:
    """The URI of the file with `second` in an open folder; another file holds `first`."""
    (folder / "a.py").write_text("\n\n\ndef second():\n    return 2\n")
    (folder / "b.py").write_text("def first():\n    return 1\n")
    server.open(folder)
    ready(server)
    return (folder / "a.py").as_uri()


@pytest.mark.parametrize("name", ["../elsewhere.py", "notes.log"])
def test_a_question_may_be_asked_from_a_document_that_is_not_indexed(
    server: LocalServer, tmp_path: Path, name: str
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / ".gitignore").write_text("*.log\n")
    (project / "notes.log").write_text("noise\n")
    (project / "a.py").write_text("def first():\n    return 1\n")
    server.open(project)
    ready(server)
    document = {"uri": (project / name).resolve().as_uri()}
    asked = {"query": "first", "textDocument": document, "position": {"line": 0, "character": 0}}
    pack = server.wire.command("ctx-lsp.query", asked)
    assert [item["symbol"] for item in pack["items"]] == ["a.py::first"]
    assert "not in the index" in pack["warnings"][0]
