"""Agents that change files, also files that are open in an editor, and ask at once."""

import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from ctx_lsp.protocol.documents.reloads import RELOAD_SECONDS
from tests.agents.conftest import SHOP, StartEditor, agent_in, make_shop, until_source
from tests.e2e.conftest import ServerProcess
from tests.protocol.wire import Json

RELOADS = {"experimental": {"ctxLsp": {"reloadsFiles": True}}}
CHANGES = 20
OUTDATED = "shop.py has changed on disk, but the editor still has the earlier text"
TWO_EDITORS = "2 editors have this folder open"


def open_file(editor: ServerProcess, file: Path) -> None:
    document = {"uri": file.as_uri(), "languageId": "python", "version": 1, "text": file.read_text()}
    editor.wire.notify("textDocument/didOpen", {"textDocument": document})
    editor.wire.command("ctx-lsp.status")


def reload_when_told(editor: ServerProcess, pause: float = 0.0) -> None:
    """Do what Neovim does on the notification: close the document, and open it with the text on disk after `pause`."""

    def heard(message: Json) -> None:
        if message.get("method") == "$/ctx-lsp/changedOnDisk":
            uri = message["params"]["uri"]
            editor.wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
            time.sleep(pause)
            text = Path(unquote(urlparse(uri).path)).read_text()
            document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
            editor.wire.notify("textDocument/didOpen", {"textDocument": document})

    editor.wire.heard = heard


async def test_a_change_to_an_open_file_is_in_the_next_answer(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop, capabilities=RELOADS)
    reload_when_told(editor)
    open_file(editor, shop / "shop.py")
    async with agent_in(shop) as agent:
        assert await agent.source() == "editor"
        for number in range(CHANGES):
            (shop / "shop.py").write_text(SHOP.replace("RATE\n", f"RATE + {number}\n", 1))
            data = await agent.data("read_symbol", symbol="taxed", since="none")
            assert f"return price * RATE + {number}" in data["text"]
            assert data["warnings"] == []


async def test_a_document_that_is_reloaded_is_not_taken_for_closed(shop: Path, start_editor: StartEditor) -> None:
    made = shop / "made.py"
    made.write_text("# @generated: only indexed while it is open\ndef made():\n    return 0\n")
    editor = start_editor(shop, capabilities=RELOADS)
    reload_when_told(editor, pause=0.05)
    open_file(editor, made)
    async with agent_in(shop) as agent:
        assert await agent.source() == "editor"
        for number in range(1, CHANGES):
            made.write_text(made.read_text().replace(f"return {number - 1}", f"return {number}"))
            data = await agent.data("read_symbol", symbol="made", since="none")
            assert f"return {number}" in data["text"]


@pytest.mark.parametrize("capabilities", [RELOADS, {}])
async def test_an_editor_that_does_not_reload_is_waited_for_once(
    shop: Path, start_editor: StartEditor, capabilities: Json
) -> None:
    editor = start_editor(shop, capabilities=capabilities)
    open_file(editor, shop / "shop.py")
    async with agent_in(shop) as agent:
        assert await agent.source() == "editor"
        (shop / "shop.py").write_text(SHOP.replace("RATE\n", "RATE + 1\n", 1))
        begin = time.monotonic()
        for _ in range(CHANGES):
            data = await agent.data("read_symbol", symbol="taxed", since="none")
            assert "return price * RATE\n" in data["text"]
            assert [warning.startswith(OUTDATED) for warning in data["warnings"]] == [True]
        if capabilities:
            assert RELOAD_SECONDS < time.monotonic() - begin < RELOAD_SECONDS * CHANGES
        assert "warning: " + OUTDATED in await agent.text("tests_for_change", files=["shop.py"])
        assert "warning: " + OUTDATED in await agent.text("explain", question="tax", symbol="taxed")
        assert "warning: " + OUTDATED in await agent.text("status")


async def test_unsaved_edits_are_not_waited_for(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop, capabilities=RELOADS)
    open_file(editor, shop / "shop.py")
    document = {"uri": (shop / "shop.py").as_uri(), "version": 2}
    change = {"text": SHOP.replace("total", "unsaved")}
    editor.wire.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    async with agent_in(shop) as agent:
        assert (await agent.data("read_symbol", symbol="unsaved"))["warnings"] == []
        (shop / "shop.py").write_text(SHOP.replace("total", "written"))
        data = await agent.data("read_symbol", symbol="unsaved", since="none")
        assert [warning.startswith(OUTDATED) for warning in data["warnings"]] == [True]
        assert editor.wire.received("$/ctx-lsp/changedOnDisk") == []


async def test_agents_are_told_of_other_editors(shop: Path, start_editor: StartEditor) -> None:
    start_editor(shop)
    async with agent_in(shop) as agent:
        assert TWO_EDITORS not in await agent.text("status")
        other = start_editor(shop)
        for tool, arguments in (("status", {}), ("search", {"question": "tax"}), ("read_symbol", {"symbol": "taxed"})):
            assert f"warning: {TWO_EDITORS}" in await agent.text(tool, **arguments)
        other.process.kill()
        other.process.wait()
        assert TWO_EDITORS not in await agent.text("status"), "the socket of a killed editor does not count"


ASKING_FOR_A_SYMBOL = [
    ("read_symbol", {}),
    ("context", {}),
    ("impact", {}),
    ("explain", {"question": "the tax"}),
]


@pytest.mark.parametrize(("tool", "arguments"), ASKING_FOR_A_SYMBOL)
async def test_an_error_says_that_the_editor_has_an_earlier_text(
    shop: Path, start_editor: StartEditor, tool: str, arguments: Json
) -> None:
    editor = start_editor(shop)
    open_file(editor, shop / "shop.py")
    async with agent_in(shop) as agent:
        assert await agent.source() == "editor"
        (shop / "shop.py").write_text(SHOP.replace("taxed", "with_tax"))
        error = await agent.client.call_tool(tool, {"symbol": "with_tax", **arguments})
        assert error.is_error
        lines = str(getattr(error.content[0], "text", "")).splitlines()
        assert lines[0].startswith("no symbol ")
        assert [line.startswith(f"warning: {OUTDATED}") for line in lines] == [False, True, False]
        data: Json = error.structured_content
        assert data["error"] == {"message": lines[0], "reason": "unknownSymbol"} | (
            {"names": data["error"]["names"]} if "nearest" in lines[0] else {}
        )
        assert [f"warning: {warning}" for warning in data["warnings"]] == lines[1:2]
        assert data["engine"]["source"] == "editor"
        [schema] = [one.output_schema for one in (await agent.client.list_tools()).tools if one.name == tool]
        assert schema is not None
        assert set(schema["required"]) <= data.keys(), "some clients check errors against the schema, too"


async def test_an_error_tells_of_other_editors(shop: Path, start_editor: StartEditor) -> None:
    editors = [start_editor(shop) for _ in range(2)]
    for number, editor in enumerate(editors):
        text = SHOP + f"\n\ndef only_in_editor_{number}():\n    return 0\n"
        document = {"uri": (shop / "shop.py").as_uri(), "languageId": "python", "version": 1, "text": text}
        editor.wire.notify("textDocument/didOpen", {"textDocument": document})
        editor.wire.command("ctx-lsp.status")
    async with agent_in(shop) as agent:
        assert await agent.source() == "editor"
        answers = [
            await agent.client.call_tool("read_symbol", {"symbol": f"only_in_editor_{number}"}) for number in range(2)
        ]
        [error] = [one for one in answers if one.is_error]
        assert f"warning: {TWO_EDITORS}" in str(getattr(error.content[0], "text", ""))
        data: Json = error.structured_content
        assert [warning.startswith(TWO_EDITORS) for warning in data["warnings"]] == [True]


Hide = Callable[[Path], None]


def by_exclude(root: Path) -> None:
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/exclude").write_text("hidden/\n")


def by_gitignore(root: Path) -> None:
    (root / ".gitignore").write_text("hidden/\n")


def by_settings(root: Path) -> None:
    (root / "ctx-lsp.toml").write_text('[index]\nexclude = ["hidden/"]\n')


@pytest.mark.parametrize("hide", [by_exclude, by_gitignore, by_settings])
@pytest.mark.parametrize("source", ["editor", "disk"])
async def test_ignored_files_are_gone_and_back_in_the_next_answer(
    tmp_path: Path, start_editor: StartEditor, hide: Hide, source: str
) -> None:
    shop = make_shop(tmp_path / "shop")
    (shop / "hidden").mkdir()
    (shop / "hidden/one.py").write_text("def secret_sale():\n    return 1\n")
    (shop / ".git/info").mkdir()
    if source == "editor":
        start_editor(shop)
    async with agent_in(shop) as agent:
        await until_source(agent, source)
        await agent.data("search", question="sale")
        for _ in range(CHANGES):
            hide(shop)
            assert "no symbol named 'secret_sale'" in await agent.text("read_symbol", symbol="secret_sale")
            for name in (".git/info/exclude", ".gitignore", "ctx-lsp.toml"):
                (shop / name).unlink(missing_ok=True)
            assert "return 1" in await agent.text("read_symbol", symbol="secret_sale", since="none")
