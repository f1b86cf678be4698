"""A server process as an editor runs it: start, requests, shutdown or kill."""

import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, cast

from tests.forked import ForkedProcess
from tests.protocol.wire import Json, Wire

PROJECT = Path(__file__).parents[2]
TIMEOUT_SECONDS = 120.0  # for the end of all work in a small workspace, on a busy machine
POLL_SECONDS = 0.003
WATCHING: Json = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}  # so the server need not


class Server:
    """A server over `roots`, from its start to its end."""

    def __init__(
        self,
        roots: Sequence[Path],
        options: Json,
        log: Path,
        command: Sequence[str] | None = None,
        capabilities: Json = WATCHING,
    ) -> None:
        """`options` are the settings; the server's stderr is appended to the file `log`.

        Without a `command`, the server is forked from a process that has loaded it.
        """
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CTX_LSP_")}
        environment = {**kept, "CTX_LSP_STRICT": "1", "XDG_DATA_HOME": str(log.parent)}
        pipe = subprocess.PIPE
        with log.open("ab") as stderr:
            self.process = (
                subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=stderr, cwd=PROJECT, env=environment)
                if command
                else ForkedProcess(["serve", "--stdio"], stderr=stderr.fileno(), environment=environment)
            )
        self.wire = Wire(cast("BinaryIO", self.process.stdout), cast("BinaryIO", self.process.stdin))
        self.initializing = self.wire.begin(
            "initialize",
            {
                "processId": os.getpid(),  # it must not outlive us
                "rootUri": None,
                "workspaceFolders": [{"uri": root.as_uri(), "name": root.name} for root in roots],
                "capabilities": capabilities,
                "initializationOptions": options,
            },
        )

    def initialized(self) -> None:
        """Wait until the handshake is finished."""
        self.wire.answer(self.initializing, TIMEOUT_SECONDS)
        self.wire.notify("initialized", {})

    def settled(self, *, semantic: bool, patience: float = TIMEOUT_SECONDS) -> Json:
        """Wait until the index has every text (and, if asked, every vector), and return the status."""
        end = time.monotonic() + patience
        while True:
            status = self.wire.command("ctx-lsp.status", timeout=TIMEOUT_SECONDS)
            if status["state"] == "ready" if semantic else status["searchable"]:
                return status
            assert status["state"] != "failed", status
            assert time.monotonic() < end, status
            time.sleep(POLL_SECONDS)

    def leave(self) -> None:
        """Shut down properly."""
        self.wire.ask("shutdown", timeout=TIMEOUT_SECONDS)
        self.wire.notify("exit")
        assert self.process.wait(TIMEOUT_SECONDS) == 0
        self.wire.close()

    def kill(self) -> None:
        """SIGKILL, if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(TIMEOUT_SECONDS)
        self.wire.close()
