"""`ctx-lsp mcp --http`, and the official client's end of connections to it."""

import os
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import Implementation

from tests.agents.conftest import Agent
from tests.forked import ForkedProcess
from tests.protocol.wire import until

TOKEN = "one-that-the-tests-know"  # noqa: S105
SECONDS = 120.0  # for an answer, on a busy machine
_ADDRESS = re.compile(r"listening on http://(127\.0\.0\.1:\d+)/mcp")


@contextmanager
def http_server(folder: Path, scratch: Path) -> Iterator[str]:
    """Serve a folder; yields host and port. What the server says goes to a file in `scratch`."""
    said = scratch / "said.txt"
    with said.open("wb") as stderr:
        variables = os.environ | {"CTX_LSP_MCP_TOKEN": TOKEN}
        process = ForkedProcess(["mcp", str(folder), "--http"], stderr=stderr.fileno(), environment=variables)
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


@asynccontextmanager
async def agent_over_http(address: str, name: str = "agent", mode: str = "auto") -> AsyncIterator[Agent]:
    """An agent called `name`; with the mode `legacy` it has a session, which newer versions of the protocol do not."""
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}, timeout=SECONDS) as http,
        Client(
            streamable_http_client(f"http://{address}/mcp", http_client=http),
            client_info=Implementation(name=name, version="1.2"),
            mode=mode,
        ) as client,
    ):
        yield Agent(client)
