"""A connection to a server: cancelling stops the work, and pending requests fail at once when the server ends."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ctx_lsp.agents.engine_choice import EngineChoice
from ctx_lsp.agents.link import EngineError, Json, Link, LinkLost
from ctx_lsp.agents.spare import SpareServer
from ctx_lsp.protocol.transport.streams import Streams
from tests.e2e.conftest import NO_MODEL, PROMPT_SECONDS
from tests.forked import ForkedProcess


async def trapped(root: Path) -> tuple[Link, ForkedProcess]:
    """A link to a server whose commands take long."""
    process = ForkedProcess([], stderr=2, module="tests.e2e.trap_server")
    streams = Streams(process.stdout, process.stdin)
    link = Link(streams, process.kill)
    folder = {"uri": root.as_uri(), "name": root.name}
    params: Json = {"processId": None, "rootUri": None, "workspaceFolders": [folder], "capabilities": {}}
    await link.ask("initialize", {**params, "initializationOptions": NO_MODEL})
    return link, process


async def grown(file: Path) -> int:
    """The size of a file as soon as it is not empty."""
    end = time.monotonic() + PROMPT_SECONDS
    while not file.exists():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)
    return file.stat().st_size


async def test_cancelling_stops_the_work_in_the_server(tmp_path: Path) -> None:
    link, process = await trapped(tmp_path)
    beat = tmp_path / "beat"
    call = asyncio.create_task(link.command("trap.spin", {"beat": str(beat)}))
    await grown(beat)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await link.command("ctx-lsp.status")  # the server has seen the cancelling before this
    end = time.monotonic() + PROMPT_SECONDS
    beats = -1
    while (size := beat.stat().st_size) != beats:
        assert time.monotonic() < end, f"still at work after {size} beats"
        beats = size
        await asyncio.sleep(0.2)
    link.close()
    process.wait(PROMPT_SECONDS)


async def test_pending_requests_are_lost_with_the_server(tmp_path: Path) -> None:
    link, process = await trapped(tmp_path)
    beat = tmp_path / "beat"
    call = asyncio.create_task(link.command("trap.spin", {"beat": str(beat)}))
    await grown(beat)
    process.kill()
    with pytest.raises(LinkLost):
        await asyncio.wait_for(call, PROMPT_SECONDS)
    assert link.lost.is_set()
    with pytest.raises(LinkLost):
        await link.command("ctx-lsp.status")
    process.wait(PROMPT_SECONDS)


async def test_an_error_keeps_its_reason(tmp_path: Path) -> None:
    link, process = await trapped(tmp_path)
    with pytest.raises(EngineError, match="no pack 'x'") as caught:
        await link.command("ctx-lsp.packText", {"packId": "x"})
    assert caught.value.reason == "unknownPack"
    link.close()
    process.wait(PROMPT_SECONDS)


REFUSING = """
import sys
length = int(sys.stdin.buffer.readline().split(b":")[1])
sys.stdin.buffer.readline()
sys.stdin.buffer.read(length)
body = b'{"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "broken"}}'
sys.stdout.buffer.write(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
sys.stdout.buffer.flush()
sys.stdin.buffer.read()
"""


async def test_a_server_that_refuses_to_serve_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def start(_: object, **options: Json) -> "subprocess.Popen[bytes]":
        started.append(popen([sys.executable, "-c", REFUSING], **options))
        return started[-1]

    popen: Callable[..., subprocess.Popen[bytes]] = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", start)
    choice = EngineChoice(tmp_path, SpareServer())
    choice.start()
    for _ in range(2):
        with pytest.raises(EngineError, match="broken"):
            await choice.current()
    await choice.close()
    assert len(started) >= 2
    for process in started:
        await asyncio.to_thread(process.wait, PROMPT_SECONDS)
