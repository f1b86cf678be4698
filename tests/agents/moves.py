"""Figures of the way back from an editor: from its end to the agent's first answer from the files on disk.

Run it as `python -m tests.agents.moves FOLDER`. Editors, agent and engines are separate processes, started as users
start them, without a model and with a warm cache. An editor is killed, or closed in order, by turns; the agent asks at
once. By turns again, the agent has a spare server or, just after the editor has appeared, none.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import numpy as np
from mcp import Client, StdioServerParameters, stdio_client

from ctx_lsp.agents.spare import SPARE_SECONDS
from tests.agents.conftest import Agent
from tests.e2e.conftest import SERVER, ServerProcess
from tests.progress_lines import print_line

QUESTION = "where are options read and checked"
SPARE_STARTS = 6.0  # seconds in which a spare has loaded the program, on a busy machine
PROGRAM = [sys.executable, "-m", "ctx_lsp"]


def main() -> None:
    """Measure, and print a line for each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=3, help="editors of each kind")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        names = ("XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME")
        os.environ.update(dict.fromkeys(names, scratch), CTX_LSP_MODEL_EMBEDDING="none")
        asyncio.run(_measure(given.folder.resolve(), given.rounds))


async def _measure(root: Path, rounds: int) -> None:
    server = StdioServerParameters(command=PROGRAM[0], args=[*PROGRAM[1:], "mcp"], cwd=str(root), env=dict(os.environ))
    seconds: dict[tuple[str, str], list[float]] = defaultdict(list)
    work: dict[tuple[str, str], list[float]] = defaultdict(list)
    async with Client(stdio_client(server)) as client:
        agent = Agent(client)
        await agent.data("search", question=QUESTION)  # fills the cache
        agent_process = _agent_process()
        for number in range(4 * rounds):
            way = ("killed", "closed")[number % 2], ("spare", "no spare")[number // 2 % 2]
            took, cpu = await _leave(agent, root, *way, agent_process)
            seconds[way].append(took)
            work[way].append(cpu)
    for way, times in seconds.items():
        low, middle, high = (float(np.quantile(times, share)) for share in (0, 0.5, 1))
        cpu = float(np.median(work[way]))
        print_line(
            f"{', '.join(way)}: {middle:.2f} s ({low:.2f} to {high:.2f}), processor time of the engine {cpu:.2f} s"
        )
    print_line(f"load {os.getloadavg()[0]:.1f}")


async def _leave(agent: Agent, root: Path, end: str, spare: str, agent_process: int) -> tuple[float, float]:
    """Open an editor, end it, and return the seconds until the answer from disk and the engine's processor time."""
    with tempfile.TemporaryDirectory() as folder:
        editor = ServerProcess(SERVER, Path(folder))
        try:
            editor.open(root, options={})
            editor.ready(600)
            while (await agent.data("search", question=QUESTION))["engine"]["source"] != "editor":
                await asyncio.sleep(0.05)
            if spare == "spare":
                await asyncio.sleep(SPARE_SECONDS + SPARE_STARTS)
            before = _work_of_children(agent_process)
            begin = time.monotonic()
            if end == "killed":
                editor.process.kill()
            else:
                editor.wire.ask("shutdown")
                editor.wire.notify("exit")
            data = await agent.data("search", question=QUESTION)
            took = time.monotonic() - begin
            assert (data["engine"]["source"], data["engine"]["coverage"]["lexical"]) == ("disk", 1.0), data["engine"]
            return took, _work_of_children(agent_process) - before
        finally:
            editor.stop()


def _stat(process: Path) -> list[str]:
    """Return the fields of a process after its name: state, parent, … ."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _children(parent: int) -> list[list[str]]:
    """Return the fields of each child of a process, the number of the child first."""
    processes = (one for one in Path("/proc").iterdir() if one.name.isdigit())
    fields = [[one.name, *_stat(one)] for one in processes]
    return [one for one in fields if len(one) > 2 and int(one[2]) == parent]


def _agent_process() -> int:
    """Return the number of the process that serves the agent, which is the only child of this one."""
    [child] = [
        one for one in _children(os.getpid()) if b"mcp" in Path("/proc", one[0], "cmdline").read_bytes().split(b"\0")
    ]
    return int(child[0])


def _work_of_children(parent: int) -> float:
    """Return the processor time of the children that a process has now, in seconds."""
    ticks = sum(int(fields[12]) + int(fields[13]) for fields in _children(parent))
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
