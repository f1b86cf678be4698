"""Cancelled calls of an agent over stdio: the time until the engine no longer works on them.

Run it as `python -m tests.agents.cancelling FOLDER`. Each call is cancelled by `notifications/cancelled` at a random
moment of its usual time. The engine has stopped when its process takes no more processor time. The time until the next
call is answered is compared with the same call on an engine that had nothing to do. Calls go to an editor's engine, and
then, once the editor has exited, to an engine of the command's own.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import numpy as np

from tests.e2e.conftest import SERVER, ServerProcess
from tests.progress_lines import print_line
from tests.protocol.wire import Json

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "cancelling", "version": "1"}}
STEP = 0.002  # seconds between two looks at the process
BUSY_SHARE = 0.25  # a process with a smaller share of a core does nothing but its housekeeping
QUIET_STEPS = 20  # in a row, after which the process has stopped
PAUSE = 0.1  # between two calls
SHORTEST = 0.02  # seconds; a shorter call is answered before it can be cancelled
SUFFIXES = frozenset({".py", ".ts", ".go", ".java"})  # of the files that the questions are made of
TEXTS = 300  # words of a question that takes long


@dataclass(frozen=True)
class Cancelled:
    """One call: seconds from its cancellation until the engine stopped, and until the next call was answered.

    `spent` are the seconds of processor time that the engine took meanwhile, which other programs do not change.
    """

    stopped: float
    spent: float
    next_call: float


class StdioAgent:
    """An agent that writes its messages itself, so that nothing stands between a measured moment and the message."""

    def __init__(self, folder: Path) -> None:
        self._ids = count(1)
        self.answered: set[int] = set()
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "ctx_lsp", "mcp", str(folder)], stdin=pipe, stdout=pipe, text=True
        )
        self.answer(self.ask("initialize", HELLO))
        self._write({"method": "notifications/initialized"})

    def ask(self, method: str, params: Json) -> int:
        """Send a request and return its id."""
        number = next(self._ids)
        self._write({"id": number, "method": method, "params": params})
        return number

    def call(self, tool: str, arguments: Json) -> int:
        """Begin a tool call and return its id."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def cancel(self, number: int) -> None:
        """Cancel a call."""
        self._write({"method": "notifications/cancelled", "params": {"requestId": number}})

    def answer(self, number: int) -> Json:
        """Wait for the answer to a request; others are skipped."""
        assert self.process.stdout
        for line in self.process.stdout:
            message = json.loads(line)
            if "method" in message:
                continue
            self.answered.add(message["id"])
            if message["id"] == number:
                assert "result" in message, message
                return message["result"]
        raise AssertionError("the server has ended")

    def close(self) -> None:
        """End the session."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(60)

    def _write(self, message: Json) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()


def processor_seconds(process_id: int) -> float:
    """Return the processor time of all threads of a process."""
    spent = 0
    for task in Path(f"/proc/{process_id}/task").iterdir():
        spent += int((task / "schedstat").read_text().split()[0])
    return spent / 1e9


def until_stopped(process_id: int) -> tuple[float, float]:
    """Wait until a process works no more; return the seconds after which it last did, and its processor time."""
    begin = last = before = time.perf_counter()
    first = at_last = spent = processor_seconds(process_id)
    quiet = 0
    while quiet < QUIET_STEPS:
        time.sleep(STEP)
        now, total = time.perf_counter(), processor_seconds(process_id)
        if total - spent > BUSY_SHARE * (now - before):
            last, at_last, quiet = now, total, 0
        else:
            quiet += 1
        before, spent = now, total
    return last - begin, at_last - first


def questions_of(folder: Path, rng: random.Random) -> list[tuple[str, Json]]:
    """Calls that take long on `folder`, made of words of its files."""
    files = [
        file for file in sorted(folder.rglob("*")) if file.is_file() and file.suffix in {".py", ".ts", ".go", ".java"}
    ]
    calls: list[tuple[str, Json]] = []
    for file in rng.sample(files, min(40, len(files))):
        words = file.read_text("utf-8", "replace").split()[:TEXTS]
        path = str(file.relative_to(folder))
        calls += [
            ("context", {"question": " ".join(words), "since": "none"}),
            ("context", {"question": " ".join(rng.sample(words, min(8, len(words)))) or "start", "since": "none"}),
            ("context", {"files": [path], "since": "none"}),
            ("impact", {"files": [path], "depth": 6}),
            ("tests_for_change", {"files": [path]}),
        ]
    rng.shuffle(calls)
    return calls


def cancelled_calls(
    agent: StdioAgent, engine: int, calls: Sequence[tuple[str, Json]], most: int, rng: random.Random
) -> tuple[list[Cancelled], list[float]]:
    """Cancel up to `most` calls that take long; also return the seconds of the next call without a cancellation."""
    cancelled: list[Cancelled] = []
    alone: list[float] = []
    for tool, arguments in calls:
        if len(cancelled) == most:
            break
        begin = time.perf_counter()
        agent.answer(agent.call(tool, arguments))
        usual = time.perf_counter() - begin
        if usual < SHORTEST:
            continue
        time.sleep(PAUSE)
        alone.append(_next_call(agent))
        time.sleep(PAUSE)
        # The engine keeps the packs that it has made. Another budget makes another pack.
        numbers = []
        for budget in (7_900, 6_900):
            again = arguments | ({"budget": budget + len(alone)} if tool == "context" else {})
            numbers.append(agent.call(tool, again))
            time.sleep(rng.uniform(0.1, 0.9) * usual)
            agent.cancel(numbers[-1])
            if budget == 7_900:
                stopped, spent = until_stopped(engine)
                time.sleep(PAUSE)
        next_call = _next_call(agent)
        if not agent.answered.intersection(numbers):  # the cancellation came in time
            cancelled.append(Cancelled(stopped, spent, next_call))
    return cancelled, alone


def _next_call(agent: StdioAgent) -> float:
    begin = time.perf_counter()
    agent.answer(agent.call("search", {"question": "open", "limit": 1}))
    return time.perf_counter() - begin


def main() -> None:
    """Measure, and print a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--calls", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    root = given.folder.resolve()
    rng = random.Random(given.seed)  # noqa: S311  # repeatable
    with tempfile.TemporaryDirectory() as scratch:
        names = ("XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME")
        os.environ.update(dict.fromkeys(names, scratch), CTX_LSP_MODEL_EMBEDDING="none")
        calls = questions_of(root, rng)
        editor = ServerProcess(SERVER, Path(scratch))
        try:
            editor.open(root, options={"model": {"embedding": "none"}})
            editor.ready(600)
            _measure("editor", StdioAgent(root), editor.process.pid, calls, given.calls, rng)
        finally:
            editor.stop()
        agent = StdioAgent(root)
        agent.answer(agent.call("status", {}))
        _measure("disk", agent, _child_of(agent.process.pid), calls, given.calls, rng)


def _measure(
    source: str, agent: StdioAgent, engine: int, calls: Sequence[tuple[str, Json]], most: int, rng: random.Random
) -> None:
    status = agent.answer(agent.call("status", {}))["structuredContent"]
    assert status["engine"]["source"] == source
    cancelled, alone = cancelled_calls(agent, engine, calls, most, rng)
    print_line(f"{source}: the engine stops after {_quantiles([one.stopped for one in cancelled])}")
    print_line(f"{source}: it still takes processor time of {_quantiles([one.spent for one in cancelled])}")
    print_line(f"{source}: the next call takes {_quantiles([one.next_call for one in cancelled])}")
    print_line(f"{source}: the same call alone takes {_quantiles(alone)}")
    agent.close()


def _child_of(process_id: int) -> int:
    children = Path(f"/proc/{process_id}/task/{process_id}/children").read_text().split()
    if not children:  # started by another thread
        children = [c for t in Path(f"/proc/{process_id}/task").iterdir() for c in (t / "children").read_text().split()]
    return int(children[0])


def _quantiles(seconds: Sequence[float]) -> str:
    middle, high = (1_000 * float(np.quantile(seconds, share)) for share in (0.5, 0.95))
    return f"p50 {middle:.0f} ms, p95 {high:.0f} ms, at most {1_000 * max(seconds):.0f} ms ({len(seconds)} calls)"


if __name__ == "__main__":
    main()
