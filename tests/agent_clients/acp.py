"""An editor's part of the Agent Client Protocol: it starts an agent and names our server in `session/new`.

The entry of the server is the one in `docs/agents.md`, with the paths of this machine.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any, cast

from tests.agent_clients import recorder

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"
_ENTRY = re.compile(r'^ +(\{"name": "ctx-lsp".*\})$', re.MULTILINE)
NO_SUCH_METHOD = -32601
KEPT = ("PATH", "HOME", "LANG")  # variables; others may hold accounts, or change what an agent does
EDITOR = {"name": "ctx-lsp-tests", "version": "1"}


class AgentProcess:
    """A running agent, which exchanges messages with the editor as lines of JSON."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        """Begin to read what the agent says."""
        self._stdin = cast("IO[str]", process.stdin)
        self._messages: Queue[dict[str, Any]] = Queue()
        Thread(target=self._read, args=(cast("IO[str]", process.stdout),), daemon=True).start()

    def ask(self, number: int, method: str, params: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer to a request; the agent's own requests are refused meanwhile. Raises `queue.Empty`."""
        self._send(id=number, method=method, params=params)
        end = time.monotonic() + seconds
        while True:
            message = self._messages.get(timeout=max(0.0, end - time.monotonic()))
            if "method" not in message and message.get("id") == number:
                return message
            if "method" in message and "id" in message:
                self._send(id=message["id"], error={"code": NO_SUCH_METHOD, "message": "not in these tests"})

    def _send(self, **message: object) -> None:
        self._stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._stdin.flush()

    def _read(self, stdout: IO[str]) -> None:
        for line in stdout:
            if line.startswith("{"):  # some agents print greetings
                self._messages.put(json.loads(line))


def session_output(command: Sequence[str], project: Path, variables: Mapping[str, str], seconds: float) -> str:
    """Start a session in a project; return the answers of the agent, and those of our server when it listed tools."""
    kept, program = project.parent / "messages.jsonl", project.parent / "ctx-lsp"
    kept.touch()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{recorder.__file__}" "{kept}" "$@"\n')
    program.chmod(0o755)
    found = _ENTRY.search(PAGE.read_text("utf-8"))
    assert found, "the page has an entry for editors with the protocol"
    entry = found[1].replace("/path/to/ctx-lsp", str(program)).replace("/path/to/project", str(project))
    with _started(command, project, variables) as agent:
        capabilities = {"protocolVersion": 1, "clientCapabilities": {}, "clientInfo": EDITOR}
        session = {"cwd": str(project), "mcpServers": [json.loads(entry)]}
        answers = []
        try:
            answers.append(agent.ask(1, "initialize", capabilities, seconds))
            answers.append(agent.ask(2, "session/new", session, seconds))
            listed = _tools_answer(kept, seconds if "result" in answers[-1] else 0.0)
        except (Empty, OSError) as error:
            return f"no answer from {command[0]} {error!r}: {answers}"
    return f"{json.dumps(answers)}\n{listed}"


def _tools_answer(kept: Path, seconds: float) -> str:
    """Wait for the answer of our server to `tools/list`; return what it got otherwise."""
    end = time.monotonic() + seconds
    while True:
        lines = kept.read_text("utf-8").split("\n")[:-1]
        messages = [json.loads(line) for line in lines]
        asked = [message["id"] for message in messages if message.get("method") == "tools/list"]
        for message in messages:
            if message.get("id") in asked and "tools" in message.get("result", {}):
                return json.dumps(message)
        if time.monotonic() > end:
            return f"the server got {[message.get('method') for message in messages]}"
        time.sleep(0.1)


@contextmanager
def _started(command: Sequence[str], project: Path, variables: Mapping[str, str]) -> Iterator[AgentProcess]:
    bare = {name: variables[name] for name in KEPT if name in variables}
    with (project.parent / "errors.txt").open("w") as errors:
        process = subprocess.Popen(
            command, cwd=project, env=bare, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
            encoding="utf-8", errors="replace", start_new_session=True,
        )  # fmt: skip
        with process:
            try:
                yield AgentProcess(process)
            finally:
                os.killpg(process.pid, signal.SIGKILL)  # some agents are two processes
