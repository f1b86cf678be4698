"""False statements in open documents: diagnostics while typing, and their corrections."""

from pathlib import Path
from typing import Any

import pytest

from tests.protocol.conftest import NO_MODEL, LocalServer
from tests.protocol.wire import until

CHECKED = {**NO_MODEL, "checks": {"diagnostics": True}}
CODE = "class Cart:\n    def total_price(self): ...\n"
GUIDE = "# Guide\n\nGrößen: `Cart.total_price` sums.\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "cart.py").write_text(CODE)
    (tmp_path / "guide.md").write_text(GUIDE, "utf-8")
    return tmp_path


def opened(server: LocalServer, path: Path, text: str) -> str:
    uri = path.as_uri()
    item = {"uri": uri, "languageId": "x", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": item})
    return uri


def published(server: LocalServer, uri: str) -> dict[str, Any]:
    """Wait for the next diagnostics of a document, and return them."""
    found: list[dict[str, Any]] = []

    def has_come() -> bool:
        for message in server.wire.messages:
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                found.append(message["params"])
                server.wire.messages.remove(message)
                return True
        return False

    until(has_come)
    return found[0]


def rename(server: LocalServer, uri: str, version: int, text: str) -> None:
    document = {"uri": uri, "version": version}
    server.wire.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})


def test_a_rename_in_an_unsaved_buffer_turns_the_document_red_and_back(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED)
    guide = opened(server, shop / "guide.md", GUIDE)
    code = opened(server, shop / "cart.py", CODE)
    rename(server, code, 2, CODE.replace("total_price", "sum_prices"))
    found = published(server, guide)
    [one] = found["diagnostics"]
    assert found["version"] == 1
    assert (one["source"], one["severity"], one["code"]) == ("ctx-lsp", 2, "member")
    assert one["range"] == {"start": {"line": 2, "character": 9}, "end": {"line": 2, "character": 25}}
    assert "total_price" in one["message"]
    rename(server, code, 3, CODE)
    assert published(server, guide)["diagnostics"] == []


def test_a_slip_has_a_correction(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED)
    text = GUIDE.replace("total_price", "totl_price")
    guide = opened(server, shop / "guide.md", text)
    [one] = published(server, guide)["diagnostics"]
    [action] = server.wire.ask(
        "textDocument/codeAction",
        {"textDocument": {"uri": guide}, "range": one["range"], "context": {"diagnostics": [one]}},
    )
    assert (action["title"], action["kind"]) == ("Rename to Cart.total_price", "quickfix")
    assert action["edit"]["changes"][guide] == [{"range": one["range"], "newText": "Cart.total_price"}]


def test_closing_a_document_removes_its_diagnostics(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED)
    guide = opened(server, shop / "guide.md", GUIDE.replace("total_price", "totl_price"))
    assert published(server, guide)["diagnostics"]
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": guide}})
    assert published(server, guide)["diagnostics"] == []


def test_kinds_can_be_switched_off(server: LocalServer, shop: Path) -> None:
    server.open(shop, options={**NO_MODEL, "checks": {"diagnostics": True, "off": ["member"]}})
    text = GUIDE.replace("total_price", "totl_price") + "See `shop/cart.pi` and [code](carts.py).\n"
    guide = opened(server, shop / "guide.md", text)
    assert {one["code"] for one in published(server, guide)["diagnostics"]} == {"path"}
