"""`python -m tests.agent_loop FOLDER`: tokens until a scripted agent has read the decisive lines.

FOLDER holds the checkouts that `tests.answers` names. README.md has the steps of each way. --record writes the tables
to RESULTS.md, and the figures of every question to results.jsonl.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from ctx_lsp.evaluation.eval_corpora import corpora
from ctx_lsp.evaluation.tasks import parse_tasks
from tests.agent_loop.measure import Asked, measure
from tests.agent_loop.table import markdown
from tests.answers.tasks import REPOSITORIES, OtherCommit, tasks
from tests.progress_lines import print_line

HERE = Path(__file__).parent
COMMAND = "python -m tests.agent_loop"


def main() -> int:
    """Ask all questions in all ways, and print or record the tables."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("path", type=Path, metavar="FOLDER")
    parser.add_argument("--repo", action="append", default=[], choices=REPOSITORIES, help="only this repository")
    parser.add_argument("--record", action="store_true", help="write RESULTS.md and results.jsonl")
    given = parser.parse_args()
    names = given.repo or list(REPOSITORIES)
    try:
        lines = [msgspec.json.encode(task) for name in names for task in tasks(name, given.path / name)]
    except (OtherCommit, OSError) as error:
        parser.error(str(error))
    places = corpora(given.path.resolve(), "{repo}", parse_tasks(lines, "tests/answers"), {})
    asked = [one for place in places for one in asyncio.run(measure(place))]
    tables = markdown(asked, {name: one["half"] for name, one in REPOSITORIES.items()})
    print_line(tables)
    if given.record:
        _record(asked, tables)
    return 0


def _record(asked: Sequence[Asked], tables: str) -> None:
    made = f"`{COMMAND} FOLDER --record` on {datetime.now(UTC):%Y-%m-%d}. [README.md](README.md) defines the figures."
    (HERE / "RESULTS.md").write_text(f"# Tokens of a scripted agent\n\n{made}\n\n{tables}\n", "utf-8")
    (HERE / "results.jsonl").write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in asked))


if __name__ == "__main__":
    sys.exit(main())
