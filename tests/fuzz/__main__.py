"""`python -m tests.fuzz`: random steps with a real server, up to a number or a time."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz.run import ANSWERS_EVERY, DifferenceError, Report, Run
from tests.progress_lines import print_line
from tests.protocol.wire import AnswerError

PROGRESS_EVERY = 100  # steps


def main() -> int:
    """Run, print progress and a summary; return 1 if the server was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=1_000)
    parser.add_argument(
        "--answers-every", type=int, default=ANSWERS_EVERY, help="steps after which answers are compared"
    )
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--keep", type=Path, help="an empty folder to work in, which is left as it is at the end")
    parser.add_argument("--server-watches", action="store_true", help="the client tells nothing about the disk")
    parser.add_argument(
        "--model", default="", help='the embedding model, such as "bundled"; usually one of a few words'
    )
    given = parser.parse_args()
    if given.keep is not None:
        return _run(given.keep, given)
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-fuzz-") as folder:
        return _run(Path(folder), given)


def _run(folder: Path, given: argparse.Namespace) -> int:
    end = time.monotonic() + 60 * given.minutes
    run = Run(folder, given.seed, client_watches=not given.server_watches, model=given.model)
    report = Report(given.seed)
    try:
        for report in run.steps(given.steps, given.answers_every):
            if report.steps % PROGRESS_EVERY == 0:
                print_line(str(report))
            if time.monotonic() > end:
                break
    except DifferenceError as difference:
        print_line(str(difference))
        return 1
    except (AssertionError, AnswerError, OSError) as problem:  # the server failed, refused or did not answer in time
        print_line(f"seed {given.seed}, after step {report.steps}: {type(problem).__name__}: {problem}")
        return 1
    finally:
        run.close()
    print_line(f"no difference; {report}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
