"""Packs over the wire: asked for, opened as documents, held against others."""

from pathlib import Path

import pytest

from tests.protocol.asking import ready
from tests.protocol.conftest import LocalServer
from tests.protocol.wire import AnswerError, Json

TEXT = '''\
def total(lines):
    """The sum."""
    return sum(taxed(line) for line in lines)


def taxed(price):
    """With the tax."""
    return price * 1.19
'''


@pytest.fixture
def opened(server: LocalServer, tmp_path: Path) -> LocalServer:
    """A server on a folder with one file."""
    (tmp_path / "shop.py").write_text(TEXT)
    server.open(tmp_path)
    ready(server)
    return server


def context(server: LocalServer, tmp_path: Path, **options: Json) -> Json:
    """The pack for the first function."""
    document = {"uri": (tmp_path / "shop.py").as_uri()}
    where = {"textDocument": document, "position": {"line": 0, "character": 5}}
    return server.wire.command("ctx-lsp.contextAt", {**where, "options": options})


def edit(server: LocalServer, tmp_path: Path, text: str) -> None:
    """Open the file with another text."""
    uri = (tmp_path / "shop.py").as_uri()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})


def test_a_pack_is_a_document_of_a_scheme_that_is_announced(opened: LocalServer, tmp_path: Path) -> None:
    pack = context(opened, tmp_path)
    uri = f"ctx-lsp-pack:/{pack['packId']}.md"
    assert opened.wire.ask("workspace/textDocumentContent", {"uri": uri}) == {"text": pack["text"]}
    (answer,) = (one["result"] for one in opened.wire.messages if "capabilities" in (one.get("result") or {}))
    assert answer["capabilities"]["workspace"]["textDocumentContent"] == {"schemes": ["ctx-lsp-pack"]}
    told = opened.wire.command("ctx-lsp.packText", {"packId": pack["packId"]})
    assert (told["uri"], told["text"], told["outdated"], told["changed"]) == (uri, pack["text"], False, [])


def test_an_unsaved_edit_makes_a_pack_outdated_and_enters_its_diff(opened: LocalServer, tmp_path: Path) -> None:
    pack = context(opened, tmp_path)
    edit(opened, tmp_path, "RATE = 1.19\n\n\n" + TEXT.replace("* 1.19", "* RATE"))
    told = opened.wire.command("ctx-lsp.packText", {"packId": pack["packId"]})
    assert (told["outdated"], told["changed"]) == (True, ["shop.py::taxed"])
    assert told["text"].startswith("> Outdated: 1 of 2 items have changed since (`shop.py::taxed`).")

    diff = opened.wire.command("ctx-lsp.packDiff", {"packId": pack["packId"]})
    assert diff["before"] == pack["packId"] != diff["packId"]
    assert [(one["symbol"], one["role"]) for one in diff["entered"]] == [("shop.py::RATE", "dependency")]
    assert diff["left"] == []
    (changed,) = diff["changed"]
    assert (changed["symbol"], changed["levelBefore"], changed["level"], changed["textChanged"]) == (
        "shop.py::taxed", "full", "full", True
    )  # fmt: skip
    assert changed["range"]["start"] == {"line": 8, "character": 0}
    assert changed["uri"] == (tmp_path / "shop.py").as_uri()
    back = opened.wire.command("ctx-lsp.packDiff", {"packId": diff["packId"], "against": pack["packId"]})
    assert [one["symbol"] for one in back["left"]] == ["shop.py::RATE"]


@pytest.mark.parametrize(
    ("method", "params", "complaint"),
    [
        ("ctx-lsp.packText", {"packId": "0" * 32}, "packId: expected the id of one of the last"),
        ("ctx-lsp.packDiff", {"packId": "0" * 32}, "packId: expected the id of one of the last"),
        ("ctx-lsp.packText", {}, "packId"),
    ],
)
def test_an_unknown_pack_is_refused(opened: LocalServer, method: str, params: Json, complaint: str) -> None:
    with pytest.raises(AnswerError, match=complaint):
        opened.wire.command(method, params)


@pytest.mark.parametrize("uri", ["ctx-lsp-pack:/nothing.md", "file:///shop.py", "ctx-lsp-pack:/a/b.md"])
def test_a_document_that_is_no_pack_is_refused(opened: LocalServer, uri: str) -> None:
    with pytest.raises(AnswerError, match=r"packId|uri: expected ctx-lsp-pack:/ID\.md"):
        opened.wire.ask("workspace/textDocumentContent", {"uri": uri})
