"""Messy workspaces and arguments: the server keeps working and reports what it skipped."""

import os
import shutil
import time
from pathlib import Path

import pytest

from ctx_lsp.protocol.errors import ErrorCode
from tests.e2e.conftest import ServerProcess
from tests.protocol.wire import AnswerError, Json

KNOWN = "def survivor():\n    return 42\n"


def found(server: ServerProcess, name: str = "survivor") -> list[str]:
    """The URIs of the symbols with that name."""
    return [symbol["location"]["uri"] for symbol in server.wire.ask("workspace/symbol", {"query": name})]


def test_a_workspace_full_of_traps(server: ServerProcess, tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(KNOWN)
    (tmp_path / "latin.py").write_bytes("# caf\xe9\ndef latin_name(): ...\n".encode("latin-1"))
    (tmp_path / "binary.py").write_bytes(b"\0\1\2\3" * 100)
    (tmp_path / "utf16.py").write_bytes("def wide_name(): ...\n".encode("utf-16"))
    (tmp_path / "long.js").write_text("x = '" + "a" * 20_000_000 + "'")
    (tmp_path / "line.js").write_text("var a=1;" * 60_000)
    (tmp_path / "dangling.py").symlink_to(tmp_path / "nowhere.py")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to(tmp_path / "self")
    (tmp_path / "out").symlink_to("/etc")
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "name\udcff\n.py").write_text("def odd_name(): ...\n")
    locked = tmp_path / "locked"
    locked.mkdir()
    (locked / "hidden.py").write_text("def hidden_name(): ...\n")
    os.mkfifo(tmp_path / "pipe.py")
    locked.chmod(0)
    try:
        server.open(tmp_path)
        status = server.ready()
    finally:
        locked.chmod(0o700)
    assert found(server) == [(tmp_path / "good.py").as_uri()]
    assert len(found(server, "latin_name")) == len(found(server, "wide_name")) == 1
    assert server.wire.command("ctx-lsp.search", {"query": "odd_name"})["revision"] > 0
    assert status["skipped"]["too_large"] == 1
    assert {"binary", "symlink", "special"} <= set(status["skipped"])
    assert status["brokenInvariants"] == {}
    assert server.leave() == 0


def test_a_long_line_in_an_open_buffer(server: ServerProcess, tmp_path: Path) -> None:
    server.open(tmp_path)
    uri = (tmp_path / "a.py").as_uri()
    text = "x = '" + "é" * 2_000_000 + "'; y = 1\n" + KNOWN
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    place = {"start": {"line": 0, "character": 1_000_000}, "end": {"line": 0, "character": 1_000_001}}
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"range": place, "text": "🦀"}]}
    server.wire.notify("textDocument/didChange", change)
    hover = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 5}}
    server.wire.ask("textDocument/hover", hover)
    assert server.wire.command("ctx-lsp.status")["brokenInvariants"] == {}
    assert server.leave() == 0


def test_a_root_that_is_deleted_under_way(server: ServerProcess, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text(KNOWN)
    server.open(root)
    server.ready()
    assert len(found(server)) == 1
    shutil.rmtree(root)
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": root.as_uri(), "type": 3}]})
    server.wire.command("ctx-lsp.reindex", {})
    server.ready()
    assert found(server) == []
    assert server.wire.command("ctx-lsp.query", {"query": "survivor"})["items"] == []
    assert server.leave() == 0


def test_thousands_of_files_and_a_request_before_they_are_indexed(server: ServerProcess, tmp_path: Path) -> None:
    for number in range(4_000):
        folder = tmp_path / f"d{number % 100}"
        folder.mkdir(exist_ok=True)
        (folder / f"m{number}.py").write_text(f"def function_{number}():\n    return {number}\n")
    (tmp_path / "d0" / "known.py").write_text(KNOWN)
    server.open(tmp_path)
    answer = server.wire.command("ctx-lsp.search", {"query": "survivor"}, timeout=10)
    assert answer["coverage"]["lexical"] < 1.0, "it came before indexing had ended"
    assert "Still indexing" in answer["warnings"][0]
    started = time.monotonic()
    server.wire.command("ctx-lsp.status")
    assert time.monotonic() - started < 5
    status = server.ready(90)
    assert status["counts"]["files"] == 4_001
    assert len(found(server)) == 1
    assert server.leave() == 0


def test_several_roots_with_files_of_the_same_name(server: ServerProcess, tmp_path: Path) -> None:
    roots = [tmp_path / "x" / "app", tmp_path / "y" / "app", tmp_path / "missing"]
    for root in roots[:2]:
        root.mkdir(parents=True)
        (root / "a.py").write_text(KNOWN)
    server.open(*roots)
    server.ready()
    uris = sorted((root / "a.py").as_uri() for root in roots[:2])
    assert sorted(found(server)) == uris
    items = server.wire.command("ctx-lsp.search", {"query": "survivor"})["items"]
    assert sorted(item["uri"] for item in items if item["symbol"].endswith("::survivor")) == uris
    for uri in uris:
        where = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 6}}
        pack = server.wire.command("ctx-lsp.contextAt", where)
        assert pack["items"][0]["uri"] == uri


DOCUMENT: Json = {"uri": "file:///nowhere/a.py"}
GARBAGE: list[tuple[str, Json, str]] = [
    ("ctx-lsp.search", {}, "query"),
    ("ctx-lsp.search", {"query": ["x"]}, "query"),
    ("ctx-lsp.search", {"query": "x", "limit": 0}, "limit"),
    ("ctx-lsp.search", {"query": "x", "filter": {"language": "python"}}, "filter.language"),
    ("ctx-lsp.search", {"query": "x", "filter": {"kinds": ["class"]}}, "'class'"),
    ("ctx-lsp.query", {"query": "x", "options": {"filter": {"languages": ["Python"]}}}, "'Python'"),
    ("ctx-lsp.query", {"query": "x", "options": {"maxTokens": 1}}, "options.maxTokens"),
    ("ctx-lsp.query", {"query": "x", "options": {"budget": 1}}, "options.budget"),
    ("ctx-lsp.query", {"query": "x", "position": {"line": 0, "character": 0}}, "textDocument"),
    ("ctx-lsp.query", {"query": "x", "textDocument": "a.py"}, "textDocument"),
    ("ctx-lsp.contextAt", {"textDocument": DOCUMENT, "position": {"line": 0, "character": 0}}, DOCUMENT["uri"]),
    ("ctx-lsp.contextAt", {"textDocument": "a.py"}, "textDocument"),
    ("ctx-lsp.explain", {"query": "x", "symbol": "no.such"}, "'no.such'"),
    ("ctx-lsp.impact", {}, "symbol"),
    ("ctx-lsp.impact", {"symbol": "survivor", "depth": 0}, "depth"),
    ("ctx-lsp.reindex", {"files": "all"}, "files"),
    ("ctx-lsp.reindex", {"files": ["file:///etc/passwd"]}, "file:///etc/passwd"),
]


def test_garbage_arguments_are_refused_and_named(server: ServerProcess, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(KNOWN)
    server.open(tmp_path)
    server.ready()
    for command, argument, named in GARBAGE:
        with pytest.raises(AnswerError) as caught:
            server.wire.command(command, argument)
        assert caught.value.code == ErrorCode.INVALID_PARAMS, (command, argument)
        assert named in caught.value.message, (command, caught.value.message)
    assert len(found(server)) == 1
    assert server.leave() == 0


def test_no_uri_leads_out_of_the_workspace(server: ServerProcess, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret.py").write_text("def secret_name(): ...\n")
    (root / "a.py").write_text(KNOWN)
    (root / "link.py").symlink_to(tmp_path / "secret.py")
    server.open(root)
    server.ready()
    for uri in (f"{root.as_uri()}/../secret.py", f"{root.as_uri()}/link.py", f"{root.as_uri()}/%2e%2e/secret.py"):
        server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 1}]})
        server.wire.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        assert server.wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}}) == []
    assert found(server, "secret_name") == []
