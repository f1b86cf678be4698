"""The way back from an editor: a spare server is ready, and an editor that shuts down slowly is left at once."""

import asyncio
import subprocess
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from ctx_lsp.agents import engines, spare
from ctx_lsp.agents.agent_session import AgentSession
from ctx_lsp.agents.call_log import CallLog
from ctx_lsp.agents.engine_choice import EngineChoice, Report
from ctx_lsp.agents.engines import AgentEngine
from ctx_lsp.agents.folders import ServedFolders
from ctx_lsp.agents.spare import SpareServer
from tests.agents.conftest import StartEditor, agent_in
from tests.e2e.conftest import PROMPT_SECONDS
from tests.protocol.wire import Json

pytestmark = pytest.mark.usefixtures("forked_engines")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, forked_engines: None) -> "list[subprocess.Popen[bytes]]":
    """The servers that were started, and a spare at the first wish."""
    servers: list[subprocess.Popen[bytes]] = []
    start = engines.start_server

    def start_and_note() -> "subprocess.Popen[bytes]":
        servers.append(start())
        return servers[-1]

    monkeypatch.setattr(engines, "start_server", start_and_note)
    monkeypatch.setattr(spare, "SPARE_SECONDS", 0.0)
    return servers


async def no_report(share: float, message: str) -> None:
    """Report nothing."""


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a server that nobody else ends."""
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()
    engines.end_process(process)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PROMPT_SECONDS
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


def asking(command: str, argument: Json = None) -> Callable[[AgentEngine], Awaitable[Any]]:
    """A question to any engine; its answer is the engine's source and the engine's answer."""

    async def ask(engine: AgentEngine) -> tuple[str, Json]:
        return engine.source, await engine.link.command(command, argument)

    return ask


async def test_a_spare_is_used_once(started: "list[subprocess.Popen[bytes]]") -> None:
    server = SpareServer()
    for _ in range(2):
        server.want()
    assert (len(started), server.is_ready) == (1, True)
    taken = server.take()
    assert (taken, server.is_ready) == (started[0], False)
    other = server.take()
    assert other is started[1], "without a spare, a server is started"
    for one in started:
        end(one)


async def test_a_spare_that_has_ended_is_replaced(started: "list[subprocess.Popen[bytes]]") -> None:
    server = SpareServer()
    server.want()
    started[0].kill()
    await until(lambda: started[0].poll() is not None)
    assert not server.is_ready
    server.want()
    assert (len(started), server.is_ready) == (2, True)
    server.close()
    await until(lambda: started[1].poll() is not None)


async def test_no_spare_is_started_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    server = SpareServer()
    monkeypatch.setattr(engines, "start_server", lambda: pytest.fail("an editor and an agent start now"))
    server.want()
    server.want()


async def test_after_the_editor_the_spare_answers(
    shop: Path, start_editor: StartEditor, started: "list[subprocess.Popen[bytes]]"
) -> None:
    editor = start_editor(shop)
    async with ServedFolders([shop]) as folders:
        choice = await folders.choice(folders.find(None))
        question = asking("ctx-lsp.search", {"query": "the sum of an order"})
        assert (await choice.ask(question, no_report))[0] == "editor"
        await until(lambda: len(started) == 1)
        editor.process.kill()
        editor.process.wait()  # until then, it may still answer
        source, answer = await choice.ask(question, no_report)
        assert (source, answer["items"][0]["symbol"]) == ("disk", "shop.py::total")
        assert len(started) == 1, "no other server was started"


async def test_an_editor_that_shuts_down_slowly_is_left(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    async with agent_in(shop) as agent:
        assert await agent.source() == "editor"
        editor.wire.ask("shutdown")  # and no `exit`
        data = await agent.data("search", question="the sum of an order")
        assert (data["engine"]["source"], data["items"][0]["symbol"]) == ("disk", "shop.py::total")


async def test_only_the_status_does_not_wait_for_the_index(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[AgentEngine] = []
    until_indexed = EngineChoice._until_indexed

    async def waiting(choice: EngineChoice, engine: AgentEngine, report: Report) -> None:
        waits.append(engine)
        await until_indexed(choice, engine, report)

    monkeypatch.setattr(EngineChoice, "_until_indexed", waiting)
    async with ServedFolders([shop]) as folders:
        session = AgentSession(folders, CallLog(shop.parent / "log"))
        status = await session.call("status", {}, no_report)
        assert (status.data["engine"]["source"], waits) == ("disk", [])
        await session.call("search", {"question": "the sum of an order"}, no_report)
        assert waits


async def test_an_index_is_waited_for_again_once_after_it_was_complete(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("def total(): ...\n")
    choice = EngineChoice(tmp_path, SpareServer())
    try:
        engine = await choice.current()
        assert not choice.waits_again(engine), "it is being made: each call would wait"
        for _ in range(2):
            choice.note_whole(engine)
            assert choice.waits_again(engine), "many files have changed"
            assert not choice.waits_again(engine), "it takes longer than the wait"
    finally:
        await choice.close()
