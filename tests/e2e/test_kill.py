"""SIGKILL at a few random moments; `python -m tests.fuzz.kill --times 100` tries many."""

from pathlib import Path

from tests.fuzz.kill import Killing

TIMES = 8


def test_a_killed_server_leaves_nothing_wrong_and_loses_nothing_that_it_wrote(tmp_path: Path) -> None:
    killing = Killing(tmp_path, seed=20_26)
    try:
        reports = list(killing.kills(TIMES))
    finally:
        killing.close()
    assert reports[-1].times.total() == TIMES
    assert reports[-1].adopted >= reports[-1].known > 0
