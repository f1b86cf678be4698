"""`python -m tests.faults`: errors injected into what is computed for one file, until their number is reached."""

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.faults.injection import Trial
from tests.progress_lines import print_line

PROGRESS_EVERY = 100  # injections


def main() -> int:
    """Run, print progress and a summary; return 1 if an injection affected more than its file."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, default=1_000)
    given = parser.parse_args()
    logging.getLogger("ctx_lsp").setLevel(logging.CRITICAL)  # each injection is logged
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-faults-") as folder, pytest.MonkeyPatch.context() as patch:
        trial = Trial(Path(folder), given.seed, patch)
        try:
            for report in trial.injections(given.times):
                if report.injections.total() % PROGRESS_EVERY == 0:
                    print_line(f"{report.injections.total()} after {time.monotonic() - started:.0f} s")
        except AssertionError as problem:
            print_line(f"seed {given.seed}: {problem}")
            return 1
        finally:
            trial.close()
    print_line(f"seed {given.seed}: each cost its file alone; {trial.report}; {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
