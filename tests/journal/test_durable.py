"""Checkpoints outlive SIGKILL and races of writers; `tests.journal.kill` and `tests.journal.race` try many."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("program", "times", "expected"),
    [("kill", 8, "8 of 8 kills resumed"), ("race", 10, "10 races of 2 writers, 20 of 20 messages held")],
)
def test_nothing_that_was_taken_is_lost(program: str, times: int, expected: str) -> None:
    # In a process of its own, which forks: this one has threads.
    command = [sys.executable, "-m", f"tests.journal.{program}", "--times", str(times)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ran.stdout.startswith(expected), ran.stderr
