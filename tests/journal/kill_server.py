"""`python -m tests.journal.kill_server`: SIGKILL of a real server at random moments; the next one resumes the task.

The server is asked for packs, which leave a checkpoint each, and for checkpoints by hand. After it is killed, the task
must resume from the last checkpoint whose answer has arrived, or from the one in the making.
"""

import argparse
import os
import random
import tempfile
import threading
import time
from itertools import count
from pathlib import Path

from ctx_lsp.settings import JournalSettings
from ctx_lsp.workspace.journal import Journal
from tests.fuzz.server import Server
from tests.progress_lines import print_line
from tests.protocol.wire import Json

LONGEST = 0.3  # seconds between the first answer and a kill: some more than a few requests take
OPTIONS: Json = {"model": {"embedding": "none"}, "cache": {"enabled": False}, "history": {"enabled": False}}


def kill_one(folder: Path, task: int, before: int, rng: random.Random) -> int:
    """Kill a server while it works on a task; return the number of the checkpoint from which the task resumes."""
    server = Server([folder / "shop"], OPTIONS, folder / "log.txt")
    server.initialized()
    server.wire.command("ctx-lsp.resume", {"task": task})
    said = [before]
    asking = threading.Thread(target=_ask, args=(server, said), daemon=True)
    asking.start()
    while said[-1] == before:
        time.sleep(0.005)
    time.sleep(rng.uniform(0, LONGEST))
    server.kill()
    asking.join()
    journal = Journal([folder / "shop"], JournalSettings())
    latest = [one.checkpoint.query for one in journal.entries([journal.find(task)]) if one.checkpoint][-1]
    found = int(latest.split()[-1])
    assert said[-1] <= found <= said[-1] + 1, f"checkpoint {said[-1]} was answered, {found} is there"
    return found


def _ask(server: Server, said: list[int]) -> None:
    for number in count(said[-1] + 1):
        question = f"what is the total of order {number}"
        try:
            if number % 2:
                server.wire.command("ctx-lsp.query", {"query": question})
            else:
                fields = {"query": question, "step": "by hand"}
                server.wire.command("ctx-lsp.record", {"kind": "checkpoint", "checkpoint": fields})
        except (AssertionError, OSError):  # it has been killed
            return
        said.append(number)


def main() -> None:
    """Kill, print progress and a summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.journal.kill_server", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, default=50)
    given = parser.parse_args()
    rng, reached = random.Random(given.seed), 0  # noqa: S311  # seeded
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-journal-") as name:
        folder = Path(name)
        os.environ["XDG_DATA_HOME"] = name
        (folder / "shop").mkdir()
        (folder / "shop/order.py").write_text("def total(order):\n    return sum(order)\n")
        task = Journal([folder / "shop"], JournalSettings()).start("Total").id
        for number in range(1, given.times + 1):
            reached = kill_one(folder, task, reached, rng)
            if number % 10 == 0 or number == given.times:
                print_line(f"{number} of {number} kills of a server resumed; {reached} checkpoints")


if __name__ == "__main__":
    main()
