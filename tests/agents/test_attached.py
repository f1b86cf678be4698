"""Agents beside editors: which engine answers before and after the editor starts, exits or is killed."""

import asyncio
import os
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from ctx_lsp.protocol.attach.pending_edits import SEND_EDITS
from tests.agents.conftest import BUSY, MOVE_SECONDS, SHOP, StartEditor, agent_in, make_shop, until_source
from tests.e2e.conftest import ServerProcess
from tests.protocol.wire import Json


def type_into(editor: ServerProcess, file: Path, text: str) -> None:
    """Open a file in the editor with unsaved text."""
    document = {"uri": file.as_uri(), "languageId": "python", "version": 1, "text": text}
    editor.wire.notify("textDocument/didOpen", {"textDocument": document})


async def test_unsaved_text_is_in_the_next_answer(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    async with agent_in(shop) as agent:
        assert await agent.source() == "editor"
        for number in range(5):
            type_into(editor, shop / "shop.py", SHOP.replace("RATE\n", f"RATE + {number}\n", 1))
            editor.wire.command("ctx-lsp.status")  # the edit has arrived
            data = await agent.data("read_symbol", symbol="taxed", since="none")
            assert f"return price * RATE + {number}" in data["text"]
            assert data["engine"]["source"] == "editor"
            document = {"uri": (shop / "shop.py").as_uri()}
            editor.wire.notify("textDocument/didClose", {"textDocument": document})


async def test_unsaved_text_that_the_client_holds_back_is_in_the_next_answer(
    shop: Path, start_editor: StartEditor
) -> None:
    editor = start_editor(shop, capabilities={"experimental": {"ctxLsp": {"sendEdits": True}}})
    held: list[str] = []

    def send(message: Json) -> None:
        while message.get("method") == SEND_EDITS and held:
            type_into(editor, shop / "shop.py", held.pop())

    editor.wire.heard = send
    async with agent_in(shop) as agent:
        assert await agent.source() == "editor"
        for number in range(5):
            held.append(SHOP.replace("RATE\n", f"RATE + {number}\n", 1))
            data = await agent.data("read_symbol", symbol="taxed", since="none")
            assert f"return price * RATE + {number}" in data["text"]
            editor.wire.notify("textDocument/didClose", {"textDocument": {"uri": (shop / "shop.py").as_uri()}})


async def test_a_hanging_editor_costs_one_short_wait_and_can_be_left(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop, capabilities={"experimental": {"ctxLsp": {"sendEdits": True}}})
    asked, goes_on = threading.Event(), threading.Event()

    def hang(message: Json) -> None:
        if message.get("method") == SEND_EDITS:
            asked.set()
            goes_on.wait(60)

    editor.wire.heard = hang
    async with agent_in(shop) as agent:
        begin = time.monotonic()
        assert [await agent.source() for _ in range(20)] == ["editor"] * 20
        assert time.monotonic() - begin < BUSY
        assert asked.is_set()
        editor.process.kill()
        goes_on.set()
        assert (await agent.data("search", question="the sum of an order"))["engine"]["source"] == "disk"


async def test_an_agent_moves_to_the_editor_and_back(shop: Path, start_editor: StartEditor) -> None:
    async with agent_in(shop) as agent:
        assert await agent.source() == "disk"
        editor = start_editor(shop)
        await until_source(agent, "editor")
        type_into(editor, shop / "shop.py", SHOP.replace("total", "unsaved"))
        editor.wire.command("ctx-lsp.status")  # the edit has arrived
        assert (await agent.data("search", question="unsaved"))["items"][0]["symbol"] == "shop.py::unsaved"
        assert editor.leave() == 0
        data = await agent.data("search", question="the sum of an order")
        assert (data["engine"]["source"], data["items"][0]["symbol"]) == ("disk", "shop.py::total")


async def test_a_call_survives_the_editor(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    async with agent_in(shop) as agent:
        assert await agent.source() == "editor"
        calls = [agent.data("context", question=f"the sum of order {number}") for number in range(20)]
        answers = asyncio.gather(*calls)
        await asyncio.sleep(0.05)
        editor.process.kill()
        sources = [answer["engine"]["source"] for answer in await answers]
        assert set(sources) <= {"editor", "disk"}
        assert sources[-1] == "disk", "the last call was under way"
        assert await agent.source() == "disk"
        start_editor(shop)  # beside the socket that the killed one has left
        await until_source(agent, "editor")


async def test_two_roots_do_not_mix(tmp_path: Path, start_editor: StartEditor) -> None:
    roots = [make_shop(tmp_path / name) for name in ("one", "two")]
    inner = make_shop(roots[0] / "worktrees" / "inner")  # a worktree within another
    for root, name in ((roots[0], "first"), (roots[1], "second"), (inner, "inner")):
        (root / "shop.py").write_text(f"def {name}_total(lines): ...\n")
    for root in roots:
        start_editor(root)

    async def found(folder: Path) -> tuple[str, str, set[str]]:
        async with agent_in(folder) as agent:
            data = [await agent.data("search", question="total lines", limit=20) for _ in range(5)]
            names = {str(item["symbol"]).partition("::")[2] for one in data for item in one["items"]}
            engine = data[0]["engine"]
            return engine["source"], engine["root"], names

    (roots[1] / "src" / "deep").mkdir(parents=True)
    answers = [await found(folder) for folder in (roots[0], roots[1] / "src" / "deep", inner)]
    assert [(source, root) for source, root, _ in answers] == [
        ("editor", str(roots[0])),
        ("editor", str(roots[1])),
        ("disk", str(inner)),
    ]
    assert answers[1][2] & {"first_total", "second_total", "inner_total"} == {"second_total"}
    assert answers[2][2] & {"first_total", "second_total", "inner_total"} == {"inner_total"}


async def test_the_socket_of_another_root_is_refused(
    tmp_path: Path, start_editor: StartEditor, sockets: Callable[[], list[Path]]
) -> None:
    one, two = make_shop(tmp_path / "one"), make_shop(tmp_path / "two")
    start_editor(one)
    [file_of_one] = sockets()
    editor = start_editor(two)
    [file_of_two] = [file for file in sockets() if file != file_of_one]
    editor.process.kill()
    editor.process.wait()
    file_of_two.unlink()
    os.link(file_of_one, file_of_two)
    async with agent_in(two) as agent:
        engine = (await agent.data("status"))["engine"]
        assert (engine["source"], engine["root"]) == ("disk", str(two))


async def test_one_switch_stops_serving_agents(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    async with agent_in(shop) as agent:
        assert await agent.source() == "editor"
        configure(editor, attach=False)
        await until_source(agent, "disk")
        configure(editor, attach=True)
        await until_source(agent, "editor")


def configure(editor: ServerProcess, *, attach: bool) -> None:
    """Change the setting in the editor."""
    settings = {"ctx-lsp": {"agents": {"attach": attach}}}
    editor.wire.notify("workspace/didChangeConfiguration", {"settings": settings})


async def test_several_folders_are_not_offered(
    tmp_path: Path, start_editor: StartEditor, sockets: Callable[[], list[Path]]
) -> None:
    one, two = make_shop(tmp_path / "one"), make_shop(tmp_path / "two")
    editor = start_editor(one, two)
    assert sockets() == []
    gone: Json = {"added": [], "removed": [{"uri": two.as_uri(), "name": "two"}]}
    editor.wire.notify("workspace/didChangeWorkspaceFolders", {"event": gone})
    editor.ready()
    assert len(sockets()) == 1


async def test_a_cancelled_call_is_cancelled_in_the_engine(tmp_path: Path, start_editor: StartEditor) -> None:
    root = make_shop(tmp_path / "shop")
    for number in range(60):
        body = "\n".join(f"def total_{number}_{n}(lines):\n    return sum(lines) * {n}\n" for n in range(40))
        (root / f"part_{number}.py").write_text(body)
    editor = start_editor(root)
    editor.wire.notify("$/setTrace", {"value": "messages"})
    ended: list[str] = []

    def heard(message: Json) -> None:
        if message.get("method") == "$/logTrace":
            ended.append(message["params"]["message"])

    editor.wire.heard = heard
    async with agent_in(root) as agent:
        assert await agent.source() == "editor"
        for number in range(1, 200):  # where the call is when it is cancelled depends on the machine
            question = f"how is the total of the lines of part {number} summed, and who needs it " * 20
            call: Awaitable[Json] = agent.data("context", question=question, since="none")
            task = asyncio.ensure_future(call)
            await asyncio.sleep(number / 1000)
            task.cancel()
            done, _ = await asyncio.wait([task], timeout=MOVE_SECONDS * BUSY)
            assert done
            assert await agent.source() == "editor", "the session goes on"
            if any(one.startswith("ctx-lsp.query failed (cancelled)") for one in ended):
                break
        else:
            raise AssertionError("no call was cancelled in the engine")
    assert editor.process.poll() is None
