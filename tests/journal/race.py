"""`python -m tests.journal.race`: two processes write to one journal at the same moment, again and again.

Each race begins with both writers waiting for the same instant. Afterwards the journal must hold every entry that a
writer was told is recorded, and each must continue the checkpoint before it.
"""

import argparse
import multiprocessing
import os
import tempfile
from multiprocessing.synchronize import Barrier
from pathlib import Path

from ctx_lsp.base.user_folders import data_folder
from ctx_lsp.cache.journal_book import FILE_NAME
from ctx_lsp.settings import JournalSettings
from ctx_lsp.workspace.journal import Journal, NewCheckpoint, NewEntry
from tests.progress_lines import print_line

WRITERS = 2
IN_A_TASK = 100  # races; then the file is deleted, so that writers also race to create it


def run(folder: Path, times: int) -> int:
    """Run `times` races; return how many entries the journal holds, which is two a race."""
    assert data_folder().is_relative_to(folder), "files are deleted there"
    held = 0
    for start in range(0, times, IN_A_TASK):
        for file in data_folder().glob(f"{FILE_NAME}*"):
            file.unlink()
        held += _races(folder, min(IN_A_TASK, times - start))
    return held


def _races(folder: Path, times: int) -> int:
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(WRITERS)
    writers = [context.Process(target=_write, args=(folder, name, times, barrier)) for name in "ab"]
    for one in writers:
        one.start()
    for one in writers:
        one.join()
        assert one.exitcode == 0
    journal = Journal([folder], JournalSettings())
    entries = journal.entries(journal.tasks())
    texts = [one.text for one in entries if one.kind == "message"]
    assert sorted(texts) == sorted(f"{name}{number}" for name in "ab" for number in range(times))
    checkpoints = [one.checkpoint for one in entries if one.checkpoint]
    steps = [one.step for one in checkpoints]
    assert len(steps) == WRITERS * times
    assert {one.plan for one in checkpoints[WRITERS:]} == {"plan"}, "a checkpoint continues the one before it"
    return len(texts)


def _write(folder: Path, name: str, times: int, barrier: Barrier) -> None:
    journal = Journal([folder], JournalSettings())
    barrier.wait()
    task = journal.start(f"Task of {name}").id
    barrier.wait()
    shared = min(one.id for one in journal.tasks())
    assert task in {one.id for one in journal.tasks()}
    for number in range(times):
        barrier.wait()
        journal.record(NewEntry("message", f"{name}{number}"), shared)
        plan = "plan" if number == 0 else None
        journal.record(NewEntry("checkpoint", checkpoint=NewCheckpoint(plan=plan, step=f"{name}{number}")), shared)


def main() -> None:
    """Race and print a summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.journal.race", description=__doc__)
    parser.add_argument("--times", type=int, default=1_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-journal-") as folder:
        os.environ["XDG_DATA_HOME"] = folder
        held = run(Path(folder), given.times)
        print_line(f"{given.times} races of {WRITERS} writers, {held} of {WRITERS * given.times} messages held")


if __name__ == "__main__":
    main()
