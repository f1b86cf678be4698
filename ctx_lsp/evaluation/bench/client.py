"""A minimal LSP client that starts the real server and talks to it over stdio.

The module `bench.server` measures the server with this client.
"""

import json
import os
import subprocess
import threading
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any

from ctx_lsp.base.system import PYTHON_MODULE
from ctx_lsp.evaluation.bench.process import ProbeError

Json = Any

ANSWER_TIMEOUT = 120.0  # seconds for one answer; a server that is busy for longer has failed
PING = "benchmark/ping"  # an unknown method: the event loop rejects it at once, so only the loop can delay the answer


class ServerClient:
    """A server process and the connection to it. Requests from the server are answered with null."""

    def __init__(self, root: Path, variables: Mapping[str, str]) -> None:
        """Start the server on `root` with this process's environment plus `variables`, and initialize the server."""
        self.begin = perf_counter()
        self.process = subprocess.Popen(  # noqa: S603 - this program
            [*PYTHON_MODULE, "ctx_lsp", "serve", "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "CTX_LSP_PACK_HISTORY": "false", **variables},
        )
        self._answers: dict[int, Json] = {}
        self._ids = count(1)
        self._news = threading.Condition()
        self._writing = threading.Lock()
        self._gone = False
        self._reader = threading.Thread(target=self._read, name="bench-client", daemon=True)
        self._reader.start()
        folder = {"uri": root.as_uri(), "name": root.name}
        self.ask("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {},
                                "workspaceFolders": [folder]})  # fmt: skip
        self.initialized = perf_counter()
        self.notify("initialized", {})

    def __enter__(self) -> "ServerClient":
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        """Kill the server and wait until it has exited."""
        self.process.kill()  # a clean exit is not measured, and the cache is already written
        self.process.wait()
        self._reader.join()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):  # an answer to the server may still be buffered
                stream.close()

    def notify(self, method: str, params: Json) -> None:
        """Send a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Json = None) -> Json:
        """Send a request and wait for its result. Raises `ProbeError` for an error or a missing answer."""
        answer = self._wait(self._ask(method, params))
        if "error" in answer:
            raise ProbeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def command(self, name: str, argument: Json = None) -> Json:
        """Execute the server's command `ctx-lsp.NAME` and return its result."""
        arguments = [] if argument is None else [argument]
        return self.ask("workspace/executeCommand", {"command": f"ctx-lsp.{name}", "arguments": arguments})

    def blocked(self, *messages: tuple[str, Json]) -> float:
        """Send notifications and then a ping; return how many milliseconds the event loop took to answer the ping."""
        begin = perf_counter()
        number = self._ask(PING, None, *messages)
        self._wait(number)
        return 1000 * (perf_counter() - begin)

    def _ask(self, method: str, params: Json, *before: tuple[str, Json]) -> int:
        number = next(self._ids)
        first = ({"jsonrpc": "2.0", "method": name, "params": given} for name, given in before)
        self._send(*first, {"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return number

    def _send(self, *messages: Json) -> None:
        bodies = [json.dumps(message).encode() for message in messages]
        stream = self.process.stdin
        assert stream is not None
        with self._writing:
            stream.write(b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies))
            stream.flush()

    def _wait(self, number: int) -> Json:
        with self._news:
            self._news.wait_for(lambda: number in self._answers or self._gone, ANSWER_TIMEOUT)
            if number not in self._answers:
                raise ProbeError("the server does not answer")
            return self._answers.pop(number)

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        length = 0
        while line := stream.readline():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
            elif not line.strip():
                self._take(json.loads(stream.read(length)))
        with self._news:
            self._gone = True
            self._news.notify_all()

    def _take(self, message: Json) -> None:
        if "method" not in message:
            with self._news:
                self._answers[message["id"]] = message
                self._news.notify_all()
        elif "id" in message:
            self._send({"jsonrpc": "2.0", "id": message["id"], "result": None})
