"""A whole server in this process, over a pair of sockets instead of the process's descriptors."""

import asyncio
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ctx_lsp.protocol.attach import sockets
from ctx_lsp.protocol.server import Connection
from ctx_lsp.protocol.table import TABLE, RouteTable
from ctx_lsp.protocol.transport.streams import Streams
from tests.protocol.wire import Json, Wire

NO_MODEL = {"model": {"embedding": "none"}, "cache": {"enabled": False}}


class LocalServer:
    """A server on a thread of this process, and a wire to it."""

    def __init__(self, table: RouteTable = TABLE) -> None:
        self._ours, theirs = socket.socketpair()
        self._streams = Streams(theirs.makefile("rb"), theirs.makefile("wb"))
        theirs.close()  # the two files keep it open
        self.wire = Wire(self._ours.makefile("rb"), self._ours.makefile("wb"))
        self.connection: Connection | None = None
        self.code: int | None = None
        self._thread = threading.Thread(target=self._serve, args=(table,))
        self._thread.start()

    def open(self, *roots: Path, options: Json = None, capabilities: Json = None) -> Json:
        """Initialize with `roots` as workspace folders."""
        folders = [{"uri": root.as_uri(), "name": root.name} for root in roots]
        result = self.wire.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": None,
                "workspaceFolders": folders,
                "capabilities": capabilities or {},
                "initializationOptions": NO_MODEL if options is None else options,
            },
        )
        self.wire.notify("initialized", {})
        return result

    def join(self) -> int | None:
        """Wait for the end of the server and return its exit code."""
        self._thread.join(30)
        return self.code

    def stop(self) -> None:
        """Close the connection, which ends the server if it still runs."""
        if self._thread.is_alive():
            self._ours.shutdown(socket.SHUT_WR)
            self.join()
        assert not self._thread.is_alive()
        with suppress(OSError):  # the server may have hung up first
            self._ours.shutdown(socket.SHUT_RDWR)
        self._ours.close()
        self._streams.incoming.close()
        self._streams.outgoing.close()
        self.wire.close()

    def _serve(self, table: RouteTable) -> None:
        async def run() -> int:
            self.connection = Connection(self._streams, table)
            return await self.connection.run()

        self.code = asyncio.run(run())


Start = Callable[[RouteTable], LocalServer]


@pytest.fixture
def start_server() -> Iterator[Start]:
    """Starts servers with a given route table, and stops them afterwards."""
    started: list[LocalServer] = []

    def start(table: RouteTable = TABLE) -> LocalServer:
        started.append(LocalServer(table))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def server(start_server: Start) -> LocalServer:
    """A server with the product's route table, not yet initialized."""
    return start_server(TABLE)


@pytest.fixture
def runtime_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary socket folder with a short path, because a socket's path has at most 107 bytes."""
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", folder)
        sockets.runtime_folder.cache_clear()
        yield sockets.runtime_folder()
    sockets.runtime_folder.cache_clear()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with one small module, which a server can open."""
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "shop.py").write_text("def total(lines): ...\n")
    return folder
