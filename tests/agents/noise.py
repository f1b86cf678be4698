"""Malformed messages to the two doors for agents: each gets exactly one answer, an error, and the server serves on.

Run it as `python -m tests.agents.noise --messages 100000`; the tests send fewer.
"""

import argparse
import json
import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tests.agents.conftest import make_shop
from tests.e2e.conftest import SERVER, ServerProcess
from tests.forked import ForkedProcess
from tests.progress_lines import print_line
from tests.protocol.attaching import agent_wire
from tests.protocol.wire import Json, Wire, until

FIRST = 10_000  # the id of the first message
BURST = 1_000  # messages written before their answers are awaited
_VALUES: tuple[Json, ...] = (None, 7, -1.5, "x", [], {}, [{}], {"command": 3}, {"command": "ctx-lsp.search"}, True)
_COMMANDS = ("ctx-lsp.search", "ctx-lsp.query", "ctx-lsp.contextAt", "ctx-lsp.agents", "ctx-lsp.cache", "nosuch")


def malformed(rng: random.Random, count: int) -> Iterator[Json]:
    """Messages for the socket, each with an id of its own and something wrong with it."""
    for number in range(count):
        command = {"command": rng.choice(_COMMANDS), "arguments": [rng.choice(_VALUES)]}
        yield {
            "jsonrpc": rng.choice(("2.0", "2.0", "1.0")),
            "id": FIRST + number,
            "method": rng.choice(("workspace/executeCommand", "workspace/executeCommand", "nosuch", "initialize")),
            "params": rng.choice((command, rng.choice(_VALUES))),
        }


def answered_on_the_socket(agent: Wire, count: int, seed: int) -> int:
    """Send malformed messages in bursts; return how many got one answer. Fails if an answer is no error."""
    rng = random.Random(seed)  # noqa: S311  # repeatable
    right = 0
    for start in range(0, count, BURST):
        messages = list(malformed(rng, min(BURST, count - start)))
        agent.messages.clear()
        agent.send(*messages)
        _wait_for(agent, len(messages))
        agent.command("ctx-lsp.status")
        answers = [one["id"] for one in agent.messages if isinstance(one["id"], int) and one["id"] >= FIRST]
        assert all("error" in one for one in agent.messages[: len(messages)])
        right += sum(answers.count(one["id"]) == 1 for one in messages)
    return right


def _wait_for(agent: Wire, count: int) -> None:
    until(lambda: len(agent.messages) >= count)


def answered_over_stdio(folder: Path, count: int, seed: int) -> int:
    """Send malformed requests to `ctx-lsp mcp`; return how many got one answer. Fails if an answer is no error."""
    rng = random.Random(seed)  # noqa: S311  # repeatable
    with closing(ForkedProcess(["mcp", str(folder)], stderr=2, environment=os.environ)) as process:
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "noise", "version": "1"}}
        _write(process, {"id": 1, "method": "initialize", "params": hello})
        assert "result" in json.loads(process.stdout.readline())
        _write(process, {"method": "notifications/initialized"})
        right = 0
        for number in range(FIRST, FIRST + count):
            tool = {"name": rng.choice(("search", "nosuch", "context")), "arguments": rng.choice(_VALUES)}
            method = rng.choice(("tools/call", "tools/call", "nosuch", "resources/read", "prompts/get"))
            _write(process, {"id": number, "method": method, "params": rng.choice((tool, rng.choice(_VALUES)))})
            answer = json.loads(process.stdout.readline())
            assert "error" in answer or answer["result"]["isError"], answer
            right += answer["id"] == number
        _write(process, {"id": 2, "method": "tools/list"})
        assert len(json.loads(process.stdout.readline())["result"]["tools"]) > 1, "it serves on"
        process.stdin.close()
        assert process.wait(60) == 0
    return right


def _write(process: ForkedProcess, message: Json) -> None:
    process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    process.stdin.flush()


def main() -> None:
    """Send the messages to both doors, and print how many got one answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(XDG_RUNTIME_DIR=folder, XDG_DATA_HOME=folder, CTX_LSP_MODEL_EMBEDDING="none")
        root = make_shop(Path(folder) / "shop")
        editor = ServerProcess(SERVER, Path(folder))
        try:
            editor.open(root)
            editor.ready()
            with agent_wire(root) as agent:
                on_socket = answered_on_the_socket(agent, given.messages, given.seed)
            print_line(f"socket: {on_socket:,} of {given.messages:,} malformed messages got one answer")
            over_stdio = answered_over_stdio(root, given.messages, given.seed)
            print_line(f"stdio: {over_stdio:,} of {given.messages:,} malformed requests got one answer")
        finally:
            editor.stop()
    if min(on_socket, over_stdio) < given.messages:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
