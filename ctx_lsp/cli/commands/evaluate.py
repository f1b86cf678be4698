"""`ctx-lsp eval`: score the search on tasks with known answers."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folder, no_semantic
from ctx_lsp.cli.progress import counted
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.evaluation.run import evaluate as run_tasks
from ctx_lsp.evaluation.tasks import TaskError, read_tasks


@click.command("eval", short_help="Score the search on tasks with known answers.")
@folder
@click.argument("tasks", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="TASKS.jsonl")
@click.option("--repo", help="Only the tasks of this repository.")
@click.option("--prefix", default="", help="What the tasks' paths have in front of those of PATH, such as `src/`.")
@no_semantic
@as_json
def evaluate(path: Path, tasks: Path, repo: str | None, prefix: str, no_semantic: bool, as_json: bool) -> None:
    """Score the search in the folder PATH on the tasks of a JSON-lines file, in total and by category.

    A line is {"id", "query", "category"?, "repo"?, "relevant": [{"path", "startLine"?, "endLine"?} or {"symbol",
    "locations": [{"path", "line"}]}]}.
    """
    try:
        chosen = [task for task in read_tasks(tasks) if repo is None or task.repo == repo]
    except (TaskError, OSError) as error:
        raise click.ClickException(str(error)) from error
    if not chosen:
        raise click.ClickException(f"{tasks}: no task{f' of {repo}' if repo else ''}")
    with open_analysis(path, settings_of(path), not no_semantic) as analysis, counted("tasks", len(chosen)) as done:
        report = run_tasks(analysis, chosen, CancelToken(), lambda own: prefix + own, done)
    output.show_evaluation(report, as_json)
