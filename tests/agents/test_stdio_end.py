"""How `ctx-lsp mcp` over stdio ends on Ctrl-C, while the agent is silent and keeps the stream open."""

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.conftest import PROMPT_SECONDS, SERVER
from tests.protocol.wire import Json, until

MCP = [*SERVER[: SERVER.index("serve")], "mcp"]
INTRODUCTION = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "agent", "version": "1"}}


def _ask(process: "subprocess.Popen[bytes]", number: int, method: str, params: Json) -> Json:
    assert process.stdin is not None
    assert process.stdout is not None
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    process.stdin.write(json.dumps(message).encode() + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def _children(process_id: int) -> list[int]:
    threads = Path(f"/proc/{process_id}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text().split()]


def _runs(process_id: int) -> bool:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Child processes take SIGINT, which those of a background job of a shell ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_the_server_and_its_engine_while_no_line_arrives(shop: Path) -> None:
    with subprocess.Popen([*MCP, str(shop)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            _ask(process, 1, "initialize", INTRODUCTION)
            assert _ask(process, 2, "tools/call", {"name": "status", "arguments": {}})["id"] == 2
            engines = _children(process.pid)
            assert engines
            process.send_signal(signal.SIGINT)
            assert process.wait(PROMPT_SECONDS) == 128 + signal.SIGINT
            until(lambda: not any(map(_runs, engines)))
        finally:
            process.kill()
