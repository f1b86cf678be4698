"""Open documents: edits as the protocol counts them, and which text a request sees. A `|` is where the editor types."""

from pathlib import Path

import pytest

from tests.protocol.conftest import LocalServer
from tests.protocol.wire import Json, until


class Editor:
    """An editor with one file open, as a client would drive the server."""

    def __init__(self, server: LocalServer, file: Path, text: str) -> None:
        self.wire = server.wire
        self.uri = file.as_uri()
        document = {"uri": self.uri, "languageId": "python", "version": 1, "text": text}
        self.wire.notify("textDocument/didOpen", {"textDocument": document})

    def edit(self, *changes: Json) -> Json:
        """The notification of some changes, not sent yet."""
        params = {"textDocument": {"uri": self.uri, "version": 2}, "contentChanges": list(changes)}
        return {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}

    def names(self) -> list[str]:
        """The functions that the server sees in the file."""
        return names(self.wire.ask("textDocument/documentSymbol", self.outline_params()))

    def outline(self) -> Json:
        """A request for the file's symbols, not sent yet."""
        return self.wire.request("textDocument/documentSymbol", self.outline_params())

    def outline_params(self) -> Json:
        return {"textDocument": {"uri": self.uri}}


def names(symbols: Json) -> list[str]:
    return [symbol["name"] for symbol in symbols]


def span(line: int, start: int, end: int, end_line: int | None = None) -> Json:
    last = line if end_line is None else end_line
    return {"start": {"line": line, "character": start}, "end": {"line": last, "character": end}}


@pytest.fixture
def folder(server: LocalServer, tmp_path: Path) -> Path:
    """The workspace folder of an initialized server."""
    server.open(tmp_path)
    return tmp_path


def test_a_buffer_counts_before_it_is_saved_and_the_file_after_it_is_closed(
    server: LocalServer, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text("def saved(): ...\n")
    server.open(tmp_path)
    editor = Editor(server, tmp_path / "a.py", "def typed(): ...\n")
    assert editor.names() == ["typed"]
    server.wire.notify("textDocument/didSave", {"textDocument": {"uri": editor.uri}})
    assert editor.names() == ["typed"]
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": editor.uri}})
    assert editor.names() == ["saved"]


def test_changes_of_one_notification_are_applied_in_order(server: LocalServer, folder: Path) -> None:
    editor = Editor(server, folder / "a.py", "def a(): ...\n")
    server.wire.send(
        editor.edit(
            {"range": span(0, 4, 5), "text": "first"},
            {"range": span(0, 9, 9), "text": "_and_last"},
            {"range": span(1, 0, 0), "text": "def second(): ...\n"},
        )
    )
    assert editor.names() == ["first_and_last", "second"]
    server.wire.send(editor.edit({"text": "def c(): ...\n"}, {"range": span(0, 4, 5), "text": "whole"}))
    assert editor.names() == ["whole"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("before", ["'🦀é'", "0\f", "'\u2028 \x0b \x85 \x1c'"])
def test_an_edit_lands_where_the_editor_meant_it(server: LocalServer, folder: Path, before: str, line_end: str) -> None:
    editor = Editor(server, folder / "a.py", f"{before}{line_end}{line_end}def a(): ...{line_end}")
    server.wire.send(editor.edit({"range": span(2, 4, 5), "text": "renamed"}))
    assert editor.names() == ["renamed"]


def test_columns_are_utf16_unless_the_client_offers_utf8(server: LocalServer, tmp_path: Path) -> None:
    offered = {"general": {"positionEncodings": ["utf-16", "utf-8"]}}
    assert server.open(tmp_path, capabilities=offered)["capabilities"]["positionEncoding"] == "utf-8"
    editor = Editor(server, tmp_path / "a.py", "x = '🦀'; a = 1\n")
    server.wire.send(editor.edit({"range": span(0, 12, 13), "text": "crab"}))
    assert editor.names() == ["x", "crab"]


SYMBOL_TREE = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}


def test_the_outline_is_a_tree_for_a_client_that_shows_trees(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path, capabilities=SYMBOL_TREE)
    editor = Editor(server, tmp_path / "a.py", "class A:\n    def m(self): ...\n")
    [top] = server.wire.ask("textDocument/documentSymbol", editor.outline_params())
    assert (top["name"], top["detail"], names(top["children"])) == ("A", "class A", ["m"])
    assert top["selectionRange"] == span(0, 6, 7)


def test_the_outline_is_a_list_for_any_other_client(server: LocalServer, folder: Path) -> None:
    editor = Editor(server, folder / "a.py", "class A:\n    def m(self): ...\n")
    symbols = server.wire.ask("textDocument/documentSymbol", editor.outline_params())
    assert [(symbol["name"], symbol["containerName"]) for symbol in symbols] == [("A", "a.py"), ("m", "A")]


def test_columns_after_an_astral_character_count_surrogates(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path, capabilities=SYMBOL_TREE)
    editor = Editor(server, tmp_path / "a.py", "x = '🦀'; a = 1\n")
    server.wire.send(editor.edit({"range": span(0, 10, 11), "text": "crab"}))
    symbols = server.wire.ask("textDocument/documentSymbol", editor.outline_params())
    assert names(symbols) == ["x", "crab"]
    assert symbols[1]["selectionRange"] == span(0, 10, 14)


def test_a_request_sees_the_edits_before_it_and_none_after_it(server: LocalServer, folder: Path) -> None:
    editor = Editor(server, folder / "a.py", "def old(): ...\n")
    for _ in range(20):
        before, between, after = editor.outline(), editor.outline(), editor.outline()
        new = editor.edit({"text": "def new(): ...\n"})
        old = editor.edit({"text": "def old(): ...\n"})
        server.wire.send(before, new, between, old, after)
        answers = [names(server.wire.answer(request["id"])) for request in (before, between, after)]
        assert answers == [["old"], ["new"], ["old"]]


def test_positions_past_the_end_are_the_end(server: LocalServer, folder: Path) -> None:
    editor = Editor(server, folder / "a.py", "def a(): ...")
    server.wire.send(editor.edit({"range": span(0, 99, 99), "text": "\n\n"}))
    server.wire.send(editor.edit({"range": span(7, 3, 9, 12), "text": "def b(): ...\n"}))
    assert editor.names() == ["a", "b"]


def test_half_a_surrogate_pair_is_replaced_and_keeps_its_width(server: LocalServer, folder: Path) -> None:
    editor = Editor(server, folder / "a.py", "x = '\ud83e'; a = 1\n")
    server.wire.send(editor.edit({"range": span(0, 9, 10), "text": "b"}))
    assert editor.names() == ["x", "b"]


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "file:///elsewhere/a.py", "git:/a.py?HEAD", "", "%"])
def test_documents_that_are_no_workspace_files_are_harmless(server: LocalServer, folder: Path, uri: str) -> None:
    wire = server.wire
    wire.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "x", "version": 1, "text": "a"}})
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"range": span(0, 0, 1), "text": "b"}]}
    wire.notify("textDocument/didChange", change)
    where = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    assert wire.ask("textDocument/hover", where) is None
    assert wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}}) == []
    wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert wire.command("ctx-lsp.status")["counts"]["files"] == 0


def test_a_change_of_a_document_that_is_not_open_is_passed_over(server: LocalServer, folder: Path) -> None:
    edit = {"textDocument": {"uri": (folder / "a.py").as_uri(), "version": 2}, "contentChanges": [{"text": "x"}]}
    server.wire.notify("textDocument/didChange", edit)
    assert server.wire.command("ctx-lsp.status")["counts"]["files"] == 0


def test_a_document_opened_early_belongs_to_the_folder_that_is_added_later(server: LocalServer, tmp_path: Path) -> None:
    server.open()
    editor = Editor(server, tmp_path / "late" / "a.py", "def typed(): ...\n")
    assert editor.names() == []
    folder = {"uri": (tmp_path / "late").as_uri(), "name": "late"}
    server.wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
    until(lambda: editor.names() == ["typed"])
