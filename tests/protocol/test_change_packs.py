"""Packs about files and about changes, over the wire."""

import subprocess
from pathlib import Path

import pytest

from tests.protocol.asking import ready
from tests.protocol.conftest import LocalServer
from tests.protocol.wire import AnswerError, Json

MONEY = "def tax(x): return x\n\ndef other(): ...\n"
INVALID_PARAMS = -32602


@pytest.fixture
def shop(server: LocalServer, tmp_path: Path) -> LocalServer:
    (tmp_path / "money.py").write_text(MONEY)
    (tmp_path / "cart.py").write_text("from money import tax\ndef total(): return tax(1)\n")
    name = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    for arguments in (["init", "--quiet"], ["add", "--all"], [*name, "commit", "--quiet", "--message", "x"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)  # noqa: S607 - the git that is there
    server.open(tmp_path)
    ready(server)
    return server


def roles(pack: Json) -> dict[str, str]:
    return {one["symbol"]: one["role"] for one in pack["items"]}


def test_context_for_files(shop: LocalServer, tmp_path: Path) -> None:
    pack = shop.wire.command("ctx-lsp.contextForFiles", {"files": [(tmp_path / "money.py").as_uri()]})
    assert roles(pack) == {"money.py::tax": "primary", "money.py::other": "primary", "cart.py::total": "caller"}


def test_context_for_folders_and_files_of_which_some_are_not_indexed(shop: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0")

    def context(*names: str) -> Json:
        files = [(tmp_path / name).as_uri() for name in names]
        return shop.wire.command("ctx-lsp.contextForFiles", {"files": files})

    every = context("money.py", "cart.py")
    folder, some = context(""), context("money.py", "cart.py", "logo.png", "gone.py")
    assert roles(folder) == roles(some) == roles(every)
    assert "Left out, because they are not in the index: logo.png, gone.py." in some["warnings"]
    with pytest.raises(AnswerError, match=r"logo\.png is not in the index"):
        context("logo.png")


def test_context_for_changes_in_an_unsaved_buffer(shop: LocalServer, tmp_path: Path) -> None:
    assert shop.wire.command("ctx-lsp.contextForDiff")["items"] == []
    text = MONEY.replace("return x", "return -x")
    document = {"uri": (tmp_path / "money.py").as_uri(), "languageId": "python", "version": 1, "text": text}
    shop.wire.notify("textDocument/didOpen", {"textDocument": document})
    expected = {"money.py::tax": "primary", "cart.py::total": "caller"}
    pack = shop.wire.command("ctx-lsp.contextForDiff", {"options": {"format": "compact"}})
    assert roles(pack) == roles(shop.wire.command("ctx-lsp.contextForDiff", {"base": "HEAD"})) == expected
    assert pack["text"].startswith("? Changes since HEAD\n")
    diff = "--- a/money.py\n+++ b/money.py\n@@ -1 +1 @@\n-def tax(x): return x\n+def tax(x): return -x\n"
    assert roles(shop.wire.command("ctx-lsp.contextForDiff", {"diff": diff})) == expected


@pytest.mark.parametrize(
    ("command", "argument", "message"),
    [
        ("contextForFiles", {}, "files is required"),
        ("contextForFiles", {"files": []}, "files must not be empty"),
        ("contextForFiles", {"files": ["git:x"]}, "git:x is not in a workspace folder"),
        ("contextForDiff", {"base": "nowhere"}, "no Git revision 'nowhere'"),
        ("contextForDiff", {"base": "HEAD", "diff": ""}, "base and diff cannot be used together"),
        ("contextForDiff", {"diff": "x"}, "diff is not a unified diff"),
        ("contextForDiff", {"options": {"pin": ["x"]}}, "no symbol named 'x'"),
        (
            "contextForDiff",
            {"options": {"policy": "x"}},
            'options.policy must be "adaptive" or "signatures" or "split"',
        ),
        ("contextForDiff", {"options": {"encoding": "x"}}, 'options.encoding must be "cl100k_base" or "o200k_base"'),
    ],
)
def test_invalid_requests_are_rejected(shop: LocalServer, command: str, argument: Json, message: str) -> None:
    with pytest.raises(AnswerError) as refused:
        shop.wire.command(f"ctx-lsp.{command}", argument)
    assert refused.value.code == INVALID_PARAMS
    assert refused.value.message.startswith(message)
