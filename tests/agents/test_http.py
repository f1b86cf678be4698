"""`ctx-lsp mcp --http`: who is let in, and sessions that remember what was sent."""

import os
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from mcp.types import TextContent

from tests.agents.conftest import StartEditor, until_source
from tests.agents.over_http import TOKEN, agent_over_http, http_server
from tests.forked import run_program

INITIALIZE = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'


@pytest.fixture
def address(shop: Path, tmp_path: Path) -> Iterator[str]:
    """Host and port of a server of the shop."""
    with http_server(shop, tmp_path) as address:
        yield address


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
    async def texts(calls: int) -> list[str]:
        async with agent_over_http(address, mode=mode) as agent:
            assert "context" in {tool.name for tool in (await agent.client.list_tools()).tools}
            answers = [await agent.client.call_tool("read_symbol", {"symbol": "total"}) for _ in range(calls)]
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
        agents = [
            await open_agents.enter_async_context(agent_over_http(address, name, "legacy"))
            for name in ("first", "second")
        ]
        await until_source(agents[0], "editor")
        for agent in (*agents, agents[0]):
            await agent.data("context", symbol="total", since="none")
    told = editor.wire.command("ctx-lsp.agents")
    assert [(one["name"], one["packs"]) for one in told["attached"]] == [("first 1.2", 2), ("second 1.2", 1)]
    assert [pack["agent"] for pack in told["packs"]] == ["first 1.2", "second 1.2", "first 1.2"]


def test_a_taken_port_is_an_error_without_a_traceback(address: str, shop: Path) -> None:
    port = address.rpartition(":")[2]
    done = run_program(["mcp", str(shop), "--http", "--port", port], os.environ, timeout=120)
    assert done.returncode == 1
    assert f"port {port} cannot be used" in done.stderr
    assert "Traceback" not in done.stderr
