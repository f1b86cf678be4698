"""`python -m tests.journal.kill`: SIGKILL at random moments while checkpoints are written; each is resumed.

A process writes checkpoints and says which ones the journal has taken. After it is killed, the task must resume from
the last of these, or from the one that was being written. The next process goes on from there.
"""

import argparse
import multiprocessing
import os
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.settings import JournalSettings
from ctx_lsp.workspace.journal import Journal, ResumeQuery, go_on
from tests.journal.writer import write_on, written
from tests.progress_lines import print_line

LONGEST = 0.15  # seconds between the first checkpoint and a kill: some more than a few checkpoints take
STARTS = 0.1  # share of the kills that come before the process has said anything


@dataclass(slots=True)
class Resumed:
    """How many processes were killed, and how many checkpoints were in the making then."""

    kills: int = 0
    checkpoints: int = 0
    unsaid: int = 0

    def __str__(self) -> str:
        return f"{self.kills} of {self.kills} kills resumed; {self.checkpoints} checkpoints, {self.unsaid} not said yet"


def kills(folder: Path, times: int, seed: int) -> Iterator[Resumed]:
    """Kill `times` writers one after the other, with a report after each."""
    rng, resumed = random.Random(seed), Resumed()  # noqa: S311  # seeded
    journal = Journal([folder], JournalSettings())
    task = journal.start("Write until killed").id
    for _ in range(times):
        said = _killed(folder, task, rng, resumed.checkpoints)
        found = go_on(journal, ResumeQuery(task), time.time(), CancelToken()).at_hand.checkpoint
        number = written(journal, task)
        assert found is None or (found.checkpoint is not None and found.checkpoint.query == str(number))
        assert said <= number <= said + 1, f"checkpoint {said} had been taken, {number} was resumed"
        resumed.kills, resumed.checkpoints = resumed.kills + 1, number
        resumed.unsaid += number - said
        yield resumed


def _killed(folder: Path, task: int, rng: random.Random, before: int) -> int:
    """Kill a writer at a random moment and return the last checkpoint that it has said."""
    reading, writing = os.pipe()
    writer = multiprocessing.get_context("fork").Process(target=write_on, args=(folder, task, writing))
    writer.start()
    os.close(writing)
    with os.fdopen(reading) as said:
        first = "" if rng.random() < STARTS else said.readline()
        time.sleep(rng.uniform(0, LONGEST))
        writer.kill()
        writer.join()
        lines = (first + said.read()).split("\n")[:-1]  # a line without an end was not said
    return int(lines[-1]) if lines else before


def main() -> None:
    """Kill, print progress and a summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.journal.kill", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, default=500)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-journal-") as folder:
        os.environ["XDG_DATA_HOME"] = folder
        for resumed in kills(Path(folder), given.times, given.seed):
            if resumed.kills % 50 == 0 or resumed.kills == given.times:
                print_line(str(resumed))


if __name__ == "__main__":
    main()
