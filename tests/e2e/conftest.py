"""Server processes, over real stdio."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Protocol, cast

import pytest

from tests.embedded import embedded
from tests.forked import ForkedProcess
from tests.protocol.wire import Json, Wire

__all__ = ["embedded"]  # the fixture

SERVER = [sys.executable, "-m", "ctx_lsp", "serve", "--stdio"]
TRAP_SERVER = [sys.executable, str(Path(__file__).with_name("trap_server.py"))]
NO_MODEL = {"model": {"embedding": "none"}, "cache": {"enabled": False}}
ROOT = Path(__file__).parents[2]
PROMPT_SECONDS = 10.0  # for what should happen at once, on a busy machine


class ServerProcess:
    """A server process, a wire to it, its stderr in a file, and a folder for the test's files."""

    def __init__(self, command: list[str], folder: Path, *, forked: bool = False) -> None:
        """Start `command`; if `forked`, fork it from a process that has loaded the product."""
        self.folder = folder / "workspace"
        self.folder.mkdir()
        self.stderr = folder / "stderr.txt"
        with self.stderr.open("wb") as stderr:
            self.process = _forked(command, stderr) if forked else _started(command, stderr)
        self.wire = Wire(cast("BinaryIO", self.process.stdout), cast("BinaryIO", self.process.stdin))

    def open(
        self, *roots: Path, options: Json = None, process_id: int | None = None, capabilities: Json = None
    ) -> Json:
        """Initialize with `roots` as workspace folders."""
        result = self.wire.ask(
            "initialize",
            {
                "processId": process_id,
                "rootUri": roots[0].as_uri() if roots else None,
                "workspaceFolders": [{"uri": root.as_uri(), "name": root.name} for root in roots],
                "capabilities": capabilities or {},
                "initializationOptions": NO_MODEL if options is None else options,
            },
        )
        self.wire.notify("initialized", {})
        return result

    def ready(self, seconds: float = 60) -> Json:
        """Poll the status until the index is ready."""
        end = time.monotonic() + seconds
        while (status := self.wire.command("ctx-lsp.status"))["state"] != "ready":
            assert time.monotonic() < end, status
            time.sleep(0.02)
        return status

    def leave(self) -> int:
        """Shut down properly and return the exit code."""
        self.wire.ask("shutdown")
        self.wire.notify("exit")
        return self.process.wait(30)

    def stop(self) -> None:
        """Kill the process if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        self.wire.close()


def _started(command: list[str], stderr: BinaryIO) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=stderr, cwd=ROOT)


def _forked(command: list[str], stderr: BinaryIO) -> ForkedProcess:
    if command[:3] == SERVER[:3]:
        return ForkedProcess(command[3:], stderr=stderr.fileno())
    return ForkedProcess([], stderr=stderr.fileno(), module=f"tests.e2e.{Path(command[1]).stem}")


class StartProcess(Protocol):
    """Starts a server process; see `ServerProcess`."""

    def __call__(self, command: list[str], *, forked: bool = False) -> ServerProcess: ...


@pytest.fixture
def start_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartProcess]:
    """Starts server processes, and kills the remaining ones afterwards."""
    started: list[ServerProcess] = []

    def start(command: list[str], *, forked: bool = False) -> ServerProcess:
        started.append(ServerProcess(command, tmp_path_factory.mktemp("server"), forked=forked))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def server(start_process: StartProcess) -> ServerProcess:
    """The product's server; tests of starts and ends start it as a client does."""
    return start_process(SERVER, forked=True)


@pytest.fixture
def trap(start_process: StartProcess) -> ServerProcess:
    """The server with the commands of `trap_server`."""
    return start_process(TRAP_SERVER)
