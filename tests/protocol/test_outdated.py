"""Files that change on disk while they are open: the editor's text stays, and answers say so."""

from pathlib import Path

import pytest

from ctx_lsp.text import disk
from ctx_lsp.text.disk_files import RefusedError
from tests.protocol.asking import ready
from tests.protocol.conftest import LocalServer
from tests.protocol.wire import Json, until

OLD = "def first():\n    return 1\n"
CHANGED = (
    "a.py has changed on disk, but the editor still has the earlier text, used here: reload or save it in the editor."
)
DELETED = "a.py was deleted on disk, but the editor still has the text, used here: close or save it in the editor."
SYMBOL = {"symbol": "a.py::first"}
COMMANDS = {
    "search": {"query": "first"},
    "query": {"query": "first"},
    "contextAt": SYMBOL,
    "impact": SYMBOL,
    "graph": SYMBOL,
    "explain": {"query": "first", **SYMBOL},
    "cycles": {},
    "map": {},
    "patterns": {},
    "status": {},
}


@pytest.fixture
def file(server: LocalServer, tmp_path: Path) -> Path:
    """A file that is open in the editor, unmodified."""
    path = tmp_path / "a.py"
    path.write_text(OLD)
    server.open(tmp_path)
    ready(server)
    opened(server, path, OLD)
    return path


def edit(server: LocalServer, file: Path, text: str) -> None:
    document = {"uri": file.as_uri(), "version": 2}
    server.wire.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})


def warnings(server: LocalServer, command: str = "search") -> Json:
    return server.wire.command(f"ctx-lsp.{command}", COMMANDS[command])["warnings"]


def pack(server: LocalServer) -> str:
    return str(server.wire.command("ctx-lsp.contextAt", SYMBOL)["text"])


@pytest.mark.parametrize("command", COMMANDS)
def test_every_answer_says_that_a_file_has_changed_below_its_buffer(
    server: LocalServer, file: Path, command: str
) -> None:
    assert CHANGED not in warnings(server, command)
    file.write_text(OLD.replace("1", "2"))
    assert CHANGED in warnings(server, command)
    assert "return 1" in pack(server), "positions of the editor's requests are about its own text"


def opened(server: LocalServer, path: Path, text: str) -> None:
    document = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})


GENERATED = f"# @generated\n{OLD}"
LONG_LINE = f"x = '{'a' * 150_000}'\n{OLD}"


@pytest.mark.parametrize("text", [GENERATED, LONG_LINE])
def test_an_open_file_that_would_not_be_indexed_may_change_too(
    server: LocalServer, file: Path, tmp_path: Path, text: str
) -> None:
    other = tmp_path / "b.py"
    for content, is_outdated in ((text, False), (text.replace("1", "2"), True), (text, False)):
        other.write_text(content)
        if content == text and not is_outdated:
            opened(server, other, text)
        assert [warning.startswith("b.py has changed") for warning in warnings(server)] == [True] * is_outdated


def test_a_file_that_is_generated_from_now_on_can_be_reloaded(server: LocalServer, file: Path) -> None:
    file.write_text(GENERATED)
    assert warnings(server) == [CHANGED]
    edit(server, file, GENERATED)
    assert warnings(server) == []


def test_a_reload_ends_the_warning_although_the_editor_decodes_the_file_otherwise(
    server: LocalServer, file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "b.py"
    texts = [f"# \xe9\nx = {number}\n" for number in (1, 2)]
    other.write_text(texts[0], encoding="latin-1")
    opened(server, other, texts[0].replace("\xe9", "\ufffd"))
    assert warnings(server) == []
    other.write_text(texts[1], encoding="latin-1")
    assert [warning.startswith("b.py has changed") for warning in warnings(server)] == [True]
    until(lambda: server.wire.received("$/ctx-lsp/changedOnDisk") == [{"uri": other.as_uri()}])
    edit(server, other, texts[1].replace("\xe9", "\ufffd"))
    assert warnings(server) == []


def test_a_file_that_cannot_be_read_for_a_moment_has_not_changed(
    server: LocalServer, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as held:
        held.setattr(disk, "read_bytes", _refuse)
        file.write_text(OLD.replace("1", "2"))
        assert warnings(server) == []
    assert warnings(server) == [CHANGED]


def _refuse(*_: object) -> bytes:
    raise RefusedError("unreadable")


def test_status_counts_outdated_buffers(server: LocalServer, file: Path) -> None:
    counts = []
    for text in (OLD, "x = 1\n"):
        file.write_text(text)
        warnings(server)  # looks at the file
        counts.append(server.wire.command("ctx-lsp.status")["counts"]["outdatedBuffers"])
    assert counts == [0, 1]


def test_unsaved_edits_need_no_warning(server: LocalServer, file: Path) -> None:
    edit(server, file, OLD.replace("1", "2"))
    assert warnings(server) == []
    file.write_text(OLD.replace("1", "3"))
    assert warnings(server) == [CHANGED]


def test_a_reload_ends_the_warning(server: LocalServer, file: Path) -> None:
    new = OLD.replace("1", "2")
    file.write_text(new)
    assert warnings(server) == [CHANGED]
    edit(server, file, new)
    assert warnings(server) == []
    assert "return 2" in pack(server)


def test_a_save_ends_the_warning(server: LocalServer, file: Path) -> None:
    edit(server, file, OLD.replace("1", "2"))
    file.write_text(OLD.replace("1", "3"))
    assert warnings(server) == [CHANGED]
    file.write_text(OLD.replace("1", "2"))
    server.wire.notify("textDocument/didSave", {"textDocument": {"uri": file.as_uri()}})
    assert warnings(server) == []


def test_a_save_by_a_client_that_sends_edits_late_is_not_a_change(server: LocalServer, file: Path) -> None:
    file.write_text(OLD.replace("1", "2"))
    server.wire.notify("textDocument/didSave", {"textDocument": {"uri": file.as_uri()}})
    edit(server, file, OLD.replace("1", "3"))
    assert warnings(server) == []


def test_a_deleted_file_is_said_to_be_deleted(server: LocalServer, file: Path) -> None:
    file.unlink()
    assert warnings(server) == [DELETED]
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": file.as_uri()}})
    assert CHANGED not in warnings(server)
    assert DELETED not in warnings(server)


def test_the_client_is_told_once_that_it_should_reload(server: LocalServer, file: Path) -> None:
    written = file.with_name("written.txt")
    written.write_text(OLD.replace("1", "2"))
    written.replace(file)  # at once; a file that is written in place is empty for a moment
    for _ in range(3):
        warnings(server)
    until(lambda: server.wire.received("$/ctx-lsp/changedOnDisk"))
    assert server.wire.received("$/ctx-lsp/changedOnDisk") == [{"uri": file.as_uri()}]


def test_the_client_is_not_told_of_a_buffer_with_unsaved_edits(server: LocalServer, file: Path) -> None:
    edit(server, file, OLD.replace("1", "2"))
    assert warnings(server) == [], "the edit has arrived"
    file.write_text(OLD.replace("1", "3"))
    assert warnings(server) == [CHANGED]
    assert server.wire.received("$/ctx-lsp/changedOnDisk") == []


def test_many_files_are_not_all_named(server: LocalServer, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.py" for name in "abcde"]
    for path in files:
        path.write_text(OLD)
    server.open(tmp_path)
    ready(server)
    for path in files:
        opened(server, path, OLD)
    warnings(server)
    for path in files:
        path.write_text("x = 1\n")
    [warning] = warnings(server)
    assert warning.startswith("a.py, b.py, c.py and 2 more have changed on disk")
    assert warning.endswith("reload or save them in the editor.")


def test_settings_that_have_just_changed_count_in_the_next_answer(server: LocalServer, file: Path) -> None:
    for limit in (1, 2, 1):
        (file.parent / "ctx-lsp.toml").write_text(f"[pack]\nmaxTokens = {limit}000\n")
        assert server.wire.command("ctx-lsp.query", {"query": "first"})["tokens"]["budget"] == limit * 1000
