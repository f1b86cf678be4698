"""Servers that do not answer, and servers that are slow but alive."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from ctx_lsp.agents import engines
from ctx_lsp.agents.engine_choice import EngineChoice
from ctx_lsp.agents.engines import PATIENCE_SECONDS, SILENT_SECONDS, AgentEngine
from ctx_lsp.agents.link import EngineError, LinkLost
from ctx_lsp.agents.pulse import ASK_SECONDS, BEAT_SECONDS, Pulse
from ctx_lsp.agents.spare import SpareServer
from tests.agents.conftest import BUSY, StartEditor, agent_in, until_source
from tests.agents.test_link import grown, trapped
from tests.e2e.conftest import PROMPT_SECONDS

LIMIT = ASK_SECONDS + 4 * BEAT_SECONDS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no process can be stopped for a while")


async def test_calls_to_a_hung_editor_are_answered_from_disk(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    async with agent_in(shop) as agent:
        assert await agent.source() == "editor"
        os.kill(editor.process.pid, signal.SIGSTOP)
        try:
            begin = time.monotonic()
            text = await agent.text("status")
            assert time.monotonic() - begin < PATIENCE_SECONDS + BUSY / 2
            assert "The editor's language server does not answer" in text
            data = await agent.data("search", question="the sum of an order")
            assert time.monotonic() - begin < SILENT_SECONDS + BUSY
            assert (data["engine"]["source"], data["items"][0]["symbol"]) == ("disk", "shop.py::total")
            [warning] = data["warnings"]
            assert "its language server does not answer" in warning
        finally:
            os.kill(editor.process.pid, signal.SIGCONT)
        await until_source(agent, "editor")
        assert (await agent.data("search", question="the sum of an order"))["warnings"] == []


async def test_a_server_that_works_for_long_is_alive(tmp_path: Path) -> None:
    link, process = await trapped(tmp_path)
    link.pulse.limit(LIMIT)
    beat = tmp_path / "beat"
    call = asyncio.create_task(link.command("trap.spin", {"beat": str(beat)}))
    await grown(beat)
    await asyncio.sleep(2 * LIMIT)
    assert not call.done()
    assert link.pulse.silence < LIMIT
    os.kill(process.pid, signal.SIGSTOP)
    begin = time.monotonic()
    with pytest.raises(LinkLost, match="does not answer"):
        await asyncio.wait_for(call, LIMIT + PROMPT_SECONDS)
    assert time.monotonic() - begin >= LIMIT - ASK_SECONDS - BEAT_SECONDS
    await asyncio.to_thread(process.wait, PROMPT_SECONDS)


async def test_time_in_which_the_agent_stands_still_is_no_silence() -> None:
    asked: list[float] = []
    lost = asyncio.Event()
    pulse = Pulse(lambda: asked.append(pulse.silence), lambda: True, lost.set)
    pulse.limit(LIMIT)
    pulse.watch()
    await asyncio.sleep(BEAT_SECONDS)
    time.sleep(2 * LIMIT)  # as if the process or the computer were suspended
    await asyncio.sleep(BEAT_SECONDS)
    assert not lost.is_set()
    await asyncio.wait_for(lost.wait(), LIMIT + PROMPT_SECONDS)
    assert len(asked) == 1
    assert asked[0] >= ASK_SECONDS


async def test_agents_with_connections_of_their_own_leave_together(
    shop: Path, start_editor: StartEditor, monkeypatch: pytest.MonkeyPatch, forked_engines: None
) -> None:
    monkeypatch.setattr(engines, "SILENT_SECONDS", LIMIT)
    monkeypatch.setattr(engines, "PATIENCE_SECONDS", ASK_SECONDS)
    monkeypatch.setattr(engines, "ATTACH_SECONDS", LIMIT)
    editor = start_editor(shop)
    choice = EngineChoice(shop, SpareServer())

    async def asked(engine: AgentEngine) -> str:
        return (await (await engine.known_as("second")).link.command("ctx-lsp.status"))["state"] and engine.source

    async def report(_: float, __: str) -> None: ...

    first = await choice.current()
    await first.known_as("first")
    assert await choice.ask(asked, report) == "editor"
    os.kill(editor.process.pid, signal.SIGSTOP)
    try:
        with pytest.raises(EngineError, match="The editor's language server does not answer"):
            await choice.ask(lambda engine: engine.unless_silent(asked(engine)), report, needs_index=False)
        assert not first.link.lost.is_set()
        assert await asyncio.wait_for(choice.ask(asked, report), 3 * LIMIT + PROMPT_SECONDS) == "disk"
        assert first.link.lost.is_set()
    finally:
        os.kill(editor.process.pid, signal.SIGCONT)
    await choice.close()


async def test_a_hung_server_is_not_tried_all_the_time(
    shop: Path, start_editor: StartEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = start_editor(shop)
    monkeypatch.setattr(engines, "ATTACH_SECONDS", 0.2)
    unanswered: dict[Path, float] = {}
    os.kill(editor.process.pid, signal.SIGSTOP)
    try:
        assert await engines.attached_engine(shop, unanswered) is None
        [attempt] = unanswered.values()
        assert await engines.attached_engine(shop, unanswered) is None
        assert list(unanswered.values()) == [attempt]
    finally:
        os.kill(editor.process.pid, signal.SIGCONT)
    monkeypatch.setattr(engines, "ATTACH_SECONDS", 10.0)
    monkeypatch.setattr(engines, "RETRY_SECONDS", 0.0)
    engine = await engines.attached_engine(shop, unanswered)
    assert engine is not None
    engine.close()
    assert unanswered == {}
