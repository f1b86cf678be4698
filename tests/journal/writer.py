"""Writes checkpoints until its process is killed, for `kill`."""

import os
from itertools import count
from pathlib import Path

from ctx_lsp.settings import JournalSettings
from ctx_lsp.workspace.journal import Journal, NewCheckpoint, NewEntry

COMMAND = "a command"
BY_HAND = 3  # every third checkpoint; the others are those after errors


def written(journal: Journal, task: int) -> int:
    """The number of the last checkpoint of a task, or 0; it must be whole."""
    found = [one.checkpoint for one in journal.entries([journal.find(task)]) if one.checkpoint]
    if not found:
        return 0
    number, expected = int(found[-1].query), text(int(found[-1].query))
    said = found[-1].error.removeprefix(f"{COMMAND}: ") or found[-1].results
    assert said == expected, f"checkpoint {number} is not whole"
    return number


def text(number: int) -> str:
    """What the checkpoint of a number says: some kilobytes for some, so that they take several pages."""
    return f"done: {number}" + " step" * (number * 37 % 1500)


def write(journal: Journal, task: int, number: int) -> None:
    """Write a checkpoint by one of the ways in which the product does."""
    if number % BY_HAND:
        journal.note_error(COMMAND, str(number), text(number))
    else:
        checkpoint = NewCheckpoint(query=str(number), results=text(number))
        journal.record(NewEntry("checkpoint", checkpoint=checkpoint), task)


def write_on(folder: Path, task: int, said: int) -> None:
    """Write checkpoints from the last one on; write the number of each that was taken to the descriptor `said`."""
    journal = Journal([folder], JournalSettings())
    for number in count(written(journal, task) + 1):
        write(journal, task, number)
        os.write(said, f"{number}\n".encode())
