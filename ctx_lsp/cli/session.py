"""One workspace for the length of one command: opened, waited for, closed whatever happens."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from ctx_lsp.cli.printing import say
from ctx_lsp.cli.progress import workspace_progress
from ctx_lsp.settings import Settings, load_settings
from ctx_lsp.workspace import Analysis, BadRequest, Workspace

RECALL_SECONDS = 10.0  # enough to load a model and what the cache has of it, not to embed a repository
PATIENCE = 2.0  # seconds between two looks at whether what is waited for can still come


def settings_of(path: Path, **variables: str) -> Settings:
    """The settings that hold in the folder `path`; what is wrong with them is said on standard error.

    `variables` stand before those of the environment, which is the strongest source.
    """
    loaded = load_settings(path, None, os.environ | variables)
    for problem in loaded.problems:
        say(f"warning: {problem}", err=True)
    return loaded.settings


@contextmanager
def open_workspace(path: Path, settings: Settings) -> Iterator[Workspace]:
    """A started workspace on the folder `path`."""
    workspace = Workspace([path], settings)
    workspace.start()  # Ctrl-C in here leaves daemon threads alone, which end with the process
    try:
        yield workspace
    finally:
        workspace.close()


@contextmanager
def open_analysis(path: Path, settings: Settings, semantic: bool, *, recalled: bool = False) -> Iterator[Analysis]:
    """An analysis of the folder `path` once all of its text is indexed, and embedded too where `semantic`.

    Without that, `recalled` waits for the vectors that the cache has. A question that it cannot answer ends the command
    with the reason.
    """
    with open_workspace(path, settings) as workspace:
        settle(workspace, semantic)
        if recalled and not semantic:
            workspace.wait_recalled(RECALL_SECONDS)
        try:
            analysis = workspace.analysis().result()
            yield analysis if semantic else _as_it_is(analysis)
        except BadRequest as error:
            raise click.ClickException(str(error)) from error


def _as_it_is(analysis: Analysis) -> Analysis:
    """Without what may be loaded by now, or not; and nobody will be there to ask again when there are more vectors."""
    return replace(analysis, reranking=None, snapshot=replace(analysis.snapshot, more_vectors=False))


def settle(workspace: Workspace, semantic: bool) -> None:
    """Wait until all text is indexed, and embedded too where `semantic`; a terminal shows how far that is.

    Ends the command where indexing has failed.
    """
    with workspace_progress(workspace):
        while not workspace.wait_ready(PATIENCE, semantic):
            status = workspace.status()
            if status.state == "failed":
                raise click.ClickException("; ".join(status.warnings))
