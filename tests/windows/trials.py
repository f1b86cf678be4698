"""Trials of the product on Windows: the command line, a session of an editor, and agents beside an editor."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path, PureWindowsPath
from tempfile import TemporaryDirectory
from typing import cast

import structlog
from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import Implementation

from ctx_lsp.base.digest import digest
from tests.agents.conftest import SHOP, Agent, make_shop, until_source
from tests.e2e.conftest import ServerProcess
from tests.protocol.wire import Json
from tests.windows.installation import WindowsPython, seen_by_wine

SECONDS = 120.0  # for a command, or for an index, under Wine on a busy machine
NAMES = 'def 名前を数える(値):\n    """Łódź → 東京."""\n    return len(値)\n'
NO_VECTORS = {"CTX_LSP_MODEL_EMBEDDING": "none"}  # for agents, whose vectors would be those of the editor
UNITS = ("tests/base/test_local_sockets.py", "tests/base/test_named_pipes.py", "tests/protocol/test_attach.py")

Trial = Callable[[WindowsPython, Path], str]


def commands(python: WindowsPython, scratch: Path) -> str:
    """A command prints code in UTF-8, found by meaning with the bundled model."""
    (scratch / "names.py").write_text(NAMES, "utf-8")
    arguments = ("-m", "ctx_lsp", "query", str(seen_by_wine(scratch)), "名前を数える")
    done = python.run(*arguments, seconds=SECONDS)
    assert done.returncode == 0, done.stderr.decode()
    printed = done.stdout.decode()
    assert "    return len(値)" in printed, printed
    assert "Semantic search was not used" not in printed, printed
    return printed.splitlines()[2]


def session(python: WindowsPython, scratch: Path) -> str:
    """An editor's session: an index, unsaved text, search by meaning, a pack, statements; then a warm start."""
    package = shutil.copytree(Path(structlog.__file__).parent, scratch / "structlog")
    root = seen_by_wine(package)
    with editor(python, scratch, root) as server:
        first = server.ready(SECONDS)
        assert first["coverage"] == {"lexical": 1.0, "semantic": 1.0}
        type_into(server, root / "_base.py", "def unsaved_name(): ...\n")
        assert _found(server, "unsaved_name") == [(root / "_base.py").as_uri()]
        items = server.wire.command("ctx-lsp.search", {"query": "bind values to a logger"})["items"]
        assert any(item["symbol"].endswith(".bind") for item in items), items
        pack = server.wire.command("ctx-lsp.query", {"query": "How are values bound to a logger?"})
        assert pack["items"]
        (package / "stock.py").write_text("def count_stock(): ...\n")
        (package / "notes.md").write_text("`stock.py` has no functions. `count_stock(amount)` counts.\n")
        files = [(root / name).as_uri() for name in ("stock.py", "notes.md")]
        server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 1} for uri in files]})
        assert _found(server, "count_stock") == [files[0]]
        checked = server.wire.command("ctx-lsp.check", {"files": [files[1]]})
        assert "refuted" in {claim["verdict"] for claim in checked["claims"]}, checked
        assert server.leave() == 0
    with editor(python, scratch, root) as server:
        again = server.ready(SECONDS)
        assert again["work"]["entry"]["adopted"] >= first["work"]["entry"]["computed"] - 1, again["work"]
        assert server.leave() == 0
    return f"{again['work']['entry']['adopted']} files are from the cache at the second start"


def agents(python: WindowsPython, scratch: Path) -> str:
    """Two agents move to the editor's server, see unsaved text, and move back when it is killed or closed."""
    root = seen_by_wine(make_shop(scratch / "shop"))
    return asyncio.run(_move_agents(python, scratch, root))


async def _move_agents(python: WindowsPython, scratch: Path, root: PureWindowsPath) -> str:
    stale = python.local_data / "Temp" / "ctx-lsp" / f"{digest(str(root).encode()).hex()}-1.sock"
    stale.parent.mkdir(parents=True, exist_ok=True)
    stale.touch()  # as a power failure leaves it
    open_agent = partial(agent_in, python, scratch, root)
    async with open_agent("first") as first, open_agent("second") as second:
        assert await first.source() == await second.source() == "disk"
        with editor(python, scratch, root) as server:
            server.ready(SECONDS)
            for agent in (first, second):
                await until_source(agent, "editor")
            assert not stale.exists()
            type_into(server, root / "shop.py", SHOP.replace("RATE\n", "RATE + 7\n", 1))
            server.wire.command("ctx-lsp.status")  # the edit has arrived
            read = [agent.data("read_symbol", symbol="taxed", since="none") for agent in (first, second)]
            for answer in await asyncio.gather(*read):
                assert "return price * RATE + 7" in answer["text"]
            attached = {one["name"] for one in server.wire.command("ctx-lsp.agents")["attached"]}
            assert attached == {"first 1.2", "second 1.2"}, attached
            calls = [first.data("context", question=f"the sum of order {number}") for number in range(20)]
            answers = asyncio.gather(*calls)
            await asyncio.sleep(0.05)
            server.process.kill()
            assert (await answers)[-1]["engine"]["source"] == "disk", "the last call was under way"
        await until_source(second, "disk")
        assert list(stale.parent.iterdir()) == [], "Windows deletes the files of a killed server"
        with editor(python, scratch, root) as server:
            server.ready(SECONDS)
            for agent in (first, second):
                await until_source(agent, "editor")
            assert server.leave() == 0
            to_disk = [await until_source(agent, "disk") for agent in (first, second)]
    return f"back from the editor in {max(to_disk):.1f} s"


def units(python: WindowsPython, scratch: Path) -> str:
    """The tests of local connections, which Linux runs with sockets."""
    # Otherwise, pytest would delete folders of earlier runs, and fail where Wine cannot.
    options = ("-q", "-p", "no:cacheprovider", "--basetemp", str(seen_by_wine(scratch) / "pytest"))
    done = python.run("-m", "pytest", *options, *UNITS, seconds=SECONDS)
    assert done.returncode == 0, (done.stdout + done.stderr).decode()
    return done.stdout.decode().splitlines()[-1]


TRIALS: Mapping[str, Trial] = {trial.__name__: trial for trial in (commands, session, agents, units)}


@contextmanager
def editor(python: WindowsPython, scratch: Path, root: PureWindowsPath) -> Iterator[ServerProcess]:
    """A server that has a folder open, as an editor starts it. It is killed at the end if it still runs."""
    with TemporaryDirectory(dir=scratch) as folder:
        server = ServerProcess(python.command("-m", "ctx_lsp", "serve", "--stdio"), Path(folder))
        try:
            server.open(cast("Path", root), options={})
            yield server
        finally:
            server.stop()


@asynccontextmanager
async def agent_in(python: WindowsPython, scratch: Path, root: PureWindowsPath, name: str) -> AsyncIterator[Agent]:
    """An agent with this name for the folder `root`."""
    program, *arguments = python.command("-m", "ctx_lsp", "mcp", str(root))
    server = StdioServerParameters(command=program, args=arguments, env=os.environ | NO_VECTORS)
    info = Implementation(name=name, version="1.2")
    with (scratch / "log.txt").open("a") as log:
        async with Client(stdio_client(server, log), client_info=info) as client:
            yield Agent(client)


def type_into(server: ServerProcess, file: PureWindowsPath, text: str) -> None:
    """Open a file with other text than on disk, and change it."""
    document: Json = {"uri": file.as_uri(), "version": 1}
    server.wire.notify("textDocument/didOpen", {"textDocument": document | {"languageId": "python", "text": ""}})
    change = {"textDocument": document | {"version": 2}, "contentChanges": [{"text": text}]}
    server.wire.notify("textDocument/didChange", change)


def _found(server: ServerProcess, name: str) -> list[str]:
    return [one["location"]["uri"] for one in server.wire.ask("workspace/symbol", {"query": name})]
