"""Open documents: edits in the protocol's positions, and the text that a request sees. A `|` marks the cursor."""

import re
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from traceback import walk_stack

import pytest

from ctx_lsp.ingest.writer import Writer
from ctx_lsp.protocol.errors import ErrorCode
from tests.protocol.asking import found, ready, warnings
from tests.protocol.conftest import NO_MODEL, LocalServer
from tests.protocol.wire import AnswerError, Json, until


class Editor:
    """An editor with one file open, as a client would drive the server."""

    def __init__(self, server: LocalServer, file: Path, text: str) -> None:
        self.wire = server.wire
        self.uri = file.as_uri()
        document = {"uri": self.uri, "languageId": "python", "version": 1, "text": text}
        self.wire.notify("textDocument/didOpen", {"textDocument": document})

    def edit(self, *changes: Json) -> Json:
        """A notification with some changes, not sent yet."""
        params = {"textDocument": {"uri": self.uri, "version": 2}, "contentChanges": list(changes)}
        return {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}

    def names(self) -> list[str]:
        """The functions that the server sees in the file."""
        return names(self.wire.ask("textDocument/documentSymbol", self.outline_params()))

    def outline(self) -> Json:
        """A request for the file's symbols, not sent yet."""
        return self.wire.request("textDocument/documentSymbol", self.outline_params())

    def close(self) -> None:
        self.wire.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})

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


def test_a_change_without_a_version_counts(server: LocalServer, folder: Path) -> None:
    editor = Editor(server, folder / "a.py", "def a(): ...\n")
    change = editor.edit({"text": "def b(): ...\n"})
    change["params"]["textDocument"]["version"] = None
    server.wire.send(change)
    assert editor.names() == ["b"]


def test_after_a_change_that_cannot_be_read_the_file_counts_until_the_whole_text_comes(
    server: LocalServer, folder: Path
) -> None:
    (folder / "a.py").write_text("def saved(): ...\n")
    editor = Editor(server, folder / "a.py", "def typed(): ...\n")
    server.wire.send(editor.edit({"text": 5}))
    until(lambda: editor.names() == ["saved"])
    server.wire.send(editor.edit({"range": span(0, 4, 9), "text": "later"}))
    assert editor.names() == ["saved"], "this change fits a text that is unknown"
    server.wire.send(editor.edit({"text": "def whole(): ...\n"}, {"range": span(0, 4, 9), "text": "again"}))
    assert editor.names() == ["again"]


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


READ_ONLY = ["git:{}?%7B%22ref%22:%22~%22%7D", "gitlens:{}", "vscode-userdata:{}", "output:{}", "vscode-scm:{}", "x:{}"]


@pytest.mark.parametrize("scheme", READ_ONLY)
def test_a_document_that_only_shows_a_file_never_overlays_it(server: LocalServer, tmp_path: Path, scheme: str) -> None:
    (tmp_path / "a.py").write_text("def now(): ...\n")
    server.open(tmp_path)
    file, shown = Editor(server, tmp_path / "a.py", "def typed(): ...\n"), scheme.format(tmp_path / "a.py")
    document = {"uri": shown, "languageId": "python", "version": 1, "text": "def once(): ...\n"}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    change = {"textDocument": {"uri": shown, "version": 2}, "contentChanges": [{"text": "def even_before(): ...\n"}]}
    server.wire.notify("textDocument/didChange", change)
    server.wire.notify("textDocument/didSave", {"textDocument": {"uri": shown}})
    assert file.names() == ["typed"]
    where = {"textDocument": {"uri": shown}, "position": {"line": 0, "character": 5}}
    assert server.wire.ask("textDocument/hover", where) is None
    assert server.wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": shown}}) == []
    with pytest.raises(AnswerError, match=re.escape(shown)) as caught:
        server.wire.command("ctx-lsp.contextAt", where)
    assert caught.value.code == ErrorCode.INVALID_PARAMS
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": shown}})
    assert file.names() == ["typed"]
    assert server.wire.command("ctx-lsp.status")["counts"]["files"] == 1
    assert warnings(server) == []


@pytest.mark.parametrize("uri", ["file:///elsewhere/a.py", "", "%", "::", "file:", "untitled:"])
def test_documents_that_are_not_of_the_workspace_are_harmless(server: LocalServer, folder: Path, uri: str) -> None:
    wire = server.wire
    wire.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "x", "version": 1, "text": "a"}})
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"range": span(0, 0, 1), "text": "b"}]}
    wire.notify("textDocument/didChange", change)
    where = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    assert wire.ask("textDocument/hover", where) is None
    assert wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}}) == []
    assert wire.command("ctx-lsp.status")["counts"]["files"] == 0
    wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_a_change_of_a_document_that_is_not_open_is_passed_over_with_a_warning(
    server: LocalServer, folder: Path
) -> None:
    edit = {"textDocument": {"uri": (folder / "a.py").as_uri(), "version": 2}, "contentChanges": [{"text": "x"}]}
    server.wire.notify("textDocument/didChange", edit)
    assert server.wire.command("ctx-lsp.status")["counts"]["files"] == 0
    assert len(warnings(server, "didChange for a document that is not open")) == 1


def test_a_document_opened_twice_has_its_latest_text_and_is_closed_once(server: LocalServer, folder: Path) -> None:
    Editor(server, folder / "a.py", "def first(): ...\n")
    editor = Editor(server, folder / "a.py", "def second(): ...\n")
    assert editor.names() == ["second"]
    assert len(warnings(server, "already open")) == 1
    editor.close()
    assert editor.names() == []


def test_unsaved_text_ends_when_its_document_is_closed(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def saved(): ...\n")
    server.open(tmp_path)
    old, new = Editor(server, tmp_path / "a.py", "def typed(): ...\n"), Editor(server, tmp_path / "b.py", "z = 1\n")
    assert (found(server, "typed"), found(server, "z")) == ([old.uri], [new.uri])
    old.close()
    new.close()
    assert (found(server, "typed"), found(server, "z"), found(server, "saved")) == ([], [], [old.uri])
    editor = Editor(server, tmp_path / "a.py", "def kept(): ...\n")
    (tmp_path / "a.py").write_text("def kept(): ...\n")
    server.wire.notify("textDocument/didSave", {"textDocument": {"uri": editor.uri}})
    editor.close()
    assert found(server, "kept") == [editor.uri]


def test_the_buffer_counts_and_not_the_text_of_a_save(server: LocalServer, folder: Path) -> None:
    editor = Editor(server, folder / "a.py", "def a(): ...\n")
    server.wire.notify("textDocument/didSave", {"textDocument": {"uri": editor.uri}, "text": "def ab(): ...\n"})
    assert editor.names() == ["a"]
    server.wire.send(editor.edit({"range": span(0, 5, 5), "text": "b"}))  # gathered before the save, sent after it
    assert editor.names() == ["ab"]


@pytest.mark.parametrize("version", [2, 1, -5])
def test_a_version_that_does_not_increase_is_reported_once_and_the_change_counts(
    server: LocalServer, folder: Path, version: int
) -> None:
    editor = Editor(server, folder / "a.py", "def a(): ...\n")
    server.wire.send(editor.edit({"range": span(0, 5, 5), "text": "b"}))
    assert warnings(server) == []
    for letter in "cd":
        edit = editor.edit({"range": span(0, 5, 5), "text": letter})
        edit["params"]["textDocument"]["version"] = version
        server.wire.send(edit)
    assert editor.names() == ["adcb"]
    assert len(warnings(server, f"version {version} of {editor.uri} after version 2")) == 1


def test_a_thousand_changes_of_one_message(server: LocalServer, folder: Path) -> None:
    editor = Editor(server, folder / "a.py", "")
    changes = [{"range": span(line, 0, 0), "text": f"def f{line}(): ...\n"} for line in range(1000)]
    server.wire.send(editor.edit(*changes, {"range": span(0, 0, 0, end_line=998), "text": ""}))
    assert editor.names() == ["f998", "f999"]


@pytest.mark.parametrize("spelling", ["a%20b%2B.py", "a b+.py", "%61%20b%2b.py", "./x/../a b%2B.py/"])
def test_every_spelling_of_a_uri_is_the_same_document(server: LocalServer, folder: Path, spelling: str) -> None:
    editor = Editor(server, folder / "a b+.py", "def a(): ...\n")
    opened, editor.uri = editor.uri, f"file://localhost{folder}/{spelling}"
    server.wire.send(editor.edit({"range": span(0, 5, 5), "text": "b"}))
    assert editor.names() == ["ab"]
    assert found(server, "ab") == [opened], "answers spell it as it was opened"
    editor.close()
    assert found(server, "ab") == []


def test_a_file_that_is_open_by_two_names_is_one_file(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.py").write_text("def saved(): ...\n")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "b.py").symlink_to("real/a.py")
    server.open(tmp_path)
    real, folder, file = (
        Editor(server, tmp_path / name, f"def by{number}(): ...\n")
        for number, name in enumerate(["real/a.py", "link/a.py", "b.py"])
    )
    assert found(server, "by2") == [file.uri], "the one that was touched last counts"
    assert (real.names(), server.wire.command("ctx-lsp.status")["counts"]["files"]) == (["by2"], 1)
    file.close()
    assert found(server, "by1") == [folder.uri]
    real.close()
    assert found(server, "by1") == [folder.uri]
    folder.close()
    assert found(server, "saved") == [real.uri]


def test_an_open_link_out_of_the_root_is_a_separate_text(server: LocalServer, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "outside.py").write_text("def outside(): ...\n")
    (root / "link.py").symlink_to("../outside.py")
    server.open(root)
    editor = Editor(server, root / "link.py", "def typed(): ...\n")
    assert found(server, "typed") == [editor.uri]
    editor.close()
    assert (found(server, "typed"), found(server, "outside")) == ([], [])


def test_a_new_buffer_is_in_the_answers_until_it_is_closed_or_saved(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "lib.py").write_text("def helper():\n    return 1\n")
    server.open(tmp_path)
    uri = "untitled:Untitled-1"
    text = "from lib import helper\n\ndef fresh():\n    return helper()\n"
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    assert found(server, "fresh") == [uri]
    [item, *_] = server.wire.command("ctx-lsp.search", {"query": "fresh"})["items"]
    assert (item["uri"], item["language"], item["range"]["start"]) == (uri, "python", {"line": 2, "character": 0})
    where = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 5}}
    assert "def fresh()" in server.wire.ask("textDocument/hover", where)["contents"]["value"]
    pack = server.wire.command("ctx-lsp.contextAt", where)
    uris = {item["symbol"].partition("::")[2]: item["uri"] for item in pack["items"]}
    assert uris == {"fresh": uri, "helper": (tmp_path / "lib.py").as_uri()}
    server.wire.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"range": span(2, 4, 9), "text": "fresher"}]},
    )
    assert found(server, "fresher") == [uri]
    (tmp_path / "saved.py").write_text(text)
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert found(server, "fresher") == []
    saved = Editor(server, tmp_path / "saved.py", text)
    assert found(server, "fresh") == [saved.uri]
    status = server.wire.command("ctx-lsp.status")
    assert (status["counts"]["files"], status["skipped"]) == (2, {})
    with pytest.raises(AnswerError) as caught:
        server.wire.command("ctx-lsp.contextAt", where)
    assert caught.value.code == ErrorCode.INVALID_PARAMS


@pytest.mark.parametrize(
    ("uri", "language", "text", "shown"),
    [
        ("untitled:Untitled-1", "typescriptreact", "function a() {}\n", "tsx"),
        ("untitled:new.py", "javascript", "function a() {}\n", "javascript"),
        ("untitled:Untitled-2", "plaintext", "#!/usr/bin/env python\ndef a(): ...\n", "python"),
        ("buffer:7", "shellscript", "a() { true; }\n", "bash"),
    ],
)
def test_the_editor_tells_the_language_of_a_new_buffer(
    server: LocalServer, folder: Path, uri: str, language: str, text: str, shown: str
) -> None:
    document = {"uri": uri, "languageId": language, "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    assert server.wire.command("ctx-lsp.status")["languages"] == {shown: 1}
    assert found(server, "a") == [uri]


def test_a_buffer_never_meets_a_file_of_its_name(server: LocalServer, tmp_path: Path) -> None:
    for name in ("untitled:Untitled-1", "untitled:/Untitled-1"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("#!/usr/bin/env python\ndef saved(): ...\n")
    server.open(tmp_path)
    ready(server)
    for uri in ("untitled:Untitled-1", "untitled:/Untitled-1"):
        document = {"uri": uri, "languageId": "python", "version": 1, "text": "def typed(): ...\n"}
        server.wire.notify("textDocument/didOpen", {"textDocument": document})
    assert sorted(found(server, "typed")) == ["untitled:/Untitled-1", "untitled:Untitled-1"]
    assert len(found(server, "saved")) == 2


def test_a_large_buffer_leaves_nothing_behind(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path, options={**NO_MODEL, "index": {"maxFileBytes": 1000}})
    document = {"uri": "untitled:big", "languageId": "python", "version": 1, "text": "x = 1\n" * 1000}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    assert server.wire.command("ctx-lsp.status")["skipped"] == {"too_large": 1}
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": "untitled:big"}})
    assert server.wire.command("ctx-lsp.status")["skipped"] == {}


def test_without_a_folder_open_documents_are_the_workspace(server: LocalServer, tmp_path: Path) -> None:
    server.open()
    (tmp_path / "b.py").write_text("def not_opened(): ...\n")
    editor = Editor(server, tmp_path / "a.py", "def typed():\n    return 1\n")
    where = {"textDocument": {"uri": editor.uri}, "position": {"line": 0, "character": 5}}
    assert (editor.names(), found(server, "typed")) == (["typed"], [editor.uri])
    assert "def typed()" in server.wire.ask("textDocument/hover", where)["contents"]["value"]
    assert server.wire.command("ctx-lsp.contextAt", where)["items"][0]["uri"] == editor.uri
    other = {"textDocument": {"uri": (tmp_path / "b.py").as_uri()}}
    server.wire.notify("textDocument/didSave", other)
    assert server.wire.command("ctx-lsp.reindex", {"files": [other["textDocument"]["uri"]]})["changed"] == 0
    assert server.wire.ask("textDocument/documentSymbol", other) == []
    editor.close()
    assert (editor.names(), found(server, "not_opened")) == ([], [])


def test_a_document_goes_with_the_folders_that_hold_it(server: LocalServer, tmp_path: Path) -> None:
    server.open()
    (tmp_path / "late").mkdir()
    (tmp_path / "other").mkdir()
    editor = Editor(server, tmp_path / "late" / "a.py", "def typed(): ...\n")
    untitled = {"uri": "untitled:1", "languageId": "python", "version": 1, "text": "def fresh(): ...\n"}
    server.wire.notify("textDocument/didOpen", {"textDocument": untitled})
    late, other = ({"uri": (tmp_path / name).as_uri(), "name": name} for name in ("late", "other"))

    def change(added: list[Json], removed: list[Json], names: list[str], files: int) -> None:
        event = {"event": {"added": added, "removed": removed}}
        server.wire.notify("workspace/didChangeWorkspaceFolders", event)
        assert (editor.names(), found(server, "fresh")) == (names, ["untitled:1"])
        assert ready(server)["counts"]["files"] == files
        assert (editor.names(), found(server, "typed")) == (names, [editor.uri] * len(names))

    change([late], [], ["typed"], 2)
    change([other], [late], [], 1)
    change([late], [], ["typed"], 2)
    change([], [other], ["typed"], 2)
    change([], [late], ["typed"], 2)
    editor.close()
    assert editor.names() == []


def test_a_change_reaches_the_writer_in_few_hops(
    server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hop is a module of the package that an edit passes on its way from the transport to the writer's queue."""
    paths: list[list[str]] = []
    put = Writer.put

    def noted(writer: Writer, change: Callable[[Writer], object]) -> object:
        names = [frame.f_globals["__name__"] for frame, _ in walk_stack(sys._getframe(1))]
        paths.append([name for name, _ in groupby(names) if name.startswith("ctx_lsp.")])
        return put(writer, change)

    (tmp_path / "a.py").write_text("def first(): ...\n")
    server.open(tmp_path)
    editor = Editor(server, tmp_path / "a.py", "def first(): ...\n")
    assert editor.names() == ["first"]
    monkeypatch.setattr(Writer, "put", noted)
    server.wire.send(editor.edit({"range": span(0, 4, 9), "text": "second"}))
    assert editor.names() == ["second"]
    edits = [path for path in paths if "ctx_lsp.protocol.documents.documents" in path]
    assert len(edits) == 1
    assert len(edits[0]) <= 8, edits[0]
