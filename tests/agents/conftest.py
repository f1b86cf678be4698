"""Editors and agents as separate processes: language servers, and the official client of `ctx-lsp mcp`."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.types import ErrorData, Implementation, ListRootsResult, Root
from pydantic import FileUrl

from ctx_lsp.agents import engines
from ctx_lsp.protocol.attach.sockets import runtime_folder as sockets_folder
from tests.agents.forked_transport import forked_client
from tests.e2e.conftest import SERVER, ServerProcess
from tests.forked import forked_server
from tests.protocol.wire import Json

SHOP = '''\
def total(lines):
    """The sum of an order."""
    return sum(taxed(line) for line in lines)


def taxed(price):
    """A price with the tax."""
    return price * RATE


RATE = 1.19
'''
SHOP_TESTS = "from shop import total\n\n\ndef test_total():\n    assert total([1]) == 1.19\n"

StartEditor = Callable[..., ServerProcess]


@pytest.fixture(autouse=True)
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines that agents start have neither a model nor a cache, like those of the editors."""
    monkeypatch.setenv("CTX_LSP_MODEL_EMBEDDING", "none")
    monkeypatch.setenv("CTX_LSP_CACHE_ENABLED", "false")


@pytest.fixture
def forked_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines that this process starts are forked, as those of agents are."""
    monkeypatch.setattr(engines, "start_server", forked_server)


@pytest.fixture
def sockets() -> Callable[[], list[Path]]:
    """The sockets that exist now."""
    folder = Path(os.environ["XDG_RUNTIME_DIR"]) / "ctx-lsp"
    return lambda: sorted(folder.glob("*.sock"))


@pytest.fixture(autouse=True)
def runtime_folder(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A separate socket folder for each test, also for what this process remembers of it."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
    sockets_folder.cache_clear()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A repository with two files."""
    return make_shop(tmp_path / "shop")


def make_shop(root: Path) -> Path:
    """Write the files of `shop` into a new folder."""
    (root / ".git").mkdir(parents=True)
    (root / "shop.py").write_text(SHOP)
    (root / "test_shop.py").write_text(SHOP_TESTS)
    return root


@pytest.fixture
def start_editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartEditor]:
    """Starts editors, each with some folders open and indexed, and kills the remaining ones afterwards."""
    started: list[ServerProcess] = []

    def start(*roots: Path, options: Json = None, capabilities: Json = None) -> ServerProcess:
        editor = ServerProcess(SERVER, tmp_path_factory.mktemp("editor"), forked=True)
        started.append(editor)
        editor.open(*roots, options=options, capabilities=capabilities)
        editor.ready()
        return editor

    yield start
    for editor in started:
        editor.stop()


class Agent:
    """An agent's end of a connection."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def data(self, tool: str, **arguments: Json) -> Json:
        """The structured answer of a tool."""
        answer = await self.client.call_tool(tool, arguments)
        assert not answer.is_error, answer.content
        return answer.structured_content

    async def text(self, tool: str, **arguments: Json) -> str:
        """The text of a tool's answer or error."""
        [content] = (await self.client.call_tool(tool, arguments)).content
        return str(getattr(content, "text", ""))

    async def source(self) -> str:
        """The engine that answers now."""
        engine: Any = (await self.data("status"))["engine"]
        return str(engine["source"])


MOVE_SECONDS = 2.0  # from one engine to another on a quiet machine; the start of a server comes on top
BUSY = 10.0  # how much longer it may take on a busy one


async def until_source(agent: Agent, wanted: str) -> float:
    """Wait until answers come from the editor or from disk; return the seconds it took."""
    begin = time.monotonic()
    while await agent.source() != wanted:
        assert time.monotonic() - begin < MOVE_SECONDS * BUSY, f"not yet from {wanted}"
        await asyncio.sleep(0.02)
    return time.monotonic() - begin


@asynccontextmanager
async def agent_in(
    folder: Path, *paths: Path, name: str = "agent", roots: Sequence[Path] | None = None, pauses: Iterable[float] = ()
) -> AsyncIterator[Agent]:
    """An agent called `name` that works in a folder, or in `paths`.

    If `roots` is given, the agent names these folders, read at each request, in the older version of the protocol. The
    first answers come after `pauses`, in seconds, and the others at once.
    """
    waits = iter(pauses)
    transport = forked_client(["mcp", *map(str, paths)], folder)

    async def list_roots(context: object) -> ListRootsResult | ErrorData:
        await asyncio.sleep(next(waits, 0.0))
        return ListRootsResult(roots=[Root(uri=FileUrl(root.as_uri())) for root in roots or ()])

    info = Implementation(name=name, version="1.2")
    told = list_roots if roots is not None else None
    mode = "auto" if roots is None else "legacy"
    async with Client(transport, client_info=info, list_roots_callback=told, mode=mode) as client:
        yield Agent(client)
