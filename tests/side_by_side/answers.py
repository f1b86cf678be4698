"""`python -m tests.side_by_side.answers FOLDER`: the decisive lines that each system shows.

FOLDER holds the checkouts that `tests.answers` names. --record writes the tables to ANSWERS.md, and the figures of
every question to `answers/BUDGET.jsonl`, files of runs for `ctx-lsp eval --compare`. `readable` defines the comparison.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from ctx_lsp.evaluation.eval_corpora import corpora
from ctx_lsp.evaluation.records import Run, append_run, make_run
from ctx_lsp.evaluation.run import EvalPlan, TaskReport
from ctx_lsp.evaluation.tasks import parse_tasks
from ctx_lsp.settings import Settings
from tests.answers.tasks import REPOSITORIES, OtherCommit, tasks
from tests.side_by_side.answers_report import markdown
from tests.side_by_side.install import JCODEMUNCH, SEMBLE, static_model
from tests.side_by_side.readable import BUDGETS, RESULTS, read_folder
from tests.side_by_side.report import Folder
from tests.side_by_side.systems import jcodemunch, our_system, run_folder, semble_with

HERE = Path(__file__).parent
TABLES = HERE / "ANSWERS.md"
RUNS = HERE / "answers"
COMMAND = "python -m tests.side_by_side.answers"
EXPLANATION = """\
The questions and their decisive lines are those of [tests/answers](../answers/README.md). A pack counts as it is, its
head and lists included. Of a ranking, whole results are written out under their paths, best first; one that does not
fit is passed over. All tokens are those of o200k_base. A line counts in its place: within five consecutive lines of its
file, or within the whole of a shorter result. "Pack against it" is the ratio of the means, above 1 where the pack shows
more; "whole results by rank" are those of this project's own search, the floor that a pack should beat. Brackets hold
95 of 100 resamples of the questions, or of the repositories.

semble runs with the general model of its makers, because its own weights, trained on code, are in no package; with
those it may do better. jcodemunch, where it was asked, ranks symbols by words and by imports (its ranked context);
vectors and summaries are options of it that need a network or further packages, and were not used. Each system chooses
the files that it indexes, and is asked for 100 results."""


def main() -> int:
    """Run all questions on every system, and print or record the tables."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("path", type=Path, metavar="FOLDER")
    parser.add_argument("--repo", action="append", default=[], choices=REPOSITORIES, help="only this repository")
    parser.add_argument("--jcodemunch", action="store_true", help=f"{JCODEMUNCH}, too (free for non-commercial use)")
    parser.add_argument("--record", action="store_true", help=f"write {TABLES.name} and {RUNS.name}/")
    given = parser.parse_args()
    names = given.repo or list(REPOSITORIES)
    try:
        lines = [msgspec.json.encode(task) for name in names for task in tasks(name, given.path / name)]
    except (OtherCommit, OSError) as error:
        parser.error(str(error))
    model = static_model()
    systems = [our_system(), semble_with(model), *([jcodemunch()] if given.jcodemunch else [])]
    places = corpora(given.path, "{repo}", parse_tasks(lines, "tests/answers"), {})
    folders = [run_folder(place, systems, number, RESULTS, BUDGETS) for number, place in enumerate(places)]
    runs = _runs([read_folder(folder) for folder in folders])
    tables = f"{markdown({run.budget: run.reports() for run in runs})}\n\n{_missing(folders)}"
    click.echo(tables)
    if given.record:
        command = f"{COMMAND} FOLDER{' --jcodemunch' if given.jcodemunch else ''} --record"
        beside = f"{SEMBLE} with {model.name}{f', {JCODEMUNCH}' if given.jcodemunch else ''}"
        _record(runs, tables, f"`{command}` on {datetime.now(UTC):%Y-%m-%d}, beside {beside}.")
    return 0


def _runs(read: Sequence[Mapping[int, Sequence[TaskReport]]]) -> list[Run]:
    """One run for each budget, over all folders."""
    found = {budget: [one for by_budget in read for one in by_budget[budget]] for budget in BUDGETS}
    questions = Path("tests/answers")
    return [
        make_run(reports, EvalPlan(k=RESULTS, budget=budget), questions, str(questions), Settings(), semantic=True)
        for budget, reports in found.items()
    ]


def _missing(folders: Sequence[Folder]) -> str:
    """The number of files with decisive lines that each system has not indexed."""
    names = list(folders[0].measured)
    counts = {name: sum(len(folder.measured[name].missing) for folder in folders) for name in names}
    said = ", ".join(f"{name} {count}" for name, count in counts.items())
    return f"Files with decisive lines that a system has not indexed: {said}."


def _record(runs: Sequence[Run], tables: str, made: str) -> None:
    for run in runs:
        file = RUNS / f"{run.budget}.jsonl"
        file.unlink(missing_ok=True)
        append_run(run, file)
    TABLES.write_text(f"# Decisive lines that can be read\n\n{made}\n\n{EXPLANATION}\n\n{tables}\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
