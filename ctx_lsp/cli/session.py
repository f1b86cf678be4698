"""One workspace for the length of one command: opened, waited for, closed whatever happens."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from ctx_lsp.analysis import Analysis, BadRequest, Workspace
from ctx_lsp.cli.printing import say
from ctx_lsp.cli.progress import workspace_progress
from ctx_lsp.settings import Settings, load_settings

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
def open_analysis(path: Path, settings: Settings, semantic: bool) -> Iterator[Analysis]:
    """An analysis of the folder `path` once all of its text is indexed, and embedded too where `semantic`.

    A question that it cannot answer ends the command with the reason.
    """
    with open_workspace(path, settings) as workspace:
        settle(workspace, semantic)
        try:
            analysis = workspace.analysis().result()
            yield analysis if semantic else replace(analysis, reranking=None)  # it may be loaded by now, or not
        except BadRequest as error:
            raise click.ClickException(str(error)) from error


def settle(workspace: Workspace, semantic: bool) -> None:
    """Wait until all text is indexed, and embedded too where `semantic`; a terminal shows how far that is.

    Ends the command where indexing has failed.
    """
    with workspace_progress(workspace):
        while not workspace.wait_ready(PATIENCE, semantic):
            status = workspace.status()
            if status.state == "failed":
                raise click.ClickException("; ".join(status.warnings))
