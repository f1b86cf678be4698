"""Runs the tasks of `ctx-lsp eval --history`, which come from Git histories. `evaluation.history` creates the tasks."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.progress import counted
from ctx_lsp.cli.session import settings_of
from ctx_lsp.evaluation.history.run import evaluate_history
from ctx_lsp.evaluation.history.tasks import history_tasks
from ctx_lsp.evaluation.run import EvalPlan, Runs
from ctx_lsp.text.git import GitError


def run_histories(
    path: Path, pattern: str | None, repositories: Sequence[str], count: int, plan: EvalPlan, semantic: bool
) -> Iterator[Runs]:
    """Run up to `count` tasks from the Git history of each repository.

    If `pattern` is None, `path` is the only repository. Otherwise, `repositories` names them, and `pattern` locates
    each of them below `path`, as in `evaluation.eval_corpora`. Raises `click.ClickException` for a folder without a Git
    history, and `click.UsageError` if there is a `pattern` but no name in `repositories`.
    """
    if pattern and not repositories:
        raise click.UsageError("--history with --folders: name the repositories with --repo")
    folders = {name: path / pattern.replace("{repo}", name) for name in repositories} if pattern else {path.name: path}
    for name, folder in folders.items():
        settings = settings_of(folder)
        try:
            tasks = history_tasks(folder, count, CancelToken())
            with counted(name, len(tasks)) as done:
                kept = settings if semantic else settings.without_embedding()
                yield evaluate_history(folder, name, tasks, plan, kept, CancelToken(), done)
        except GitError as error:
            raise click.ClickException(f"{folder}: {error}") from error
