"""`ctx-lsp mcp --http`: who is let in, and sessions that remember what was sent."""

import os
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import Implementation, TextContent

from tests.agents.conftest import Agent, StartEditor, until_source
from tests.forked import ForkedProcess, run_program
from tests.protocol.wire import until

TOKEN = "one-that-the-tests-know"  # noqa: S105
_ADDRESS = re.compile(r"listening on http://(127\.0\.0\.1:\d+)/mcp")
INITIALIZE = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'


@pytest.fixture
def address(shop: Path, tmp_path: Path) -> Iterator[str]:
    """Host and port of a server of the shop."""
    said = tmp_path / "said.txt"
    with said.open("wb") as stderr:
        process = ForkedProcess(
            ["mcp", str(shop), "--http"], stderr=stderr.fileno(), environment=os.environ | {"CTX_LSP_MCP_TOKEN": TOKEN}
        )
    try:
        until(lambda: _ADDRESS.search(said.read_text()))
        found = _ADDRESS.search(said.read_text())
        assert found
        yield found.group(1)
        process.terminate()
        assert process.wait(60) in {0, -15}  # the second after its own clean-up
    finally:
        process.kill()
        process.close()


def answered(address: str, headers: dict[str, str]) -> int:
    """The status of a request with these headers."""
    with closing(HTTPConnection(address, timeout=60)) as connection:
        usual = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        connection.request("POST", "/mcp", INITIALIZE, usual | headers)
        return connection.getresponse().status


def test_only_programs_with_the_token_are_let_in(address: str) -> None:
    right = {"Authorization": f"Bearer {TOKEN}"}
    assert answered(address, {}) == 401
    assert answered(address, {"Authorization": "Bearer other"}) == 401
    assert answered(address, right | {"Origin": "https://example.org"}) == 403
    assert answered(address, right | {"Host": "example.org"}) == 421
    assert answered(address, right) not in {401, 403, 421}


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_agents_get_answers_and_sessions_of_their_own(address: str, mode: str) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}

    async def texts(calls: int) -> list[str]:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=120) as http,
            Client(streamable_http_client(f"http://{address}/mcp", http_client=http), mode=mode) as client,
        ):
            assert "context" in {tool.name for tool in (await client.list_tools()).tools}
            answers = [await client.call_tool("read_symbol", {"symbol": "total"}) for _ in range(calls)]
            return [block.text for answer in answers for block in answer.content if isinstance(block, TextContent)]

    body = "return sum(taxed(line)"
    first, again = await texts(2)
    assert body in first
    has_sessions = mode == "legacy"  # newer versions of the protocol have none over HTTP
    assert (body not in again) is has_sessions
    assert body in (await texts(1))[0]


async def test_the_editor_knows_each_agent_by_its_name(shop: Path, start_editor: StartEditor, address: str) -> None:
    editor = start_editor(shop)
    async with AsyncExitStack() as open_agents:
        agents = []
        for name in ("first", "second"):
            http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}, timeout=120)
            transport = streamable_http_client(
                f"http://{address}/mcp", http_client=await open_agents.enter_async_context(http)
            )
            client = Client(transport, client_info=Implementation(name=name, version="1"), mode="legacy")
            agents.append(Agent(await open_agents.enter_async_context(client)))
        await until_source(agents[0], "editor")
        for agent in (*agents, agents[0]):
            await agent.data("context", symbol="total", since="none")
    told = editor.wire.command("ctx-lsp.agents")
    assert [(one["name"], one["packs"]) for one in told["attached"]] == [("first 1", 2), ("second 1", 1)]
    assert [pack["agent"] for pack in told["packs"]] == ["first 1", "second 1", "first 1"]


def test_a_taken_port_is_an_error_without_a_traceback(address: str, shop: Path) -> None:
    port = address.rpartition(":")[2]
    done = run_program(["mcp", str(shop), "--http", "--port", port], os.environ, timeout=120)
    assert done.returncode == 1
    assert f"port {port} cannot be used" in done.stderr
    assert "Traceback" not in done.stderr
