"""`python -m tests.side_by_side PATH TASKS.jsonl`: ctx-lsp's search and semble's, on the same tasks and folders.

PATH, TASKS, --folders, --roots and --repo are those of `ctx-lsp eval`. The first run fetches semble and a static model
into `.side_by_side`; --model adds a system with another Model2Vec folder. Systems take turns folder by folder, each in
a separate process with an empty cache, so that load on the machine affects all of them."""

import argparse
import sys
from pathlib import Path

import click

from ctx_lsp.evaluation.eval_corpora import corpora, read_roots
from ctx_lsp.evaluation.metrics import K
from ctx_lsp.evaluation.tasks import TaskError, read_tasks
from tests.side_by_side.install import SEMBLE, static_model
from tests.side_by_side.report import show_costs, show_quality
from tests.side_by_side.systems import our_system, run_folder, semble_with

PUBLISHED = (
    "semble's makers publish NDCG@10 0.854 with a model of theirs that was trained on code, on other tasks. That model "
    "is in no package, so semble runs here with"
)


def main() -> int:
    """Run all systems on all folders and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.side_by_side", description=__doc__)
    parser.add_argument("path", type=Path, metavar="PATH")
    parser.add_argument("tasks", type=Path, metavar="TASKS.jsonl")
    parser.add_argument("--folders", default="{repo}", metavar="PATTERN", help="below PATH; default: {repo}")
    parser.add_argument(
        "--roots", type=Path, metavar="FILE", help='what is indexed of each: {"folder": {"root": "src"}}'
    )
    parser.add_argument("--repo", action="append", default=[], help="only the tasks of this repository")
    parser.add_argument("--model", action="append", type=Path, default=[], metavar="DIR", help="a Model2Vec folder")
    given = parser.parse_args()

    try:
        tasks = [task for task in read_tasks(given.tasks) if not given.repo or task.repo in given.repo]
        places = corpora(given.path, given.folders, tasks, read_roots(given.roots) if given.roots else {})
    except (TaskError, OSError) as error:
        parser.error(str(error))
    if not (found := [place for place in places if place.folder.is_dir()]):
        parser.error(f"no folder below {given.path} for any task")
    systems = [our_system(), *map(semble_with, given.model or [static_model()])]
    folders = [run_folder(place, systems, number, K) for number, place in enumerate(found)]
    models = ", and with ".join(system.name.removeprefix("semble, ") for system in systems[1:])
    click.echo(f"{SEMBLE}. {PUBLISHED} {models}.")
    show_quality(folders, K)
    show_costs(folders)
    return 0


if __name__ == "__main__":
    sys.exit(main())
