"""Functions that open the workspace for a command, wait until it is indexed, and close it."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from ctx_lsp.base.percent import percent
from ctx_lsp.cli.printing import print_line
from ctx_lsp.cli.progress import workspace_progress
from ctx_lsp.settings import Settings, load_settings
from ctx_lsp.workspace import Analysis, BadRequest, Status, Workspace

VECTOR_LOAD_SECONDS = 10.0  # enough to load a model and cached vectors, not to embed a repository
HISTORY_SECONDS = 30.0  # in which 20,000 commits are read for the first time; later reads take a second
CHECK_SECONDS = 2.0  # seconds between checks for a failed index, and before a wait for vectors is announced


def settings_of(path: Path, **variables: str) -> Settings:
    """Load the settings for the folder `path`; print problems with them to standard error.

    `variables` override the environment, which overrides all other sources.
    """
    loaded = load_settings(path, None, os.environ | variables)
    for problem in loaded.problems:
        print_line(f"warning: {problem}", err=True)
    return loaded.settings


@contextmanager
def open_workspace(path: Path, settings: Settings, more: Sequence[Path] = ()) -> Iterator[Workspace]:
    """Open and start a workspace for `path` and the folders in `more`, and close it after the `with` block."""
    workspace = Workspace([path, *more], settings)
    workspace.start()  # Ctrl-C during the start leaves only daemon threads, which end with the process
    try:
        yield workspace
    finally:
        workspace.close()


@contextmanager
def open_analysis(
    path: Path,
    settings: Settings,
    semantic: bool,
    *,
    more: Sequence[Path] = (),
    await_vectors: bool = False,
    await_history: bool = False,
) -> Iterator[Analysis]:
    """Open an analysis of `path` and the folders in `more` once all text is indexed and, if `semantic`, embedded.

    If `semantic` is false, `await_vectors` makes the call wait for cached vectors. If both are false, nothing is
    embedded. `await_history` makes the call wait for the Git history.
    """
    used = settings if semantic or await_vectors else settings.without_embedding()
    with open_workspace(path, used, more) as workspace:
        wait_until_indexed(workspace, semantic)
        if await_vectors and not semantic:
            workspace.wait_for_stored_vectors(VECTOR_LOAD_SECONDS)
        if await_history:
            workspace.wait_for_history(HISTORY_SECONDS)
        with complaints():
            analysis = workspace.analysis().result()
            yield analysis if semantic else _without_pending(analysis)


@contextmanager
def complaints() -> Iterator[None]:
    """If the `with` block raises `BadRequest`, end the command with the error's message."""
    try:
        yield
    except BadRequest as error:
        raise click.ClickException(str(error)) from error


def _without_pending(analysis: Analysis) -> Analysis:
    """Return a copy of the analysis without the reranker, which may not be loaded yet, and without advice to ask again.

    A command ends after one answer, so advice to ask again when there are more vectors would be useless.
    """
    return replace(analysis, reranking=None, snapshot=replace(analysis.snapshot, more_vectors=False))


def wait_until_indexed(workspace: Workspace, semantic: bool) -> None:
    """Wait until all text is indexed and, if `semantic`, embedded; show the progress on a terminal.

    Without a terminal, one line says that embedding takes a while. Raises `click.ClickException` if indexing has
    failed.
    """
    with workspace_progress(workspace) as shows_bars:
        for _ in _checks(workspace, semantic=False):
            pass
        for number, status in enumerate(_checks(workspace, semantic=True) if semantic else ()):
            if number == 0 and not shows_bars:
                print_line(_embedding_notice(status), err=True)


def _checks(workspace: Workspace, semantic: bool) -> Iterator[Status]:
    """Wait like `wait_until_indexed`, and yield the status every `CHECK_SECONDS`."""
    while not workspace.wait_ready(CHECK_SECONDS, semantic):
        status = workspace.status()
        if status.state == "failed":
            raise click.ClickException("; ".join(status.warnings))
        yield status


def _embedding_notice(status: Status) -> str:
    """Say what a command waits for after all text is indexed, and the option that avoids the wait, if it has one."""
    covered = status.coverage.semantic
    what = f"vectors for semantic search ({percent(covered)} of the code so far)" if covered < 1.0 else "the reranker"
    context = click.get_current_context(silent=True)
    has_option = context is not None and "no_semantic" in context.params
    return f"waiting for {what}{'; use --no-semantic to skip this' if has_option else ''}"
