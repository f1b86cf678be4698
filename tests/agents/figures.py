"""Figures of agents beside an editor, on a real package: equal answers, unsaved edits, and the memory of the server.

Run it as `python -m tests.agents.figures FOLDER`. Latencies of the editor and of the agent are taken in turns, on the
same edits. With `--transport http`, the agents connect over HTTP, in the newest version of the protocol, and with
`http-sessions` in the version before it, which has sessions.
"""

import argparse
import asyncio
import os
import random
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, ExitStack
from pathlib import Path

import numpy as np

from tests.agents.conftest import Agent, agent_in, until_source
from tests.agents.equality import compare_calls
from tests.agents.over_http import agent_over_http, http_server
from tests.e2e.conftest import SERVER, ServerProcess
from tests.progress_lines import print_line

AGENTS = 4
CALLS_OF_EACH = 25
WARM_UP = 50
MODES = {"http": "auto", "http-sessions": "legacy"}
EDIT = re.compile(r"^(\s+)return .*$", re.MULTILINE)

Connect = Callable[[str], AbstractAsyncContextManager[Agent]]


def main() -> None:
    """Measure, and print a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--calls", type=int, default=500)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--transport", choices=("stdio", *MODES), default="stdio")
    given = parser.parse_args()
    root = given.folder.resolve()
    with tempfile.TemporaryDirectory() as scratch, ExitStack() as served:
        names = ("XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME")
        os.environ.update(dict.fromkeys(names, scratch), CTX_LSP_MODEL_EMBEDDING="none")
        editor = ServerProcess(SERVER, Path(scratch))
        try:
            editor.open(root)
            editor.ready(600)
            connect = _connecting(given.transport, root, Path(scratch), served)
            asyncio.run(_figures(editor, root, connect, given))
        finally:
            editor.stop()


def _connecting(transport: str, root: Path, scratch: Path, served: ExitStack) -> Connect:
    """What connects an agent with a name; over HTTP to one server for all."""
    if transport == "stdio":
        return lambda name: agent_in(root, name=name)
    address = served.enter_context(http_server(root, scratch))
    return lambda name: agent_over_http(address, name, MODES[transport])


async def _figures(editor: ServerProcess, root: Path, connect: Connect, given: argparse.Namespace) -> None:
    async with connect("agent") as agent:
        await until_source(agent, "editor")
        equal, refused = await compare_calls(editor.wire, agent, root, given.calls, given.seed)
        print_line(f"{equal + refused} of {given.calls} calls are equal, {refused} of them the same errors")
        own, theirs = await _edits(editor, agent, root, given.edits, given.seed)
    print_line(f"an unsaved edit in the editor's own answer: {quantiles(own)}")
    print_line(f"an unsaved edit in the agent's answer: {quantiles(theirs)}")
    print_line(await _memory(editor, connect))


async def _edits(
    editor: ServerProcess, agent: Agent, root: Path, count: int, seed: int
) -> tuple[Sequence[float], Sequence[float]]:
    """The seconds from an edit to an answer that has it: the editor's own, and the agent's, in turns."""
    rng = random.Random(seed)  # noqa: S311  # repeatable
    files = [file for file in sorted(root.rglob("*.py")) if EDIT.search(file.read_text("utf-8", "replace"))]
    own: list[float] = []
    theirs: list[float] = []
    for number in range(count):
        file = rng.choice(files)
        text = file.read_text("utf-8", "replace")
        place = rng.choice(list(EDIT.finditer(text)))
        marker = f"edit_number_{number}"
        edited = f"{text[: place.start()]}{place[1]}return {marker}{text[place.end() :]}\n\ndef {marker}(): ...\n"
        document = {"uri": file.as_uri(), "languageId": "python", "version": 1, "text": edited}
        begin = time.perf_counter()
        editor.wire.notify("textDocument/didOpen", {"textDocument": document})
        if number % 2:
            answer = editor.wire.command("ctx-lsp.contextAt", {"symbol": marker})
            own.append(time.perf_counter() - begin)
        else:
            editor.wire.command("ctx-lsp.status")  # the edit and the agent's call take different ways to the server
            answer = await agent.data("context", symbol=marker, since="none")
            theirs.append(time.perf_counter() - begin)
        assert f"def {marker}(): ..." in answer["text"], "the edit is in the answer"
        editor.wire.notify("textDocument/didClose", {"textDocument": {"uri": file.as_uri()}})
    return own, theirs


async def _memory(editor: ServerProcess, connect: Connect) -> str:
    """How much the server's resident size grows with four agents, against the same calls by the editor."""
    names = [item["name"] for item in editor.wire.ask("workspace/symbol", {"query": "e"})]
    questions = [" ".join(names[n % len(names) :][:2]) for n in range(AGENTS * CALLS_OF_EACH)]
    for question in questions * 2:  # what the calls themselves leave in caches
        editor.wire.command("ctx-lsp.query", {"query": question})
    before = _resident(editor)
    async with AsyncExitStack() as stack:
        agents = [await stack.enter_async_context(connect(f"agent {number}")) for number in range(AGENTS)]
        for number, question in enumerate(questions):
            data = await agents[number % AGENTS].data("context", question=question, since="none")
            assert data["engine"]["source"] == "editor"
        attached = len(editor.wire.command("ctx-lsp.agents")["attached"])
        grown = _resident(editor) - before
    return f"{attached} agents cost the server {grown / 1e6:.1f} MB (before: {before / 1e6:.0f} MB)"


def _resident(editor: ServerProcess) -> int:
    for _ in range(WARM_UP):
        status = editor.wire.command("ctx-lsp.status")
    return int(status["memory"]["rssBytes"])


def quantiles(seconds: Sequence[float]) -> str:
    """The median and the 95th percentile, in words."""
    middle, high = (1_000 * float(np.quantile(seconds, share)) for share in (0.5, 0.95))
    return f"p50 {middle:.0f} ms, p95 {high:.0f} ms ({len(seconds)} edits)"


if __name__ == "__main__":
    main()
